//! Closes idle conversations.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_jobs::Job;

use crate::{
    Conversation, Notification,
    announce::announce,
    append::{NewEvent, append},
};

/// Time without a message after which a conversation is closed.
pub const CONVERSATION_IDLE_TIMEOUT: TimeDelta = TimeDelta::days(14);

/// The job that runs [`close_idle`]. Two servers may run this job at the same time, because the statement that closes a
/// conversation requires that the conversation is open or assigned.
pub const CLOSE_IDLE: Job = Job::new("close idle conversations");

/// Closes the conversations of up to 1,000 sites that are idle at this time, and returns the number of closed
/// conversations.
pub async fn close_idle(db: &Db, now: DateTime<Utc>) -> Result<usize, DbError> {
    let mut closed = 0;
    let silent_since = now - CONVERSATION_IDLE_TIMEOUT;
    for site_id in db.rows(include_str!("idle/due_sites.sql"), &[&silent_since]).await? {
        closed += close_idle_of_site(db, site_id, now).await?;
    }
    Ok(closed)
}

async fn close_idle_of_site(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<usize, DbError> {
    let silent_since = now - CONVERSATION_IDLE_TIMEOUT;
    let mut closed = 0;
    loop {
        let sql = include_str!("idle/idle_conversations.sql");
        let idle: Vec<i64> = db.rows(sql, &[&site_id, &silent_since]).await?;
        if idle.is_empty() {
            return Ok(closed);
        }
        let mut notifications = Vec::new();
        for id in idle {
            let conversation = Conversation { site_id, id };
            // A conversation that has received a message since the query is no longer idle, and stays open.
            let end = append(db, conversation, NewEvent::idle_end(silent_since), now).await?;
            notifications.extend(end.map(|(number, _)| Notification { conversation, number }));
        }
        announce(db, &notifications).await?;
        closed += notifications.len();
    }
}
