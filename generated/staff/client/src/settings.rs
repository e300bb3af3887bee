//! The operations tagged `settings`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Get the branding: `GET /sites/{siteId}/branding`.
    ///
    /// The colors, fonts, logos and styles of the site. A change sends its `ETag` back in `If-Match`.
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `content`.
    ///
    /// # Errors
    ///
    /// [`GetBrandingReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_branding(&self, site_id: i64) -> GetBranding {
        let call = self.call("getBranding", Method::GET, "/sites/{siteId}/branding");
        GetBranding(call.path("siteId", site_id))
    }

    /// Update the branding: `PATCH /sites/{siteId}/branding`.
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
    ///
    /// # Errors
    ///
    /// [`UpdateBrandingReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_branding(
        &self,
        site_id: i64,
        if_match: &str,
        body: &types::BrandingPatch,
    ) -> UpdateBranding {
        let call = self.call("updateBranding", Method::PATCH, "/sites/{siteId}/branding");
        UpdateBranding(call.path("siteId", site_id).header("if-match", if_match).merge_patch(body))
    }

    /// Get the settings of a site: `GET /sites/{siteId}/settings`.
    ///
    /// The settings of the site. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`GetSiteSettingsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_site_settings(&self, site_id: i64) -> GetSiteSettings {
        let call = self.call("getSiteSettings", Method::GET, "/sites/{siteId}/settings");
        GetSiteSettings(call.path("siteId", site_id))
    }

    /// Update the settings of a site: `PATCH /sites/{siteId}/settings`.
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
    ///
    /// # Errors
    ///
    /// [`UpdateSiteSettingsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_site_settings(
        &self,
        site_id: i64,
        if_match: &str,
        body: &types::SiteSettingsPatch,
    ) -> UpdateSiteSettings {
        let call = self.call("updateSiteSettings", Method::PATCH, "/sites/{siteId}/settings");
        UpdateSiteSettings(
            call.path("siteId", site_id).header("if-match", if_match).merge_patch(body),
        )
    }

    /// Get the settings of a store: `GET /sites/{siteId}/store`.
    ///
    /// The settings of the site's store, except its taxes. A change sends its `ETag` back in
    /// `If-Match`. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`GetStoreSettingsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_store_settings(&self, site_id: i64) -> GetStoreSettings {
        let call = self.call("getStoreSettings", Method::GET, "/sites/{siteId}/store");
        GetStoreSettings(call.path("siteId", site_id))
    }

    /// Update the settings of a store: `PATCH /sites/{siteId}/store`.
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
    ///
    /// # Errors
    ///
    /// [`UpdateStoreSettingsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_store_settings(
        &self,
        site_id: i64,
        if_match: &str,
        body: &types::StoreSettingsPatch,
    ) -> UpdateStoreSettings {
        let call = self.call("updateStoreSettings", Method::PATCH, "/sites/{siteId}/store");
        UpdateStoreSettings(
            call.path("siteId", site_id).header("if-match", if_match).merge_patch(body),
        )
    }
}

::stoa_client_core::calls! {
    get_branding: GetBranding "getBranding" -> Json<types::BrandingResponse>;
    update_branding: UpdateBranding "updateBranding" -> Json<types::BrandingResponse>;
    get_site_settings: GetSiteSettings "getSiteSettings" -> Json<types::SiteSettingsResponse>;
    update_site_settings: UpdateSiteSettings "updateSiteSettings" -> Json<types::SiteSettingsResponse>;
    get_store_settings: GetStoreSettings "getStoreSettings" -> Json<types::StoreSettingsResponse>;
    update_store_settings: UpdateStoreSettings "updateStoreSettings" -> Json<types::StoreSettingsResponse>;
}

