//! Mails of stores to people. What causes one puts it into the outbox in its own transaction; a worker of each server
//! writes it and hands it to the mail server. So none is lost in a crash, and none is sent of what was undone.
//!
//! What a mail says is written when it is sent. Of what it needs only that is stored, sealed, which is stored nowhere
//! else; the token of a link is nowhere but in the mail.

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

/// What mails are written with. Clones share everything.
#[derive(Clone)]
pub struct MailContext {
    pub db: Db,
    pub clock: Clock,
    pub outbox: Outbox,
    pub reset_tokens: Arc<dyn ResetTokens>,
    /// Pictures of what was designed.
    pub files: Files,
}

impl MailContext {
    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
