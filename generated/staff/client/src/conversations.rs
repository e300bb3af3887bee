//! The operations tagged `conversations`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List conversations: `GET /sites/{siteId}/conversations`.
    ///
    /// The conversations with the newest messages first. Counts toward `staff-reads` (600 a minute for
    /// each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`ListConversationsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_conversations(&self, site_id: i64) -> ListConversations {
        let call = self.call("listConversations", Method::GET, "/sites/{siteId}/conversations");
        ListConversations(call.path("siteId", site_id))
    }

    /// Get a conversation: `GET /sites/{siteId}/conversations/{conversationId}`.
    ///
    /// The conversation with a page of its messages, newest first. `nextCursor` is the cursor of the
    /// page with earlier messages. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`GetConversationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_conversation(&self, site_id: i64, conversation_id: i64) -> GetConversation {
        let call = self.call(
            "getConversation",
            Method::GET,
            "/sites/{siteId}/conversations/{conversationId}",
        );
        GetConversation(call.path("siteId", site_id).path("conversationId", conversation_id))
    }

    /// Assign a conversation: `POST /sites/{siteId}/conversations/{conversationId}/assign`.
    ///
    /// Assigns an open conversation to the caller, or to another person with the role `support`. The
    /// visitor learns that the conversation is assigned, and sees the name of the person with later
    /// messages. Of several concurrent calls, one assigns the conversation. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`AssignConversationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn assign_conversation(
        &self,
        site_id: i64,
        conversation_id: i64,
        body: &types::AssignConversationRequest,
    ) -> AssignConversation {
        let call = self.call(
            "assignConversation",
            Method::POST,
            "/sites/{siteId}/conversations/{conversationId}/assign",
        );
        AssignConversation(
            call.path("siteId", site_id).path("conversationId", conversation_id).json(body),
        )
    }

    /// Release a conversation: `POST /sites/{siteId}/conversations/{conversationId}/release`.
    ///
    /// Takes an assigned conversation away from its agent. Its status becomes `open`. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`ReleaseConversationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn release_conversation(&self, site_id: i64, conversation_id: i64) -> ReleaseConversation {
        let call = self.call(
            "releaseConversation",
            Method::POST,
            "/sites/{siteId}/conversations/{conversationId}/release",
        );
        ReleaseConversation(call.path("siteId", site_id).path("conversationId", conversation_id))
    }

    /// Close a conversation: `POST /sites/{siteId}/conversations/{conversationId}/close`.
    ///
    /// Closes the conversation for good: the next message of the visitor begins a new one. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`CloseConversationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn close_conversation(&self, site_id: i64, conversation_id: i64) -> CloseConversation {
        let call = self.call(
            "closeConversation",
            Method::POST,
            "/sites/{siteId}/conversations/{conversationId}/close",
        );
        CloseConversation(call.path("siteId", site_id).path("conversationId", conversation_id))
    }

    /// Reply to a visitor: `POST /sites/{siteId}/conversations/{conversationId}/messages`.
    ///
    /// Sends a message to the visitor in the caller's name. An open conversation is assigned to the
    /// caller first. The text is stored trimmed.
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
    /// [`ReplyToConversationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn reply_to_conversation(
        &self,
        site_id: i64,
        conversation_id: i64,
        body: &types::ConversationReplyRequest,
    ) -> ReplyToConversation {
        let call = self.call(
            "replyToConversation",
            Method::POST,
            "/sites/{siteId}/conversations/{conversationId}/messages",
        );
        ReplyToConversation(
            call.path("siteId", site_id)
                .path("conversationId", conversation_id)
                .json(body)
                .idempotent()
                .expect(&[201]),
        )
    }
}

::stoa_client_core::calls! {
    list_conversations: ListConversations "listConversations" -> Cursor<types::ConversationListResponse, types::Conversation>(data, next_cursor, "cursor");
    get_conversation: GetConversation "getConversation" -> Json<types::ConversationWithMessagesResponse>;
    assign_conversation: AssignConversation "assignConversation" -> Json<types::ConversationResponse>;
    release_conversation: ReleaseConversation "releaseConversation" -> Json<types::ConversationResponse>;
    close_conversation: CloseConversation "closeConversation" -> Json<types::ConversationResponse>;
    reply_to_conversation: ReplyToConversation "replyToConversation" -> Json<types::ConversationMessageResponse>;
}

impl ListConversations {
    /// Status of the conversations; any status if absent.
    pub fn status(self, status: types::ConversationStatus) -> Self {
        Self(self.0.query("status", status))
    }

    /// Whether to list only the conversations whose agent is the caller.
    ///
    /// Default: `false`.
    pub fn mine(self, mine: bool) -> Self {
        Self(self.0.query("mine", mine))
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

impl GetConversation {
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

impl AssignConversation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Conversation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ReleaseConversation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Conversation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CloseConversation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Conversation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ReplyToConversation {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ConversationMessage> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListConversationsReason of "listConversations" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidStatus "invalid_status" "status must be one of open, assigned, closed",
        400 InvalidMine "invalid_mine" "mine must be true or false",
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
    pub enum GetConversationReason of "getConversation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidConversationId "invalid_conversation_id" "Invalid conversation ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ConversationNotFound "conversation_not_found" "Conversation not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AssignConversationReason of "assignConversation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidConversationId "invalid_conversation_id" "Invalid conversation ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidPersonId "invalid_person_id" "personId must be an integer",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ConversationNotFound "conversation_not_found" "Conversation not found",
        404 PersonNotFound "person_not_found" "Person not found",
        409 ConversationIsAssigned "conversation_is_assigned" "Conversation is assigned",
        409 ConversationIsClosed "conversation_is_closed" "Conversation is closed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReleaseConversationReason of "releaseConversation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidConversationId "invalid_conversation_id" "Invalid conversation ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ConversationNotFound "conversation_not_found" "Conversation not found",
        409 ConversationIsNotAssigned "conversation_is_not_assigned" "Conversation is not assigned",
        409 ConversationIsClosed "conversation_is_closed" "Conversation is closed",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CloseConversationReason of "closeConversation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidConversationId "invalid_conversation_id" "Invalid conversation ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ConversationNotFound "conversation_not_found" "Conversation not found",
        409 ConversationIsClosed "conversation_is_closed" "Conversation is closed",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReplyToConversationReason of "replyToConversation" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidConversationId "invalid_conversation_id" "Invalid conversation ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 BodyIsRequired "body_is_required" "body is required",
        400 BodyTooLong "body_too_long" "body must be at most 4000 characters",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ConversationNotFound "conversation_not_found" "Conversation not found",
        409 ConversationIsClosed "conversation_is_closed" "Conversation is closed",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
