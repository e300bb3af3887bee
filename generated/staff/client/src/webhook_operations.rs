//! The operations tagged `webhooks`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List webhook endpoints: `GET /sites/{siteId}/webhook-endpoints`.
    ///
    /// The endpoints of the site, by id, without their secrets. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`ListWebhookEndpointsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_webhook_endpoints(&self, site_id: i64) -> ListWebhookEndpoints {
        let call =
            self.call("listWebhookEndpoints", Method::GET, "/sites/{siteId}/webhook-endpoints");
        ListWebhookEndpoints(call.path("siteId", site_id))
    }

    /// Create a webhook endpoint: `POST /sites/{siteId}/webhook-endpoints`.
    ///
    /// Creates an endpoint, which receives the events of the site from now on. The secret, with which
    /// the endpoint verifies them, is shown only in this response. A site has at most 20 endpoints.
    /// Each call creates an endpoint: if a response is lost, remove its endpoint and create another.
    ///
    /// `url` is an https URL. Its host has public addresses only, which is checked for each connection.
    /// Redirects are not followed. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`CreateWebhookEndpointReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_webhook_endpoint(
        &self,
        site_id: i64,
        body: &types::CreateWebhookEndpointRequest,
    ) -> CreateWebhookEndpoint {
        let call =
            self.call("createWebhookEndpoint", Method::POST, "/sites/{siteId}/webhook-endpoints");
        CreateWebhookEndpoint(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a webhook endpoint: `GET /sites/{siteId}/webhook-endpoints/{webhookEndpointId}`.
    ///
    /// An endpoint, without its secret. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`GetWebhookEndpointReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_webhook_endpoint(
        &self,
        site_id: i64,
        webhook_endpoint_id: i64,
    ) -> GetWebhookEndpoint {
        let call = self.call(
            "getWebhookEndpoint",
            Method::GET,
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}",
        );
        GetWebhookEndpoint(
            call.path("siteId", site_id).path("webhookEndpointId", webhook_endpoint_id),
        )
    }

    /// Update a webhook endpoint: `PATCH /sites/{siteId}/webhook-endpoints/{webhookEndpointId}`.
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
    ///
    /// # Errors
    ///
    /// [`UpdateWebhookEndpointReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_webhook_endpoint(
        &self,
        site_id: i64,
        webhook_endpoint_id: i64,
        if_match: &str,
        body: &types::WebhookEndpointPatch,
    ) -> UpdateWebhookEndpoint {
        let call = self.call(
            "updateWebhookEndpoint",
            Method::PATCH,
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}",
        );
        UpdateWebhookEndpoint(
            call.path("siteId", site_id)
                .path("webhookEndpointId", webhook_endpoint_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a webhook endpoint: `DELETE /sites/{siteId}/webhook-endpoints/{webhookEndpointId}`.
    ///
    /// Deletes the endpoint and its deliveries. A delivery that is being sent may still arrive. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`RemoveWebhookEndpointReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_webhook_endpoint(
        &self,
        site_id: i64,
        webhook_endpoint_id: i64,
    ) -> RemoveWebhookEndpoint {
        let call = self.call(
            "removeWebhookEndpoint",
            Method::DELETE,
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}",
        );
        RemoveWebhookEndpoint(
            call.path("siteId", site_id).path("webhookEndpointId", webhook_endpoint_id),
        )
    }

    /// Rotate the secret of a webhook endpoint: `POST
    /// /sites/{siteId}/webhook-endpoints/{webhookEndpointId}/rotate-secret`.
    ///
    /// Gives the endpoint a new secret, which is shown only in this response. For 24 hours, deliveries
    /// have a signature with the previous secret too. A secret that an earlier rotation has replaced
    /// signs no more. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`RotateWebhookSecretReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn rotate_webhook_secret(
        &self,
        site_id: i64,
        webhook_endpoint_id: i64,
    ) -> RotateWebhookSecret {
        let call = self.call(
            "rotateWebhookSecret",
            Method::POST,
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}/rotate-secret",
        );
        RotateWebhookSecret(
            call.path("siteId", site_id).path("webhookEndpointId", webhook_endpoint_id),
        )
    }

    /// Send a test to a webhook endpoint: `POST
    /// /sites/{siteId}/webhook-endpoints/{webhookEndpointId}/test`.
    ///
    /// Sends the event `webhook.test` to this endpoint, whatever its `events` are. The response has the
    /// delivery, which [`get_webhook_delivery`](Client::get_webhook_delivery) shows until its result is
    /// known. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`SendTestWebhookReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn send_test_webhook(&self, site_id: i64, webhook_endpoint_id: i64) -> SendTestWebhook {
        let call = self.call(
            "sendTestWebhook",
            Method::POST,
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}/test",
        );
        SendTestWebhook(
            call.path("siteId", site_id)
                .path("webhookEndpointId", webhook_endpoint_id)
                .expect(&[201]),
        )
    }

    /// Retry failed deliveries of a webhook endpoint: `POST
    /// /sites/{siteId}/webhook-endpoints/{webhookEndpointId}/retry-failed`.
    ///
    /// Sends again all failed deliveries of the endpoint whose events are not older than `since`, with
    /// new attempts. The response has their number. While the endpoint is disabled, they wait. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`RetryFailedWebhookDeliveriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn retry_failed_webhook_deliveries(
        &self,
        site_id: i64,
        webhook_endpoint_id: i64,
        body: &types::RetryFailedWebhookDeliveriesRequest,
    ) -> RetryFailedWebhookDeliveries {
        let call = self.call(
            "retryFailedWebhookDeliveries",
            Method::POST,
            "/sites/{siteId}/webhook-endpoints/{webhookEndpointId}/retry-failed",
        );
        RetryFailedWebhookDeliveries(
            call.path("siteId", site_id).path("webhookEndpointId", webhook_endpoint_id).json(body),
        )
    }

    /// List webhook deliveries: `GET /sites/{siteId}/webhook-deliveries`.
    ///
    /// The deliveries of the last 14 days, newest first. If several filters are given, a delivery must
    /// match all of them. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`ListWebhookDeliveriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_webhook_deliveries(&self, site_id: i64) -> ListWebhookDeliveries {
        let call =
            self.call("listWebhookDeliveries", Method::GET, "/sites/{siteId}/webhook-deliveries");
        ListWebhookDeliveries(call.path("siteId", site_id))
    }

    /// Get a webhook delivery: `GET /sites/{siteId}/webhook-deliveries/{webhookDeliveryId}`.
    ///
    /// A delivery with its body, and the beginning of the last answer. Counts toward `staff-reads` (600
    /// a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`GetWebhookDeliveryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_webhook_delivery(
        &self,
        site_id: i64,
        webhook_delivery_id: i64,
    ) -> GetWebhookDelivery {
        let call = self.call(
            "getWebhookDelivery",
            Method::GET,
            "/sites/{siteId}/webhook-deliveries/{webhookDeliveryId}",
        );
        GetWebhookDelivery(
            call.path("siteId", site_id).path("webhookDeliveryId", webhook_delivery_id),
        )
    }

    /// Retry a webhook delivery: `POST /sites/{siteId}/webhook-deliveries/{webhookDeliveryId}/retry`.
    ///
    /// Sends a delivery again, with the same `webhook-id` and new attempts, also one that was
    /// delivered. Earlier events of the same object that still wait are sent before it. A delivery that
    /// is being sent stays as it is. While the endpoint is disabled, the delivery waits. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`RetryWebhookDeliveryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn retry_webhook_delivery(
        &self,
        site_id: i64,
        webhook_delivery_id: i64,
    ) -> RetryWebhookDelivery {
        let call = self.call(
            "retryWebhookDelivery",
            Method::POST,
            "/sites/{siteId}/webhook-deliveries/{webhookDeliveryId}/retry",
        );
        RetryWebhookDelivery(
            call.path("siteId", site_id).path("webhookDeliveryId", webhook_delivery_id),
        )
    }
}

