//! Events of the payment provider: each is acted on once, in the transaction that notes it in the inbox.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_payments::{
    Provider,
    webhook::{self, Event, InvalidSignature},
};

use crate::lifecycle::{self, Applied};

/// Accepts what the store's provider has signed.
pub(super) fn verify(
    signature: &str,
    body: &[u8],
    provider: &Provider,
    now: SystemTime,
) -> Result<(), InvalidSignature> {
    webhook::verify(signature, body, provider.webhook_secrets(), now)
}

/// Does what the event says, unless it was received before. Once this has failed nothing is stored.
pub(crate) async fn receive(
    db: &Db,
    site_id: i64,
    event: &Event,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // A repeat that comes at the same time waits here until the first is committed or undone.
    let is_new = transaction
        .execute(
            include_str!("receive_payment_webhook.sql"),
            &[&site_id, &event.id, &event.kind.as_str(), &now],
        )
        .await?;
    if is_new == 0 {
        return Ok(());
    }
    let applied = lifecycle::apply(&transaction, site_id, event, now).await?;
    transaction.commit().await?;
    let event_id = &event.id;
    match applied {
        Applied::Noted { .. } => {}
        Applied::RefundDue { order_id } => {
            tracing::info!(site_id, order_id, event_id, "a payment came too late: it is refunded");
        }
        Applied::UnknownIntent => {
            tracing::warn!(site_id, event_id, "a payment event is about no order of this site");
        }
        Applied::Mismatch { order_id } => {
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
