//! Operations of customers on support messages: write, list, read and reply.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_alerts::{Alert, tell};
use stoa_db::{Db, DbError, Page, Transaction};
use stoa_idempotency::{
    Claim, ClaimError, Idempotency, Lease, Replayable, answer_within, claim_if_any,
};
use stoa_inbox::NewInboxEvent;
use stoa_outbox::Mail;
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::{
    CreateSupportMessageRequest, SupportMessage, SupportStatus, Timestamp,
};

use crate::support::SupportContext;

const GET_SUPPORT_MESSAGE: &str = include_str!("messages/get_support_message.sql");

/// Maximum number of replies to a support message. A further one of the customer is answered 400; staff may still
/// reply.
const MAX_REPLIES: i64 = 1_000;

/// Number of replies in the answer to a reply, which is stored for repeated calls.
const ANSWERED_REPLIES: i64 = 50;

/// A customer who writes a message or a reply. Each `Idempotency-Key` stores at most one message or reply.
#[derive(Debug)]
pub struct Caller {
    pub site_id: i64,
    pub customer_id: i64,
    pub idempotency: Option<Idempotency>,
    /// Whether the customer's rate limit allows a new message or reply. If not, only a repeated request gets an answer:
    /// the stored one.
    pub may_write: bool,
}

refusals! {
    /// Why a message is not stored.
    pub enum MessageRefusal of reasons {
        /// The customer was erased.
        Unauthorized,
        OrderNotFound,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

refusals! {
    /// Why a reply is not stored.
    pub enum ReplyRefusal of reasons {
        /// The customer was erased.
        Unauthorized,
        MessageNotFound,
        ThreadIsFull,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

/// Returns a page of a customer's messages, latest activity first. `limit` is 1 to 1,000, and `page` counts from 1.
pub async fn list_support_messages(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    page: i64,
    limit: i64,
) -> Result<Page<SupportMessage>, DbError> {
    let offset = (page - 1).saturating_mul(limit);
    let sql = include_str!("messages/list_support_messages.sql");
    db.page(sql, &[&site_id, &customer_id, &limit, &offset]).await
}

/// Returns a customer's message with all its replies.
pub async fn get_support_message(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    message_id: i64,
) -> Result<Option<SupportMessage>, DbError> {
    let no_limit: Option<i64> = None;
    db.opt(GET_SUPPORT_MESSAGE, &[&site_id, &message_id, &customer_id, &no_limit]).await
}

/// Stores a customer's message, and queues a mail to the store. Returns `None` if the caller may not write.
pub async fn create_support_message(
    context: &SupportContext,
    caller: Caller,
    message: CreateSupportMessageRequest,
) -> Result<Option<Replayable<SupportMessage>>, Failed<MessageRefusal>> {
    let Caller { site_id, customer_id, .. } = caller;
    let CreateSupportMessageRequest { subject, body, category, order_id } = message;
    let category = category.unwrap_or_else(|| "general".to_owned());
    let now = context.clock.now();
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let lease = match caller.claim(&transaction, now).await? {
        None => return Ok(None),
        Some(Claim::Fresh(lease)) => lease,
        Some(Claim::Answered(message)) => return Ok(Some(Replayable::Replayed(message))),
    };
    let author = Author::find(&transaction, site_id, customer_id).await?;
    let author = author.ok_or(MessageRefusal::Unauthorized)?;
    let params = [
        &site_id as _,
        &customer_id as _,
        &subject as _,
        &body as _,
        &category as _,
        &order_id as _,
        &now as _,
    ];
    let id: Option<i64> =
        transaction.opt(include_str!("messages/create_support_message.sql"), &params).await?;
    let id = id.ok_or(MessageRefusal::OrderNotFound)?;
    let written = NewInboxEvent::SupportMessage { message_id: id };
    let created = stoa_events::support_created(site_id, id, now);
    let alert = Alert::SupportMessage { message_id: id, reply: 0 };
    tokio::try_join!(biased;
        stoa_inbox::post(&transaction, site_id, written, now),
        stoa_events::post(&transaction, site_id, &created, now),
        tell(&transaction, site_id, alert, now),
    )?;
    let mail = author.mail(id, &subject, &body);
    context.outbox.queue(&transaction, site_id, &mail, now).await?;
    let message = SupportMessage {
        id,
        subject,
        body,
        category,
        status: SupportStatus::Open,
        order_id,
        created_at: Timestamp(now),
        updated_at: Timestamp(now),
        last_activity_at: Timestamp(now),
        replies: Vec::new(),
    };
    answer_within(&transaction, lease.as_ref(), &message).await?;
    transaction.commit().await?;
    context.outbox.wake();
    Ok(Some(Replayable::Fresh(message)))
}

/// Stores a customer's reply, which reopens the message, and queues a mail to the store. Returns `None` if the
/// caller may not write.
pub async fn reply_to_support_message(
    context: &SupportContext,
    caller: Caller,
    message_id: i64,
    body: &str,
) -> Result<Option<Replayable<SupportMessage>>, Failed<ReplyRefusal>> {
    let Caller { site_id, customer_id, .. } = caller;
    let now: DateTime<Utc> = context.clock.now();
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let lease = match caller.claim(&transaction, now).await? {
        None => return Ok(None),
        Some(Claim::Fresh(lease)) => lease,
        Some(Claim::Answered(message)) => return Ok(Some(Replayable::Replayed(message))),
    };
    let author = Author::find(&transaction, site_id, customer_id).await?;
    let author = author.ok_or(ReplyRefusal::Unauthorized)?;
    let params = [
        &site_id as _,
        &customer_id as _,
        &message_id as _,
        &author.name() as _,
        &body as _,
        &now as _,
    ];
    let sql = include_str!("messages/reply_to_support_message.sql");
    if transaction.execute(sql, &params).await? == 0 {
        return Err(ReplyRefusal::MessageNotFound)?;
    }
    // The previous statement may have waited for a lock on the message, and did not see the replies that were stored
    // during the wait. Separate statements see them.
    let replies: i64 = transaction
        .one(include_str!("messages/count_replies.sql"), &[&site_id, &message_id])
        .await?;
    if replies > MAX_REPLIES {
        return Err(ReplyRefusal::ThreadIsFull)?;
    }
    let written = NewInboxEvent::SupportMessage { message_id };
    let alert = Alert::SupportMessage { message_id, reply: replies };
    tokio::try_join!(biased;
        stoa_inbox::post(&transaction, site_id, written, now),
        tell(&transaction, site_id, alert, now),
    )?;
    let message: SupportMessage = transaction
        .one(GET_SUPPORT_MESSAGE, &[&site_id, &message_id, &customer_id, &ANSWERED_REPLIES])
        .await?;
    let mail = author.mail(message_id, &message.subject, body);
    context.outbox.queue(&transaction, site_id, &mail, now).await?;
    answer_within(&transaction, lease.as_ref(), &message).await?;
    transaction.commit().await?;
    context.outbox.wake();
    Ok(Some(Replayable::Fresh(message)))
}

impl Caller {
    /// Claims the customer's `Idempotency-Key`. Keys of different customers are independent. Returns `None` if nothing is
    /// stored under the key and the caller may not write.
    async fn claim(
        self,
        transaction: &Transaction<'_>,
        now: DateTime<Utc>,
    ) -> Result<Option<Claim<SupportMessage, Option<Lease>>>, ClaimError> {
        let key = self.idempotency.map(|key| key.held_by(&self.customer_id.to_string()));
        match claim_if_any(transaction, self.site_id, key.as_ref(), now).await? {
            Claim::Fresh(_) if !self.may_write => Ok(None),
            claim => Ok(Some(claim)),
        }
    }
}

#[derive(Deserialize)]
struct Author {
    email: String,
    name: Option<String>,
}

impl Author {
    /// Finds the author, and locks the author's row so that the customer cannot be erased before the transaction ends.
    async fn find(
        transaction: &Transaction<'_>,
        site_id: i64,
        customer_id: i64,
    ) -> Result<Option<Self>, DbError> {
        let sql = include_str!("messages/lock_author.sql");
        transaction.opt(sql, &[&site_id, &customer_id]).await
    }

    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.email)
    }

    fn mail(&self, message_id: i64, subject: &str, body: &str) -> Mail {
        Mail::SupportMessage(stoa_outbox::SupportMessage {
            message_id,
            customer_email: self.email.clone(),
            customer_name: self.name.clone(),
            subject: subject.to_owned(),
            body: body.to_owned(),
        })
    }
}