::stoa_client_core::calls! {
    list_webhook_endpoints: ListWebhookEndpoints "listWebhookEndpoints" -> Cursor<types::WebhookEndpointListResponse, types::WebhookEndpoint>(data, next_cursor, "cursor");
    create_webhook_endpoint: CreateWebhookEndpoint "createWebhookEndpoint" -> Json<types::CreatedWebhookEndpointResponse>;
    get_webhook_endpoint: GetWebhookEndpoint "getWebhookEndpoint" -> Json<types::WebhookEndpointResponse>;
    update_webhook_endpoint: UpdateWebhookEndpoint "updateWebhookEndpoint" -> Json<types::WebhookEndpointResponse>;
    remove_webhook_endpoint: RemoveWebhookEndpoint "removeWebhookEndpoint" -> Json<types::DoneResponse>;
    rotate_webhook_secret: RotateWebhookSecret "rotateWebhookSecret" -> Json<types::CreatedWebhookEndpointResponse>;
    send_test_webhook: SendTestWebhook "sendTestWebhook" -> Json<types::WebhookDeliveryResponse>;
    retry_failed_webhook_deliveries: RetryFailedWebhookDeliveries "retryFailedWebhookDeliveries" -> Json<types::RetriedWebhookDeliveriesResponse>;
    list_webhook_deliveries: ListWebhookDeliveries "listWebhookDeliveries" -> Cursor<types::WebhookDeliveryListResponse, types::WebhookDeliverySummary>(data, next_cursor, "cursor");
    get_webhook_delivery: GetWebhookDelivery "getWebhookDelivery" -> Json<types::WebhookDeliveryResponse>;
    retry_webhook_delivery: RetryWebhookDelivery "retryWebhookDelivery" -> Json<types::WebhookDeliveryResponse>;
}

