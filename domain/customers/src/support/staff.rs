//! Operations of staff on support messages: list, show, reply and close.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Origin, Target, record};
use stoa_db::{Cells, Db, DbError, ToSql, Transaction};
use stoa_idempotency::{Claim, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_outbox::Mail;
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{SupportMessage, SupportStatus};
use stoa_values::text::trim;

use crate::support::SupportContext;

const GET_MESSAGE: &str = include_str!("staff/get_message.sql");

/// Maximum length of a reply of staff to a support message, in characters.
const MAX_REPLY_CHARACTERS: usize = 10_000;

const MAX_STAFF_NAME_CHARACTERS: usize = 255;

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

/// Returns a message with its newest 50 replies, or `None` if there is no such message.
pub async fn get_message(
    db: &Db,
    FoundMessage { site_id, id }: FoundMessage,
) -> Result<Option<SupportMessage>, DbError> {
    db.opt(GET_MESSAGE, &[&site_id, &id]).await
}

/// A reply of staff.
#[derive(Debug)]
pub struct NewReply {
    pub author_name: String,
    pub body: String,
    /// The `Idempotency-Key`. A reply that is sent again with the same key is stored once.
    pub idempotency: Option<Idempotency>,
}

refusals! {
    /// Why a reply of staff is not stored.
    pub enum ReplyRefusal of reasons {
        SupportMessageNotFound,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

refusals! {
    /// Why a message is not closed.
    pub enum CloseRefusal of reasons {
        SupportMessageNotFound,
        SupportMessageIsClosed,
    }
}

/// Checks the texts of a reply, which the document limits too. Returns the first fault.
pub fn check_reply(NewReply { author_name, body, .. }: &NewReply) -> Result<(), String> {
    check_text("the name", author_name, MAX_STAFF_NAME_CHARACTERS)?;
    check_text("the text", body, MAX_REPLY_CHARACTERS)
}

/// Stores a reply and queues a mail to the customer. The message's status becomes `pending`, even if the message was
/// closed. Returns the message with its newest 50 replies.
pub async fn reply(
    context: &SupportContext,
    origin: &Origin,
    message: FoundMessage,
    NewReply { author_name, body, idempotency }: NewReply,
) -> Result<Replayable<SupportMessage>, Failed<ReplyRefusal>> {
    let FoundMessage { site_id, id } = message;
    let (author_name, body, now) = (trim(&author_name), trim(&body), context.clock.now());
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, site_id, idempotency.as_ref(), now).await? {
        Claim::Fresh(lease) => lease,
        Claim::Answered(message) => return Ok(Replayable::Replayed(message)),
    };
    let sql = include_str!("staff/reply.sql");
    let (kind, actor_id) = (origin.actor.kind(), origin.actor.id());
    let params: [&(dyn ToSql + Sync); 7] =
        [&site_id, &id, &author_name, &body, &now, &kind, &actor_id];
    let answered: Option<Answered> = transaction.opt(sql, &params).await?;
    let Answered { email, is_verified, subject } =
        answered.ok_or(ReplyRefusal::SupportMessageNotFound)?;
    let mail = Mail::SupportReply(stoa_outbox::SupportReply {
        email,
        is_verified,
        subject,
        author_name: author_name.to_owned(),
        body: body.to_owned(),
    });
    context.outbox.queue(&transaction, site_id, &mail, now).await?;
    record_change(&transaction, origin, message, &["replies", "status"], now).await?;
    // The first statement may have waited for a lock on the message, and did not see the replies that were stored during
    // the wait. A separate statement sees them.
    let message: SupportMessage = transaction.one(GET_MESSAGE, &[&site_id, &id]).await?;
    answer_within(&transaction, lease.as_ref(), &message).await?;
    transaction.commit().await?;
    context.outbox.wake();
    Ok(Replayable::Fresh(message))
}

/// The recipient of a reply, and the subject of the message.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    email: String,
    is_verified: bool,
    subject: String,
}

/// Closes a message until the customer replies. Returns the message with its newest 50 replies.
pub async fn close(
    db: &Db,
    origin: &Origin,
    message: FoundMessage,
    now: DateTime<Utc>,
) -> Result<SupportMessage, Failed<CloseRefusal>> {
    let FoundMessage { site_id, id } = message;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("staff/close.sql");
    // `close.sql` returns the status that the message had before.
    let status: Option<SupportStatus> = transaction.opt(sql, &[&site_id, &id, &now]).await?;
    match status {
        None => Err(CloseRefusal::SupportMessageNotFound)?,
        Some(SupportStatus::Closed) => Err(CloseRefusal::SupportMessageIsClosed)?,
        Some(_) => {}
    }
    record_change(&transaction, origin, message, &["status"], now).await?;
    let closed: SupportMessage = transaction.one(GET_MESSAGE, &[&site_id, &id]).await?;
    transaction.commit().await?;
    Ok(closed)
}

async fn record_change(
    transaction: &Transaction<'_>,
    origin: &Origin,
    FoundMessage { site_id, id }: FoundMessage,
    fields: &[&str],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let target = Target::new("support_message", id);
    record(transaction, site_id, origin, target, fields, now).await
}

fn check_text(what: &str, text: &str, most: usize) -> Result<(), String> {
    let fault = if trim(text).is_empty() {
        format!("{what} must not be empty")
    } else if trim(text).chars().count() > most {
        format!("{what} must have at most {most} characters")
    } else if text.contains('\0') {
        format!("{what} must not hold NUL")
    } else {
        return Ok(());
    };
    Err(fault)
}
