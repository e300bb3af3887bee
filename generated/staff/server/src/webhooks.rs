//! The operations tagged `webhooks`.
//!
//! Handlers implement [`WebhooksApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{
    Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes, TakesBody,
};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role, SCHEMAS};

/// Events that Stoa sends to the endpoints of a site, as Standard Webhooks.
pub trait WebhooksApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/webhook-endpoints`: List webhook endpoints.
    ///
    /// The endpoints of the site, by id, without their secrets. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires the role `owner`.
    fn list_webhook_endpoints(
        &self,
        caller: Self::Staff,
        request: ListWebhookEndpoints,
    ) -> impl Future<
        Output = Result<types::WebhookEndpointListResponse, Error<ListWebhookEndpoints>>,
    > + Send;

    /// `POST /sites/{siteId}/webhook-endpoints`: Create a webhook endpoint.
    ///
    /// Creates an endpoint, which receives the events of the site from now on. The secret, with which
    /// the endpoint verifies them, is shown only in this response. A site has at most 20 endpoints.
    /// Each call creates an endpoint: if a response is lost, remove its endpoint and create another.
    ///
    /// `url` is an https URL. Its host has public addresses only, which is checked for each connection.
    /// Redirects are not followed. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn create_webhook_endpoint(
        &self,
        caller: Self::Staff,
        request: CreateWebhookEndpoint,
    ) -> impl Future<Output = Result<types::CreatedWebhookEndpoint, Error<CreateWebhookEndpoint>>> + Send;

    /// `GET /sites/{siteId}/webhook-endpoints/{webhookEndpointId}`: Get a webhook endpoint.
    ///
    /// An endpoint, without its secret. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn get_webhook_endpoint(
        &self,
        caller: Self::Staff,
        request: GetWebhookEndpoint,
    ) -> impl Future<Output = Result<types::WebhookEndpoint, Error<GetWebhookEndpoint>>> + Send;

    /// `PATCH /sites/{siteId}/webhook-endpoints/{webhookEndpointId}`: Update a webhook endpoint.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value.
    ///
    /// `If-Match` has the `ETag` of the endpoint that the caller has seen. If someone has changed it
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// While `active` is false, the endpoint receives nothing, and no deliveries are created for it.
    /// Its waiting deliveries wait until `active` is true again. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `owner`.
    fn update_webhook_endpoint(
        &self,
        caller: Self::Staff,
        request: UpdateWebhookEndpoint,
    ) -> impl Future<Output = Result<types::WebhookEndpoint, Error<UpdateWebhookEndpoint>>> + Send;

    /// `DELETE /sites/{siteId}/webhook-endpoints/{webhookEndpointId}`: Remove a webhook endpoint.
    ///
    /// Deletes the endpoint and its deliveries. A delivery that is being sent may still arrive. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn remove_webhook_endpoint(
        &self,
        caller: Self::Staff,
        request: RemoveWebhookEndpoint,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveWebhookEndpoint>>> + Send;

    /// `POST /sites/{siteId}/webhook-endpoints/{webhookEndpointId}/rotate-secret`: Rotate the secret of
    /// a webhook endpoint.
    ///
    /// Gives the endpoint a new secret, which is shown only in this response. For 24 hours, deliveries
    /// have a signature with the previous secret too. A secret that an earlier rotation has replaced
    /// signs no more. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn rotate_webhook_secret(
        &self,
        caller: Self::Staff,
        request: RotateWebhookSecret,
    ) -> impl Future<Output = Result<types::CreatedWebhookEndpoint, Error<RotateWebhookSecret>>> + Send;

    /// `POST /sites/{siteId}/webhook-endpoints/{webhookEndpointId}/test`: Send a test to a webhook
    /// endpoint.
    ///
    /// Sends the event `webhook.test` to this endpoint, whatever its `events` are. The response has the
    /// delivery, which `getWebhookDelivery` shows until its result is known. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn send_test_webhook(
        &self,
        caller: Self::Staff,
        request: SendTestWebhook,
    ) -> impl Future<Output = Result<types::WebhookDelivery, Error<SendTestWebhook>>> + Send;

    /// `POST /sites/{siteId}/webhook-endpoints/{webhookEndpointId}/retry-failed`: Retry failed
    /// deliveries of a webhook endpoint.
    ///
    /// Sends again all failed deliveries of the endpoint whose events are not older than `since`, with
    /// new attempts. The response has their number. While the endpoint is disabled, they wait. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn retry_failed_webhook_deliveries(
        &self,
        caller: Self::Staff,
        request: RetryFailedWebhookDeliveries,
    ) -> impl Future<
        Output = Result<types::RetriedWebhookDeliveries, Error<RetryFailedWebhookDeliveries>>,
    > + Send;

    /// `GET /sites/{siteId}/webhook-deliveries`: List webhook deliveries.
    ///
    /// The deliveries of the last 14 days, newest first. If several filters are given, a delivery must
    /// match all of them. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn list_webhook_deliveries(
        &self,
        caller: Self::Staff,
        request: ListWebhookDeliveries,
    ) -> impl Future<
        Output = Result<types::WebhookDeliveryListResponse, Error<ListWebhookDeliveries>>,
    > + Send;

    /// `GET /sites/{siteId}/webhook-deliveries/{webhookDeliveryId}`: Get a webhook delivery.
    ///
    /// A delivery with its body, and the beginning of the last answer. Counts toward `staff-reads` (600
    /// a minute for each client).
    ///
    /// Requires the role `owner`.
    fn get_webhook_delivery(
        &self,
        caller: Self::Staff,
        request: GetWebhookDelivery,
    ) -> impl Future<Output = Result<types::WebhookDelivery, Error<GetWebhookDelivery>>> + Send;

    /// `POST /sites/{siteId}/webhook-deliveries/{webhookDeliveryId}/retry`: Retry a webhook delivery.
    ///
    /// Sends a delivery again, with the same `webhook-id` and new attempts, also one that was
    /// delivered. Earlier events of the same object that still wait are sent before it. A delivery that
    /// is being sent stays as it is. While the endpoint is disabled, the delivery waits. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn retry_webhook_delivery(
        &self,
        caller: Self::Staff,
        request: RetryWebhookDelivery,
    ) -> impl Future<Output = Result<types::WebhookDelivery, Error<RetryWebhookDelivery>>> + Send;
}

/// The operation `listWebhookEndpoints` and its request.
#[derive(Clone)]
pub struct ListWebhookEndpoints {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListWebhookEndpoints {
    const ID: &'static str = "listWebhookEndpoints";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListWebhookEndpoints {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListWebhookEndpoints {}
impl Documents<401> for ListWebhookEndpoints {}
impl Documents<403> for ListWebhookEndpoints {}
impl Documents<404> for ListWebhookEndpoints {}
impl Documents<429> for ListWebhookEndpoints {}
impl Documents<500> for ListWebhookEndpoints {}

/// The operation `createWebhookEndpoint` and its request.
#[derive(Clone)]
pub struct CreateWebhookEndpoint {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateWebhookEndpointRequest,
}

impl Operation for CreateWebhookEndpoint {
    const ID: &'static str = "createWebhookEndpoint";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_webhook_url", "url must be an http or https URL of at most 2000 characters"),
        (
            400,
            "url_is_not_public",
            "url must be an https URL of a public host, without a user and password",
        ),
        (
            400,
            "invalid_description",
            "description must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_events", "events must be a list of at most 32 types of events"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (409, "too_many_webhook_endpoints", "A site has at most 20 webhook endpoints"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateWebhookEndpoint {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateWebhookEndpoint {}
impl Documents<401> for CreateWebhookEndpoint {}
impl Documents<403> for CreateWebhookEndpoint {}
impl Documents<404> for CreateWebhookEndpoint {}
impl Documents<409> for CreateWebhookEndpoint {}
impl Documents<413> for CreateWebhookEndpoint {}
impl Documents<415> for CreateWebhookEndpoint {}
impl Documents<429> for CreateWebhookEndpoint {}
impl Documents<500> for CreateWebhookEndpoint {}
impl TakesBody for CreateWebhookEndpoint {}

/// The operation `getWebhookEndpoint` and its request.
#[derive(Clone)]
pub struct GetWebhookEndpoint {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the endpoint.
    pub webhook_endpoint_id: i64,
}

impl Operation for GetWebhookEndpoint {
    const ID: &'static str = "getWebhookEndpoint";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_endpoint_id", "Invalid webhook endpoint ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_endpoint_not_found", "Webhook endpoint not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetWebhookEndpoint {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetWebhookEndpoint {}
impl Documents<401> for GetWebhookEndpoint {}
impl Documents<403> for GetWebhookEndpoint {}
impl Documents<404> for GetWebhookEndpoint {}
impl Documents<429> for GetWebhookEndpoint {}
impl Documents<500> for GetWebhookEndpoint {}

/// The operation `updateWebhookEndpoint` and its request.
#[derive(Clone)]
pub struct UpdateWebhookEndpoint {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the endpoint.
    pub webhook_endpoint_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::WebhookEndpointPatch,
}

impl Operation for UpdateWebhookEndpoint {
    const ID: &'static str = "updateWebhookEndpoint";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_endpoint_id", "Invalid webhook endpoint ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_webhook_url", "url must be an http or https URL of at most 2000 characters"),
        (
            400,
            "url_is_not_public",
            "url must be an https URL of a public host, without a user and password",
        ),
        (
            400,
            "invalid_description",
            "description must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_events", "events must be a list of at most 32 types of events"),
        (400, "invalid_active", "active must be true or false"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_endpoint_not_found", "Webhook endpoint not found"),
        (412, "webhook_endpoint_has_changed", "The webhook endpoint has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateWebhookEndpoint {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateWebhookEndpoint {}
impl Documents<401> for UpdateWebhookEndpoint {}
impl Documents<403> for UpdateWebhookEndpoint {}
impl Documents<404> for UpdateWebhookEndpoint {}
impl Documents<412> for UpdateWebhookEndpoint {}
impl Documents<413> for UpdateWebhookEndpoint {}
impl Documents<415> for UpdateWebhookEndpoint {}
impl Documents<428> for UpdateWebhookEndpoint {}
impl Documents<429> for UpdateWebhookEndpoint {}
impl Documents<500> for UpdateWebhookEndpoint {}
impl TakesBody for UpdateWebhookEndpoint {}

/// The operation `removeWebhookEndpoint` and its request.
#[derive(Clone)]
pub struct RemoveWebhookEndpoint {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the endpoint.
    pub webhook_endpoint_id: i64,
}

impl Operation for RemoveWebhookEndpoint {
    const ID: &'static str = "removeWebhookEndpoint";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_endpoint_id", "Invalid webhook endpoint ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_endpoint_not_found", "Webhook endpoint not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveWebhookEndpoint {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveWebhookEndpoint {}
impl Documents<401> for RemoveWebhookEndpoint {}
impl Documents<403> for RemoveWebhookEndpoint {}
impl Documents<404> for RemoveWebhookEndpoint {}
impl Documents<429> for RemoveWebhookEndpoint {}
impl Documents<500> for RemoveWebhookEndpoint {}

/// The operation `rotateWebhookSecret` and its request.
#[derive(Clone)]
pub struct RotateWebhookSecret {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the endpoint.
    pub webhook_endpoint_id: i64,
}

impl Operation for RotateWebhookSecret {
    const ID: &'static str = "rotateWebhookSecret";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_endpoint_id", "Invalid webhook endpoint ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_endpoint_not_found", "Webhook endpoint not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RotateWebhookSecret {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RotateWebhookSecret {}
impl Documents<401> for RotateWebhookSecret {}
impl Documents<403> for RotateWebhookSecret {}
impl Documents<404> for RotateWebhookSecret {}
impl Documents<429> for RotateWebhookSecret {}
impl Documents<500> for RotateWebhookSecret {}

/// The operation `sendTestWebhook` and its request.
#[derive(Clone)]
pub struct SendTestWebhook {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the endpoint.
    pub webhook_endpoint_id: i64,
}

impl Operation for SendTestWebhook {
    const ID: &'static str = "sendTestWebhook";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_endpoint_id", "Invalid webhook endpoint ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_endpoint_not_found", "Webhook endpoint not found"),
        (409, "webhook_endpoint_is_disabled", "The webhook endpoint is disabled"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for SendTestWebhook {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for SendTestWebhook {}
impl Documents<401> for SendTestWebhook {}
impl Documents<403> for SendTestWebhook {}
impl Documents<404> for SendTestWebhook {}
impl Documents<409> for SendTestWebhook {}
impl Documents<429> for SendTestWebhook {}
impl Documents<500> for SendTestWebhook {}

/// The operation `retryFailedWebhookDeliveries` and its request.
#[derive(Clone)]
pub struct RetryFailedWebhookDeliveries {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the endpoint.
    pub webhook_endpoint_id: i64,
    /// The body of the request.
    pub body: types::RetryFailedWebhookDeliveriesRequest,
}

impl Operation for RetryFailedWebhookDeliveries {
    const ID: &'static str = "retryFailedWebhookDeliveries";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_endpoint_id", "Invalid webhook endpoint ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_since", "since must be a time"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_endpoint_not_found", "Webhook endpoint not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RetryFailedWebhookDeliveries {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RetryFailedWebhookDeliveries {}
impl Documents<401> for RetryFailedWebhookDeliveries {}
impl Documents<403> for RetryFailedWebhookDeliveries {}
impl Documents<404> for RetryFailedWebhookDeliveries {}
impl Documents<413> for RetryFailedWebhookDeliveries {}
impl Documents<415> for RetryFailedWebhookDeliveries {}
impl Documents<429> for RetryFailedWebhookDeliveries {}
impl Documents<500> for RetryFailedWebhookDeliveries {}
impl TakesBody for RetryFailedWebhookDeliveries {}

/// The operation `listWebhookDeliveries` and its request.
#[derive(Clone)]
pub struct ListWebhookDeliveries {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only deliveries to this endpoint.
    pub endpoint_id: Option<i64>,
    /// Lists only deliveries with this status.
    pub status: Option<types::WebhookDeliveryStatus>,
    /// Lists only deliveries of events of this type.
    pub event: Option<String>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListWebhookDeliveries {
    const ID: &'static str = "listWebhookDeliveries";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (400, "invalid_endpoint_id", "endpointId must be an integer"),
        (400, "invalid_status", "status must be one of waiting, delivered, failed"),
        (400, "invalid_event", "event must be text of at most 64 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListWebhookDeliveries {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListWebhookDeliveries {}
impl Documents<401> for ListWebhookDeliveries {}
impl Documents<403> for ListWebhookDeliveries {}
impl Documents<404> for ListWebhookDeliveries {}
impl Documents<429> for ListWebhookDeliveries {}
impl Documents<500> for ListWebhookDeliveries {}

/// The operation `getWebhookDelivery` and its request.
#[derive(Clone)]
pub struct GetWebhookDelivery {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the delivery.
    pub webhook_delivery_id: i64,
}

impl Operation for GetWebhookDelivery {
    const ID: &'static str = "getWebhookDelivery";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_delivery_id", "Invalid webhook delivery ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_delivery_not_found", "Webhook delivery not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetWebhookDelivery {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetWebhookDelivery {}
impl Documents<401> for GetWebhookDelivery {}
impl Documents<403> for GetWebhookDelivery {}
impl Documents<404> for GetWebhookDelivery {}
impl Documents<429> for GetWebhookDelivery {}
impl Documents<500> for GetWebhookDelivery {}

/// The operation `retryWebhookDelivery` and its request.
#[derive(Clone)]
pub struct RetryWebhookDelivery {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the delivery.
    pub webhook_delivery_id: i64,
}

impl Operation for RetryWebhookDelivery {
    const ID: &'static str = "retryWebhookDelivery";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_webhook_delivery_id", "Invalid webhook delivery ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "webhook_delivery_not_found", "Webhook delivery not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RetryWebhookDelivery {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RetryWebhookDelivery {}
impl Documents<401> for RetryWebhookDelivery {}
impl Documents<403> for RetryWebhookDelivery {}
impl Documents<404> for RetryWebhookDelivery {}
impl Documents<429> for RetryWebhookDelivery {}
impl Documents<500> for RetryWebhookDelivery {}

stoa_runtime::refuses! {
    ListWebhookEndpoints:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateWebhookEndpoint:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidWebhookUrl,
        reasons::UrlIsNotPublic, reasons::CreateWebhookEndpointInvalidDescription,
        reasons::InvalidEvents, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyWebhookEndpoints,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetWebhookEndpoint:
        reasons::InvalidSiteId, reasons::InvalidWebhookEndpointId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WebhookEndpointNotFound, reasons::TooManyRequests;
    UpdateWebhookEndpoint:
        reasons::InvalidSiteId, reasons::InvalidWebhookEndpointId, reasons::InvalidJson,
        reasons::InvalidWebhookUrl, reasons::UrlIsNotPublic,
        reasons::UpdateWebhookEndpointInvalidDescription, reasons::InvalidEvents,
        reasons::InvalidActive, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::WebhookEndpointNotFound,
        reasons::WebhookEndpointHasChanged, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired, reasons::TooManyRequests;
    RemoveWebhookEndpoint:
        reasons::InvalidSiteId, reasons::InvalidWebhookEndpointId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WebhookEndpointNotFound, reasons::TooManyRequests;
    RotateWebhookSecret:
        reasons::InvalidSiteId, reasons::InvalidWebhookEndpointId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WebhookEndpointNotFound, reasons::TooManyRequests;
    SendTestWebhook:
        reasons::InvalidSiteId, reasons::InvalidWebhookEndpointId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WebhookEndpointNotFound, reasons::WebhookEndpointIsDisabled,
        reasons::TooManyRequests;
    RetryFailedWebhookDeliveries:
        reasons::InvalidSiteId, reasons::InvalidWebhookEndpointId, reasons::InvalidJson,
        reasons::InvalidSince, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::WebhookEndpointNotFound,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    ListWebhookDeliveries:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::InvalidEndpointId,
        reasons::ListWebhookDeliveriesInvalidStatus, reasons::InvalidEvent, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TooManyRequests;
    GetWebhookDelivery:
        reasons::InvalidSiteId, reasons::InvalidWebhookDeliveryId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WebhookDeliveryNotFound, reasons::TooManyRequests;
    RetryWebhookDelivery:
        reasons::InvalidSiteId, reasons::InvalidWebhookDeliveryId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WebhookDeliveryNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `webhooks`.
pub fn routes<A: WebhooksApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/webhook-endpoints", api, |api, call| {
            Box::pin(list_webhook_endpoints(api, call))
        })
        .post("/sites/{siteId}/webhook-endpoints", api, |api, call| {
            Box::pin(create_webhook_endpoint(api, call))
        })
        .get("/sites/{siteId}/webhook-endpoints/{webhookEndpointId}", api, |api, call| {
            Box::pin(get_webhook_endpoint(api, call))
        })
        .patch("/sites/{siteId}/webhook-endpoints/{webhookEndpointId}", api, |api, call| {
            Box::pin(update_webhook_endpoint(api, call))
        })
        .delete("/sites/{siteId}/webhook-endpoints/{webhookEndpointId}", api, |api, call| {
            Box::pin(remove_webhook_endpoint(api, call))
        })
        .post(
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}/rotate-secret",
            api,
            |api, call| Box::pin(rotate_webhook_secret(api, call)),
        )
        .post("/sites/{siteId}/webhook-endpoints/{webhookEndpointId}/test", api, |api, call| {
            Box::pin(send_test_webhook(api, call))
        })
        .post(
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}/retry-failed",
            api,
            |api, call| Box::pin(retry_failed_webhook_deliveries(api, call)),
        )
        .get("/sites/{siteId}/webhook-deliveries", api, |api, call| {
            Box::pin(list_webhook_deliveries(api, call))
        })
        .get("/sites/{siteId}/webhook-deliveries/{webhookDeliveryId}", api, |api, call| {
            Box::pin(get_webhook_delivery(api, call))
        })
        .post("/sites/{siteId}/webhook-deliveries/{webhookDeliveryId}/retry", api, |api, call| {
            Box::pin(retry_webhook_delivery(api, call))
        })
}

async fn list_webhook_endpoints<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListWebhookEndpoints>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListWebhookEndpoints {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_webhook_endpoints(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_webhook_endpoint<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateWebhookEndpoint>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateWebhookEndpoint {
        site_id,
        body: call.json(&SCHEMAS, "CreateWebhookEndpointRequest").await?,
    };
    let reply = api.create_webhook_endpoint(caller, request).await?;
    Ok(Reply::json(201, &types::CreatedWebhookEndpointResponse { data: reply }))
}

async fn get_webhook_endpoint<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetWebhookEndpoint>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_endpoint_id = call
        .path("webhookEndpointId")
        .message("Invalid webhook endpoint ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetWebhookEndpoint { site_id, webhook_endpoint_id };
    let reply = api.get_webhook_endpoint(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::WebhookEndpointResponse { data: reply }).version(version)
    })
}

async fn update_webhook_endpoint<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateWebhookEndpoint>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_endpoint_id = call
        .path("webhookEndpointId")
        .message("Invalid webhook endpoint ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateWebhookEndpoint {
        site_id,
        webhook_endpoint_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "WebhookEndpointPatch").await?,
    };
    let reply = api.update_webhook_endpoint(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::WebhookEndpointResponse { data: reply }).version(version)
    })
}

async fn remove_webhook_endpoint<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveWebhookEndpoint>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_endpoint_id = call
        .path("webhookEndpointId")
        .message("Invalid webhook endpoint ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveWebhookEndpoint { site_id, webhook_endpoint_id };
    let reply = api.remove_webhook_endpoint(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn rotate_webhook_secret<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RotateWebhookSecret>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_endpoint_id = call
        .path("webhookEndpointId")
        .message("Invalid webhook endpoint ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RotateWebhookSecret { site_id, webhook_endpoint_id };
    let reply = api.rotate_webhook_secret(caller, request).await?;
    Ok(Reply::json(200, &types::CreatedWebhookEndpointResponse { data: reply }))
}

async fn send_test_webhook<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<SendTestWebhook>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_endpoint_id = call
        .path("webhookEndpointId")
        .message("Invalid webhook endpoint ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = SendTestWebhook { site_id, webhook_endpoint_id };
    let reply = api.send_test_webhook(caller, request).await?;
    Ok(Reply::json(201, &types::WebhookDeliveryResponse { data: reply }))
}

async fn retry_failed_webhook_deliveries<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RetryFailedWebhookDeliveries>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_endpoint_id = call
        .path("webhookEndpointId")
        .message("Invalid webhook endpoint ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RetryFailedWebhookDeliveries {
        site_id,
        webhook_endpoint_id,
        body: call.json(&SCHEMAS, "RetryFailedWebhookDeliveriesRequest").await?,
    };
    let reply = api.retry_failed_webhook_deliveries(caller, request).await?;
    Ok(Reply::json(200, &types::RetriedWebhookDeliveriesResponse { data: reply }))
}

async fn list_webhook_deliveries<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListWebhookDeliveries>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListWebhookDeliveries {
        site_id,
        endpoint_id: call
            .query("endpointId")
            .message("endpointId must be an integer")
            .integer()
            .optional()?,
        status: call
            .query("status")
            .one_of::<types::WebhookDeliveryStatus>(types::WebhookDeliveryStatus::VALUES)
            .optional()?,
        event: call
            .query("event")
            .message("event must be text of at most 64 characters")
            .text()
            .max_length(64)
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_webhook_deliveries(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_webhook_delivery<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetWebhookDelivery>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_delivery_id = call
        .path("webhookDeliveryId")
        .message("Invalid webhook delivery ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetWebhookDelivery { site_id, webhook_delivery_id };
    let reply = api.get_webhook_delivery(caller, request).await?;
    Ok(Reply::json(200, &types::WebhookDeliveryResponse { data: reply }))
}

async fn retry_webhook_delivery<A: WebhooksApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RetryWebhookDelivery>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let webhook_delivery_id = call
        .path("webhookDeliveryId")
        .message("Invalid webhook delivery ID")
        .integer()
        .required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RetryWebhookDelivery { site_id, webhook_delivery_id };
    let reply = api.retry_webhook_delivery(caller, request).await?;
    Ok(Reply::json(200, &types::WebhookDeliveryResponse { data: reply }))
}
