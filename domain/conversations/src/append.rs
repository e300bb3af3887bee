//! Appends events: whatever happens in a conversation goes through here.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_live_chat_types::{AuthorKind, ConversationStatus, Message};

use crate::Conversation;

use ConversationStatus::{Assigned, Closed, Open, Unknown};

const APPEND_EVENT: &str = include_str!("append/append_event.sql");

/// What is to happen in a conversation, and when it may.
#[derive(Clone, Copy, Default)]
pub struct NewEvent<'a> {
    /// The statuses that it may follow.
    follows: &'a [ConversationStatus],
    /// What it changes the status to.
    status: Option<&'a str>,
    agent_name: Option<&'a str>,
    /// Who writes its message.
    author_kind: Option<&'a str>,
    body: Option<&'a str>,
    /// No message may have come since then.
    silent_since: Option<DateTime<Utc>>,
    /// How often messages of this kind may come.
    rate: MessageRate,
}

/// How often a visitor may write into a conversation: each message takes its time, and so many may be sent ahead of
/// theirs.
#[derive(Debug, Clone, Copy)]
pub struct MessageRate {
    /// Milliseconds that a message takes.
    pub(crate) each: i64,
    /// Milliseconds that the next message may be ahead of its time.
    pub(crate) ahead: i64,
}

impl MessageRate {
    /// As often as anyone likes.
    pub const UNLIMITED: Self = Self { each: 0, ahead: i64::MAX / 2 };

    /// Not now.
    pub const NONE: Self = Self { each: 0, ahead: i64::MIN / 2 };

    /// So many messages in so many seconds, a third of them at once.
    pub fn new(messages: i64, seconds: u64) -> Self {
        let each = i64::try_from(seconds).unwrap_or(i64::MAX / 1000) * 1000 / messages.max(1);
        let at_once = (messages / 3).max(1);
        // Half a message more is for those that overtake each other on their way to the row's lock; it is too short
        // for one that is too many.
        Self { each, ahead: (at_once - 1) * each + each / 2 }
    }
}

impl Default for MessageRate {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// An event as it was stored: its number in the conversation, and the message if it is one.
pub type Appended = (i64, Option<Message>);

impl<'a> NewEvent<'a> {
    /// A message, unless the visitor has sent too many or may not use the conversation.
    pub fn visitor_message(body: &'a str, rate: MessageRate) -> Self {
        Self {
            follows: &[Open, Assigned],
            rate,
            author_kind: Some(AuthorKind::Visitor.as_str()),
            body: Some(body),
            ..Self::default()
        }
    }

    pub fn agent_message(agent_name: &'a str, body: &'a str) -> Self {
        Self {
            follows: &[Open, Assigned],
            agent_name: Some(agent_name),
            author_kind: Some(AuthorKind::Agent.as_str()),
            body: Some(body),
            ..Self::default()
        }
    }

    /// A change to this status. Without a name the conversation stays with the agent that it has.
    pub fn status(to: &'a ConversationStatus, agent_name: Option<&'a str>) -> Self {
        let follows: &[ConversationStatus] = match to {
            Open => &[Assigned],
            Assigned => &[Open],
            Closed => &[Open, Assigned],
            Unknown(_) => &[],
        };
        Self { follows, status: Some(to.as_str()), agent_name, ..Self::default() }
    }

    /// The end of a conversation without a message since then.
    pub fn idle_end(silent_since: DateTime<Utc>) -> Self {
        Self { silent_since: Some(silent_since), ..Self::status(&Closed, None) }
    }
}

/// Appends an event, if it may happen.
pub async fn append(
    db: &Db,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Appended>, DbError> {
    let given = Given::new(&event, now);
    db.opt(APPEND_EVENT, &given.params(&conversation, &event)).await
}

/// The same, together with what else is done.
pub async fn append_within(
    transaction: &Transaction<'_>,
    conversation: Conversation,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Appended>, DbError> {
    let given = Given::new(&event, now);
    transaction.opt(APPEND_EVENT, &given.params(&conversation, &event)).await
}

/// What the statement is given beside the event itself.
struct Given<'a> {
    follows: Vec<&'a str>,
    now: DateTime<Utc>,
    milliseconds: i64,
}

impl<'a> Given<'a> {
    fn new(event: &NewEvent<'a>, now: DateTime<Utc>) -> Self {
        let follows = event.follows.iter().map(ConversationStatus::as_str).collect();
        Self { follows, now, milliseconds: now.timestamp_millis() }
    }

    fn params<'p>(
        &'p self,
        conversation: &'p Conversation,
        event: &'p NewEvent<'_>,
    ) -> [&'p (dyn ToSql + Sync); 12] {
        [
            &conversation.site_id,
            &conversation.id,
            &self.follows,
            &event.silent_since,
            &event.status,
            &event.agent_name,
            &event.author_kind,
            &event.body,
            &self.now,
            &self.milliseconds,
            &event.rate.each,
            &event.rate.ahead,
        ]
    }
}
