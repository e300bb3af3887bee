//! Stores alerts.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use stoa_db::{DbError, Transaction};

use crate::AlertKind;

/// An alert. The SQL of other crates inserts those that a job finds: unanswered conversations and refunds that are stuck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alert {
    OrderPaid {
        order_id: i64,
    },
    OrderDisputed {
        order_id: i64,
        /// The id of the dispute at the payment provider.
        dispute_id: String,
    },
    /// The provider reports that a refund failed.
    RefundFailed {
        order_id: i64,
        /// The id of the refund at the payment provider.
        refund_id: String,
    },
    SupportMessage {
        message_id: i64,
        /// The number of the reply; 0 for the message itself.
        reply: i64,
    },
    /// Of the changes of a day of UTC that leave few pieces, the first one is the cause.
    StockLow {
        product_id: i64,
        variant_id: Option<i64>,
        quantity: i64,
    },
    WebhookDisabled {
        endpoint_id: i64,
        url_host: String,
    },
    /// A call of an AI provider was refused. Of the refusals of a month of UTC, the first one is the cause.
    AiCreditsUsedUp,
}

/// Stores an alert of the site in the transaction that causes it. Does nothing if the cause has an alert already.
pub async fn tell(
    transaction: &Transaction<'_>,
    site_id: i64,
    alert: Alert,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (kind, cause, data) = alert.stored(now);
    let data = data.to_string();
    let params = [&site_id as _, &kind.as_str() as _, &cause as _, &data as _, &now as _];
    transaction.execute(include_str!("tell/tell.sql"), &params).await?;
    Ok(())
}

impl Alert {
    fn stored(self, now: DateTime<Utc>) -> (AlertKind, String, Value) {
        let millis = now.timestamp_millis();
        match self {
            Self::OrderPaid { order_id } => {
                (AlertKind::OrderPaid, order_id.to_string(), json!({"orderId": order_id}))
            }
            Self::OrderDisputed { order_id, dispute_id } => {
                let cause = format!("{order_id} {dispute_id}");
                (AlertKind::OrderDisputed, cause, json!({"orderId": order_id}))
            }
            Self::RefundFailed { order_id, refund_id } => {
                let cause = format!("{order_id} {refund_id}");
                (AlertKind::RefundFailed, cause, json!({"orderId": order_id}))
            }
            Self::SupportMessage { message_id, reply } => {
                let cause = format!("{message_id} {reply}");
                (AlertKind::SupportMessage, cause, json!({"messageId": message_id, "reply": reply}))
            }
            Self::StockLow { product_id, variant_id, quantity } => {
                let day = now.format("%Y-%m-%d");
                let cause = format!("{product_id} {} {day}", variant_id.unwrap_or_default());
                let data = json!({
                    "productId": product_id, "variantId": variant_id, "quantity": quantity
                });
                (AlertKind::StockLow, cause, data)
            }
            Self::WebhookDisabled { endpoint_id, url_host } => {
                let data = json!({"endpointId": endpoint_id, "urlHost": url_host});
                (AlertKind::WebhookDisabled, format!("{endpoint_id} {millis}"), data)
            }
            Self::AiCreditsUsedUp => {
                let month = now.format("%Y-%m").to_string();
                let data = json!({"month": month});
                (AlertKind::AiCreditsUsedUp, month, data)
            }
        }
    }
}
