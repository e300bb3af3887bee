//! The operations tagged `widgets`.
//!
//! Handlers implement [`WidgetsApi`]. Each operation is a struct that holds its request and
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

/// The widgets of live chat.
pub trait WidgetsApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/chat-widgets`: List chat widgets.
    ///
    /// The widgets of live chat, by id. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `support`.
    fn list_chat_widgets(
        &self,
        caller: Self::Staff,
        request: ListChatWidgets,
    ) -> impl Future<Output = Result<types::ChatWidgetListResponse, Error<ListChatWidgets>>> + Send;

    /// `POST /sites/{siteId}/chat-widgets`: Create a chat widget.
    ///
    /// Creates a widget of live chat, which visitors can use at once. Each call creates a widget, also
    /// a call that is repeated. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    fn create_chat_widget(
        &self,
        caller: Self::Staff,
        request: CreateChatWidget,
    ) -> impl Future<Output = Result<types::ChatWidget, Error<CreateChatWidget>>> + Send;

    /// `GET /sites/{siteId}/chat-widgets/{widgetId}`: Get a chat widget.
    ///
    /// A widget of live chat. A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads`
    /// (600 a minute for each client).
    ///
    /// Requires the role `support`.
    fn get_chat_widget(
        &self,
        caller: Self::Staff,
        request: GetChatWidget,
    ) -> impl Future<Output = Result<types::ChatWidget, Error<GetChatWidget>>> + Send;

    /// `PATCH /sites/{siteId}/chat-widgets/{widgetId}`: Update a chat widget.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value.
    ///
    /// `If-Match` has the `ETag` of the widget that the caller has seen. If someone has changed it
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// While `enabled` is false, visitors cannot use the widget and its conversations; open streams end
    /// within about a minute. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    fn update_chat_widget(
        &self,
        caller: Self::Staff,
        request: UpdateChatWidget,
    ) -> impl Future<Output = Result<types::ChatWidget, Error<UpdateChatWidget>>> + Send;

    /// `DELETE /sites/{siteId}/chat-widgets/{widgetId}`: Remove a chat widget.
    ///
    /// Deletes the widget. It is refused while a conversation of the widget is open or assigned;
    /// `closeConversation` closes it. Closed conversations are retained. Counts toward `staff-changes`
    /// (120 a minute for each client).
    ///
    /// Requires the role `support`.
    fn remove_chat_widget(
        &self,
        caller: Self::Staff,
        request: RemoveChatWidget,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveChatWidget>>> + Send;
}

