//! The operations tagged `sites`.
//!
//! Handlers implement [`SitesApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role};

/// The sites of the caller.
pub trait SitesApi: Authenticate + RateLimited {
    /// `GET /sites`: List sites.
    ///
    /// The active sites of the person who calls, by id, lowest first. For a person with a role for all
    /// sites, these are all active sites. A server key is refused; `getMe` shows its sites. Counts
    /// toward `staff-reads` (600 a minute for each client).
    fn list_sites(
        &self,
        caller: Self::Staff,
        request: ListSites,
    ) -> impl Future<Output = Result<types::SiteListResponse, Error<ListSites>>> + Send;

    /// `GET /sites/{siteId}`: Get a site.
    ///
    /// A site of the caller, with figures of the current day. A day begins at 00:00 UTC.
    ///
    /// `paidOrders`, `paidTotal`, `currency` and `lowStock` are null for a caller with neither of the
    /// roles `shop` and `support`, and for a site without a store. `openConversations` is null for a
    /// caller without the role `support`. An owner has every role. `openConversations` and `lowStock`
    /// count up to 1,000: this number means 1,000 or more.
    ///
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `content`, `owner`, `shop` and `support`.
    fn get_site(
        &self,
        caller: Self::Staff,
        request: GetSite,
    ) -> impl Future<Output = Result<types::Site, Error<GetSite>>> + Send;
}

/// The operation `listSites` and its request.
#[derive(Clone)]
pub struct ListSites {
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListSites {
    const ID: &'static str = "listSites";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (401, "unauthorized", "Unauthorized"),
        (403, "only_a_person", "Only a person can do this"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListSites {}
impl Documents<401> for ListSites {}
impl Documents<403> for ListSites {}
impl Documents<429> for ListSites {}
impl Documents<500> for ListSites {}

/// The operation `getSite` and its request.
#[derive(Clone)]
pub struct GetSite {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetSite {
    const ID: &'static str = "getSite";
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

impl Restricted for GetSite {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] =
        &[&[Role::Content], &[Role::Owner], &[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetSite {}
impl Documents<401> for GetSite {}
impl Documents<403> for GetSite {}
impl Documents<404> for GetSite {}
impl Documents<429> for GetSite {}
impl Documents<500> for GetSite {}

stoa_runtime::refuses! {
    ListSites:
        reasons::InvalidLimit, reasons::LimitTooSmall, reasons::InvalidCursor,
        reasons::Unauthorized, reasons::OnlyAPerson, reasons::TooManyRequests;
    GetSite:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `sites`.
pub fn routes<A: SitesApi>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites", api, |api, call| Box::pin(list_sites(api, call))).get(
        "/sites/{siteId}",
        api,
        |api, call| Box::pin(get_site(api, call)),
    )
}

async fn list_sites<A: SitesApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListSites>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListSites {
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_sites(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_site<A: SitesApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetSite>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetSite { site_id };
    let reply = api.get_site(caller, request).await?;
    Ok(Reply::json(200, &types::SiteResponse { data: reply }))
}
