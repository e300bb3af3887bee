//! Reads events.

use stoa_db::{Db, DbError};
use stoa_event_streams::Topic;
use stoa_staff_types::InboxEvent;

use crate::Inbox;
use crate::numbers::number_events;

/// The numbers of a site's events.
#[derive(Debug, Clone, Copy)]
pub struct InboxNumbers {
    pub newest: i64,
    /// All events up to this number were deleted.
    pub deleted: i64,
}

/// Numbers the committed events of a site, and returns the numbers of all.
pub async fn inbox_numbers(db: &Db, site_id: i64) -> Result<InboxNumbers, DbError> {
    number_events(db, site_id).await?;
    let numbers: (i64, Option<i64>) = db.one(include_str!("read/numbers.sql"), &[&site_id]).await?;
    let (newest, oldest) = numbers;
    Ok(InboxNumbers { newest, deleted: oldest.map_or(newest, |oldest| oldest - 1) })
}

impl Topic for Inbox {
    type Event = InboxEvent;

    const CHANNEL: &'static str = "stoa_inbox";

    fn site_id(self) -> i64 {
        self.site_id
    }

    /// An announcement names no number, because the event has none yet.
    fn parse(payload: &str) -> Option<(Self, i64)> {
        Some((Self { site_id: payload.parse().ok()? }, i64::MAX))
    }

    async fn read(
        db: &Db,
        site_id: i64,
        after: &[(Self, i64)],
        limit: i64,
    ) -> Result<Vec<(Self, i64, InboxEvent)>, DbError> {
        number_events(db, site_id).await?;
        let mut events = Vec::new();
        for (inbox, number) in after {
            let sql = include_str!("read/events_after.sql");
            let of_inbox: Vec<(i64, InboxEvent)> =
                db.rows(sql, &[&site_id, number, &limit]).await?;
            events.extend(of_inbox.into_iter().map(|(number, event)| (*inbox, number, event)));
        }
        Ok(events)
    }
}
