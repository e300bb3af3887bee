//! The operations tagged `people`.
//!
//! Handlers implement [`PeopleApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};
use stoa_staff_types as types;

use crate::{Authenticate, HasRole, RateLimited, Role};

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

/// The routes of the operations tagged `people`.
pub fn routes<A: PeopleApi>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites/{siteId}/people", api, |api, call| Box::pin(list_people(api, call)))
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
