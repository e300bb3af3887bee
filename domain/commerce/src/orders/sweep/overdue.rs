//! Expires overdue pending orders.

use std::time::Instant;

use chrono::{DateTime, Utc};
use stoa_db::DbError;

use super::{NOBODY_PAID, SITE_SLICE, SWEEP_BATCH_SIZE, Turn, intents};
use crate::orders::{OrderContext, OrderTransaction, status};

/// Expires the site's orders that are overdue at `now` and have no intent, for one [`SITE_SLICE`]. An overdue order
/// with an intent expires [`intents::PROVIDER_IS_AWAITED`] later, unless its payment is in progress.
pub(super) async fn expire(
    context: &OrderContext,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<Turn, DbError> {
    let (db, until) = (&context.db, Instant::now() + SITE_SLICE);
    let unanswered_since = now - intents::PROVIDER_IS_AWAITED;
    let sql = include_str!("overdue.sql");
    let mut turn = Turn::default();
    loop {
        let overdue: Vec<i64> =
            db.rows(sql, &[&site_id, &now, &SWEEP_BATCH_SIZE, &unanswered_since]).await?;
        if overdue.is_empty() {
            return Ok(turn);
        }
        for order_id in overdue {
            let mut connection = db.connection().await?;
            let transaction = connection.transaction();
            let order = OrderTransaction::new(&transaction, site_id, order_id, now);
            turn.report.expired += usize::from(status::expire(&order, NOBODY_PAID).await?);
            transaction.commit().await?;
            if Instant::now() >= until {
                return Ok(Turn { has_more: true, ..turn });
            }
        }
    }
}
