//! What every test stands on: a served app with a database of its own, requests that read like a sentence, and
//! exchanges that have passed the contract check.

pub mod database;
pub mod exchange;
pub mod request;
pub mod sites;
pub mod wire;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use stoa_runtime::Limits;
use tokio::net::TcpListener;

use database::Database;
pub use exchange::Exchange;
pub use request::Request;
pub use sites::*;

/// The real app on a socket. It ends with the test's runtime.
pub struct Server {
    pub address: SocketAddr,
    database: Database,
    /// Seconds since 1970.
    clock: Arc<AtomicU64>,
}

/// When the app believes that it is: 2026-06-01T12:00:10Z, until a test lets time pass.
const START: u64 = 1_780_315_210;

/// Serves the app over a fresh copy of the seed.
pub async fn served() -> Server {
    served_behind(0).await
}

/// The same behind this many proxies.
pub async fn served_behind(trusted_proxies: usize) -> Server {
    let database = database::seeded().await;
    let settings = stoa_db::Settings { connections: 4, ..stoa_db::Settings::default() };
    let db = stoa_db::Db::connect(database.config.clone(), settings);
    let clock = Arc::new(AtomicU64::new(START));
    let seconds = clock.clone();
    let now = Arc::new(move || SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.load(Ordering::Relaxed)));
    let app = stoa::app::app_with_clock(db, trusted_proxies, now).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(stoa_runtime::serve(listener, app, Limits::default(), std::future::pending()));
    Server { address, database, clock }
}

impl Server {
    pub fn get(&self, target: &str) -> Request<'_> {
        self.request("GET", target)
    }

    pub fn request(&self, method: &'static str, target: &str) -> Request<'_> {
        Request::new(self, method, target)
    }

    /// Lets time pass for the app, in whole seconds.
    pub fn pass(&self, time: Duration) {
        self.clock.fetch_add(time.as_secs(), Ordering::Relaxed);
    }

    /// Changes what is stored.
    pub async fn sql(&self, statements: &str) {
        let client = stoa::database::connect(&self.database.config).await.unwrap();
        client.batch_execute(statements).await.unwrap();
    }

    /// Takes the database away, as a network that fails would.
    pub async fn lose_database(&self) {
        database::lose(&self.database).await;
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}
