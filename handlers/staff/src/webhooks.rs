//! The operations tagged `webhooks`. The rules are in domain/webhooks.

use stoa_audit::Change;
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::webhooks::{
    CreateWebhookEndpoint, GetWebhookDelivery, GetWebhookEndpoint, ListWebhookDeliveries,
    ListWebhookEndpoints, RemoveWebhookEndpoint, RetryFailedWebhookDeliveries,
    RetryWebhookDelivery, RotateWebhookSecret, SendTestWebhook, UpdateWebhookEndpoint, WebhooksApi,
};
use stoa_staff_types::{
    CreatedWebhookEndpoint, DoneResponse, RetriedWebhookDeliveries, WebhookDelivery,
    WebhookDeliveryListResponse, WebhookDeliverySummary, WebhookEndpoint,
    WebhookEndpointListResponse,
};
use stoa_values::IfMatch;
use stoa_webhooks::{self as webhooks, DeliveryFilter};

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl WebhooksApi for StaffHandlers {
    async fn list_webhook_endpoints(
        &self,
        _: Staff,
        request: ListWebhookEndpoints,
    ) -> Result<WebhookEndpointListResponse, Error<ListWebhookEndpoints>> {
        let ListWebhookEndpoints { site_id, limit, cursor } = request;
        // The cursor is the id of the last endpoint of the previous page.
        let after = cursor_value(cursor)?.unwrap_or(0);
        let endpoints =
            webhooks::list_webhook_endpoints(&self.db, site_id, after, limit + 1).await?;
        let (data, next_cursor) = page(endpoints, limit, |endpoint| endpoint.id.to_string());
        Ok(WebhookEndpointListResponse { data, next_cursor })
    }

    async fn create_webhook_endpoint(
        &self,
        staff: Staff,
        request: CreateWebhookEndpoint,
    ) -> Result<CreatedWebhookEndpoint, Error<CreateWebhookEndpoint>> {
        let CreateWebhookEndpoint { site_id, body } = request;
        let origin = staff.origin::<CreateWebhookEndpoint>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let with = (&self.seal, self.webhook_targets);
        Ok(webhooks::create_webhook_endpoint(&self.db, change, with, &body).await?)
    }

    async fn get_webhook_endpoint(
        &self,
        _: Staff,
        request: GetWebhookEndpoint,
    ) -> Result<WebhookEndpoint, Error<GetWebhookEndpoint>> {
        let GetWebhookEndpoint { site_id, webhook_endpoint_id } = request;
        let endpoint =
            webhooks::get_webhook_endpoint(&self.db, site_id, webhook_endpoint_id).await?;
        Ok(endpoint.ok_or(reasons::WebhookEndpointNotFound)?)
    }

    async fn update_webhook_endpoint(
        &self,
        staff: Staff,
        request: UpdateWebhookEndpoint,
    ) -> Result<WebhookEndpoint, Error<UpdateWebhookEndpoint>> {
        let UpdateWebhookEndpoint { site_id, webhook_endpoint_id, if_match, body } = request;
        let origin = staff.origin::<UpdateWebhookEndpoint>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = (webhook_endpoint_id, IfMatch::of(&if_match));
        let targets = self.webhook_targets;
        Ok(webhooks::update_webhook_endpoint(&self.db, change, seen, targets, &body).await?)
    }

    async fn remove_webhook_endpoint(
        &self,
        staff: Staff,
        request: RemoveWebhookEndpoint,
    ) -> Result<DoneResponse, Error<RemoveWebhookEndpoint>> {
        let RemoveWebhookEndpoint { site_id, webhook_endpoint_id } = request;
        let origin = staff.origin::<RemoveWebhookEndpoint>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        webhooks::remove_webhook_endpoint(&self.db, change, webhook_endpoint_id).await?;
        Ok(DoneResponse {})
    }

    async fn rotate_webhook_secret(
        &self,
        staff: Staff,
        request: RotateWebhookSecret,
    ) -> Result<CreatedWebhookEndpoint, Error<RotateWebhookSecret>> {
        let RotateWebhookSecret { site_id, webhook_endpoint_id } = request;
        let origin = staff.origin::<RotateWebhookSecret>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let (db, seal) = (&self.db, &self.seal);
        Ok(webhooks::rotate_webhook_secret(db, change, webhook_endpoint_id, seal).await?)
    }

    async fn send_test_webhook(
        &self,
        staff: Staff,
        request: SendTestWebhook,
    ) -> Result<WebhookDelivery, Error<SendTestWebhook>> {
        let SendTestWebhook { site_id, webhook_endpoint_id } = request;
        let origin = staff.origin::<SendTestWebhook>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(webhooks::send_test_webhook(&self.db, change, webhook_endpoint_id).await?)
    }

    async fn retry_failed_webhook_deliveries(
        &self,
        staff: Staff,
        request: RetryFailedWebhookDeliveries,
    ) -> Result<RetriedWebhookDeliveries, Error<RetryFailedWebhookDeliveries>> {
        let RetryFailedWebhookDeliveries { site_id, webhook_endpoint_id, body } = request;
        let origin = staff.origin::<RetryFailedWebhookDeliveries>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let (db, since) = (&self.db, body.since.0);
        let retried =
            webhooks::retry_failed_webhook_deliveries(db, change, webhook_endpoint_id, since);
        Ok(RetriedWebhookDeliveries { retried: retried.await? })
    }

    async fn list_webhook_deliveries(
        &self,
        _: Staff,
        request: ListWebhookDeliveries,
    ) -> Result<WebhookDeliveryListResponse, Error<ListWebhookDeliveries>> {
        let ListWebhookDeliveries { site_id, limit, cursor, endpoint_id, status, event } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let event = event.as_deref();
        let filter = DeliveryFilter { endpoint_id, status, event, after: (at, id) };
        let deliveries =
            webhooks::list_webhook_deliveries(&self.db, site_id, &filter, limit + 1).await?;
        let (data, next_cursor) = page(deliveries, limit, |delivery: &WebhookDeliverySummary| {
            Position { at: delivery.created_at.0, id: delivery.id }.to_string()
        });
        Ok(WebhookDeliveryListResponse { data, next_cursor })
    }

    async fn get_webhook_delivery(
        &self,
        _: Staff,
        request: GetWebhookDelivery,
    ) -> Result<WebhookDelivery, Error<GetWebhookDelivery>> {
        let GetWebhookDelivery { site_id, webhook_delivery_id } = request;
        let delivery =
            webhooks::get_webhook_delivery(&self.db, site_id, webhook_delivery_id).await?;
        Ok(delivery.ok_or(reasons::WebhookDeliveryNotFound)?)
    }

    async fn retry_webhook_delivery(
        &self,
        staff: Staff,
        request: RetryWebhookDelivery,
    ) -> Result<WebhookDelivery, Error<RetryWebhookDelivery>> {
        let RetryWebhookDelivery { site_id, webhook_delivery_id } = request;
        let origin = staff.origin::<RetryWebhookDelivery>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let delivery = webhooks::retry_webhook_delivery(&self.db, change, webhook_delivery_id);
        Ok(delivery.await?.ok_or(reasons::WebhookDeliveryNotFound)?)
    }
}
