//! Announces events to other servers, after the events are committed. One statement announces many events.

use stoa_db::{Db, DbError};

/// Sends notifications, each with its channel and its payload.
pub async fn announce(db: &Db, notifications: &[(&'static str, String)]) -> Result<(), DbError> {
    let (channels, payloads): (Vec<&str>, Vec<&str>) =
        notifications.iter().map(|(channel, payload)| (*channel, payload.as_str())).unzip();
    db.execute(include_str!("announce/announce.sql"), &[&channels, &payloads]).await?;
    Ok(())
}
