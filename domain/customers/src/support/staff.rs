//! Staff's side: messages listed, shown, answered and closed.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_outbox::Mail;
use stoa_storefront_types::{SupportMessage, SupportStatus};

use crate::support::{SupportContext, messages};

/// Characters of a reply, as the document has it.
const MAX_REPLY_CHARACTERS: usize = 10_000;

const MAX_STAFF_NAME_CHARACTERS: usize = 255;

/// Cells of a table, as text; none where there is nothing.
pub type Cells = Vec<Option<String>>;

/// What [`list`] tells of a message.
pub const LIST: [&str; 8] =
    ["SITE", "MESSAGE", "STATE", "CATEGORY", "CUSTOMER", "SUBJECT", "REPLIES", "LAST ACTIVITY"];

/// The messages of a site or of all, in a state or in every, the latest activity first, 500 at most.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    state: Option<&str>,
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &state]).await
}

/// A message that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMessage {
    pub site_id: i64,
    pub id: i64,
}

/// The messages with this id: one in a site, and perhaps several in all.
pub async fn find(db: &Db, site_id: Option<i64>, id: i64) -> Result<Vec<FoundMessage>, DbError> {
    db.rows(include_str!("staff/find.sql"), &[&site_id, &id]).await
}

/// Who has written a message, and about which order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AboutMessage {
    pub customer_email: String,
    pub customer_name: Option<String>,
    pub order_number: Option<String>,
}

/// A message with its replies; none when it is gone.
pub async fn show(
    db: &Db,
    message: FoundMessage,
) -> Result<Option<(AboutMessage, SupportMessage)>, DbError> {
    let FoundMessage { site_id, id } = message;
    let about = db.opt(include_str!("staff/show.sql"), &[&site_id, &id]).await?;
    let message = messages::get_anybodys(db, site_id, id).await?;
    Ok(about.zip(message))
}

/// Why staff cannot do that.
#[derive(Debug)]
pub enum Refusal {
    /// A name or a text that a customer cannot be shown, and what is wrong with it.
    Malformed(String),
    /// The message is closed.
    Closed,
    /// There is no such message any more.
    Missing,
    Database(DbError),
}

/// Answers a customer, who gets a mail. It is the customer's turn then, also where the message was closed.
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

/// Who is answered.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    email: String,
    is_verified: bool,
    subject: String,
}

/// Closes a message, until the customer writes in it again.
pub async fn close(db: &Db, message: FoundMessage, now: DateTime<Utc>) -> Result<(), Refusal> {
    let FoundMessage { site_id, id } = message;
    let sql = include_str!("staff/close.sql");
    // What it was before.
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
