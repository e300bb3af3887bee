//! The operations tagged `templates`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List design templates: `GET /sites/{siteId}/design-templates`.
    ///
    /// The designs that customers can start from, by `order`. Counts toward `staff-reads` (600 a minute
    /// for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`ListDesignTemplatesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_design_templates(&self, site_id: i64) -> ListDesignTemplates {
        let call =
            self.call("listDesignTemplates", Method::GET, "/sites/{siteId}/design-templates");
        ListDesignTemplates(call.path("siteId", site_id))
    }

    /// Create a design template: `POST /sites/{siteId}/design-templates`.
    ///
    /// Creates a template, from which customers can start at once. Each call creates a template, also a
    /// call that is repeated. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`CreateDesignTemplateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_design_template(
        &self,
        site_id: i64,
        body: &types::CreateDesignTemplateRequest,
    ) -> CreateDesignTemplate {
        let call =
            self.call("createDesignTemplate", Method::POST, "/sites/{siteId}/design-templates");
        CreateDesignTemplate(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a design template: `GET /sites/{siteId}/design-templates/{templateId}`.
    ///
    /// A template with its layers. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`GetDesignTemplateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_design_template(&self, site_id: i64, template_id: i64) -> GetDesignTemplate {
        let call = self.call(
            "getDesignTemplate",
            Method::GET,
            "/sites/{siteId}/design-templates/{templateId}",
        );
        GetDesignTemplate(call.path("siteId", site_id).path("templateId", template_id))
    }

    /// Update a design template: `PATCH /sites/{siteId}/design-templates/{templateId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `styleOverrides` are replaced as a whole.
    ///
    /// `If-Match` has the `ETag` of the template that the caller has seen. If someone has changed it
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// The designs that customers began with the template do not change. Counts toward `staff-changes`
    /// (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`UpdateDesignTemplateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_design_template(
        &self,
        site_id: i64,
        template_id: i64,
        if_match: &str,
        body: &types::DesignTemplatePatch,
    ) -> UpdateDesignTemplate {
        let call = self.call(
            "updateDesignTemplate",
            Method::PATCH,
            "/sites/{siteId}/design-templates/{templateId}",
        );
        UpdateDesignTemplate(
            call.path("siteId", site_id)
                .path("templateId", template_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a design template: `DELETE /sites/{siteId}/design-templates/{templateId}`.
    ///
    /// Deletes the template. The designs that customers began with it stay. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`RemoveDesignTemplateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_design_template(&self, site_id: i64, template_id: i64) -> RemoveDesignTemplate {
        let call = self.call(
            "removeDesignTemplate",
            Method::DELETE,
            "/sites/{siteId}/design-templates/{templateId}",
        );
        RemoveDesignTemplate(call.path("siteId", site_id).path("templateId", template_id))
    }
}

::stoa_client_core::calls! {
    list_design_templates: ListDesignTemplates "listDesignTemplates" -> Cursor<types::DesignTemplateListResponse, types::DesignTemplateSummary>(data, next_cursor, "cursor");
    create_design_template: CreateDesignTemplate "createDesignTemplate" -> Json<types::DesignTemplateResponse>;
    get_design_template: GetDesignTemplate "getDesignTemplate" -> Json<types::DesignTemplateResponse>;
    update_design_template: UpdateDesignTemplate "updateDesignTemplate" -> Json<types::DesignTemplateResponse>;
    remove_design_template: RemoveDesignTemplate "removeDesignTemplate" -> Json<types::DoneResponse>;
}

impl ListDesignTemplates {
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

impl CreateDesignTemplate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DesignTemplate> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetDesignTemplate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DesignTemplate> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateDesignTemplate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DesignTemplate> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListDesignTemplatesReason of "listDesignTemplates" {
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
    pub enum CreateDesignTemplateReason of "createDesignTemplate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 ProductIdIsRequired "product_id_is_required" "productId is required",
        400 InvalidStyleId "invalid_style_id" "styleId must be an integer or null",
        400 InvalidName "invalid_name" "name must have at most 255 characters, and no control characters",
        400 InvalidLayers "invalid_layers" "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        400 InvalidStyleOverrides "invalid_style_overrides" "styleOverrides must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        400 InvalidOrder "invalid_order" "order must be an integer from -9007199254740991 to 9007199254740991",
        400 StyleOfOtherProduct "style_of_other_product" "styleId is not a style of the product",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetDesignTemplateReason of "getDesignTemplate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidTemplateId "invalid_template_id" "Invalid template ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 TemplateNotFound "template_not_found" "Template not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateDesignTemplateReason of "updateDesignTemplate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidTemplateId "invalid_template_id" "Invalid template ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidStyleId "invalid_style_id" "styleId must be an integer or null",
        400 InvalidName "invalid_name" "name must have at most 255 characters, and no control characters",
        400 InvalidLayers "invalid_layers" "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        400 InvalidStyleOverrides "invalid_style_overrides" "styleOverrides must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        400 InvalidOrder "invalid_order" "order must be an integer from -9007199254740991 to 9007199254740991",
        400 StyleOfOtherProduct "style_of_other_product" "styleId is not a style of the product",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 TemplateNotFound "template_not_found" "Template not found",
        412 TemplateHasChanged "template_has_changed" "The template has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveDesignTemplateReason of "removeDesignTemplate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidTemplateId "invalid_template_id" "Invalid template ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 TemplateNotFound "template_not_found" "Template not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
