//! Numbers events in the order in which this step finds them committed.

use stoa_db::{Db, DbError, Transaction};

/// The limit in `number.sql`.
const EVENTS_PER_NUMBERING: i64 = 1000;

/// Numbers all committed events of a site. Does nothing if every event has a number.
pub(crate) async fn number_events(db: &Db, site_id: i64) -> Result<(), DbError> {
    let sql = include_str!("numbers/has_unnumbered.sql");
    if db.opt::<bool>(sql, &[&site_id]).await?.is_none() {
        return Ok(());
    }
    let mut connection = db.connection().await?;
    loop {
        let transaction = connection.transaction();
        let newest = lock(&transaction, site_id).await?;
        // A statement that follows the lock sees everything that the previous holder of the lock has committed.
        let sql = include_str!("numbers/number.sql");
        let highest: Option<i64> = transaction.opt(sql, &[&site_id, &newest]).await?;
        transaction.commit().await?;
        if highest.is_none_or(|highest| highest - newest < EVENTS_PER_NUMBERING) {
            return Ok(());
        }
    }
}

/// Locks the site's counter, and returns the highest number that was given.
async fn lock(transaction: &Transaction<'_>, site_id: i64) -> Result<i64, DbError> {
    let sql = include_str!("numbers/lock.sql");
    if let Some(newest) = transaction.opt(sql, &[&site_id]).await? {
        return Ok(newest);
    }
    transaction.execute(include_str!("numbers/begin.sql"), &[&site_id]).await?;
    transaction.one(sql, &[&site_id]).await
}
