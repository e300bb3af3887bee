//! Events of the payment provider. The transaction that applies an event also stores its id in `payment_events`, so that
//! each event takes effect once.

mod answer;
mod effect;
mod refund_history;

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_payments::webhook::Event;

pub(crate) use answer::{end_order_of_intent, take_note, take_note_of_refund};
pub(crate) use effect::{EventEffect, apply};

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
    let is_new = transaction
        .execute(
            include_str!("payment_events/record_event.sql"),
            &[&site_id, &event.id, &event.kind.as_str(), &now],
        )
        .await?;
    if is_new == 0 {
        return Ok(());
    }
    let effect = apply(&transaction, site_id, event, now).await?;
    transaction.commit().await?;
    let event_id = &event.id;
    match effect {
        EventEffect::Noted => {}
        EventEffect::RefundDue { order_id } => {
            tracing::info!(site_id, order_id, event_id, "a payment came too late: it is refunded");
        }
        EventEffect::UnknownIntent => {
            tracing::warn!(site_id, event_id, "a payment event is about no order of this site");
        }
        EventEffect::Mismatch { order_id } => {
            tracing::warn!(
                site_id,
                order_id,
                event_id,
                "a payment event does not have the order's amount and currency: nothing was changed"
            );
        }
    }
    Ok(())
}
