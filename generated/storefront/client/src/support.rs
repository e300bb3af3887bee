//! The operations tagged `support`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List the customer's messages to the store: `GET /{siteId}/account/support`.
    ///
    /// Ordered by latest activity, each with its newest 10 replies. Counts toward `reads` (6,000 a
    /// minute for each client).
    ///
    /// # Errors
    ///
    /// [`ListSupportMessagesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_support_messages(&self, site_id: i64) -> ListSupportMessages {
        let call = self.call("listSupportMessages", Method::GET, "/{siteId}/account/support");
        ListSupportMessages(call.path("siteId", site_id))
    }

    /// Write to the store: `POST /{siteId}/account/support`.
    ///
    /// Creates a message with the status `open`: the store's answer is due. The store also gets it by
    /// mail if it has an address. `orderId` must be one of the orders of
    /// [`list_account_orders`](Client::list_account_orders).
    ///
    /// Messages and replies are counted together, whether accepted or not.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is stored, sent or counted again. Keys are stored for
    /// 24 hours, and each customer has their own. A refused request does not use up its key. A request
    /// that arrives while the first is in progress waits for it.
    ///
    /// Counts toward `support-messages` (10 a minute for each customer) and `support-messages-a-day`
    /// (100 a day for each customer).
    ///
    /// # Errors
    ///
    /// [`CreateSupportMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_support_message(
        &self,
        site_id: i64,
        body: &types::CreateSupportMessageRequest,
    ) -> CreateSupportMessage {
        let call = self.call("createSupportMessage", Method::POST, "/{siteId}/account/support");
        CreateSupportMessage(call.path("siteId", site_id).json(body).idempotent().expect(&[201]))
    }

    /// Get a message with its replies: `GET /{siteId}/account/support/{messageId}`.
    ///
    /// The message with all its replies, oldest first. Another customer's message gets the same answer
    /// as an unknown id. Counts toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`GetSupportMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_support_message(&self, site_id: i64, message_id: i64) -> GetSupportMessage {
        let call =
            self.call("getSupportMessage", Method::GET, "/{siteId}/account/support/{messageId}");
        GetSupportMessage(call.path("siteId", site_id).path("messageId", message_id))
    }

    /// Reply to a message: `POST /{siteId}/account/support/{messageId}`.
    ///
    /// Adds the customer's reply and sets the status to `open`, even if the message was closed. After
    /// 1,000 replies, the customer's next reply is 400 `This thread is full, start a new message`. The
    /// answer shows only the newest 50 replies; [`get_support_message`](Client::get_support_message)
    /// shows all.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is stored, sent or counted again. Keys are stored for
    /// 24 hours, and each customer has their own. A refused request does not use up its key. A request
    /// that arrives while the first is in progress waits for it.
    ///
    /// Counts toward `support-messages` (10 a minute for each customer) and `support-messages-a-day`
    /// (100 a day for each customer).
    ///
    /// # Errors
    ///
    /// [`ReplyToSupportMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn reply_to_support_message(
        &self,
        site_id: i64,
        message_id: i64,
        body: &types::ReplyRequest,
    ) -> ReplyToSupportMessage {
        let call = self.call(
            "replyToSupportMessage",
            Method::POST,
            "/{siteId}/account/support/{messageId}",
        );
        ReplyToSupportMessage(
            call.path("siteId", site_id).path("messageId", message_id).json(body).idempotent(),
        )
    }
}

::stoa_client_core::calls! {
    list_support_messages: ListSupportMessages "listSupportMessages" -> Pages<types::SupportMessageListResponse, types::SupportMessage>(data, pagination.page);
    create_support_message: CreateSupportMessage "createSupportMessage" -> Json<types::SupportMessageResponse>;
    get_support_message: GetSupportMessage "getSupportMessage" -> Json<types::SupportMessageResponse>;
    reply_to_support_message: ReplyToSupportMessage "replyToSupportMessage" -> Json<types::SupportMessageResponse>;
}

impl ListSupportMessages {
    /// Page number, counted from 1. Pages after the last one are empty.
    ///
    /// Default: `1`.
    pub fn page(self, page: i64) -> Self {
        Self(self.0.query("page", page))
    }

    /// Messages on a page, 1 to 1000. A value above 1000 is taken as 1000.
    ///
    /// Default: `1000`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }
}

impl CreateSupportMessage {
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

::stoa_client_core::reasons! {
    pub enum ListSupportMessagesReason of "listSupportMessages" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 PageTooSmall "page_too_small" "page must be at least 1",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateSupportMessageReason of "createSupportMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 SubjectIsRequired "subject_is_required" "subject is required",
        400 InvalidSubject "invalid_subject" "subject must be at most 255 characters",
        400 BodyIsRequired "body_is_required" "body is required",
        400 BodyTooLong "body_too_long" "body must be at most 10000 characters",
        400 InvalidCategory "invalid_category" "category must be text of 1 to 64 characters",
        400 InvalidOrderId "invalid_order_id" "orderId must be an integer",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        404 OrderNotFound "order_not_found" "Order not found",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyMessages "too_many_messages" "Too many messages, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetSupportMessageReason of "getSupportMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidMessageId "invalid_message_id" "Invalid message ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        404 MessageNotFound "message_not_found" "Message not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReplyToSupportMessageReason of "replyToSupportMessage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidMessageId "invalid_message_id" "Invalid message ID",
        400 ThreadIsFull "thread_is_full" "This thread is full, start a new message",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 BodyIsRequired "body_is_required" "body is required",
        400 BodyTooLong "body_too_long" "body must be at most 10000 characters",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        404 MessageNotFound "message_not_found" "Message not found",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyMessages "too_many_messages" "Too many messages, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