/// The operation `listChatWidgets` and its request.
#[derive(Clone)]
pub struct ListChatWidgets {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListChatWidgets {
    const ID: &'static str = "listChatWidgets";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
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

impl Restricted for ListChatWidgets {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListChatWidgets {}
impl Documents<401> for ListChatWidgets {}
impl Documents<403> for ListChatWidgets {}
impl Documents<404> for ListChatWidgets {}
impl Documents<429> for ListChatWidgets {}
impl Documents<500> for ListChatWidgets {}

/// The operation `createChatWidget` and its request.
#[derive(Clone)]
pub struct CreateChatWidget {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateChatWidgetRequest,
}

impl Operation for CreateChatWidget {
    const ID: &'static str = "createChatWidget";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_enabled", "enabled must be true or false"),
        (400, "invalid_greeting_message", "greetingMessage must have at most 2000 characters"),
        (400, "invalid_primary_color", "primaryColor must be a hex color such as #0f4c5c, or null"),
        (
            400,
            "invalid_position",
            "position must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_away_message", "awayMessage must have at most 2000 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateChatWidget {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateChatWidget {}
impl Documents<401> for CreateChatWidget {}
impl Documents<403> for CreateChatWidget {}
impl Documents<404> for CreateChatWidget {}
impl Documents<413> for CreateChatWidget {}
impl Documents<415> for CreateChatWidget {}
impl Documents<429> for CreateChatWidget {}
impl Documents<500> for CreateChatWidget {}
impl TakesBody for CreateChatWidget {}

/// The operation `getChatWidget` and its request.
#[derive(Clone)]
pub struct GetChatWidget {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the widget.
    pub widget_id: i64,
}

impl Operation for GetChatWidget {
    const ID: &'static str = "getChatWidget";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_widget_id", "Invalid widget ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "widget_not_found", "Chat widget not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetChatWidget {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetChatWidget {}
impl Documents<401> for GetChatWidget {}
impl Documents<403> for GetChatWidget {}
impl Documents<404> for GetChatWidget {}
impl Documents<429> for GetChatWidget {}
impl Documents<500> for GetChatWidget {}

/// The operation `updateChatWidget` and its request.
#[derive(Clone)]
pub struct UpdateChatWidget {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the widget.
    pub widget_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::ChatWidgetPatch,
}

impl Operation for UpdateChatWidget {
    const ID: &'static str = "updateChatWidget";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_widget_id", "Invalid widget ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_enabled", "enabled must be true or false"),
        (400, "invalid_greeting_message", "greetingMessage must have at most 2000 characters"),
        (400, "invalid_primary_color", "primaryColor must be a hex color such as #0f4c5c, or null"),
        (
            400,
            "invalid_position",
            "position must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_away_message", "awayMessage must have at most 2000 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "widget_not_found", "Chat widget not found"),
        (412, "widget_has_changed", "The chat widget has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateChatWidget {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateChatWidget {}
impl Documents<401> for UpdateChatWidget {}
impl Documents<403> for UpdateChatWidget {}
impl Documents<404> for UpdateChatWidget {}
impl Documents<412> for UpdateChatWidget {}
impl Documents<413> for UpdateChatWidget {}
impl Documents<415> for UpdateChatWidget {}
impl Documents<428> for UpdateChatWidget {}
impl Documents<429> for UpdateChatWidget {}
impl Documents<500> for UpdateChatWidget {}
impl TakesBody for UpdateChatWidget {}

/// The operation `removeChatWidget` and its request.
#[derive(Clone)]
pub struct RemoveChatWidget {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the widget.
    pub widget_id: i64,
}

impl Operation for RemoveChatWidget {
    const ID: &'static str = "removeChatWidget";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_widget_id", "Invalid widget ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "widget_not_found", "Chat widget not found"),
        (409, "widget_has_conversations", "Close the conversations of the chat widget first"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveChatWidget {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveChatWidget {}
impl Documents<401> for RemoveChatWidget {}
impl Documents<403> for RemoveChatWidget {}
impl Documents<404> for RemoveChatWidget {}
impl Documents<409> for RemoveChatWidget {}
impl Documents<429> for RemoveChatWidget {}
impl Documents<500> for RemoveChatWidget {}

stoa_runtime::refuses! {
    ListChatWidgets:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateChatWidget:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidEnabled,
        reasons::InvalidGreetingMessage, reasons::InvalidPrimaryColor,
        reasons::CreateChatWidgetInvalidPosition, reasons::InvalidAwayMessage,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyRequests;
    GetChatWidget:
        reasons::InvalidSiteId, reasons::InvalidWidgetId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WidgetNotFound, reasons::TooManyRequests;
    UpdateChatWidget:
        reasons::InvalidSiteId, reasons::InvalidWidgetId, reasons::InvalidJson,
        reasons::InvalidEnabled, reasons::InvalidGreetingMessage, reasons::InvalidPrimaryColor,
        reasons::UpdateChatWidgetInvalidPosition, reasons::InvalidAwayMessage,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::WidgetNotFound, reasons::WidgetHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemoveChatWidget:
        reasons::InvalidSiteId, reasons::InvalidWidgetId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::WidgetNotFound, reasons::WidgetHasConversations, reasons::TooManyRequests;
}

/// The routes of the operations tagged `widgets`.
pub fn routes<A: WidgetsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/chat-widgets", api, |api, call| {
            Box::pin(list_chat_widgets(api, call))
        })
        .post("/sites/{siteId}/chat-widgets", api, |api, call| {
            Box::pin(create_chat_widget(api, call))
        })
        .get("/sites/{siteId}/chat-widgets/{widgetId}", api, |api, call| {
            Box::pin(get_chat_widget(api, call))
        })
        .patch("/sites/{siteId}/chat-widgets/{widgetId}", api, |api, call| {
            Box::pin(update_chat_widget(api, call))
        })
        .delete("/sites/{siteId}/chat-widgets/{widgetId}", api, |api, call| {
            Box::pin(remove_chat_widget(api, call))
        })
}

async fn list_chat_widgets<A: WidgetsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListChatWidgets>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListChatWidgets {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_chat_widgets(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_chat_widget<A: WidgetsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateChatWidget>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        CreateChatWidget { site_id, body: call.json(&SCHEMAS, "CreateChatWidgetRequest").await? };
    let reply = api.create_chat_widget(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::ChatWidgetResponse { data: reply }).version(version)
    })
}

async fn get_chat_widget<A: WidgetsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetChatWidget>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let widget_id = call.path("widgetId").message("Invalid widget ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetChatWidget { site_id, widget_id };
    let reply = api.get_chat_widget(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ChatWidgetResponse { data: reply }).version(version)
    })
}

async fn update_chat_widget<A: WidgetsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateChatWidget>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let widget_id = call.path("widgetId").message("Invalid widget ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateChatWidget {
        site_id,
        widget_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "ChatWidgetPatch").await?,
    };
    let reply = api.update_chat_widget(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::ChatWidgetResponse { data: reply }).version(version)
    })
}

async fn remove_chat_widget<A: WidgetsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveChatWidget>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let widget_id = call.path("widgetId").message("Invalid widget ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveChatWidget { site_id, widget_id };
    let reply = api.remove_chat_widget(caller, request).await?;
    Ok(Reply::json(200, &reply))
}
