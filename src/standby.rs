//! A server whose only database is a hot standby. It answers reads, and begins to write when the standby is promoted.

use std::time::Duration;

use stoa_db::{Db, Server, about::is_standby};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::database::connect;

/// Interval at which a standby is asked whether it was promoted.
const PROMOTION_INTERVAL: Duration = Duration::from_secs(1);

/// Refuses writes, and returns the token that begins the jobs: it is cancelled when the standby is promoted.
pub fn until_promoted(db: &Db, direct: &Server) -> CancellationToken {
    tracing::warn!(
        "the database is a hot standby: reads are answered, jobs and chat events of other servers wait until it is \
         promoted"
    );
    db.set_accepts_writes(false);
    let begin = CancellationToken::new();
    tokio::spawn(wait(db.clone(), direct.clone(), begin.clone()));
    begin
}

async fn wait(db: Db, direct: Server, begin: CancellationToken) {
    loop {
        sleep(PROMOTION_INTERVAL).await;
        // A new connection, because the URL may lead to another server after a failover.
        let Ok(client) = connect(&direct).await else { continue };
        if is_standby(&client).await.is_ok_and(|is_standby| !is_standby) {
            break;
        }
    }
    tracing::warn!("the database was promoted: writes are accepted, and jobs begin");
    db.set_accepts_writes(true);
    begin.cancel();
}
