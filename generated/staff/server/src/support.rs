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
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role, SCHEMAS};

/// Support messages, which customers write to the store, and their replies.
pub trait SupportApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/support-messages`: List support messages.
    ///
    /// The support messages of customers to the store, ordered by status (`open`, `pending`, `closed`),
    /// then by latest activity, newest first. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires the role `support`.
    fn list_support_messages(
        &self,
        caller: Self::Staff,
        request: ListSupportMessages,
    ) -> impl Future<Output = Result<types::SupportMessageListResponse, Error<ListSupportMessages>>> + Send;

    /// `GET /sites/{siteId}/support-messages/{supportMessageId}`: Get a support message.
    ///
    /// The support message with its newest 50 replies, oldest first. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires the role `support`.
    fn get_support_message(
        &self,
        caller: Self::Staff,
        request: GetSupportMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<GetSupportMessage>>> + Send;

    /// `POST /sites/{siteId}/support-messages/{supportMessageId}/replies`: Reply to a support message.
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
    fn reply_to_support_message(
        &self,
        caller: Self::Staff,
        request: ReplyToSupportMessage,
    ) -> impl Future<
        Output = Result<
            stoa_runtime::Replayable<types::SupportMessage>,
            Error<ReplyToSupportMessage>,
        >,
    > + Send;

    /// `POST /sites/{siteId}/support-messages/{supportMessageId}/close`: Close a support message.
    ///
    /// Closes the support message until the customer replies. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `support`.
    fn close_support_message(
        &self,
        caller: Self::Staff,
        request: CloseSupportMessage,
    ) -> impl Future<Output = Result<types::SupportMessage, Error<CloseSupportMessage>>> + Send;
}

/// The operation `listSupportMessages` and its request.
#[derive(Clone)]
pub struct ListSupportMessages {
    /// Id of the site.
    pub site_id: i64,
    /// Status of the messages; any status if absent.
    pub status: Option<types::SupportStatus>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListSupportMessages {
    const ID: &'static str = "listSupportMessages";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_status", "status must be one of open, pending, closed"),
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

impl Restricted for ListSupportMessages {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListSupportMessages {}
impl Documents<401> for ListSupportMessages {}
impl Documents<403> for ListSupportMessages {}
impl Documents<404> for ListSupportMessages {}
impl Documents<429> for ListSupportMessages {}
impl Documents<500> for ListSupportMessages {}

/// The operation `getSupportMessage` and its request.
#[derive(Clone)]
pub struct GetSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the support message.
    pub support_message_id: i64,
}

impl Operation for GetSupportMessage {
    const ID: &'static str = "getSupportMessage";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_support_message_id", "Invalid support message ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "support_message_not_found", "Support message not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetSupportMessage {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetSupportMessage {}
impl Documents<401> for GetSupportMessage {}
impl Documents<403> for GetSupportMessage {}
impl Documents<404> for GetSupportMessage {}
impl Documents<429> for GetSupportMessage {}
impl Documents<500> for GetSupportMessage {}

/// The operation `replyToSupportMessage` and its request.
#[derive(Clone)]
pub struct ReplyToSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the support message.
    pub support_message_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::SupportReplyRequest,
}

impl Operation for ReplyToSupportMessage {
    const ID: &'static str = "replyToSupportMessage";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_support_message_id", "Invalid support message ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "body_is_required", "body is required"),
        (400, "body_too_long", "body must be at most 10000 characters"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "support_message_not_found", "Support message not found"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ReplyToSupportMessage {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ReplyToSupportMessage {}
impl Documents<401> for ReplyToSupportMessage {}
impl Documents<403> for ReplyToSupportMessage {}
impl Documents<404> for ReplyToSupportMessage {}
impl Documents<409> for ReplyToSupportMessage {}
impl Documents<413> for ReplyToSupportMessage {}
impl Documents<415> for ReplyToSupportMessage {}
impl Documents<422> for ReplyToSupportMessage {}
impl Documents<429> for ReplyToSupportMessage {}
impl Documents<500> for ReplyToSupportMessage {}
impl TakesBody for ReplyToSupportMessage {}

/// The operation `closeSupportMessage` and its request.
#[derive(Clone)]
pub struct CloseSupportMessage {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the support message.
    pub support_message_id: i64,
}

impl Operation for CloseSupportMessage {
    const ID: &'static str = "closeSupportMessage";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_support_message_id", "Invalid support message ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "support_message_not_found", "Support message not found"),
        (409, "support_message_is_closed", "Support message is closed"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CloseSupportMessage {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CloseSupportMessage {}
impl Documents<401> for CloseSupportMessage {}
impl Documents<403> for CloseSupportMessage {}
impl Documents<404> for CloseSupportMessage {}
impl Documents<409> for CloseSupportMessage {}
impl Documents<429> for CloseSupportMessage {}
impl Documents<500> for CloseSupportMessage {}

stoa_runtime::refuses! {
    ListSupportMessages:
        reasons::InvalidSiteId, reasons::ListSupportMessagesInvalidStatus, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidCursor, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TooManyRequests;
    GetSupportMessage:
        reasons::InvalidSiteId, reasons::InvalidSupportMessageId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::SupportMessageNotFound, reasons::TooManyRequests;
    ReplyToSupportMessage:
        reasons::InvalidSiteId, reasons::InvalidSupportMessageId, reasons::InvalidJson,
        reasons::BodyIsRequired, reasons::ReplyToSupportMessageBodyTooLong,
        reasons::InvalidIdempotencyKey, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::SupportMessageNotFound,
        reasons::IdempotencyKeyInProgress, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IdempotencyKeyReused, reasons::TooManyRequests;
    CloseSupportMessage:
        reasons::InvalidSiteId, reasons::InvalidSupportMessageId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::SupportMessageNotFound, reasons::SupportMessageIsClosed, reasons::TooManyRequests;
}

/// The routes of the operations tagged `support`.
pub fn routes<A: SupportApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/support-messages", api, |api, call| {
            Box::pin(list_support_messages(api, call))
        })
        .get("/sites/{siteId}/support-messages/{supportMessageId}", api, |api, call| {
            Box::pin(get_support_message(api, call))
        })
        .post("/sites/{siteId}/support-messages/{supportMessageId}/replies", api, |api, call| {
            Box::pin(reply_to_support_message(api, call))
        })
        .post("/sites/{siteId}/support-messages/{supportMessageId}/close", api, |api, call| {
            Box::pin(close_support_message(api, call))
        })
}

async fn list_support_messages<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListSupportMessages>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListSupportMessages {
        site_id,
        status: call
            .query("status")
            .one_of::<types::SupportStatus>(types::SupportStatus::VALUES)
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_support_messages(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_support_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetSupportMessage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let support_message_id =
        call.path("supportMessageId").message("Invalid support message ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetSupportMessage { site_id, support_message_id };
    let reply = api.get_support_message(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageResponse { data: reply }))
}

async fn reply_to_support_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReplyToSupportMessage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let support_message_id =
        call.path("supportMessageId").message("Invalid support message ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
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
    let request = ReplyToSupportMessage { site_id, support_message_id, idempotency, body };
    let reply = api.reply_to_support_message(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(201, &types::SupportMessageResponse { data: reply })))
}

async fn close_support_message<A: SupportApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CloseSupportMessage>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let support_message_id =
        call.path("supportMessageId").message("Invalid support message ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CloseSupportMessage { site_id, support_message_id };
    let reply = api.close_support_message(caller, request).await?;
    Ok(Reply::json(200, &types::SupportMessageResponse { data: reply }))
}
