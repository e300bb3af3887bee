//! The operations tagged `support`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List support messages: `GET /sites/{siteId}/support-messages`.
    ///
    /// The support messages of customers to the store, ordered by status (`open`, `pending`, `closed`),
    /// then by latest activity, newest first. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`ListSupportMessagesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_support_messages(&self, site_id: i64) -> ListSupportMessages {
        let call =
            self.call("listSupportMessages", Method::GET, "/sites/{siteId}/support-messages");
        ListSupportMessages(call.path("siteId", site_id))
    }

    /// Get a support message: `GET /sites/{siteId}/support-messages/{supportMessageId}`.
    ///
    /// The support message with its newest 50 replies, oldest first. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`GetSupportMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_support_message(&self, site_id: i64, support_message_id: i64) -> GetSupportMessage {
        let call = self.call(
            "getSupportMessage",
            Method::GET,
            "/sites/{siteId}/support-messages/{supportMessageId}",
        );
        GetSupportMessage(call.path("siteId", site_id).path("supportMessageId", support_message_id))
    }

    /// Reply to a support message: `POST /sites/{siteId}/support-messages/{supportMessageId}/replies`.
    ///
    /// Adds a reply in the caller's name, and sends it to the customer by mail. The status becomes
    /// `pending`, even if the support message was closed. The text is stored trimmed.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is stored, sent or recorded again. Keys are stored for
    /// 24 hours. Each person and each server key has separate keys. A refused request does not use up
    /// its key. A concurrent request with the same key waits for the first.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`ReplyToSupportMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn reply_to_support_message(
        &self,
        site_id: i64,
        support_message_id: i64,
        body: &types::SupportReplyRequest,
    ) -> ReplyToSupportMessage {
        let call = self.call(
            "replyToSupportMessage",
            Method::POST,
            "/sites/{siteId}/support-messages/{supportMessageId}/replies",
        );
        ReplyToSupportMessage(
            call.path("siteId", site_id)
                .path("supportMessageId", support_message_id)
                .json(body)
                .idempotent()
                .expect(&[201]),
        )
    }

    /// Close a support message: `POST /sites/{siteId}/support-messages/{supportMessageId}/close`.
    ///
    /// Closes the support message until the customer replies. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`CloseSupportMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn close_support_message(
        &self,
        site_id: i64,
        support_message_id: i64,
    ) -> CloseSupportMessage {
        let call = self.call(
            "closeSupportMessage",
            Method::POST,
            "/sites/{siteId}/support-messages/{supportMessageId}/close",
        );
        CloseSupportMessage(
            call.path("siteId", site_id).path("supportMessageId", support_message_id),
        )
    }
}

::stoa_client_core::calls! {
    list_support_messages: ListSupportMessages "listSupportMessages" -> Cursor<types::SupportMessageListResponse, types::SupportMessageSummary>(data, next_cursor, "cursor");
    get_support_message: GetSupportMessage "getSupportMessage" -> Json<types::SupportMessageResponse>;
    reply_to_support_message: ReplyToSupportMessage "replyToSupportMessage" -> Json<types::SupportMessageResponse>;
    close_support_message: CloseSupportMessage "closeSupportMessage" -> Json<types::SupportMessageResponse>;
}

impl ListSupportMessages {
    /// Status of the messages; any status if absent.
    pub fn status(self, status: types::SupportStatus) -> Self {
        Self(self.0.query("status", status))
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

impl GetSupportMessage {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SupportMessage> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ReplyToSupportMessage {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SupportMessage> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CloseSupportMessage {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SupportMessage> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListSupportMessagesReason of "listSupportMessages" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidStatus "invalid_status" "status must be one of open, pending, closed",
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
    pub enum GetSupportMessageReason of "getSupportMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidSupportMessageId "invalid_support_message_id" "Invalid support message ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 SupportMessageNotFound "support_message_not_found" "Support message not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReplyToSupportMessageReason of "replyToSupportMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidSupportMessageId "invalid_support_message_id" "Invalid support message ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 BodyIsRequired "body_is_required" "body is required",
        400 BodyTooLong "body_too_long" "body must be at most 10000 characters",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 SupportMessageNotFound "support_message_not_found" "Support message not found",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CloseSupportMessageReason of "closeSupportMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidSupportMessageId "invalid_support_message_id" "Invalid support message ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 SupportMessageNotFound "support_message_not_found" "Support message not found",
        409 SupportMessageIsClosed "support_message_is_closed" "Support message is closed",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
