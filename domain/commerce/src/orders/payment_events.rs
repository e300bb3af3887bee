//! Events of the payment provider. The transaction that applies an event also stores its id in `payment_events`, so that
//! each event takes effect once.

mod answer;
mod effect;
mod refund_history;

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_payments::webhook::Event;

pub(crate) use answer::{apply_answer, end_order_of_intent};
use effect::apply;

/// Applies an event, unless it was received before. An error means that nothing was stored. The provider then delivers
/// the event again, and that delivery applies it.
pub async fn receive_payment_event(
    db: &Db,
    site_id: i64,
    event: &Event,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // A concurrent delivery of the same event waits here until the first delivery commits or rolls back.
    let sql = include_str!("payment_events/record_event.sql");
    let params = [&site_id as _, &event.id as _, &event.kind.as_str() as _, &now as _];
    if transaction.execute(sql, &params).await? == 0 {
        return Ok(());
    }
    apply(&transaction, site_id, event, now).await?;
    transaction.commit().await
}
