//! Expires overdue pending orders.

use stoa_db::DbError;

use super::{NOBODY_PAID, SWEEP_BATCH_SIZE, intents};
use crate::orders::{OrderContext, OrderTransaction, status};

/// Expires the site's overdue orders that have no intent. An overdue order with an intent expires
/// [`intents::PROVIDER_IS_AWAITED`] later, unless its payment is in progress. Returns the number of expired orders.
pub(super) async fn expire(context: &OrderContext, site_id: i64) -> Result<usize, DbError> {
    let (db, now) = (&context.db, context.now());
    let unanswered_since = now - intents::PROVIDER_IS_AWAITED;
    let sql = include_str!("overdue.sql");
    let mut expired = 0;
    loop {
        let overdue: Vec<i64> =
            db.rows(sql, &[&site_id, &now, &SWEEP_BATCH_SIZE, &unanswered_since]).await?;
        if overdue.is_empty() {
            return Ok(expired);
        }
        for order_id in overdue {
            let mut connection = db.connection().await?;
            let transaction = connection.transaction();
            let order = OrderTransaction::new(&transaction, site_id, order_id, now);
            expired += usize::from(status::expire(&order, NOBODY_PAID).await?);
            transaction.commit().await?;
        }
    }
}
