//! The operations tagged `webhooks`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// `POST /{siteId}/webhooks/payments`: Receive an event of the payment provider.
    ///
    /// Called by the payment provider, in the form of Stripe's webhooks. The signature covers the exact
    /// bytes of the body: `Stripe-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 over `t.body` with the
    /// store's secret, at most 300 seconds old; of several `v1` one has to fit.
    ///
    /// `payment_intent.succeeded`, `payment_intent.payment_failed`, `payment_intent.processing`,
    /// `payment_intent.canceled`, `charge.refunded`, `charge.dispute.created` and
    /// `charge.dispute.closed` move the order; other events are answered 200 and ignored. So are an
    /// event that was received before, and one whose intent, amount or currency does not fit the order.
    /// Events may come in any order. A 5xx means that nothing was stored: send it again.
    ///
    /// The payment of an order that has expired takes pieces, code and gift certificate again; it is
    /// refunded if something is gone, or if the order was cancelled. `payment_intent.canceled` makes a
    /// pending order `expired`, a refund in full makes one that was paid or delivered `refunded`.
    ///
    /// A dispute makes `paymentStatus` `disputed`, whatever its amount, unless all was refunded before.
    /// When it is closed as `lost` it stays so: the money is gone, but not by a refund, and the goods
    /// are where they are. Closed otherwise, as `won` or `warning_closed`, the payment is what it was.
    pub fn receive_payment_webhook(
        &self,
        site_id: i64,
        stripe_signature: &str,
        body: impl Into<::stoa_client_core::Bytes>,
    ) -> ReceivePaymentWebhook {
        let call = self.call("receivePaymentWebhook", Method::POST, "/{siteId}/webhooks/payments");
        ReceivePaymentWebhook(
            call.path("siteId", site_id).header("stripe-signature", stripe_signature).raw(body),
        )
    }

    /// `POST /{siteId}/webhooks/tracking`: Receive an event of the carrier tracker.
    ///
    /// Called by the tracker. The signature covers the exact bytes of the body, HMAC-SHA256 in hex with
    /// the store's secret, alone or behind `hmac-sha256-hex=`. `tracker.updated` is added to the
    /// tracking events of the newest order with that tracking number and updates its latest status,
    /// unless an event with a later `updated_at` came before; the status `delivered` makes a shipped
    /// order delivered; other events, events received before and unknown tracking numbers are answered
    /// 200 and ignored. A 5xx means that nothing was stored, send it again.
    pub fn receive_tracking_webhook(
        &self,
        site_id: i64,
        x_hmac_signature: &str,
        body: impl Into<::stoa_client_core::Bytes>,
    ) -> ReceiveTrackingWebhook {
        let call = self.call("receiveTrackingWebhook", Method::POST, "/{siteId}/webhooks/tracking");
        ReceiveTrackingWebhook(
            call.path("siteId", site_id).header("x-hmac-signature", x_hmac_signature).raw(body),
        )
    }
}

::stoa_client_core::calls! {
    receive_payment_webhook: ReceivePaymentWebhook -> Json<types::WebhookResponse>;
    receive_tracking_webhook: ReceiveTrackingWebhook -> Json<types::WebhookResponse>;
}

::stoa_client_core::reasons! {
    pub enum ReceivePaymentWebhookReason of "receivePaymentWebhook" {
        400 SiteId "Invalid site ID",
        400 InvalidSignature "Invalid signature",
        400 Json "Invalid JSON body",
        404 StoreNotFound "Store not found",
        413 RequestBodyTooLarge "Request body too large",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReceiveTrackingWebhookReason of "receiveTrackingWebhook" {
        400 SiteId "Invalid site ID",
        400 InvalidSignature "Invalid signature",
        400 Json "Invalid JSON body",
        404 StoreNotFound "Store not found",
        413 RequestBodyTooLarge "Request body too large",
        500 InternalServerError "Internal server error",
    }
}
