//! The handlers of the storefront: one file for each served tag beside the folder of its statements.

mod authenticate;
mod cart;
mod catalog;
mod checkout;
mod codes;
pub mod lifecycle;
mod orders;
mod payments;
pub mod pricing;
mod seal;
mod shipping;
mod stores;
mod sweep;
mod test_payment;
mod webhooks;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use stoa_carriers::LiveRates;
use stoa_clock::Clock;
use stoa_db::Db;
use stoa_payments::Payments;

pub use authenticate::{Customer, Visitor};
pub use seal::Seal;
pub use shipping::{ChosenRate, chosen_rate};
pub use stores::{STORE_IS_REMEMBERED, SecretName, Store};
pub use sweep::{PAUSE, Swept};
pub use test_payment::TestOutcome;

use codes::CodeTries;
use stores::Stores;

/// What serves the storefronts. Clones share everything.
#[derive(Clone)]
pub struct Storefront {
    db: Db,
    clock: Clock,
    stores: Arc<Stores>,
    code_tries: Arc<CodeTries>,
    live_rates: Arc<LiveRates>,
    payments: Arc<Payments>,
    tracking_webhook_secret: Option<Arc<str>>,
}

/// What holds for all stores of a server.
#[derive(Clone)]
pub struct Settings {
    /// The server's secret, which everything is signed and sealed with.
    pub secret: Vec<u8>,
    /// What asks carriers and print on demand.
    pub live_rates: Arc<LiveRates>,
    /// What takes the stores' money.
    pub payments: Arc<Payments>,
    /// What tracking webhooks are signed with, for stores that have no secret of their own.
    pub tracking_webhook_secret: Option<String>,
}

impl Storefront {
    /// Serves the stores of this database. By the clock carts, orders and quotes expire.
    pub fn new(db: Db, settings: Settings, clock: Clock) -> Self {
        let Settings { secret, live_rates, payments, tracking_webhook_secret } = settings;
        let stores = Arc::new(Stores::new(Seal::new(&secret)));
        let code_tries = Arc::default();
        let tracking_webhook_secret = tracking_webhook_secret.map(Arc::from);
        Self { db, clock, stores, code_tries, live_rates, payments, tracking_webhook_secret }
    }

    /// The time, to the millisecond as it is stored.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
