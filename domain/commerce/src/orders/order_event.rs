//! The events of orders, for webhooks and for the inbox of the site's staff.

use stoa_alerts::{Alert, tell};
use stoa_db::{DbError, ToSql};
use stoa_inbox::announce_after_commit;
use stoa_staff_types::{
    OrderCancelledWebhook, OrderDeliveredWebhook, OrderDisputedWebhook, OrderPaidWebhook,
    OrderPlacedWebhook, OrderRefundedWebhook, OrderReturnedWebhook, OrderShippedWebhook, Timestamp,
    WebhookEvent, WebhookOrder,
};

use crate::orders::OrderTransaction;

/// An event of a stored order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum OrderEvent<'a> {
    Placed,
    Paid,
    Shipped,
    Delivered,
    Returned,
    Cancelled,
    Refunded,
    Disputed {
        /// The id of the dispute at the payment provider.
        dispute_id: &'a str,
    },
}

impl OrderEvent<'_> {
    fn of(self, data: WebhookOrder, timestamp: Timestamp) -> WebhookEvent {
        match self {
            Self::Placed => WebhookEvent::OrderPlaced(OrderPlacedWebhook { timestamp, data }),
            Self::Paid => WebhookEvent::OrderPaid(OrderPaidWebhook { timestamp, data }),
            Self::Shipped => WebhookEvent::OrderShipped(OrderShippedWebhook { timestamp, data }),
            Self::Delivered => {
                WebhookEvent::OrderDelivered(OrderDeliveredWebhook { timestamp, data })
            }
            Self::Returned => WebhookEvent::OrderReturned(OrderReturnedWebhook { timestamp, data }),
            Self::Cancelled => {
                WebhookEvent::OrderCancelled(OrderCancelledWebhook { timestamp, data })
            }
            Self::Refunded => WebhookEvent::OrderRefunded(OrderRefundedWebhook { timestamp, data }),
            Self::Disputed { .. } => {
                WebhookEvent::OrderDisputed(OrderDisputedWebhook { timestamp, data })
            }
        }
    }

    /// The kind of the inbox's event and the alert, if the staff is told.
    fn told_to_staff(self, order_id: i64) -> Option<(&'static str, Alert)> {
        match self {
            Self::Paid => Some(("orderPaid", Alert::OrderPaid { order_id })),
            Self::Disputed { dispute_id } => {
                let dispute_id = dispute_id.to_owned();
                Some(("orderDisputed", Alert::OrderDisputed { order_id, dispute_id }))
            }
            _ => None,
        }
    }
}

impl OrderTransaction<'_> {
    /// Stores an event with the order as it is now, and tells the staff if it concerns them.
    pub(crate) async fn post(&self, event: OrderEvent<'_>) -> Result<(), DbError> {
        let tell_staff = async {
            let Some((kind, alert)) = event.told_to_staff(self.order_id) else { return Ok(()) };
            let params: [&(dyn ToSql + Sync); 2] = [&kind, &self.now];
            tokio::try_join!(biased;
                self.run(include_str!("order_event/tell_staff.sql"), &params),
                tell(self.transaction, self.site_id, alert, self.now),
            )?;
            announce_after_commit(self.transaction, self.site_id);
            Ok(())
        };
        let (data, ()) = tokio::try_join!(biased;
            self.one(include_str!("order_event/webhook_order.sql")),
            tell_staff,
        )?;
        self.post_as(event, data).await
    }

    /// Stores an event with this state of the order. This is one statement.
    pub(crate) async fn post_as(
        &self,
        event: OrderEvent<'_>,
        order: WebhookOrder,
    ) -> Result<(), DbError> {
        let path = stoa_events::path(self.site_id, &format!("orders/{}", order.order_number));
        let event = event.of(WebhookOrder { path, ..order }, Timestamp(self.now));
        stoa_events::post(self.transaction, self.site_id, &event, self.now).await
    }
}
