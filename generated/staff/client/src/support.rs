//! The operations tagged `support`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List support messages: `GET /sites/{siteId}/messages`.
    ///
    /// The messages of customers to the store, ordered by status (`open`, `pending`, `closed`), then by
    /// latest activity, newest first. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`ListMessagesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_messages(&self, site_id: i64) -> ListMessages {
        let call = self.call("listMessages", Method::GET, "/sites/{siteId}/messages");
        ListMessages(call.path("siteId", site_id))
    }

    /// Get a support message: `GET /sites/{siteId}/messages/{messageId}`.
    ///
    /// The message with its newest 50 replies, oldest first. Counts toward `staff-reads` (600 a minute
    /// for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`GetMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_message(&self, site_id: i64, message_id: i64) -> GetMessage {
        let call = self.call("getMessage", Method::GET, "/sites/{siteId}/messages/{messageId}");
        GetMessage(call.path("siteId", site_id).path("messageId", message_id))
    }

    /// Reply to a support message: `POST /sites/{siteId}/messages/{messageId}/replies`.
    ///
    /// Adds a reply in the caller's name, and sends it to the customer by mail. The status becomes
    /// `pending`, even if the message was closed. The text is stored trimmed.
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
    /// [`ReplyToMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn reply_to_message(
        &self,
        site_id: i64,
        message_id: i64,
        body: &types::SupportReplyRequest,
    ) -> ReplyToMessage {
        let call = self.call(
            "replyToMessage",
            Method::POST,
            "/sites/{siteId}/messages/{messageId}/replies",
        );
        ReplyToMessage(
            call.path("siteId", site_id).path("messageId", message_id).json(body).idempotent(),
        )
    }

    /// Close a support message: `POST /sites/{siteId}/messages/{messageId}/close`.
    ///
    /// Closes the message until the customer replies. Counts toward `staff-changes` (120 a minute for
    /// each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`CloseMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn close_message(&self, site_id: i64, message_id: i64) -> CloseMessage {
        let call =
            self.call("closeMessage", Method::POST, "/sites/{siteId}/messages/{messageId}/close");
        CloseMessage(call.path("siteId", site_id).path("messageId", message_id))
    }
}

::stoa_client_core::calls! {
    list_messages: ListMessages "listMessages" -> Cursor<types::SupportMessageListResponse, types::SupportMessageSummary>(data, next_cursor, "cursor");
    get_message: GetMessage "getMessage" -> Json<types::SupportMessageResponse>;
    reply_to_message: ReplyToMessage "replyToMessage" -> Json<types::SupportMessageResponse>;
    close_message: CloseMessage "closeMessage" -> Json<types::SupportMessageResponse>;
}

impl ListMessages {
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

impl GetMessage {
    /// Sends the call and returns the `data` of its answer.
    ///
    /// # Errors
    ///
    /// See [`Error`](crate::Error).
    pub async fn data(self) -> Result<types::SupportMessage, ::stoa_client_core::Error> {
        Ok(self.await?.into_body().data)
    }
}

impl ReplyToMessage {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Sends the call and returns the `data` of its answer.
    ///
    /// # Errors
    ///
    /// See [`Error`](crate::Error).
    pub async fn data(self) -> Result<types::SupportMessage, ::stoa_client_core::Error> {
        Ok(self.await?.into_body().data)
    }
}

impl CloseMessage {
    /// Sends the call and returns the `data` of its answer.
    ///
    /// # Errors
    ///
    /// See [`Error`](crate::Error).
    pub async fn data(self) -> Result<types::SupportMessage, ::stoa_client_core::Error> {
        Ok(self.await?.into_body().data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListMessagesReason of "listMessages" {
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
    pub enum GetMessageReason of "getMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidMessageId "invalid_message_id" "Invalid message ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 MessageNotFound "message_not_found" "Message not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReplyToMessageReason of "replyToMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidMessageId "invalid_message_id" "Invalid message ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 BodyIsRequired "body_is_required" "body is required",
        400 BodyTooLong "body_too_long" "body must be at most 10000 characters",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 MessageNotFound "message_not_found" "Message not found",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CloseMessageReason of "closeMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidMessageId "invalid_message_id" "Invalid message ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 MessageNotFound "message_not_found" "Message not found",
        409 MessageIsClosed "message_is_closed" "Message is closed",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
