//! The operations tagged `settings`.
//!
//! Handlers implement [`SettingsApi`]. Each operation is a struct that holds its request and
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

/// The settings of sites and stores, and the branding.
pub trait SettingsApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/branding`: Get the branding.
    ///
    /// The colors, fonts, logos and styles of the site. A change sends its `ETag` back in `If-Match`.
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    fn get_branding(
        &self,
        caller: Self::Staff,
        request: GetBranding,
    ) -> impl Future<Output = Result<types::Branding, Error<GetBranding>>> + Send;

    /// `PATCH /sites/{siteId}/branding`: Update the branding.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `buttonStyle`, `typography` and `darkMode` are merged with the
    /// stored ones. The result has at most 64 KiB.
    ///
    /// `If-Match` has the `ETag` of the settings that the caller has seen. If someone has changed them
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// Pages see the change at once; another server of the same site may answer with the old settings
    /// for a few seconds. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `content`.
    fn update_branding(
        &self,
        caller: Self::Staff,
        request: UpdateBranding,
    ) -> impl Future<Output = Result<types::Branding, Error<UpdateBranding>>> + Send;

    /// `GET /sites/{siteId}/settings`: Get the settings of a site.
    ///
    /// The settings of the site. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn get_site_settings(
        &self,
        caller: Self::Staff,
        request: GetSiteSettings,
    ) -> impl Future<Output = Result<types::SiteSettings, Error<GetSiteSettings>>> + Send;

    /// `PATCH /sites/{siteId}/settings`: Update the settings of a site.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value.
    ///
    /// `If-Match` has the `ETag` of the settings that the caller has seen. If someone has changed them
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// Pages see the change at once; another server of the same site may answer with the old settings
    /// for a few seconds. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn update_site_settings(
        &self,
        caller: Self::Staff,
        request: UpdateSiteSettings,
    ) -> impl Future<Output = Result<types::SiteSettings, Error<UpdateSiteSettings>>> + Send;

    /// `GET /sites/{siteId}/store`: Get the settings of a store.
    ///
    /// The settings of the site's store, except its taxes. A change sends its `ETag` back in
    /// `If-Match`. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn get_store_settings(
        &self,
        caller: Self::Staff,
        request: GetStoreSettings,
    ) -> impl Future<Output = Result<types::StoreSettings, Error<GetStoreSettings>>> + Send;

    /// `PATCH /sites/{siteId}/store`: Update the settings of a store.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. A key in `keys` is stored encrypted; no response shows it.
    ///
    /// `If-Match` has the `ETag` of the settings that the caller has seen. If someone has changed them
    /// since, the answer is 412 with the current `ETag`, and nothing changes. A call that is repeated
    /// after its answer was lost is answered 412 too.
    ///
    /// Pages see the change at once; another server of the same site may answer with the old settings
    /// for a few seconds. A new currency changes no amounts: they count in its smallest unit. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn update_store_settings(
        &self,
        caller: Self::Staff,
        request: UpdateStoreSettings,
    ) -> impl Future<Output = Result<types::StoreSettings, Error<UpdateStoreSettings>>> + Send;
}

/// The operation `getBranding` and its request.
#[derive(Clone)]
pub struct GetBranding {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetBranding {
    const ID: &'static str = "getBranding";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetBranding {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetBranding {}
impl Documents<401> for GetBranding {}
impl Documents<403> for GetBranding {}
impl Documents<404> for GetBranding {}
impl Documents<429> for GetBranding {}
impl Documents<500> for GetBranding {}

/// The operation `updateBranding` and its request.
#[derive(Clone)]
pub struct UpdateBranding {
    /// Id of the site.
    pub site_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::BrandingPatch,
}

impl Operation for UpdateBranding {
    const ID: &'static str = "updateBranding";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_primary_color", "primaryColor must be a hex color such as #0f4c5c, or null"),
        (
            400,
            "invalid_secondary_color",
            "secondaryColor must be a hex color such as #0f4c5c, or null",
        ),
        (400, "invalid_accent_color", "accentColor must be a hex color such as #0f4c5c, or null"),
        (
            400,
            "invalid_background_color",
            "backgroundColor must be a hex color such as #0f4c5c, or null",
        ),
        (400, "invalid_text_color", "textColor must be a hex color such as #0f4c5c, or null"),
        (
            400,
            "invalid_heading_font",
            "headingFont must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_body_font",
            "bodyFont must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_logo_url",
            "logoUrl must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_logo_square_url",
            "logoSquareUrl must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_logo_rect_url",
            "logoRectUrl must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_logo_icon_url",
            "logoIconUrl must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_logo_text",
            "logoText must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_logo_alt",
            "logoAlt must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_nav_template",
            "navTemplate must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_nav_position",
            "navPosition must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_nav_background",
            "navBackground must be a hex color such as #0f4c5c, or null",
        ),
        (
            400,
            "invalid_nav_text_color",
            "navTextColor must be a hex color such as #0f4c5c, or null",
        ),
        (
            400,
            "invalid_border_radius",
            "borderRadius must have at most 255 characters, and no control characters",
        ),
        (400, "invalid_link_color", "linkColor must be a hex color such as #0f4c5c, or null"),
        (
            400,
            "invalid_link_hover_color",
            "linkHoverColor must be a hex color such as #0f4c5c, or null",
        ),
        (
            400,
            "invalid_favicon_url",
            "faviconUrl must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_og_image_url",
            "ogImageUrl must have at most 2000 characters, and no control characters",
        ),
        (
            400,
            "invalid_button_style",
            "buttonStyle must have texts of at most 255 characters, without control characters",
        ),
        (
            400,
            "invalid_button_presets",
            "buttonPresets must be at most 100 buttons with texts of at most 255 characters and UUIDs",
        ),
        (
            400,
            "invalid_typography",
            "typography must have styles with texts of at most 255 characters, without control characters",
        ),
        (
            400,
            "invalid_dark_mode",
            "darkMode must have texts of at most 255 characters, without control characters",
        ),
        (400, "branding_too_large", "The branding must have at most 65536 bytes"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (412, "settings_have_changed", "The settings have changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateBranding {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Content]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateBranding {}
impl Documents<401> for UpdateBranding {}
impl Documents<403> for UpdateBranding {}
impl Documents<404> for UpdateBranding {}
impl Documents<412> for UpdateBranding {}
impl Documents<413> for UpdateBranding {}
impl Documents<415> for UpdateBranding {}
impl Documents<428> for UpdateBranding {}
impl Documents<429> for UpdateBranding {}
impl Documents<500> for UpdateBranding {}
impl TakesBody for UpdateBranding {}

/// The operation `getSiteSettings` and its request.
#[derive(Clone)]
pub struct GetSiteSettings {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetSiteSettings {
    const ID: &'static str = "getSiteSettings";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetSiteSettings {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetSiteSettings {}
impl Documents<401> for GetSiteSettings {}
impl Documents<403> for GetSiteSettings {}
impl Documents<404> for GetSiteSettings {}
impl Documents<429> for GetSiteSettings {}
impl Documents<500> for GetSiteSettings {}

/// The operation `updateSiteSettings` and its request.
#[derive(Clone)]
pub struct UpdateSiteSettings {
    /// Id of the site.
    pub site_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::SiteSettingsPatch,
}

impl Operation for UpdateSiteSettings {
    const ID: &'static str = "updateSiteSettings";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_name", "name must have 1 to 255 characters, and no control characters"),
        (400, "invalid_domain", "domain must be a host name of at most 253 characters"),
        (
            400,
            "invalid_subdomain",
            "subdomain must have at most 63 lower-case letters, digits and hyphens",
        ),
        (400, "invalid_description", "description must have at most 2000 characters"),
        (
            400,
            "invalid_custom_layout",
            "customLayout must be an object of at most 65536 bytes and a depth of 20, or null",
        ),
        (
            400,
            "invalid_conversation_retention_days",
            "conversationRetentionDays must be an integer from 1 to 36500",
        ),
        (
            400,
            "invalid_time_zone",
            "timeZone must be the IANA name of a time zone, such as Europe/Berlin",
        ),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (412, "settings_have_changed", "The settings have changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateSiteSettings {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateSiteSettings {}
impl Documents<401> for UpdateSiteSettings {}
impl Documents<403> for UpdateSiteSettings {}
impl Documents<404> for UpdateSiteSettings {}
impl Documents<412> for UpdateSiteSettings {}
impl Documents<413> for UpdateSiteSettings {}
impl Documents<415> for UpdateSiteSettings {}
impl Documents<428> for UpdateSiteSettings {}
impl Documents<429> for UpdateSiteSettings {}
impl Documents<500> for UpdateSiteSettings {}
impl TakesBody for UpdateSiteSettings {}

/// The operation `getStoreSettings` and its request.
#[derive(Clone)]
pub struct GetStoreSettings {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetStoreSettings {
    const ID: &'static str = "getStoreSettings";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetStoreSettings {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetStoreSettings {}
impl Documents<401> for GetStoreSettings {}
impl Documents<403> for GetStoreSettings {}
impl Documents<404> for GetStoreSettings {}
impl Documents<429> for GetStoreSettings {}
impl Documents<500> for GetStoreSettings {}

/// The operation `updateStoreSettings` and its request.
#[derive(Clone)]
pub struct UpdateStoreSettings {
    /// Id of the site.
    pub site_id: i64,
    /// The `ETag` that the caller has seen. Several are separated by commas, and `*` stands for any.
    pub if_match: String,
    /// The body of the request.
    pub body: types::StoreSettingsPatch,
}

impl Operation for UpdateStoreSettings {
    const ID: &'static str = "updateStoreSettings";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_enabled", "enabled must be true or false"),
        (400, "invalid_currency", "currency must be a code of three capital letters"),
        (400, "invalid_customer_accounts", "customerAccounts must be true or false"),
        (400, "invalid_refuse_common_passwords", "refuseCommonPasswords must be true or false"),
        (400, "invalid_requires_shipping_rate", "requiresShippingRate must be true or false"),
        (
            400,
            "invalid_order_prefix",
            "orderPrefix must have at most 32 characters, and no control characters",
        ),
        (
            400,
            "invalid_base_url",
            "baseUrl must be an http or https URL of at most 2000 characters, without user, query and fragment",
        ),
        (400, "invalid_email", "email must be an e-mail address, or null"),
        (
            400,
            "invalid_public_metadata",
            "publicMetadata must be at most 100 texts of at most 255 characters",
        ),
        (
            400,
            "invalid_cart_reminder_hours",
            "cartReminderHours must be an integer from 1 to 160, or null",
        ),
        (400, "invalid_payment_provider", "paymentProvider must be test, stripe or null"),
        (400, "invalid_ai_provider", "aiProvider must be openai, test or null"),
        (
            400,
            "invalid_ai_credits_per_month",
            "aiCreditsPerMonth must be an integer from 0 to 9007199254740991, or null",
        ),
        (
            400,
            "invalid_keys",
            "keys must be texts of 1 to 2500 printable ASCII characters without blanks, or null",
        ),
        (
            400,
            "invalid_ship_from",
            "shipFrom must have a country, and texts of at most 255 characters without control characters",
        ),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "store_not_found", "Store not found"),
        (409, "store_has_orders", "The currency cannot change once the store has orders"),
        (
            409,
            "prices_cannot_be_charged",
            "The store has prices that cannot be charged in this currency",
        ),
        (412, "settings_have_changed", "The settings have changed"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (428, "if_match_is_required", "If-Match is required"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateStoreSettings {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateStoreSettings {}
impl Documents<401> for UpdateStoreSettings {}
impl Documents<403> for UpdateStoreSettings {}
impl Documents<404> for UpdateStoreSettings {}
impl Documents<409> for UpdateStoreSettings {}
impl Documents<412> for UpdateStoreSettings {}
impl Documents<413> for UpdateStoreSettings {}
impl Documents<415> for UpdateStoreSettings {}
impl Documents<428> for UpdateStoreSettings {}
impl Documents<429> for UpdateStoreSettings {}
impl Documents<500> for UpdateStoreSettings {}
impl TakesBody for UpdateStoreSettings {}

stoa_runtime::refuses! {
    GetBranding:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    UpdateBranding:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidPrimaryColor,
        reasons::InvalidSecondaryColor, reasons::InvalidAccentColor,
        reasons::InvalidBackgroundColor, reasons::InvalidTextColor, reasons::InvalidHeadingFont,
        reasons::InvalidBodyFont, reasons::InvalidLogoUrl, reasons::InvalidLogoSquareUrl,
        reasons::InvalidLogoRectUrl, reasons::InvalidLogoIconUrl, reasons::InvalidLogoText,
        reasons::InvalidLogoAlt, reasons::InvalidNavTemplate, reasons::InvalidNavPosition,
        reasons::InvalidNavBackground, reasons::InvalidNavTextColor, reasons::InvalidBorderRadius,
        reasons::InvalidLinkColor, reasons::InvalidLinkHoverColor, reasons::InvalidFaviconUrl,
        reasons::InvalidOgImageUrl, reasons::InvalidButtonStyle, reasons::InvalidButtonPresets,
        reasons::InvalidTypography, reasons::InvalidDarkMode, reasons::BrandingTooLarge,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::SettingsHaveChanged, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired, reasons::TooManyRequests;
    GetSiteSettings:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    UpdateSiteSettings:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::UpdateSiteSettingsInvalidName,
        reasons::InvalidDomain, reasons::InvalidSubdomain,
        reasons::UpdateSiteSettingsInvalidDescription, reasons::InvalidCustomLayout,
        reasons::InvalidConversationRetentionDays, reasons::InvalidTimeZone, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::SettingsHaveChanged, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired, reasons::TooManyRequests;
    GetStoreSettings:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::StoreNotFound,
        reasons::TooManyRequests;
    UpdateStoreSettings:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidEnabled,
        reasons::InvalidCurrency, reasons::InvalidCustomerAccounts,
        reasons::InvalidRefuseCommonPasswords, reasons::InvalidRequiresShippingRate,
        reasons::InvalidOrderPrefix, reasons::InvalidBaseUrl,
        reasons::UpdateStoreSettingsInvalidEmail, reasons::InvalidPublicMetadata,
        reasons::InvalidCartReminderHours, reasons::InvalidPaymentProvider,
        reasons::InvalidAiProvider, reasons::InvalidAiCreditsPerMonth, reasons::InvalidKeys,
        reasons::InvalidShipFrom, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::StoreNotFound,
        reasons::StoreHasOrders, reasons::PricesCannotBeCharged, reasons::SettingsHaveChanged,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::IfMatchIsRequired,
        reasons::TooManyRequests;
}

/// The routes of the operations tagged `settings`.
pub fn routes<A: SettingsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/branding", api, |api, call| Box::pin(get_branding(api, call)))
        .patch("/sites/{siteId}/branding", api, |api, call| Box::pin(update_branding(api, call)))
        .get("/sites/{siteId}/settings", api, |api, call| Box::pin(get_site_settings(api, call)))
        .patch("/sites/{siteId}/settings", api, |api, call| {
            Box::pin(update_site_settings(api, call))
        })
        .get("/sites/{siteId}/store", api, |api, call| Box::pin(get_store_settings(api, call)))
        .patch("/sites/{siteId}/store", api, |api, call| Box::pin(update_store_settings(api, call)))
}

async fn get_branding<A: SettingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetBranding>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetBranding { site_id };
    let reply = api.get_branding(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::BrandingResponse { data: reply }).version(version)
    })
}

async fn update_branding<A: SettingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateBranding>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateBranding {
        site_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "BrandingPatch").await?,
    };
    let reply = api.update_branding(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::BrandingResponse { data: reply }).version(version)
    })
}

async fn get_site_settings<A: SettingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetSiteSettings>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetSiteSettings { site_id };
    let reply = api.get_site_settings(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::SiteSettingsResponse { data: reply }).version(version)
    })
}

async fn update_site_settings<A: SettingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateSiteSettings>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateSiteSettings {
        site_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "SiteSettingsPatch").await?,
    };
    let reply = api.update_site_settings(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::SiteSettingsResponse { data: reply }).version(version)
    })
}

async fn get_store_settings<A: SettingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetStoreSettings>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetStoreSettings { site_id };
    let reply = api.get_store_settings(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::StoreSettingsResponse { data: reply }).version(version)
    })
}

async fn update_store_settings<A: SettingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateStoreSettings>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdateStoreSettings {
        site_id,
        if_match: call
            .header("If-Match")
            .message("If-Match is required")
            .status::<428>()
            .exact_text()
            .min_length(1)
            .required()?,
        body: call.json(&SCHEMAS, "StoreSettingsPatch").await?,
    };
    let reply = api.update_store_settings(caller, request).await?;
    Ok({
        let version = reply.version;
        Reply::json(200, &types::StoreSettingsResponse { data: reply }).version(version)
    })
}
