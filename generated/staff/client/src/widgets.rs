//! The operations tagged `widgets`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List chat widgets: `GET /sites/{siteId}/chat-widgets`.
    ///
    /// The widgets of live chat, by id. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`ListChatWidgetsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_chat_widgets(&self, site_id: i64) -> ListChatWidgets {
        let call = self.call("listChatWidgets", Method::GET, "/sites/{siteId}/chat-widgets");
        ListChatWidgets(call.path("siteId", site_id))
    }

    /// Create a chat widget: `POST /sites/{siteId}/chat-widgets`.
    ///
    /// Creates a widget of live chat, which visitors can use at once. Each call creates a widget, also
    /// a call that is repeated. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`CreateChatWidgetReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_chat_widget(
        &self,
        site_id: i64,
        body: &types::CreateChatWidgetRequest,
    ) -> CreateChatWidget {
        let call = self.call("createChatWidget", Method::POST, "/sites/{siteId}/chat-widgets");
        CreateChatWidget(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a chat widget: `GET /sites/{siteId}/chat-widgets/{widgetId}`.
    ///
    /// A widget of live chat. A change sends its `ETag` back in `If-Match`. Counts toward `staff-reads`
    /// (600 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`GetChatWidgetReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_chat_widget(&self, site_id: i64, widget_id: i64) -> GetChatWidget {
        let call =
            self.call("getChatWidget", Method::GET, "/sites/{siteId}/chat-widgets/{widgetId}");
        GetChatWidget(call.path("siteId", site_id).path("widgetId", widget_id))
    }

    /// Update a chat widget: `PATCH /sites/{siteId}/chat-widgets/{widgetId}`.
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
    ///
    /// # Errors
    ///
    /// [`UpdateChatWidgetReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_chat_widget(
        &self,
        site_id: i64,
        widget_id: i64,
        if_match: &str,
        body: &types::ChatWidgetPatch,
    ) -> UpdateChatWidget {
        let call =
            self.call("updateChatWidget", Method::PATCH, "/sites/{siteId}/chat-widgets/{widgetId}");
        UpdateChatWidget(
            call.path("siteId", site_id)
                .path("widgetId", widget_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a chat widget: `DELETE /sites/{siteId}/chat-widgets/{widgetId}`.
    ///
    /// Deletes the widget. It is refused while a conversation of the widget is open or assigned;
    /// [`close_conversation`](Client::close_conversation) closes it. Closed conversations are retained.
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `support`.
    ///
    /// # Errors
    ///
    /// [`RemoveChatWidgetReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_chat_widget(&self, site_id: i64, widget_id: i64) -> RemoveChatWidget {
        let call = self.call(
            "removeChatWidget",
            Method::DELETE,
            "/sites/{siteId}/chat-widgets/{widgetId}",
        );
        RemoveChatWidget(call.path("siteId", site_id).path("widgetId", widget_id))
    }
}

::stoa_client_core::calls! {
    list_chat_widgets: ListChatWidgets "listChatWidgets" -> Cursor<types::ChatWidgetListResponse, types::ChatWidget>(data, next_cursor, "cursor");
    create_chat_widget: CreateChatWidget "createChatWidget" -> Json<types::ChatWidgetResponse>;
    get_chat_widget: GetChatWidget "getChatWidget" -> Json<types::ChatWidgetResponse>;
    update_chat_widget: UpdateChatWidget "updateChatWidget" -> Json<types::ChatWidgetResponse>;
    remove_chat_widget: RemoveChatWidget "removeChatWidget" -> Json<types::DoneResponse>;
}

impl ListChatWidgets {
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

impl CreateChatWidget {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ChatWidget> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetChatWidget {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ChatWidget> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateChatWidget {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ChatWidget> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListChatWidgetsReason of "listChatWidgets" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
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
    pub enum CreateChatWidgetReason of "createChatWidget" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidEnabled "invalid_enabled" "enabled must be true or false",
        400 InvalidGreetingMessage "invalid_greeting_message" "greetingMessage must have at most 2000 characters",
        400 InvalidPrimaryColor "invalid_primary_color" "primaryColor must be a hex color such as #0f4c5c, or null",
        400 InvalidPosition "invalid_position" "position must have at most 255 characters, and no control characters",
        400 InvalidAwayMessage "invalid_away_message" "awayMessage must have at most 2000 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetChatWidgetReason of "getChatWidget" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWidgetId "invalid_widget_id" "Invalid widget ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WidgetNotFound "widget_not_found" "Chat widget not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateChatWidgetReason of "updateChatWidget" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWidgetId "invalid_widget_id" "Invalid widget ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidEnabled "invalid_enabled" "enabled must be true or false",
        400 InvalidGreetingMessage "invalid_greeting_message" "greetingMessage must have at most 2000 characters",
        400 InvalidPrimaryColor "invalid_primary_color" "primaryColor must be a hex color such as #0f4c5c, or null",
        400 InvalidPosition "invalid_position" "position must have at most 255 characters, and no control characters",
        400 InvalidAwayMessage "invalid_away_message" "awayMessage must have at most 2000 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WidgetNotFound "widget_not_found" "Chat widget not found",
        412 WidgetHasChanged "widget_has_changed" "The chat widget has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveChatWidgetReason of "removeChatWidget" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidWidgetId "invalid_widget_id" "Invalid widget ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 WidgetNotFound "widget_not_found" "Chat widget not found",
        409 WidgetHasConversations "widget_has_conversations" "Close the conversations of the chat widget first",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
