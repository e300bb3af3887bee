//! How often a checkout waits for Postgres, counted on the wire.

use std::time::{Duration, Instant};

use stoa::embedded_postgres::Postgres;
use stoa_db::Db;
use stoa_runtime::Idempotency;

use super::cases::Handlers;
use super::wire::Wire;

/// What each answer of Postgres takes longer: what was on its way at once is then surely one round trip, and the
/// time of a checkout proves the count.
const DELAY: Duration = Duration::from_millis(20);

/// Counts a checkout without an `Idempotency-Key`, and one with it.
pub async fn print(postgres: &Postgres) -> anyhow::Result<()> {
    let wire = Wire::before(postgres, DELAY)?;
    let settings = stoa_db::Settings { connections: 1, ..Default::default() };
    let handlers = Handlers::new(Db::connect(wire.config(), settings))?;
    // Once uncounted each, so that the connection is made, its statements are prepared and the store is known.
    for (name, keys) in [("no Idempotency-Key", [None; 2]), ("one", [Some("1"), Some("2")])] {
        let [first, second] = keys.map(|key| key.map(idempotency));
        handlers.place_order(first).await?;
        let (before, start) = (wire.round_trips(), Instant::now());
        handlers.place_order(second).await?;
        let (trips, time) = (wire.round_trips() - before, start.elapsed().as_millis());
        println!(
            "placeOrder with {name}: {trips} round trips to Postgres, {time} ms at {} ms each",
            DELAY.as_millis()
        );
    }
    Ok(())
}

fn idempotency(key: &str) -> Idempotency {
    Idempotency { key: key.to_owned(), operation: "placeOrder", fingerprint: [0; 32] }
}
