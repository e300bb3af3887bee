//! Operations of staff on support messages: list, show, reply and close.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_outbox::Mail;
use stoa_storefront_types::{SupportMessage, SupportStatus};

use crate::support::{SupportContext, messages};

/// Maximum length of a reply, the same as in the API document.
const MAX_REPLY_CHARACTERS: usize = 10_000;

const MAX_STAFF_NAME_CHARACTERS: usize = 255;

/// The cells of a row, as text. An empty cell is `None`.
pub type Cells = Vec<Option<String>>;

/// Headings of the columns of [`list`].
pub const LIST: [&str; 8] =
    ["SITE", "MESSAGE", "STATE", "CATEGORY", "CUSTOMER", "SUBJECT", "REPLIES", "LAST ACTIVITY"];

/// Returns at most 500 messages, latest activity first. `None` stands for all sites or for any state.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    state: Option<&str>,
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &state]).await
}

/// A message, as [`find`] returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMessage {
    pub site_id: i64,
    pub id: i64,
}

/// Returns the messages with this id, at most one for each site. If `site_id` is `None`, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, id: i64) -> Result<Vec<FoundMessage>, DbError> {
    db.rows(include_str!("staff/find.sql"), &[&site_id, &id]).await
}

/// The customer who wrote a message, and the order that the message is about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AboutMessage {
    pub customer_email: String,
    pub customer_name: Option<String>,
    pub order_number: Option<String>,
}

/// Returns a message with its latest 50 replies, or `None` if the message no longer exists.
pub async fn show(
    db: &Db,
    message: FoundMessage,
) -> Result<Option<(AboutMessage, SupportMessage)>, DbError> {
    let FoundMessage { site_id, id } = message;
    let about = db.opt(include_str!("staff/show.sql"), &[&site_id, &id]).await?;
    let message = messages::get_anybodys(db, site_id, id).await?;
    Ok(about.zip(message))
}

/// Why an operation of staff failed.
#[derive(Debug)]
pub enum Refusal {
    /// The name or the text of the reply is not valid. The value of the variant states the reason.
    Malformed(String),
    Closed,
    Missing,
    Database(DbError),
}

/// Stores a reply and queues a mail to the customer. The message's status becomes `pending`, even if the message was
/// closed.
pub async fn reply(
    context: &SupportContext,
    message: FoundMessage,
    author_name: &str,
    text: &str,
) -> Result<(), Refusal> {
    let FoundMessage { site_id, id } = message;
    let (author_name, body, now) = (author_name.trim(), text.trim(), context.now());
    check("the name", author_name, MAX_STAFF_NAME_CHARACTERS)?;
    check("the text", body, MAX_REPLY_CHARACTERS)?;
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("staff/reply.sql");
    let params = [&site_id as _, &id as _, &author_name as _, &body as _, &now as _];
    let answered: Option<Answered> = transaction.opt(sql, &params).await?;
    let Answered { email, is_verified, subject } = answered.ok_or(Refusal::Missing)?;
    let mail = Mail::SupportReply(stoa_outbox::SupportReply {
        email,
        is_verified,
        subject,
        author_name: author_name.to_owned(),
        body: body.to_owned(),
    });
    context.outbox.queue(&transaction, site_id, &mail, now).await?;
    transaction.commit().await?;
    context.outbox.wake();
    Ok(())
}

/// The recipient of a reply, and the subject of the message.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    email: String,
    is_verified: bool,
    subject: String,
}

/// Closes a message until the customer replies.
pub async fn close(db: &Db, message: FoundMessage, now: DateTime<Utc>) -> Result<(), Refusal> {
    let FoundMessage { site_id, id } = message;
    let sql = include_str!("staff/close.sql");
    // `close.sql` returns the status that the message had before.
    let status: Option<SupportStatus> = db.opt(sql, &[&site_id, &id, &now]).await?;
    match status {
        None => Err(Refusal::Missing),
        Some(SupportStatus::Closed) => Err(Refusal::Closed),
        Some(_) => Ok(()),
    }
}

fn check(what: &str, text: &str, most: usize) -> Result<(), Refusal> {
    let fault = if text.is_empty() {
        format!("{what} must not be empty")
    } else if text.chars().count() > most {
        format!("{what} must have at most {most} characters")
    } else if text.contains('\0') {
        format!("{what} must not hold NUL")
    } else {
        return Ok(());
    };
    Err(Refusal::Malformed(fault))
}

impl From<DbError> for Refusal {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