impl ListWebhookEndpoints {
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl CreateWebhookEndpoint {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CreatedWebhookEndpoint> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetWebhookEndpoint {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::WebhookEndpoint> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateWebhookEndpoint {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::WebhookEndpoint> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RotateWebhookSecret {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CreatedWebhookEndpoint> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl SendTestWebhook {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::WebhookDelivery> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RetryFailedWebhookDeliveries {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::RetriedWebhookDeliveries> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListWebhookDeliveries {
    /// Lists only deliveries to this endpoint.
    pub fn endpoint_id(self, endpoint_id: i64) -> Self {
        Self(self.0.query("endpointId", endpoint_id))
    }

    /// Lists only deliveries with this status.
    pub fn status(self, status: types::WebhookDeliveryStatus) -> Self {
        Self(self.0.query("status", status))
    }

    /// Lists only deliveries of events of this type.
    pub fn event(self, event: &str) -> Self {
        Self(self.0.query("event", event))
    }

    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl GetWebhookDelivery {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::WebhookDelivery> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RetryWebhookDelivery {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::WebhookDelivery> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListWebhookEndpointsReason of "listWebhookEndpoints" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateWebhookEndpointReason of "createWebhookEndpoint" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidWebhookUrl "invalid_webhook_url" "url must be an http or https URL of at most 2000 characters",
        400 UrlIsNotPublic "url_is_not_public" "url must be an https URL of a public host, without a user and password",
        400 InvalidDescription "invalid_description" "description must have at most 255 characters, and no control characters",
        400 InvalidEvents "invalid_events" "events must be a list of at most 32 types of events",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        409 TooManyWebhookEndpoints "too_many_webhook_endpoints" "A site has at most 20 webhook endpoints",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetWebhookEndpointReason of "getWebhookEndpoint" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookEndpointId "invalid_webhook_endpoint_id" "Invalid webhook endpoint ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookEndpointNotFound "webhook_endpoint_not_found" "Webhook endpoint not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateWebhookEndpointReason of "updateWebhookEndpoint" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookEndpointId "invalid_webhook_endpoint_id" "Invalid webhook endpoint ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidWebhookUrl "invalid_webhook_url" "url must be an http or https URL of at most 2000 characters",
        400 UrlIsNotPublic "url_is_not_public" "url must be an https URL of a public host, without a user and password",
        400 InvalidDescription "invalid_description" "description must have at most 255 characters, and no control characters",
        400 InvalidEvents "invalid_events" "events must be a list of at most 32 types of events",
        400 InvalidActive "invalid_active" "active must be true or false",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookEndpointNotFound "webhook_endpoint_not_found" "Webhook endpoint not found",
        412 WebhookEndpointHasChanged "webhook_endpoint_has_changed" "The webhook endpoint has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveWebhookEndpointReason of "removeWebhookEndpoint" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookEndpointId "invalid_webhook_endpoint_id" "Invalid webhook endpoint ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookEndpointNotFound "webhook_endpoint_not_found" "Webhook endpoint not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RotateWebhookSecretReason of "rotateWebhookSecret" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookEndpointId "invalid_webhook_endpoint_id" "Invalid webhook endpoint ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookEndpointNotFound "webhook_endpoint_not_found" "Webhook endpoint not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum SendTestWebhookReason of "sendTestWebhook" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookEndpointId "invalid_webhook_endpoint_id" "Invalid webhook endpoint ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookEndpointNotFound "webhook_endpoint_not_found" "Webhook endpoint not found",
        409 WebhookEndpointIsDisabled "webhook_endpoint_is_disabled" "The webhook endpoint is disabled",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RetryFailedWebhookDeliveriesReason of "retryFailedWebhookDeliveries" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookEndpointId "invalid_webhook_endpoint_id" "Invalid webhook endpoint ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidSince "invalid_since" "since must be a time",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookEndpointNotFound "webhook_endpoint_not_found" "Webhook endpoint not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListWebhookDeliveriesReason of "listWebhookDeliveries" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        400 InvalidEndpointId "invalid_endpoint_id" "endpointId must be an integer",
        400 InvalidStatus "invalid_status" "status must be one of waiting, delivered, failed",
        400 InvalidEvent "invalid_event" "event must be text of at most 64 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetWebhookDeliveryReason of "getWebhookDelivery" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookDeliveryId "invalid_webhook_delivery_id" "Invalid webhook delivery ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookDeliveryNotFound "webhook_delivery_not_found" "Webhook delivery not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RetryWebhookDeliveryReason of "retryWebhookDelivery" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWebhookDeliveryId "invalid_webhook_delivery_id" "Invalid webhook delivery ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WebhookDeliveryNotFound "webhook_delivery_not_found" "Webhook delivery not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
