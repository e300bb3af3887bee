//! The operations tagged `conversations`.
//!
//! Handlers implement [`ConversationsApi`]. Each operation is a struct that holds its request and
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

/// Live chat with the visitors of a site.
pub trait ConversationsApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/conversations`: List conversations.
    ///
    /// The conversations with the newest messages first. Counts toward `staff-reads` (600 a minute for
    /// each client).
    ///
    /// Requires the role `support`.
    fn list_conversations(
        &self,
        caller: Self::Staff,
        request: ListConversations,
    ) -> impl Future<Output = Result<types::ConversationListResponse, Error<ListConversations>>> + Send;

    /// `GET /sites/{siteId}/conversations/{conversationId}`: Get a conversation.
    ///
    /// The conversation with a page of its messages, newest first. `nextCursor` is the cursor of the
    /// page with earlier messages. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `support`.
    fn get_conversation(
        &self,
        caller: Self::Staff,
        request: GetConversation,
    ) -> impl Future<
        Output = Result<types::ConversationWithMessagesResponse, Error<GetConversation>>,
    > + Send;

    /// `POST /sites/{siteId}/conversations/{conversationId}/assign`: Assign a conversation.
    ///
    /// Assigns an open conversation to the caller, or to another person with the role `support`. The
    /// visitor learns that the conversation is assigned, and sees the name of the person with later
    /// messages. Of several concurrent calls, one assigns the conversation. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    fn assign_conversation(
        &self,
        caller: Self::Staff,
        request: AssignConversation,
    ) -> impl Future<Output = Result<types::Conversation, Error<AssignConversation>>> + Send;

    /// `POST /sites/{siteId}/conversations/{conversationId}/release`: Release a conversation.
    ///
    /// Takes an assigned conversation away from its agent. Its status becomes `open`. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    fn release_conversation(
        &self,
        caller: Self::Staff,
        request: ReleaseConversation,
    ) -> impl Future<Output = Result<types::Conversation, Error<ReleaseConversation>>> + Send;

    /// `POST /sites/{siteId}/conversations/{conversationId}/close`: Close a conversation.
    ///
    /// Closes the conversation for good: the next message of the visitor begins a new one. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    fn close_conversation(
        &self,
        caller: Self::Staff,
        request: CloseConversation,
    ) -> impl Future<Output = Result<types::Conversation, Error<CloseConversation>>> + Send;

    /// `POST /sites/{siteId}/conversations/{conversationId}/messages`: Reply to a visitor.
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
    fn reply_to_conversation(
        &self,
        caller: Self::Staff,
        request: ReplyToConversation,
    ) -> impl Future<
        Output = Result<
            stoa_runtime::Replayable<types::ConversationMessage>,
            Error<ReplyToConversation>,
        >,
    > + Send;
}

/// The operation `listConversations` and its request.
#[derive(Clone)]
pub struct ListConversations {
    /// Id of the site.
    pub site_id: i64,
    /// Status of the conversations; any status if absent.
    pub status: Option<types::ConversationStatus>,
    /// Whether to list only the conversations whose agent is the caller.
    pub mine: bool,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListConversations {
    const ID: &'static str = "listConversations";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_status", "status must be one of open, assigned, closed"),
        (400, "invalid_mine", "mine must be true or false"),
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

impl Restricted for ListConversations {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListConversations {}
impl Documents<401> for ListConversations {}
impl Documents<403> for ListConversations {}
impl Documents<404> for ListConversations {}
impl Documents<429> for ListConversations {}
impl Documents<500> for ListConversations {}

/// The operation `getConversation` and its request.
#[derive(Clone)]
pub struct GetConversation {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for GetConversation {
    const ID: &'static str = "getConversation";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_conversation_id", "Invalid conversation ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "conversation_not_found", "Conversation not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetConversation {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetConversation {}
impl Documents<401> for GetConversation {}
impl Documents<403> for GetConversation {}
impl Documents<404> for GetConversation {}
impl Documents<429> for GetConversation {}
impl Documents<500> for GetConversation {}

/// The operation `assignConversation` and its request.
#[derive(Clone)]
pub struct AssignConversation {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
    /// The body of the request.
    pub body: types::AssignConversationRequest,
}

impl Operation for AssignConversation {
    const ID: &'static str = "assignConversation";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_conversation_id", "Invalid conversation ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_person_id", "personId must be an integer"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "conversation_not_found", "Conversation not found"),
        (404, "person_not_found", "Person not found"),
        (409, "conversation_is_assigned", "Conversation is assigned"),
        (409, "conversation_is_closed", "Conversation is closed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for AssignConversation {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for AssignConversation {}
impl Documents<401> for AssignConversation {}
impl Documents<403> for AssignConversation {}
impl Documents<404> for AssignConversation {}
impl Documents<409> for AssignConversation {}
impl Documents<413> for AssignConversation {}
impl Documents<415> for AssignConversation {}
impl Documents<429> for AssignConversation {}
impl Documents<500> for AssignConversation {}
impl TakesBody for AssignConversation {}

/// The operation `releaseConversation` and its request.
#[derive(Clone)]
pub struct ReleaseConversation {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
}

impl Operation for ReleaseConversation {
    const ID: &'static str = "releaseConversation";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_conversation_id", "Invalid conversation ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "conversation_not_found", "Conversation not found"),
        (409, "conversation_is_not_assigned", "Conversation is not assigned"),
        (409, "conversation_is_closed", "Conversation is closed"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ReleaseConversation {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ReleaseConversation {}
impl Documents<401> for ReleaseConversation {}
impl Documents<403> for ReleaseConversation {}
impl Documents<404> for ReleaseConversation {}
impl Documents<409> for ReleaseConversation {}
impl Documents<429> for ReleaseConversation {}
impl Documents<500> for ReleaseConversation {}

/// The operation `closeConversation` and its request.
#[derive(Clone)]
pub struct CloseConversation {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
}

impl Operation for CloseConversation {
    const ID: &'static str = "closeConversation";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_conversation_id", "Invalid conversation ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "conversation_not_found", "Conversation not found"),
        (409, "conversation_is_closed", "Conversation is closed"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CloseConversation {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CloseConversation {}
impl Documents<401> for CloseConversation {}
impl Documents<403> for CloseConversation {}
impl Documents<404> for CloseConversation {}
impl Documents<409> for CloseConversation {}
impl Documents<429> for CloseConversation {}
impl Documents<500> for CloseConversation {}

/// The operation `replyToConversation` and its request.
#[derive(Clone)]
pub struct ReplyToConversation {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the conversation.
    pub conversation_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::ConversationReplyRequest,
}

impl Operation for ReplyToConversation {
    const ID: &'static str = "replyToConversation";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_conversation_id", "Invalid conversation ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "body_is_required", "body is required"),
        (400, "body_too_long", "body must be at most 4000 characters"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "conversation_not_found", "Conversation not found"),
        (409, "conversation_is_closed", "Conversation is closed"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ReplyToConversation {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ReplyToConversation {}
impl Documents<401> for ReplyToConversation {}
impl Documents<403> for ReplyToConversation {}
impl Documents<404> for ReplyToConversation {}
impl Documents<409> for ReplyToConversation {}
impl Documents<413> for ReplyToConversation {}
impl Documents<415> for ReplyToConversation {}
impl Documents<422> for ReplyToConversation {}
impl Documents<429> for ReplyToConversation {}
impl Documents<500> for ReplyToConversation {}
impl TakesBody for ReplyToConversation {}

stoa_runtime::refuses! {
    ListConversations:
        reasons::InvalidSiteId, reasons::ListConversationsInvalidStatus, reasons::InvalidMine,
        reasons::InvalidLimit, reasons::LimitTooSmall, reasons::InvalidCursor,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::TooManyRequests;
    GetConversation:
        reasons::InvalidSiteId, reasons::InvalidConversationId, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidCursor, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ConversationNotFound, reasons::TooManyRequests;
    AssignConversation:
        reasons::InvalidSiteId, reasons::InvalidConversationId, reasons::InvalidJson,
        reasons::AssignConversationInvalidPersonId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ConversationNotFound,
        reasons::PersonNotFound, reasons::ConversationIsAssigned, reasons::ConversationIsClosed,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    ReleaseConversation:
        reasons::InvalidSiteId, reasons::InvalidConversationId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ConversationNotFound, reasons::ConversationIsNotAssigned,
        reasons::ConversationIsClosed, reasons::TooManyRequests;
    CloseConversation:
        reasons::InvalidSiteId, reasons::InvalidConversationId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::ConversationNotFound, reasons::ConversationIsClosed, reasons::TooManyRequests;
    ReplyToConversation:
        reasons::InvalidSiteId, reasons::InvalidConversationId, reasons::InvalidJson,
        reasons::BodyIsRequired, reasons::ReplyToConversationBodyTooLong,
        reasons::InvalidIdempotencyKey, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ConversationNotFound,
        reasons::ConversationIsClosed, reasons::IdempotencyKeyInProgress,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::IdempotencyKeyReused, reasons::TooManyRequests;
}

/// The routes of the operations tagged `conversations`.
pub fn routes<A: ConversationsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/conversations", api, |api, call| {
            Box::pin(list_conversations(api, call))
        })
        .get("/sites/{siteId}/conversations/{conversationId}", api, |api, call| {
            Box::pin(get_conversation(api, call))
        })
        .post("/sites/{siteId}/conversations/{conversationId}/assign", api, |api, call| {
            Box::pin(assign_conversation(api, call))
        })
        .post("/sites/{siteId}/conversations/{conversationId}/release", api, |api, call| {
            Box::pin(release_conversation(api, call))
        })
        .post("/sites/{siteId}/conversations/{conversationId}/close", api, |api, call| {
            Box::pin(close_conversation(api, call))
        })
        .post("/sites/{siteId}/conversations/{conversationId}/messages", api, |api, call| {
            Box::pin(reply_to_conversation(api, call))
        })
}

async fn list_conversations<A: ConversationsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListConversations>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListConversations {
        site_id,
        status: call
            .query("status")
            .one_of::<types::ConversationStatus>(types::ConversationStatus::VALUES)
            .optional()?,
        mine: call.query("mine").boolean().or(false)?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_conversations(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_conversation<A: ConversationsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetConversation>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let conversation_id =
        call.path("conversationId").message("Invalid conversation ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetConversation {
        site_id,
        conversation_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.get_conversation(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn assign_conversation<A: ConversationsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<AssignConversation>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let conversation_id =
        call.path("conversationId").message("Invalid conversation ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = AssignConversation {
        site_id,
        conversation_id,
        body: call.json(&SCHEMAS, "AssignConversationRequest").await?,
    };
    let reply = api.assign_conversation(caller, request).await?;
    Ok(Reply::json(200, &types::ConversationResponse { data: reply }))
}

async fn release_conversation<A: ConversationsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReleaseConversation>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let conversation_id =
        call.path("conversationId").message("Invalid conversation ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ReleaseConversation { site_id, conversation_id };
    let reply = api.release_conversation(caller, request).await?;
    Ok(Reply::json(200, &types::ConversationResponse { data: reply }))
}

async fn close_conversation<A: ConversationsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CloseConversation>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let conversation_id =
        call.path("conversationId").message("Invalid conversation ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CloseConversation { site_id, conversation_id };
    let reply = api.close_conversation(caller, request).await?;
    Ok(Reply::json(200, &types::ConversationResponse { data: reply }))
}

async fn reply_to_conversation<A: ConversationsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReplyToConversation>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let conversation_id =
        call.path("conversationId").message("Invalid conversation ID").integer().required()?;
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
        call.idempotent(idempotency_key).json(&SCHEMAS, "ConversationReplyRequest").await?;
    let request = ReplyToConversation { site_id, conversation_id, idempotency, body };
    let reply = api.reply_to_conversation(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(201, &types::ConversationMessageResponse { data: reply })))
}
