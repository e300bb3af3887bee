//! Support: messages of customers to their stores, and replies. HTTP handlers and commands share these rules.

mod messages;
pub mod staff;

use stoa_db::Db;
use stoa_outbox::Outbox;
use stoa_values::Clock;

pub use messages::{
    Caller, MessageRefusal, ReplyRefusal, create_support_message, get_support_message,
    list_support_messages, reply_to_support_message,
};

/// The services that support needs. Clones share the same services. Every message and reply is also sent as a mail.
#[derive(Clone)]
pub struct SupportContext {
    pub db: Db,
    pub clock: Clock,
    pub outbox: Outbox,
}
