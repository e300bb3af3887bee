//! The operations tagged `support`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/account/support`: List the customer's messages to the store.
    ///
    /// Latest activity first, with the newest 10 replies of each.
    pub async fn list_support_messages(
        &self,
        site_id: i64,
        options: &ListSupportMessagesOptions,
    ) -> Result<Response<types::SupportMessageListResponse>, Error> {
        self.call("listSupportMessages", Method::GET, "/{siteId}/account/support")
            .path("siteId", site_id)
            .query("page", options.page.as_ref())
            .query("limit", options.limit.as_ref())
            .send()
            .await
    }

    /// `POST /{siteId}/account/support`: Write to the store.
    ///
    /// The message is `open`: the store is to answer. It goes to the store's own address too, where it
    /// has one. `orderId` must be one of the orders of `listAccountOrders`.
    ///
    /// Messages and replies count together: 5 a minute and 50 a day for each customer.
    ///
    /// **Repeating a call** with the same `Idempotency-Key`, kept for 24 hours, and the same body gives
    /// the stored answer with `Idempotent-Replayed: true`, and nothing is written, sent or counted
    /// again; each customer has keys of its own. A request that was refused leaves its key unused, and
    /// one that comes while the first is at work waits for it.
    pub async fn create_support_message(
        &self,
        site_id: i64,
        body: &types::CreateSupportMessageRequest,
        options: &CreateSupportMessageOptions,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        self.call("createSupportMessage", Method::POST, "/{siteId}/account/support")
            .path("siteId", site_id)
            .idempotency_key(options.idempotency_key.as_deref())
            .json(body)
            .expect(&[201])
            .send()
            .await
    }

    /// `GET /{siteId}/account/support/{messageId}`: Get a message with its replies.
    ///
    /// Replies are in the order in which they were written, the newest 50. Another customer's message
    /// is answered like an unknown id.
    pub async fn get_support_message(
        &self,
        site_id: i64,
        message_id: i64,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        self.call("getSupportMessage", Method::GET, "/{siteId}/account/support/{messageId}")
            .path("siteId", site_id)
            .path("messageId", message_id)
            .send()
            .await
    }

    /// `POST /{siteId}/account/support/{messageId}`: Reply in a message.
    ///
    /// Adds the customer's reply and opens the message again, a closed one too. The limits of
    /// `createSupportMessage` hold.
    ///
    /// **Repeating a call** with the same `Idempotency-Key`, kept for 24 hours, and the same body gives
    /// the stored answer with `Idempotent-Replayed: true`, and nothing is written, sent or counted
    /// again; each customer has keys of its own. A request that was refused leaves its key unused, and
    /// one that comes while the first is at work waits for it.
    pub async fn reply_to_support_message(
        &self,
        site_id: i64,
        message_id: i64,
        body: &types::ReplyRequest,
        options: &ReplyToSupportMessageOptions,
    ) -> Result<Response<types::SupportMessageResponse>, Error> {
        self.call("replyToSupportMessage", Method::POST, "/{siteId}/account/support/{messageId}")
            .path("siteId", site_id)
            .path("messageId", message_id)
            .idempotency_key(options.idempotency_key.as_deref())
            .json(body)
            .send()
            .await
    }
}

/// What `listSupportMessages` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListSupportMessagesOptions {
    /// Page, counted from 1. One behind the last is empty.
    pub page: Option<i64>,
    /// Messages on a page, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
}

/// What `createSupportMessage` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct CreateSupportMessageOptions {
    /// Made by the client, one for each time that it means the call, such as a UUID.
    pub idempotency_key: Option<String>,
}

/// What `replyToSupportMessage` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ReplyToSupportMessageOptions {
    /// Made by the client, one for each time that it means the call, such as a UUID.
    pub idempotency_key: Option<String>,
}

::stoa_client_core::reasons! {
    /// Why `listSupportMessages` is refused.
    pub enum ListSupportMessagesReason {
        400 SiteId "Invalid site ID",
        400 Page "page must be at least 1",
        400 Limit "limit must be at least 1",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `createSupportMessage` is refused.
    pub enum CreateSupportMessageReason {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 SubjectIsRequired "subject is required",
        400 Subject "subject must be at most 255 characters",
        400 BodyIsRequired "body is required",
        400 Body "body must be at most 10000 characters",
        400 Category "category must be text of 1 to 64 characters",
        400 OrderId "orderId must be an integer",
        400 IdempotencyKey "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        404 OrderNotFound "Order not found",
        409 IdempotencyKeyInProgress "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        422 IdempotencyKeyReused "Idempotency-Key was used with a different request",
        429 TooManyMessagesSlowDown "Too many messages, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `getSupportMessage` is refused.
    pub enum GetSupportMessageReason {
        400 SiteId "Invalid site ID",
        400 MessageId "Invalid message ID",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        404 MessageNotFound "Message not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `replyToSupportMessage` is refused.
    pub enum ReplyToSupportMessageReason {
        400 SiteId "Invalid site ID",
        400 MessageId "Invalid message ID",
        400 Json "Invalid JSON body",
        400 BodyIsRequired "body is required",
        400 Body "body must be at most 10000 characters",
        400 IdempotencyKey "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        404 MessageNotFound "Message not found",
        409 IdempotencyKeyInProgress "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        422 IdempotencyKeyReused "Idempotency-Key was used with a different request",
        429 TooManyMessagesSlowDown "Too many messages, slow down",
        500 InternalServerError "Internal server error",
    }
}
