//! Support: what customers write to their stores, and what they are answered. The rules stand here once, for HTTP and
//! commands.

mod messages;
pub mod staff;

use chrono::{DateTime, Utc};
use stoa_db::Db;
use stoa_outbox::Outbox;
use stoa_values::Clock;

pub use messages::{
    Caller, SupportError, create_support_message, get_support_message, list_all_support_messages,
    list_support_messages, reply_to_support_message,
};

/// What messages and replies are written with: each is a mail too. Clones share everything.
#[derive(Clone)]
pub struct SupportContext {
    pub db: Db,
    pub clock: Clock,
    pub outbox: Outbox,
}

impl SupportContext {
    /// The time, to the millisecond as it is stored.
    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
