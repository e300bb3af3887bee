//! The operations tagged `webhooks`.
//!
//! Handlers implement [`WebhooksApi`]. An operation is a struct: what it is asked for, with the
//! failures that it documents. Its route reads the path, asks [`Authenticate`] who calls, reads the
//! rest, calls the handler and writes what it returns.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};
use stoa_storefront_types as types;

use crate::Authenticate;

/// Called by the providers of payments and tracking, not by browsers.
pub trait WebhooksApi: Authenticate {
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
    fn receive_payment_webhook(
        &self,
        caller: Self::Anyone,
        request: ReceivePaymentWebhook,
    ) -> impl Future<Output = Result<types::WebhookReceipt, Error<ReceivePaymentWebhook>>> + Send;

    /// `POST /{siteId}/webhooks/tracking`: Receive an event of the carrier tracker.
    ///
    /// Called by the tracker. The signature covers the exact bytes of the body, HMAC-SHA256 in hex with
    /// the store's secret, alone or behind `hmac-sha256-hex=`. `tracker.updated` is added to the
    /// tracking events of the newest order with that tracking number and updates its latest status,
    /// unless an event with a later `updated_at` came before; the status `delivered` makes a shipped
    /// order delivered; other events, events received before and unknown tracking numbers are answered
    /// 200 and ignored. A 5xx means that nothing was stored, send it again.
    fn receive_tracking_webhook(
        &self,
        caller: Self::Anyone,
        request: ReceiveTrackingWebhook,
    ) -> impl Future<Output = Result<types::WebhookReceipt, Error<ReceiveTrackingWebhook>>> + Send;
}

/// The operation `receivePaymentWebhook`, and what it is asked for.
#[derive(Clone)]
pub struct ReceivePaymentWebhook {
    /// Id of the site.
    pub site_id: i64,
    /// Time and signatures of the body.
    pub stripe_signature: String,
    pub body: stoa_runtime::Bytes,
}

impl Operation for ReceivePaymentWebhook {
    const ID: &'static str = "receivePaymentWebhook";
}

impl Documents<400> for ReceivePaymentWebhook {}
impl Documents<404> for ReceivePaymentWebhook {}
impl Documents<413> for ReceivePaymentWebhook {}
impl Documents<500> for ReceivePaymentWebhook {}

/// The operation `receiveTrackingWebhook`, and what it is asked for.
#[derive(Clone)]
pub struct ReceiveTrackingWebhook {
    /// Id of the site.
    pub site_id: i64,
    /// Signature of the body.
    pub x_hmac_signature: String,
    pub body: stoa_runtime::Bytes,
}

impl Operation for ReceiveTrackingWebhook {
    const ID: &'static str = "receiveTrackingWebhook";
    const GROWS_STORAGE: bool = true;
}

impl Documents<400> for ReceiveTrackingWebhook {}
impl Documents<404> for ReceiveTrackingWebhook {}
impl Documents<413> for ReceiveTrackingWebhook {}
impl Documents<500> for ReceiveTrackingWebhook {}

/// The routes of the operations tagged `webhooks`.
pub fn routes<A: WebhooksApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/{siteId}/webhooks/payments", api, |api, call| {
            Box::pin(receive_payment_webhook(api, call))
        })
        .post("/{siteId}/webhooks/tracking", api, |api, call| {
            Box::pin(receive_tracking_webhook(api, call))
        })
}

async fn receive_payment_webhook<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReceivePaymentWebhook>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.anyone(call).await?;
    let request = ReceivePaymentWebhook {
        site_id,
        stripe_signature: call
            .header("Stripe-Signature")
            .message("Invalid signature")
            .text()
            .required()?,
        body: call.raw_json().await?,
    };
    let reply = api.receive_payment_webhook(caller, request).await?;
    Ok(Reply::json(200, &types::WebhookResponse { data: reply }))
}

async fn receive_tracking_webhook<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReceiveTrackingWebhook>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.anyone(call).await?;
    let request = ReceiveTrackingWebhook {
        site_id,
        x_hmac_signature: call
            .header("X-Hmac-Signature")
            .message("Invalid signature")
            .text()
            .required()?,
        body: call.raw_json().await?,
    };
    let reply = api.receive_tracking_webhook(caller, request).await?;
    Ok(Reply::json(200, &types::WebhookResponse { data: reply }))
}
