//! The operations tagged `people`.
//!
//! Handlers implement [`PeopleApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{
    Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes, TakesBody,
};
use stoa_staff_types as types;

use crate::{Authenticate, HasRole, RateLimited, Role, SCHEMAS};

/// The people of a site, and their roles.
pub trait PeopleApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/people`: List people.
    ///
    /// The people with roles for this site, by id, lowest first. A person who has not accepted the
    /// invitation has no name. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn list_people(
        &self,
        caller: Self::Staff,
        request: ListPeople,
    ) -> impl Future<Output = Result<types::StaffMemberListResponse, Error<ListPeople>>> + Send;

    /// `PUT /sites/{siteId}/totp-requirement`: Set whether people need TOTP.
    ///
    /// States whether the people of the site must have TOTP. While the site requires it, operations of
    /// the site answer a person without TOTP 403 `This site requires TOTP`, also if the person's roles
    /// are for all sites. A person without TOTP cannot require it. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `owner`.
    fn set_totp_requirement(
        &self,
        caller: Self::Staff,
        request: SetTotpRequirement,
    ) -> impl Future<Output = Result<types::TotpRequirement, Error<SetTotpRequirement>>> + Send;
}

/// The operation `listPeople` and its request.
#[derive(Clone)]
pub struct ListPeople {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListPeople {
    const ID: &'static str = "listPeople";
}

impl Restricted for ListPeople {
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListPeople {}
impl Documents<401> for ListPeople {}
impl Documents<403> for ListPeople {}
impl Documents<404> for ListPeople {}
impl Documents<429> for ListPeople {}
impl Documents<500> for ListPeople {}

/// The operation `setTotpRequirement` and its request.
#[derive(Clone)]
pub struct SetTotpRequirement {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::TotpRequirement,
}

impl Operation for SetTotpRequirement {
    const ID: &'static str = "setTotpRequirement";
}

impl Restricted for SetTotpRequirement {
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for SetTotpRequirement {}
impl Documents<401> for SetTotpRequirement {}
impl Documents<403> for SetTotpRequirement {}
impl Documents<404> for SetTotpRequirement {}
impl Documents<409> for SetTotpRequirement {}
impl Documents<413> for SetTotpRequirement {}
impl Documents<415> for SetTotpRequirement {}
impl Documents<429> for SetTotpRequirement {}
impl Documents<500> for SetTotpRequirement {}
impl TakesBody for SetTotpRequirement {}

/// The routes of the operations tagged `people`.
pub fn routes<A: PeopleApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/people", api, |api, call| Box::pin(list_people(api, call)))
        .put("/sites/{siteId}/totp-requirement", api, |api, call| {
            Box::pin(set_totp_requirement(api, call))
        })
}

async fn list_people<A: PeopleApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListPeople>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.staff_with_role(call.credentials(), call.context()).await?;
    if !caller.has_role(Role::Owner) {
        return Err(ListPeople::REFUSAL.into());
    }
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListPeople {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_people(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn set_totp_requirement<A: PeopleApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<SetTotpRequirement>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.staff_with_role(call.credentials(), call.context()).await?;
    if !caller.has_role(Role::Owner) {
        return Err(SetTotpRequirement::REFUSAL.into());
    }
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        SetTotpRequirement { site_id, body: call.json(&SCHEMAS, "TotpRequirement").await? };
    let reply = api.set_totp_requirement(caller, request).await?;
    Ok(Reply::json(200, &types::TotpRequirementResponse { data: reply }))
}
