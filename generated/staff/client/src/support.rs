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
    list_messages: ListMessages -> Cursor<types::SupportMessageListResponse, types::SupportMessageSummary>(data, next_cursor, "cursor");
    get_message: GetMessage -> Json<types::SupportMessageResponse>;
    reply_to_message: ReplyToMessage -> Json<types::SupportMessageResponse>;
    close_message: CloseMessage -> Json<types::SupportMessageResponse>;
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

impl ReplyToMessage {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }
}

::stoa_client_core::reasons! {
    pub enum ListMessagesReason of "listMessages" {
        400 SiteId "Invalid site ID",
        400 Status "status must be one of open, pending, closed",
        400 LimitInteger "limit must be an integer",
        400 LimitMinimum "limit must be at least 1",
        400 Cursor "Invalid cursor",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetMessageReason of "getMessage" {
        400 SiteId "Invalid site ID",
        400 MessageId "Invalid message ID",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        404 MessageNotFound "Message not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReplyToMessageReason of "replyToMessage" {
        400 SiteId "Invalid site ID",
        400 MessageId "Invalid message ID",
        400 Json "Invalid JSON body",
        400 BodyIsRequired "body is required",
        400 Body "body must be at most 10000 characters",
        400 IdempotencyKey "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        404 MessageNotFound "Message not found",
        409 IdempotencyKeyInProgress "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        422 IdempotencyKeyReused "Idempotency-Key was used with a different request",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CloseMessageReason of "closeMessage" {
        400 SiteId "Invalid site ID",
        400 MessageId "Invalid message ID",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        404 MessageNotFound "Message not found",
        409 MessageIsClosed "Message is closed",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
