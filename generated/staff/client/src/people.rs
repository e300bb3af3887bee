//! The operations tagged `people`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List people: `GET /sites/{siteId}/people`.
    ///
    /// The people with roles for this site, by id, lowest first. A person who has not accepted the
    /// invitation has no name. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`ListPeopleReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_people(&self, site_id: i64) -> ListPeople {
        let call = self.call("listPeople", Method::GET, "/sites/{siteId}/people");
        ListPeople(call.path("siteId", site_id))
    }

    /// Set whether people need TOTP: `PUT /sites/{siteId}/totp-requirement`.
    ///
    /// States whether the people of the site must have TOTP. While the site requires it, operations of
    /// the site answer a person without TOTP 403 `This site requires TOTP`, also if the person's roles
    /// are for all sites. A person without TOTP cannot require it. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`SetTotpRequirementReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn set_totp_requirement(
        &self,
        site_id: i64,
        body: &types::TotpRequirement,
    ) -> SetTotpRequirement {
        let call = self.call("setTotpRequirement", Method::PUT, "/sites/{siteId}/totp-requirement");
        SetTotpRequirement(call.path("siteId", site_id).json(body))
    }
}

::stoa_client_core::calls! {
    list_people: ListPeople -> Cursor<types::StaffMemberListResponse, types::StaffMember>(data, next_cursor, "cursor");
    set_totp_requirement: SetTotpRequirement -> Json<types::TotpRequirementResponse>;
}

impl ListPeople {
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

::stoa_client_core::reasons! {
    pub enum ListPeopleReason of "listPeople" {
        400 SiteId "Invalid site ID",
        400 LimitInteger "limit must be an integer",
        400 LimitMinimum "limit must be at least 1",
        400 Cursor "Invalid cursor",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum SetTotpRequirementReason of "setTotpRequirement" {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 Required "required must be true or false",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        409 TotpIsNotSetUp "Set TOTP up first",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
