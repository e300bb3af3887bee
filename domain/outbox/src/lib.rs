//! Mails of stores. The cause of a mail queues it in the outbox within its own transaction, and a worker on each server
//! writes it and hands it to the mail server. So no mail is lost in a crash, and none is sent for a change that was
//! rolled back.
//!
//! The content of a mail is written when it is sent. Only data that is stored nowhere else is stored with the mail,
//! sealed. The token of a link exists only in the mail itself.

mod letter;
mod mail;
mod money;
mod not_written;
mod outbox;
pub mod staff;
mod store;
mod tokens;
mod worker;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use stoa_db::Db;
use stoa_files::Files;
use stoa_values::Clock;

pub use mail::{Mail, OrderNews, SupportMessage, SupportReply};
pub use outbox::{Outbox, queue_news_of_order, waiting};
pub use store::stores_without_address;
pub use tokens::{ResetToken, ResetTokens};
pub use worker::{OUTBOX_INTERVAL, SendReport, delete_old, send_due};

/// The services that write mails. Clones share everything.
#[derive(Clone)]
pub struct MailContext {
    pub db: Db,
    pub clock: Clock,
    pub outbox: Outbox,
    pub reset_tokens: Arc<dyn ResetTokens>,
    /// For pictures of designs.
    pub files: Files,
}

impl MailContext {
    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
