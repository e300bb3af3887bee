//! Orders: the rules for placing, paying, changing, refunding and expiring them, and the data that staff see. HTTP
//! handlers, commands and jobs share these rules.

mod holds;
mod listed;
mod locked_order;
mod notes;
mod order_event;
mod order_transaction;
mod payment_events;
pub mod place;
pub mod pricing;
mod provider;
mod refunds;
pub mod staff;
mod status;
pub mod sweep;
pub mod test_payments;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use stoa_db::Db;
use stoa_payments::Payments;
use stoa_stores::Stores;
use stoa_values::Clock;

pub use listed::{OrderFilter, list_orders};
pub use notes::{NoteRefusal, add_note};
pub(crate) use order_event::OrderEvent;
pub use order_transaction::OrderTransaction;
pub use payment_events::receive_payment_event;
pub use place::{Checkout, CheckoutError, CheckoutRefusal, place};
pub use provider::provider_of;
pub use status::{Parcel, StatusRefusal, cancel_pending, deliver, expire, may_become};

/// The services that are needed to place, pay and sweep orders. Clones share the same services.
#[derive(Clone)]
pub struct OrderContext {
    pub db: Db,
    pub clock: Clock,
    pub stores: Arc<Stores>,
    pub payments: Arc<Payments>,
}

impl OrderContext {
    /// The current time in whole milliseconds, the precision of stored times.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
