//! The operations tagged `sites`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List sites: `GET /sites`.
    ///
    /// The active sites of the person who calls, by id, lowest first. For a person with a role for all
    /// sites, these are all active sites. A server key is refused; [`get_me`](Client::get_me) shows its
    /// sites. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`ListSitesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_sites(&self) -> ListSites {
        ListSites(self.call("listSites", Method::GET, "/sites"))
    }

    /// Get a site: `GET /sites/{siteId}`.
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
    ///
    /// # Errors
    ///
    /// [`GetSiteReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_site(&self, site_id: i64) -> GetSite {
        let call = self.call("getSite", Method::GET, "/sites/{siteId}");
        GetSite(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_sites: ListSites "listSites" -> Cursor<types::SiteListResponse, types::SiteSummary>(data, next_cursor, "cursor");
    get_site: GetSite "getSite" -> Json<types::SiteResponse>;
}

impl ListSites {
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

impl GetSite {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Site> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListSitesReason of "listSites" {
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetSiteReason of "getSite" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
