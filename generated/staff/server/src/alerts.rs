//! The operations tagged `alerts`.
//!
//! Handlers implement [`AlertsApi`]. Each operation is a struct that holds its request and
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

/// Mails to the calling person about what happens at a site.
pub trait AlertsApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/alert-settings`: Get your alert settings for a site.
    ///
    /// How the calling person gets the alerts of the site: mails about what happens there. Of each
    /// kind, the person gets no mails (`off`), a mail at once (`atOnce`), or a line in a digest
    /// (`digest`). A site sends its digests after 08:00 in its time zone (`timeZone` of
    /// `updateSiteSettings`), at most one a day to a person, and none without news.
    ///
    /// | kind | cause | role | default |
    /// | --- | --- | --- | --- |
    /// | `orderPaid` | an order was paid | `shop` | `digest` |
    /// | `orderDisputed` | the purchaser's bank opened a dispute about a payment | `shop` | `atOnce` |
    /// | `refundFailed` | a refund failed, or could not be made for a day | `shop` | `atOnce` |
    /// | `conversationUnanswered` | a message of a visitor has no answer after 2 minutes | `support` | `atOnce` |
    /// | `supportMessage` | a customer wrote a support message, or replied to one | `support` | `digest` |
    /// | `stockLow` | an order or `adjustStock` reduced the stock of a product or variant from more than 5 pieces to 5 or fewer | `shop` | `digest` |
    /// | `webhookDisabled` | a webhook endpoint was disabled | `owner` | `atOnce` |
    /// | `aiCreditsUsedUp` | a call of an AI provider was refused because the store has no AI credits left; once in a month of UTC | `shop` | `atOnce` |
    ///
    /// A person gets only alerts whose role (see the table) the person has; an owner has every role.
    /// The defaults are for people with roles for the site. A person whose roles are for all sites gets
    /// no alerts until `updateAlertSettings` sets some.
    ///
    /// Each cause is one alert, and each alert is one mail to a person. Of one kind, a person gets at
    /// most 60 mails in an hour. The next digest lists the further alerts.
    ///
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn get_alert_settings(
        &self,
        caller: Self::Staff,
        request: GetAlertSettings,
    ) -> impl Future<Output = Result<types::AlertSettings, Error<GetAlertSettings>>> + Send;

    /// `PATCH /sites/{siteId}/alert-settings`: Update your alert settings for a site.
    ///
    /// Changes how the calling person gets the alerts of the site, as `getAlertSettings` describes
    /// them, for the kinds that the body has, and no others. The body is a JSON merge patch (RFC 7396);
    /// null restores the default. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn update_alert_settings(
        &self,
        caller: Self::Staff,
        request: UpdateAlertSettings,
    ) -> impl Future<Output = Result<types::AlertSettings, Error<UpdateAlertSettings>>> + Send;
}

/// The operation `getAlertSettings` and its request.
#[derive(Clone)]
pub struct GetAlertSettings {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetAlertSettings {
    const ID: &'static str = "getAlertSettings";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (403, "only_a_person", "Only a person can do this"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetAlertSettings {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetAlertSettings {}
impl Documents<401> for GetAlertSettings {}
impl Documents<403> for GetAlertSettings {}
impl Documents<404> for GetAlertSettings {}
impl Documents<429> for GetAlertSettings {}
impl Documents<500> for GetAlertSettings {}

/// The operation `updateAlertSettings` and its request.
#[derive(Clone)]
pub struct UpdateAlertSettings {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::AlertSettingsPatch,
}

impl Operation for UpdateAlertSettings {
    const ID: &'static str = "updateAlertSettings";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_order_paid", "orderPaid must be off, atOnce, digest or null"),
        (400, "invalid_order_disputed", "orderDisputed must be off, atOnce, digest or null"),
        (400, "invalid_refund_failed", "refundFailed must be off, atOnce, digest or null"),
        (
            400,
            "invalid_conversation_unanswered",
            "conversationUnanswered must be off, atOnce, digest or null",
        ),
        (400, "invalid_support_message", "supportMessage must be off, atOnce, digest or null"),
        (400, "invalid_stock_low", "stockLow must be off, atOnce, digest or null"),
        (400, "invalid_webhook_disabled", "webhookDisabled must be off, atOnce, digest or null"),
        (400, "invalid_ai_credits_used_up", "aiCreditsUsedUp must be off, atOnce, digest or null"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (403, "only_a_person", "Only a person can do this"),
        (404, "site_not_found", "Site not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdateAlertSettings {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdateAlertSettings {}
impl Documents<401> for UpdateAlertSettings {}
impl Documents<403> for UpdateAlertSettings {}
impl Documents<404> for UpdateAlertSettings {}
impl Documents<413> for UpdateAlertSettings {}
impl Documents<415> for UpdateAlertSettings {}
impl Documents<429> for UpdateAlertSettings {}
impl Documents<500> for UpdateAlertSettings {}
impl TakesBody for UpdateAlertSettings {}

stoa_runtime::refuses! {
    GetAlertSettings:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::OnlyAPerson, reasons::SiteNotFound,
        reasons::TooManyRequests;
    UpdateAlertSettings:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidOrderPaid,
        reasons::InvalidOrderDisputed, reasons::InvalidRefundFailed,
        reasons::InvalidConversationUnanswered, reasons::InvalidSupportMessage,
        reasons::InvalidStockLow, reasons::InvalidWebhookDisabled, reasons::InvalidAiCreditsUsedUp,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::OnlyAPerson, reasons::SiteNotFound, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests;
}

/// The routes of the operations tagged `alerts`.
pub fn routes<A: AlertsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/alert-settings", api, |api, call| {
            Box::pin(get_alert_settings(api, call))
        })
        .patch("/sites/{siteId}/alert-settings", api, |api, call| {
            Box::pin(update_alert_settings(api, call))
        })
}

async fn get_alert_settings<A: AlertsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetAlertSettings>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetAlertSettings { site_id };
    let reply = api.get_alert_settings(caller, request).await?;
    Ok(Reply::json(200, &types::AlertSettingsResponse { data: reply }))
}

async fn update_alert_settings<A: AlertsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateAlertSettings>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        UpdateAlertSettings { site_id, body: call.json(&SCHEMAS, "AlertSettingsPatch").await? };
    let reply = api.update_alert_settings(caller, request).await?;
    Ok(Reply::json(200, &types::AlertSettingsResponse { data: reply }))
}
