//! The operations tagged `support`.
//!
//! Handlers implement [`SupportApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{
    Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes, TakesBody,
};
use stoa_staff_types as types;

use crate::{Authenticate, HasRole, RateLimited, Role, SCHEMAS};

/// Messages of customers to the store, and their answers.
pub trait SupportApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/messages`: List support messages.
    ///
    /// The messages of customers to the store, ordered by status (`open`, `pending`, `closed`), then by
    /// latest activity, newest first. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `support`.
    fn list_messages(
        &self,
        caller: Self::Staff,
        request: ListMessages,
    ) -> impl Future<Output = Result<types::SupportMessageListResponse, Error<ListMessages>>> + Send;

    /// `GET /sites/{siteId}/messages/{messageId}`: Get a support message.
    ///
    /// The message with its newest 50 replies, oldest first. Counts toward `staff-reads` (600 a minute
    /// for each client).
    ///
    /// Requires the role `support`.
    fn get_message(
        &self,
        caller: Self::Staff,
        request: GetMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<GetMessage>>> + Send;

    /// `POST /sites/{siteId}/messages/{messageId}/replies`: Reply to a support message.
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
    fn reply_to_message(
        &self,
        caller: Self::Staff,
        request: ReplyToMessage,
    ) -> impl Future<
        Output = Result<stoa_runtime::Replayable<types::SupportMessage>, Error<ReplyToMessage>>,
    > + Send;

    /// `POST /sites/{siteId}/messages/{messageId}/close`: Close a support message.
    ///
    /// Closes the message until the customer replies. Counts toward `staff-changes` (120 a minute for
    /// each client).
    ///
    /// Requires the role `support`.
    fn close_message(
        &self,
        caller: Self::Staff,
        request: CloseMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<CloseMessage>>> + Send;
}

/// The operation `listMessages` and its request.
#[derive(Clone)]
pub struct ListMessages {
    /// Id of the site.
    pub site_id: i64,
    /// Status of the messages; any status if absent.
    pub status: Option<types::SupportStatus>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListMessages {
    const ID: &'static str = "listMessages";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "Invalid site ID", "invalid_site_id"),
        (400, "status must be one of open, pending, closed", "invalid_status"),
        (400, "limit must be an integer", "invalid_limit"),
        (400, "limit must be at least 1", "limit_too_small"),
        (400, "Invalid cursor", "invalid_cursor"),
        (401, "Unauthorized", "unauthorized"),
        (403, "Your role does not allow this", "role_refused"),
        (403, "This site requires TOTP", "site_requires_totp"),
        (404, "Site not found", "site_not_found"),
        (429, "Too many requests, slow down", "too_many_requests"),
        (500, "Internal server error", "internal_server_error"),
    ];
}

impl Restricted for ListMessages {
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListMessages {}
impl Documents<401> for ListMessages {}
impl Documents<403> for ListMessages {}
impl Documents<404> for ListMessages {}
impl Documents<429> for ListMessages {}
impl Documents<500> for ListMessages {}

/// The operation `getMessage` and its request.
#[derive(Clone)]
pub struct GetMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the support message.
    pub message_id: i64,
}

impl Operation for GetMessage {
    const ID: &'static str = "getMessage";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "Invalid site ID", "invalid_site_id"),
        (400, "Invalid message ID", "invalid_message_id"),
        (401, "Unauthorized", "unauthorized"),
        (403, "Your role does not allow this", "role_refused"),
        (403, "This site requires TOTP", "site_requires_totp"),
        (404, "Site not found", "site_not_found"),
        (404, "Message not found", "message_not_found"),
        (429, "Too many requests, slow down", "too_many_requests"),
        (500, "Internal server error", "internal_server_error"),
    ];
}

impl Restricted for GetMessage {
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetMessage {}
impl Documents<401> for GetMessage {}
impl Documents<403> for GetMessage {}
impl Documents<404> for GetMessage {}
impl Documents<429> for GetMessage {}
impl Documents<500> for GetMessage {}

/// The operation `replyToMessage` and its request.
#[derive(Clone)]
pub struct ReplyToMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the support message.
    pub message_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::SupportReplyRequest,
}

impl Operation for ReplyToMessage {
    const ID: &'static str = "replyToMessage";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "Invalid site ID", "invalid_site_id"),
        (400, "Invalid message ID", "invalid_message_id"),
        (400, "Invalid JSON body", "invalid_json"),
        (400, "body is required", "body_is_required"),
        (400, "body must be at most 10000 characters", "body_too_long"),
        (400, "Idempotency-Key must have 1 to 255 characters", "invalid_idempotency_key"),
        (401, "Unauthorized", "unauthorized"),
        (403, "Your role does not allow this", "role_refused"),
        (403, "This site requires TOTP", "site_requires_totp"),
        (404, "Site not found", "site_not_found"),
        (404, "Message not found", "message_not_found"),
        (409, "A request with this Idempotency-Key is in progress", "idempotency_key_in_progress"),
        (413, "Request body too large", "request_body_too_large"),
        (415, "Expected application/json", "expected_application_json"),
        (422, "Idempotency-Key was used with a different request", "idempotency_key_reused"),
        (429, "Too many requests, slow down", "too_many_requests"),
        (500, "Internal server error", "internal_server_error"),
    ];
}

impl Restricted for ReplyToMessage {
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ReplyToMessage {}
impl Documents<401> for ReplyToMessage {}
impl Documents<403> for ReplyToMessage {}
impl Documents<404> for ReplyToMessage {}
impl Documents<409> for ReplyToMessage {}
impl Documents<413> for ReplyToMessage {}
impl Documents<415> for ReplyToMessage {}
impl Documents<422> for ReplyToMessage {}
impl Documents<429> for ReplyToMessage {}
impl Documents<500> for ReplyToMessage {}
impl TakesBody for ReplyToMessage {}

/// The operation `closeMessage` and its request.
#[derive(Clone)]
pub struct CloseMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the support message.
    pub message_id: i64,
}

impl Operation for CloseMessage {
    const ID: &'static str = "closeMessage";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "Invalid site ID", "invalid_site_id"),
        (400, "Invalid message ID", "invalid_message_id"),
        (401, "Unauthorized", "unauthorized"),
        (403, "Your role does not allow this", "role_refused"),
        (403, "This site requires TOTP", "site_requires_totp"),
        (404, "Site not found", "site_not_found"),
        (404, "Message not found", "message_not_found"),
        (409, "Message is closed", "message_is_closed"),
        (429, "Too many requests, slow down", "too_many_requests"),
        (500, "Internal server error", "internal_server_error"),
    ];
}

impl Restricted for CloseMessage {
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CloseMessage {}
impl Documents<401> for CloseMessage {}
impl Documents<403> for CloseMessage {}
impl Documents<404> for CloseMessage {}
impl Documents<409> for CloseMessage {}
impl Documents<429> for CloseMessage {}
impl Documents<500> for CloseMessage {}

/// The routes of the operations tagged `support`.
pub fn routes<A: SupportApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/messages", api, |api, call| Box::pin(list_messages(api, call)))
        .get("/sites/{siteId}/messages/{messageId}", api, |api, call| {
            Box::pin(get_message(api, call))
        })
        .post("/sites/{siteId}/messages/{messageId}/replies", api, |api, call| {
            Box::pin(reply_to_message(api, call))
        })
        .post("/sites/{siteId}/messages/{messageId}/close", api, |api, call| {
            Box::pin(close_message(api, call))
        })
}

async fn list_messages<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListMessages>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.staff_with_role(call.credentials(), call.context()).await?;
    if !caller.has_role(Role::Support) {
        return Err(ListMessages::REFUSAL.into());
    }
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListMessages {
        site_id,
        status: call
            .query("status")
            .one_of::<types::SupportStatus>(types::SupportStatus::VALUES)
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_messages(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_message<A: SupportApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetMessage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let message_id = call.path("messageId").message("Invalid message ID").integer().required()?;
    let caller = api.staff_with_role(call.credentials(), call.context()).await?;
    if !caller.has_role(Role::Support) {
        return Err(GetMessage::REFUSAL.into());
    }
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetMessage { site_id, message_id };
    let reply = api.get_message(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageResponse { data: reply }))
}

async fn reply_to_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReplyToMessage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let message_id = call.path("messageId").message("Invalid message ID").integer().required()?;
    let caller = api.staff_with_role(call.credentials(), call.context()).await?;
    if !caller.has_role(Role::Support) {
        return Err(ReplyToMessage::REFUSAL.into());
    }
    api.rate_limits().staff_changes.count(call.client()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "SupportReplyRequest").await?;
    let request = ReplyToMessage { site_id, message_id, idempotency, body };
    let reply = api.reply_to_message(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(200, &types::SupportMessageResponse { data: reply })))
}

async fn close_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CloseMessage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let message_id = call.path("messageId").message("Invalid message ID").integer().required()?;
    let caller = api.staff_with_role(call.credentials(), call.context()).await?;
    if !caller.has_role(Role::Support) {
        return Err(CloseMessage::REFUSAL.into());
    }
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CloseMessage { site_id, message_id };
    let reply = api.close_message(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageResponse { data: reply }))
}
