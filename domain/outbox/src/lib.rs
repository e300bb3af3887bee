//! Mails of stores. The transaction that causes a mail also queues the mail in the outbox. A worker on each server
//! writes queued mails and hands them to the mail server. So no mail is lost in a crash, and no mail is sent for a
//! change that was rolled back.
//!
//! The worker writes the content of a mail when it sends the mail. The outbox stores only the data that no other table
//! has, and stores it sealed. The token of a link exists in plain text only in the mail itself.

mod letter;
mod mail;
mod optout;
mod outbox;
pub mod staff;
mod store;
mod tokens;
mod worker;

use std::sync::Arc;

use stoa_db::Db;
use stoa_files::Files;
use stoa_values::Clock;

pub use mail::{Invitation, Mail, OrderNews, SupportMessage, SupportReply};
pub use optout::{Optout, UNSUBSCRIBE_PAGE};
pub use outbox::{Outbox, WaitingMails, queue_news_of_order, waiting};
pub use store::{WritingStore, find_sender, find_store, stores_without_address};
pub use tokens::{
    LinkTokens, RECOVERY_LINK_TTL, RecoveryToken, ResetToken, VERIFICATION_PAGE, VerificationToken,
    recovery_url, site_of_token,
};
pub use worker::{MAIL_RETENTION, OUTBOX_INTERVAL, SendReport, delete_old, send_due};

/// The services that are needed to write mails. Clones share them.
#[derive(Clone)]
pub struct MailContext {
    pub db: Db,
    pub clock: Clock,
    pub outbox: Outbox,
    pub link_tokens: Arc<dyn LinkTokens>,
    /// The URL at which browsers reach the server.
    pub public_url: String,
    /// Makes the URLs of design thumbnails.
    pub files: Files,
}
