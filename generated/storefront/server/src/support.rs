//! The operations tagged `support`.
//!
//! Handlers implement [`SupportApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// A customer's messages to the store, and the answers.
pub trait SupportApi: Authenticate + RateLimited {
    /// `GET /{siteId}/account/support`: List the customer's messages to the store.
    ///
    /// Ordered by latest activity, each with its newest 10 replies. Counts toward `reads` (6,000 a
    /// minute for each client).
    fn list_support_messages(
        &self,
        caller: Self::Customer,
        request: ListSupportMessages,
    ) -> impl Future<Output = Result<types::SupportMessageListResponse, Error<ListSupportMessages>>> + Send;

    /// `POST /{siteId}/account/support`: Write to the store.
    ///
    /// Creates a message with the status `open`: the store's answer is due. The store also gets it by
    /// mail if it has an address. `orderId` must be one of the orders of `listAccountOrders`.
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
    fn create_support_message(
        &self,
        caller: Self::Customer,
        request: CreateSupportMessage,
    ) -> impl Future<
        Output = Result<
            stoa_runtime::Replayable<types::SupportMessage>,
            Error<CreateSupportMessage>,
        >,
    > + Send;

    /// `GET /{siteId}/account/support/{messageId}`: Get a message with its replies.
    ///
    /// The message with all its replies, oldest first. Another customer's message gets the same answer
    /// as an unknown id. Counts toward `reads` (6,000 a minute for each client).
    fn get_support_message(
        &self,
        caller: Self::Customer,
        request: GetSupportMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<GetSupportMessage>>> + Send;

    /// `POST /{siteId}/account/support/{messageId}`: Reply to a message.
    ///
    /// Adds the customer's reply and sets the status to `open`, even if the message was closed. After
    /// 1,000 replies, the customer's next reply is 400 `This thread is full, start a new message`. The
    /// answer shows only the newest 50 replies; `getSupportMessage` shows all.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is stored, sent or counted again. Keys are stored for
    /// 24 hours, and each customer has their own. A refused request does not use up its key. A request
    /// that arrives while the first is in progress waits for it.
    ///
    /// Counts toward `support-messages` (10 a minute for each customer) and `support-messages-a-day`
    /// (100 a day for each customer).
    fn reply_to_support_message(
        &self,
        caller: Self::Customer,
        request: ReplyToSupportMessage,
    ) -> impl Future<
        Output = Result<
            stoa_runtime::Replayable<types::SupportMessage>,
            Error<ReplyToSupportMessage>,
        >,
    > + Send;
}

/// The operation `listSupportMessages` and its request.
#[derive(Clone)]
pub struct ListSupportMessages {
    /// Id of the site.
    pub site_id: i64,
    /// Page number, counted from 1. Pages after the last one are empty.
    pub page: i64,
    /// Messages on a page, 1 to 1000. A value above 1000 is taken as 1000.
    pub limit: i64,
}

impl Operation for ListSupportMessages {
    const ID: &'static str = "listSupportMessages";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "page_too_small", "page must be at least 1"),
        (400, "limit_too_small", "limit must be at least 1"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListSupportMessages {}
impl Documents<401> for ListSupportMessages {}
impl Documents<404> for ListSupportMessages {}
impl Documents<429> for ListSupportMessages {}
impl Documents<500> for ListSupportMessages {}

/// The operation `createSupportMessage` and its request.
#[derive(Clone)]
pub struct CreateSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::CreateSupportMessageRequest,
}

impl Operation for CreateSupportMessage {
    const ID: &'static str = "createSupportMessage";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "subject_is_required", "subject is required"),
        (400, "invalid_subject", "subject must be at most 255 characters"),
        (400, "body_is_required", "body is required"),
        (400, "body_too_long", "body must be at most 10000 characters"),
        (400, "invalid_category", "category must be text of 1 to 64 characters"),
        (400, "invalid_order_id", "orderId must be an integer"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (404, "order_not_found", "Order not found"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_messages", "Too many messages, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for CreateSupportMessage {}
impl Documents<401> for CreateSupportMessage {}
impl Documents<404> for CreateSupportMessage {}
impl Documents<409> for CreateSupportMessage {}
impl Documents<413> for CreateSupportMessage {}
impl Documents<415> for CreateSupportMessage {}
impl Documents<422> for CreateSupportMessage {}
impl Documents<429> for CreateSupportMessage {}
impl Documents<500> for CreateSupportMessage {}
impl TakesBody for CreateSupportMessage {}

/// The operation `getSupportMessage` and its request.
#[derive(Clone)]
pub struct GetSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the message.
    pub message_id: i64,
}

impl Operation for GetSupportMessage {
    const ID: &'static str = "getSupportMessage";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_message_id", "Invalid message ID"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (404, "message_not_found", "Message not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for GetSupportMessage {}
impl Documents<401> for GetSupportMessage {}
impl Documents<404> for GetSupportMessage {}
impl Documents<429> for GetSupportMessage {}
impl Documents<500> for GetSupportMessage {}

/// The operation `replyToSupportMessage` and its request.
#[derive(Clone)]
pub struct ReplyToSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the message.
    pub message_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::ReplyRequest,
}

impl Operation for ReplyToSupportMessage {
    const ID: &'static str = "replyToSupportMessage";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_message_id", "Invalid message ID"),
        (400, "thread_is_full", "This thread is full, start a new message"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "body_is_required", "body is required"),
        (400, "body_too_long", "body must be at most 10000 characters"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (404, "message_not_found", "Message not found"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_messages", "Too many messages, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ReplyToSupportMessage {}
impl Documents<401> for ReplyToSupportMessage {}
impl Documents<404> for ReplyToSupportMessage {}
impl Documents<409> for ReplyToSupportMessage {}
impl Documents<413> for ReplyToSupportMessage {}
impl Documents<415> for ReplyToSupportMessage {}
impl Documents<422> for ReplyToSupportMessage {}
impl Documents<429> for ReplyToSupportMessage {}
impl Documents<500> for ReplyToSupportMessage {}
impl TakesBody for ReplyToSupportMessage {}

stoa_runtime::refuses! {
    ListSupportMessages:
        reasons::PageTooSmall, reasons::LimitTooSmall, reasons::Unauthorized,
        reasons::StoreNotFound, reasons::TooManyRequests;
    CreateSupportMessage:
        reasons::InvalidJson, reasons::SubjectIsRequired, reasons::InvalidSubject,
        reasons::BodyIsRequired, reasons::BodyTooLong,
        reasons::CreateSupportMessageInvalidCategory, reasons::InvalidOrderId,
        reasons::InvalidIdempotencyKey, reasons::Unauthorized, reasons::StoreNotFound,
        reasons::OrderNotFound, reasons::IdempotencyKeyInProgress, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IdempotencyKeyReused, reasons::TooManyMessages;
    GetSupportMessage:
        reasons::InvalidMessageId, reasons::Unauthorized, reasons::StoreNotFound,
        reasons::MessageNotFound, reasons::TooManyRequests;
    ReplyToSupportMessage:
        reasons::InvalidMessageId, reasons::ThreadIsFull, reasons::InvalidJson,
        reasons::BodyIsRequired, reasons::BodyTooLong, reasons::InvalidIdempotencyKey,
        reasons::Unauthorized, reasons::StoreNotFound, reasons::MessageNotFound,
        reasons::IdempotencyKeyInProgress, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IdempotencyKeyReused, reasons::TooManyMessages;
}

/// The routes of the operations tagged `support`.
pub fn routes<A: SupportApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/account/support", api, |api, call| {
            Box::pin(list_support_messages(api, call))
        })
        .post("/{siteId}/account/support", api, |api, call| {
            Box::pin(create_support_message(api, call))
        })
        .get("/{siteId}/account/support/{messageId}", api, |api, call| {
            Box::pin(get_support_message(api, call))
        })
        .post("/{siteId}/account/support/{messageId}", api, |api, call| {
            Box::pin(reply_to_support_message(api, call))
        })
}

async fn list_support_messages<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListSupportMessages>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListSupportMessages {
        site_id,
        page: call.query("page").integer().at_least(1).or(1)?,
        limit: call.query("limit").integer().at_least(1).capped(1000).or(1000)?,
    };
    let reply = api.list_support_messages(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_support_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateSupportMessage>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "CreateSupportMessageRequest").await?;
    let request = CreateSupportMessage { site_id, idempotency, body };
    let reply = api.create_support_message(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(201, &types::SupportMessageResponse { data: reply })))
}

async fn get_support_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetSupportMessage>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let message_id = call.path("messageId").message("Invalid message ID").integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetSupportMessage { site_id, message_id };
    let reply = api.get_support_message(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageResponse { data: reply }))
}

async fn reply_to_support_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReplyToSupportMessage>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let message_id = call.path("messageId").message("Invalid message ID").integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "ReplyRequest").await?;
    let request = ReplyToSupportMessage { site_id, message_id, idempotency, body };
    let reply = api.reply_to_support_message(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(200, &types::SupportMessageResponse { data: reply })))
}
