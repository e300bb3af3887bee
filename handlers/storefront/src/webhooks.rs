//! Webhooks of payment and tracking providers. A handler verifies the signature before it parses the body.

mod tracking;

use stoa_runtime::Error;
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::webhooks::{
    ReceivePaymentWebhook, ReceiveTrackingWebhook, WebhooksApi,
};
use stoa_storefront_types::{TrackingEventMessage, WebhookReceipt};

use stoa_commerce::orders::{provider_of, receive_payment_event};
use stoa_payments::webhook;
use stoa_stores::SecretName;

use crate::{Storefront, Visitor};

impl WebhooksApi for Storefront {
    async fn receive_payment_webhook(
        &self,
        Visitor { store, .. }: Visitor,
        request: ReceivePaymentWebhook,
    ) -> Result<WebhookReceipt, Error<ReceivePaymentWebhook>> {
        let ReceivePaymentWebhook { site_id, stripe_signature, body } = request;
        // Without a provider and its keys, no signature can be valid.
        let provider =
            provider_of(&self.orders.payments, &store).map_err(|_| reasons::InvalidSignature)?;
        let (secrets, now) = (provider.webhook_secrets(), self.clock.system_time());
        webhook::verify(&stripe_signature, &body, secrets, now)
            .map_err(|_| reasons::InvalidSignature)?;
        if let Some(event) = webhook::parse(&body).map_err(|_| reasons::InvalidJson)? {
            receive_payment_event(&self.db, site_id, &event, self.now()).await?;
        }
        Ok(WebhookReceipt {})
    }

    async fn receive_tracking_webhook(
        &self,
        Visitor { store, .. }: Visitor,
        request: ReceiveTrackingWebhook,
    ) -> Result<WebhookReceipt, Error<ReceiveTrackingWebhook>> {
        let ReceiveTrackingWebhook { site_id, x_hmac_signature, body } = request;
        let own = store.secret(SecretName::TrackingWebhookSecret);
        let secret = own.or(self.tracking_webhook_secret.as_deref());
        // If there is no secret, no signature can be valid.
        let secret = secret.filter(|secret| !secret.is_empty()).ok_or(reasons::InvalidSignature)?;
        if !tracking::is_signed(&x_hmac_signature, &body, secret) {
            Err(reasons::InvalidSignature)?;
        }
        let message: TrackingEventMessage =
            serde_json::from_slice(&body).map_err(|_| reasons::InvalidJson)?;
        match tracking::receive(&self.db, site_id, message, self.now()).await {
            // JSON allows NUL in text, Postgres does not.
            Err(error) if tracking::holds_nul(&error) => Err(reasons::InvalidJson)?,
            received => received?,
        }
        Ok(WebhookReceipt {})
    }
}
