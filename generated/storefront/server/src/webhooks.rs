//! The operations tagged `webhooks`.
//!
//! Handlers implement [`WebhooksApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::Authenticate;

/// Called by payment and tracking providers, not by browsers.
pub trait WebhooksApi: Authenticate {
    /// `POST /{siteId}/webhooks/payments`: Receive an event of the payment provider.
    ///
    /// Called by the payment provider, in the form of Stripe's webhooks. The signature covers the exact
    /// bytes of the body: `Stripe-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 over `t.body` with the
    /// store's secret, at most 300 seconds old. Of several `v1`, one must match.
    ///
    /// `payment_intent.succeeded`, `payment_intent.payment_failed`, `payment_intent.processing`,
    /// `payment_intent.canceled`, `charge.refunded`, `refund.failed`, `refund.updated`,
    /// `charge.refund.updated`, `charge.dispute.created`, `charge.dispute.updated` and
    /// `charge.dispute.closed` change the order. All other events are answered 200 and ignored: events
    /// of other types, such as thin events (`v2`) and events without `data`, repeated events, and
    /// events whose intent, amount or currency does not match the order. Events may arrive in any
    /// order. A 5xx means that nothing was stored: send the event again.
    ///
    /// A payment for an expired order takes the stock, the code and the gift certificate again. If any
    /// of them is no longer available, or if the order was cancelled, the payment is refunded.
    /// `payment_intent.canceled` changes a pending order to `expired`. A full refund changes a paid,
    /// delivered or expired order to `refunded`. If the provider reports a refund as `failed` or
    /// `canceled`, its amount no longer counts as refunded, and staff can refund it again. The status
    /// of the order does not change back.
    ///
    /// A dispute sets `paymentStatus` to `disputed`, whatever its amount, unless the whole payment was
    /// refunded before. If the dispute is closed as `lost`, the status stays `disputed`: the money is
    /// gone, although not by a refund, and the order itself does not change. If it is closed otherwise,
    /// as `won` or `warning_closed`, the payment has its earlier status again, unless another dispute
    /// of the payment is open or lost.
    fn receive_payment_webhook(
        &self,
        caller: Self::Anyone,
        request: ReceivePaymentWebhook,
    ) -> impl Future<Output = Result<types::WebhookReceipt, Error<ReceivePaymentWebhook>>> + Send;

    /// `POST /{siteId}/webhooks/tracking`: Receive an event of the carrier tracker.
    ///
    /// Called by the tracker. The signature covers the exact bytes of the body: HMAC-SHA256 in hex with
    /// the store's secret, with or without the prefix `hmac-sha256-hex=`. `tracker.updated` is added to
    /// the tracking events of the newest order with that tracking number. It updates the order's latest
    /// status, unless an event with a later `updated_at` arrived before, and the status `delivered`
    /// changes a shipped order to `delivered`. Other events, repeated events and unknown tracking
    /// numbers are answered 200 and ignored. A 5xx means that nothing was stored: send the event again.
    fn receive_tracking_webhook(
        &self,
        caller: Self::Anyone,
        request: ReceiveTrackingWebhook,
    ) -> impl Future<Output = Result<types::WebhookReceipt, Error<ReceiveTrackingWebhook>>> + Send;
}

/// The operation `receivePaymentWebhook` and its request.
#[derive(Clone)]
pub struct ReceivePaymentWebhook {
    /// Id of the site.
    pub site_id: i64,
    /// Time and signatures of the body.
    pub stripe_signature: String,
    /// The body of the request.
    pub body: stoa_runtime::Bytes,
}

impl Operation for ReceivePaymentWebhook {
    const ID: &'static str = "receivePaymentWebhook";
    const IS_ESSENTIAL: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_signature", "Invalid signature"),
        (400, "invalid_json", "Invalid JSON body"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ReceivePaymentWebhook {}
impl Documents<404> for ReceivePaymentWebhook {}
impl Documents<413> for ReceivePaymentWebhook {}
impl Documents<500> for ReceivePaymentWebhook {}

/// The operation `receiveTrackingWebhook` and its request.
#[derive(Clone)]
pub struct ReceiveTrackingWebhook {
    /// Id of the site.
    pub site_id: i64,
    /// Signature of the body.
    pub x_hmac_signature: String,
    /// The body of the request.
    pub body: stoa_runtime::Bytes,
}

impl Operation for ReceiveTrackingWebhook {
    const ID: &'static str = "receiveTrackingWebhook";
    const GROWS_STORAGE: bool = true;
    const IS_ESSENTIAL: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_signature", "Invalid signature"),
        (400, "invalid_json", "Invalid JSON body"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ReceiveTrackingWebhook {}
impl Documents<404> for ReceiveTrackingWebhook {}
impl Documents<413> for ReceiveTrackingWebhook {}
impl Documents<500> for ReceiveTrackingWebhook {}

stoa_runtime::refuses! {
    ReceivePaymentWebhook:
        reasons::InvalidSignature, reasons::InvalidJson, reasons::StoreNotFound,
        reasons::RequestBodyTooLarge;
    ReceiveTrackingWebhook:
        reasons::InvalidSignature, reasons::InvalidJson, reasons::StoreNotFound,
        reasons::RequestBodyTooLarge;
}

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
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
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
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
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