impl GetBranding {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Branding> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateBranding {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Branding> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetSiteSettings {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SiteSettings> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateSiteSettings {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SiteSettings> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetStoreSettings {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::StoreSettings> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateStoreSettings {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::StoreSettings> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GetBrandingReason of "getBranding" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateBrandingReason of "updateBranding" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidPrimaryColor "invalid_primary_color" "primaryColor must be a hex color such as #0f4c5c, or null",
        400 InvalidSecondaryColor "invalid_secondary_color" "secondaryColor must be a hex color such as #0f4c5c, or null",
        400 InvalidAccentColor "invalid_accent_color" "accentColor must be a hex color such as #0f4c5c, or null",
        400 InvalidBackgroundColor "invalid_background_color" "backgroundColor must be a hex color such as #0f4c5c, or null",
        400 InvalidTextColor "invalid_text_color" "textColor must be a hex color such as #0f4c5c, or null",
        400 InvalidHeadingFont "invalid_heading_font" "headingFont must have at most 255 characters, and no control characters",
        400 InvalidBodyFont "invalid_body_font" "bodyFont must have at most 255 characters, and no control characters",
        400 InvalidLogoUrl "invalid_logo_url" "logoUrl must have at most 2000 characters, and no control characters",
        400 InvalidLogoSquareUrl "invalid_logo_square_url" "logoSquareUrl must have at most 2000 characters, and no control characters",
        400 InvalidLogoRectUrl "invalid_logo_rect_url" "logoRectUrl must have at most 2000 characters, and no control characters",
        400 InvalidLogoIconUrl "invalid_logo_icon_url" "logoIconUrl must have at most 2000 characters, and no control characters",
        400 InvalidLogoText "invalid_logo_text" "logoText must have at most 255 characters, and no control characters",
        400 InvalidLogoAlt "invalid_logo_alt" "logoAlt must have at most 255 characters, and no control characters",
        400 InvalidNavTemplate "invalid_nav_template" "navTemplate must have at most 255 characters, and no control characters",
        400 InvalidNavPosition "invalid_nav_position" "navPosition must have at most 255 characters, and no control characters",
        400 InvalidNavBackground "invalid_nav_background" "navBackground must be a hex color such as #0f4c5c, or null",
        400 InvalidNavTextColor "invalid_nav_text_color" "navTextColor must be a hex color such as #0f4c5c, or null",
        400 InvalidBorderRadius "invalid_border_radius" "borderRadius must have at most 255 characters, and no control characters",
        400 InvalidLinkColor "invalid_link_color" "linkColor must be a hex color such as #0f4c5c, or null",
        400 InvalidLinkHoverColor "invalid_link_hover_color" "linkHoverColor must be a hex color such as #0f4c5c, or null",
        400 InvalidFaviconUrl "invalid_favicon_url" "faviconUrl must have at most 2000 characters, and no control characters",
        400 InvalidOgImageUrl "invalid_og_image_url" "ogImageUrl must have at most 2000 characters, and no control characters",
        400 InvalidButtonStyle "invalid_button_style" "buttonStyle must have texts of at most 255 characters, without control characters",
        400 InvalidButtonPresets "invalid_button_presets" "buttonPresets must be at most 100 buttons with texts of at most 255 characters and UUIDs",
        400 InvalidTypography "invalid_typography" "typography must have styles with texts of at most 255 characters, without control characters",
        400 InvalidDarkMode "invalid_dark_mode" "darkMode must have texts of at most 255 characters, without control characters",
        400 BrandingTooLarge "branding_too_large" "The branding must have at most 65536 bytes",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        412 SettingsHaveChanged "settings_have_changed" "The settings have changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetSiteSettingsReason of "getSiteSettings" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateSiteSettingsReason of "updateSiteSettings" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidDomain "invalid_domain" "domain must be a host name of at most 253 characters",
        400 InvalidSubdomain "invalid_subdomain" "subdomain must have at most 63 lower-case letters, digits and hyphens",
        400 InvalidDescription "invalid_description" "description must have at most 2000 characters",
        400 InvalidCustomLayout "invalid_custom_layout" "customLayout must be an object of at most 65536 bytes and a depth of 20, or null",
        400 InvalidConversationRetentionDays "invalid_conversation_retention_days" "conversationRetentionDays must be an integer from 1 to 36500",
        400 InvalidTimeZone "invalid_time_zone" "timeZone must be the IANA name of a time zone, such as Europe/Berlin",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        412 SettingsHaveChanged "settings_have_changed" "The settings have changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetStoreSettingsReason of "getStoreSettings" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateStoreSettingsReason of "updateStoreSettings" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidEnabled "invalid_enabled" "enabled must be true or false",
        400 InvalidCurrency "invalid_currency" "currency must be a code of three capital letters",
        400 InvalidCustomerAccounts "invalid_customer_accounts" "customerAccounts must be true or false",
        400 InvalidRefuseCommonPasswords "invalid_refuse_common_passwords" "refuseCommonPasswords must be true or false",
        400 InvalidRequiresShippingRate "invalid_requires_shipping_rate" "requiresShippingRate must be true or false",
        400 InvalidOrderPrefix "invalid_order_prefix" "orderPrefix must have at most 32 characters, and no control characters",
        400 InvalidBaseUrl "invalid_base_url" "baseUrl must be an http or https URL of at most 2000 characters, without user, query and fragment",
        400 InvalidEmail "invalid_email" "email must be an e-mail address, or null",
        400 InvalidPublicMetadata "invalid_public_metadata" "publicMetadata must be at most 100 texts of at most 255 characters",
        400 InvalidCartReminderHours "invalid_cart_reminder_hours" "cartReminderHours must be an integer from 1 to 160, or null",
        400 InvalidPaymentProvider "invalid_payment_provider" "paymentProvider must be test, stripe or null",
        400 InvalidAiProvider "invalid_ai_provider" "aiProvider must be openai, test or null",
        400 InvalidAiCreditsPerMonth "invalid_ai_credits_per_month" "aiCreditsPerMonth must be an integer from 0 to 9007199254740991, or null",
        400 InvalidKeys "invalid_keys" "keys must be texts of 1 to 2500 printable ASCII characters without blanks, or null",
        400 InvalidShipFrom "invalid_ship_from" "shipFrom must have a country, and texts of at most 255 characters without control characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 StoreNotFound "store_not_found" "Store not found",
        409 StoreHasOrders "store_has_orders" "The currency cannot change once the store has orders",
        409 PricesCannotBeCharged "prices_cannot_be_charged" "The store has prices that cannot be charged in this currency",
        412 SettingsHaveChanged "settings_have_changed" "The settings have changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
