//! The operations tagged `alerts`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Get your alert settings for a site: `GET /sites/{siteId}/alert-settings`.
    ///
    /// How the calling person gets the alerts of the site: mails about what happens there. Of each
    /// kind, the person gets no mails (`off`), a mail at once (`atOnce`), or a line in a digest
    /// (`digest`). A site sends its digests after 08:00 in its time zone (`timeZone` of
    /// [`update_site_settings`](Client::update_site_settings)), at most one a day to a person, and none
    /// without news.
    ///
    /// | kind | cause | role | default |
    /// | --- | --- | --- | --- |
    /// | `orderPaid` | an order was paid | `shop` | `digest` |
    /// | `orderDisputed` | the purchaser's bank opened a dispute about a payment | `shop` | `atOnce` |
    /// | `refundFailed` | a refund failed, or could not be made for a day | `shop` | `atOnce` |
    /// | `conversationUnanswered` | a message of a visitor has no answer after 2 minutes | `support` | `atOnce` |
    /// | `supportMessage` | a customer wrote a support message, or replied to one | `support` | `digest` |
    /// | `stockLow` | an order or [`adjust_stock`](Client::adjust_stock) reduced the stock of a product or variant from more than 5 pieces to 5 or fewer | `shop` | `digest` |
    /// | `webhookDisabled` | a webhook endpoint was disabled | `owner` | `atOnce` |
    /// | `aiCreditsUsedUp` | a call of an AI provider was refused because the store has no AI credits left; once in a month of UTC | `shop` | `atOnce` |
    ///
    /// A person gets only alerts whose role (see the table) the person has; an owner has every role.
    /// The defaults are for people with roles for the site. A person whose roles are for all sites gets
    /// no alerts until [`update_alert_settings`](Client::update_alert_settings) sets some.
    ///
    /// Each cause is one alert, and each alert is one mail to a person. Of one kind, a person gets at
    /// most 60 mails in an hour. The next digest lists the further alerts.
    ///
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`GetAlertSettingsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_alert_settings(&self, site_id: i64) -> GetAlertSettings {
        let call = self.call("getAlertSettings", Method::GET, "/sites/{siteId}/alert-settings");
        GetAlertSettings(call.path("siteId", site_id))
    }

    /// Update your alert settings for a site: `PATCH /sites/{siteId}/alert-settings`.
    ///
    /// Changes how the calling person gets the alerts of the site, as
    /// [`get_alert_settings`](Client::get_alert_settings) describes them, for the kinds that the body
    /// has, and no others. The body is a JSON merge patch (RFC 7396); null restores the default. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`UpdateAlertSettingsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_alert_settings(
        &self,
        site_id: i64,
        body: &types::AlertSettingsPatch,
    ) -> UpdateAlertSettings {
        let call =
            self.call("updateAlertSettings", Method::PATCH, "/sites/{siteId}/alert-settings");
        UpdateAlertSettings(call.path("siteId", site_id).merge_patch(body))
    }
}

::stoa_client_core::calls! {
    get_alert_settings: GetAlertSettings "getAlertSettings" -> Json<types::AlertSettingsResponse>;
    update_alert_settings: UpdateAlertSettings "updateAlertSettings" -> Json<types::AlertSettingsResponse>;
}

impl GetAlertSettings {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AlertSettings> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateAlertSettings {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AlertSettings> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GetAlertSettingsReason of "getAlertSettings" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateAlertSettingsReason of "updateAlertSettings" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidOrderPaid "invalid_order_paid" "orderPaid must be off, atOnce, digest or null",
        400 InvalidOrderDisputed "invalid_order_disputed" "orderDisputed must be off, atOnce, digest or null",
        400 InvalidRefundFailed "invalid_refund_failed" "refundFailed must be off, atOnce, digest or null",
        400 InvalidConversationUnanswered "invalid_conversation_unanswered" "conversationUnanswered must be off, atOnce, digest or null",
        400 InvalidSupportMessage "invalid_support_message" "supportMessage must be off, atOnce, digest or null",
        400 InvalidStockLow "invalid_stock_low" "stockLow must be off, atOnce, digest or null",
        400 InvalidWebhookDisabled "invalid_webhook_disabled" "webhookDisabled must be off, atOnce, digest or null",
        400 InvalidAiCreditsUsedUp "invalid_ai_credits_used_up" "aiCreditsUsedUp must be off, atOnce, digest or null",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        404 SiteNotFound "site_not_found" "Site not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
