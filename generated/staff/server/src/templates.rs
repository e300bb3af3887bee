//! The operations tagged `templates`.
//!
//! Handlers implement [`TemplatesApi`]. Each operation is a struct that holds its request and
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

/// The designs that customers can start from.
pub trait TemplatesApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/design-templates`: List design templates.
    ///
    /// The designs that customers can start from, by `order`. Counts toward `staff-reads` (600 a minute
    /// for each client).
    ///
    /// Requires the role `content`.
    fn list_design_templates(
        &self,
        caller: Self::Staff,
        request: ListDesignTemplates,
    ) -> impl Future<Output = Result<types::DesignTemplateListResponse, Error<ListDesignTemplates>>> + Send;

    /// `POST /sites/{siteId}/design-templates`: Create a design template.
    ///
    /// Creates a template, from which customers can start at once. Each call creates a template, also a
    /// call that is repeated. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn create_design_template(
        &self,
        caller: Self::Staff,
        request: CreateDesignTemplate,
    ) -> impl Future<Output = Result<types::DesignTemplate, Error<CreateDesignTemplate>>> + Send;

    /// `GET /sites/{siteId}/design-templates/{templateId}`: Get a design template.
    ///
    /// A template with its layers. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    fn get_design_template(
        &self,
        caller: Self::Staff,
        request: GetDesignTemplate,
    ) -> impl Future<Output = Result<types::DesignTemplate, Error<GetDesignTemplate>>> + Send;

    /// `PATCH /sites/{siteId}/design-templates/{templateId}`: Update a design template.
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
    fn update_design_template(
        &self,
        caller: Self::Staff,
        request: UpdateDesignTemplate,
    ) -> impl Future<Output = Result<types::DesignTemplate, Error<UpdateDesignTemplate>>> + Send;

    /// `DELETE /sites/{siteId}/design-templates/{templateId}`: Remove a design template.
    ///
    /// Deletes the template. The designs that customers began with it stay. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn remove_design_template(
        &self,
        caller: Self::Staff,
        request: RemoveDesignTemplate,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveDesignTemplate>>> + Send;
}

/// The operation `listDesignTemplates` and its request.
#[derive(Clone)]
pub struct ListDesignTemplates {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListDesignTemplates {
    const ID: &'static str = "listDesignTemplates";
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

impl Restricted for ListDesignTemplates {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListDesignTemplates {}
impl Documents<401> for ListDesignTemplates {}
impl Documents<403> for ListDesignTemplates {}
impl Documents<404> for ListDesignTemplates {}
impl Documents<429> for ListDesignTemplates {}
impl Documents<500> for ListDesignTemplates {}

/// The operation `createDesignTemplate` and its request.
#[derive(Clone)]
pub struct CreateDesignTemplate {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::CreateDesignTemplateRequest,
}

impl Operation for CreateDesignTemplate {
    const ID: &'static str = "createDesignTemplate";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "product_id_is_required", "productId is required"),
        (400, "invalid_style_id", "styleId must be an integer or null"),
        (400, "invalid_name", "name must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_layers",
            "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (
            400,
            "invalid_style_overrides",
            "styleOverrides must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (
            400,
            "invalid_order",
            "order must be an integer from -9007199254740991 to 9007199254740991",
        ),
        (400, "style_of_other_product", "styleId is not a style of the product"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "product_not_found", "Product not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateDesignTemplate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateDesignTemplate {}
impl Documents<401> for CreateDesignTemplate {}
impl Documents<403> for CreateDesignTemplate {}
impl Documents<404> for CreateDesignTemplate {}
impl Documents<413> for CreateDesignTemplate {}
impl Documents<415> for CreateDesignTemplate {}
impl Documents<429> for CreateDesignTemplate {}
impl Documents<500> for CreateDesignTemplate {}
impl TakesBody for CreateDesignTemplate {}

/// The operation `getDesignTemplate` and its request.
#[derive(Clone)]
pub struct GetDesignTemplate {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the template.
    pub template_id: i64,
}

impl Operation for GetDesignTemplate {
    const ID: &'static str = "getDesignTemplate";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_template_id", "Invalid template ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "template_not_found", "Template not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetDesignTemplate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetDesignTemplate {}
impl Documents<401> for GetDesignTemplate {}
impl Documents<403> for GetDesignTemplate {}
impl Documents<404> for GetDesignTemplate {}
impl Documents<429> for GetDesignTemplate {}
impl Documents<500> for GetDesignTemplate {}

/// The operation `updateDesignTemplate` and its request.
#[derive(Clone)]
pub struct UpdateDesignTemplate {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the template.
    pub template_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::DesignTemplatePatch,
}

impl Operation for UpdateDesignTemplate {
    const ID: &'static str = "updateDesignTemplate";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_template_id", "Invalid template ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_style_id", "styleId must be an integer or null"),
        (400, "invalid_name", "name must have at most 255 characters, and no control characters"),
        (
            400,
            "invalid_layers",
            "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (
            400,
            "invalid_style_overrides",
            "styleOverrides must be an object with at most 1048576 bytes, 50000 values and a depth of 120",
        ),
        (
            400,
            "invalid_order",
            "order must be an integer from -9007199254740991 to 9007199254740991",
        ),
        (400, "style_of_other_product", "styleId is not a style of the product"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "template_not_found", "Template not found"),
        (412, "template_has_changed", "The template has changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateDesignTemplate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateDesignTemplate {}
impl Documents<401> for UpdateDesignTemplate {}
impl Documents<403> for UpdateDesignTemplate {}
impl Documents<404> for UpdateDesignTemplate {}
impl Documents<412> for UpdateDesignTemplate {}
impl Documents<413> for UpdateDesignTemplate {}
impl Documents<415> for UpdateDesignTemplate {}
impl Documents<428> for UpdateDesignTemplate {}
impl Documents<429> for UpdateDesignTemplate {}
impl Documents<500> for UpdateDesignTemplate {}
impl TakesBody for UpdateDesignTemplate {}

/// The operation `removeDesignTemplate` and its request.
#[derive(Clone)]
pub struct RemoveDesignTemplate {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the template.
    pub template_id: i64,
}

impl Operation for RemoveDesignTemplate {
    const ID: &'static str = "removeDesignTemplate";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_template_id", "Invalid template ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "template_not_found", "Template not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemoveDesignTemplate {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemoveDesignTemplate {}
impl Documents<401> for RemoveDesignTemplate {}
impl Documents<403> for RemoveDesignTemplate {}
impl Documents<404> for RemoveDesignTemplate {}
impl Documents<429> for RemoveDesignTemplate {}
impl Documents<500> for RemoveDesignTemplate {}

stoa_runtime::refuses! {
    ListDesignTemplates:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    CreateDesignTemplate:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::ProductIdIsRequired,
        reasons::InvalidStyleId, reasons::CreateDesignTemplateInvalidName, reasons::InvalidLayers,
        reasons::InvalidStyleOverrides, reasons::InvalidOrder, reasons::StyleOfOtherProduct,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::ProductNotFound, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    GetDesignTemplate:
        reasons::InvalidSiteId, reasons::InvalidTemplateId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TemplateNotFound, reasons::TooManyRequests;
    UpdateDesignTemplate:
        reasons::InvalidSiteId, reasons::InvalidTemplateId, reasons::InvalidJson,
        reasons::InvalidStyleId, reasons::UpdateDesignTemplateInvalidName, reasons::InvalidLayers,
        reasons::InvalidStyleOverrides, reasons::InvalidOrder, reasons::StyleOfOtherProduct,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::TemplateNotFound, reasons::TemplateHasChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
    RemoveDesignTemplate:
        reasons::InvalidSiteId, reasons::InvalidTemplateId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TemplateNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `templates`.
pub fn routes<A: TemplatesApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/design-templates", api, |api, call| {
            Box::pin(list_design_templates(api, call))
        })
        .post("/sites/{siteId}/design-templates", api, |api, call| {
            Box::pin(create_design_template(api, call))
        })
        .get("/sites/{siteId}/design-templates/{templateId}", api, |api, call| {
            Box::pin(get_design_template(api, call))
        })
        .patch("/sites/{siteId}/design-templates/{templateId}", api, |api, call| {
            Box::pin(update_design_template(api, call))
        })
        .delete("/sites/{siteId}/design-templates/{templateId}", api, |api, call| {
            Box::pin(remove_design_template(api, call))
        })
}

async fn list_design_templates<A: TemplatesApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListDesignTemplates>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListDesignTemplates {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_design_templates(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn create_design_template<A: TemplatesApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateDesignTemplate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateDesignTemplate {
        site_id,
        body: call.json(&SCHEMAS, "CreateDesignTemplateRequest").await?,
    };
    let reply = api.create_design_template(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(201, &types::DesignTemplateResponse { data: reply }).version(version)
    })
}

async fn get_design_template<A: TemplatesApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetDesignTemplate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let template_id =
        call.path("templateId").message("Invalid template ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetDesignTemplate { site_id, template_id };
    let reply = api.get_design_template(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::DesignTemplateResponse { data: reply }).version(version)
    })
}

async fn update_design_template<A: TemplatesApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateDesignTemplate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let template_id =
        call.path("templateId").message("Invalid template ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateDesignTemplate {
        site_id,
        template_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "DesignTemplatePatch").await?,
    };
    let reply = api.update_design_template(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::DesignTemplateResponse { data: reply }).version(version)
    })
}

async fn remove_design_template<A: TemplatesApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveDesignTemplate>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let template_id =
        call.path("templateId").message("Invalid template ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveDesignTemplate { site_id, template_id };
    let reply = api.remove_design_template(caller, request).await?;
    Ok(Reply::json(200, &reply))
}
