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
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role, SCHEMAS};

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
    ) -> impl Future<Output = Result<types::SitePersonListResponse, Error<ListPeople>>> + Send;

    /// `POST /sites/{siteId}/people`: Invite a person.
    ///
    /// Gives a person roles for this site and sends a mail. To a person without a password, it has a
    /// link, which is valid for 7 days and leads to `acceptInvitation`. A newer link for this site
    /// replaces it. A person with a password, who may work for other sites, accepts with the first call
    /// for this site. Each site has its own roles for a person. To send another mail, remove the person
    /// and invite them again. A server key that gives the role `owner` is answered 403 `Only a person
    /// can do this`.
    ///
    /// Until the person has accepted, the site sees the same of every person, whether the address was
    /// known before or not: `id` is that of the invitation, `email` is as the inviter wrote it, and
    /// `name` and `lastSeenAt` are null. A person who was known gets another `id` by accepting, the
    /// same as for every site.
    ///
    /// The server can mail invitations if its operator has set `STOA_INVITATION_URL` and the site has a
    /// store. If it cannot, every person is refused with 409: invite the person with `stoa staff
    /// create`.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. No second mail is sent. Keys are stored for 24 hours. Each
    /// person and each server key has separate keys. A refused request does not use up its key. A
    /// concurrent request with the same key waits for the first.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client) and `invitations-sent` (60 an hour
    /// for each client).
    ///
    /// Requires the role `owner`.
    fn invite_person(
        &self,
        caller: Self::Staff,
        request: InvitePerson,
    ) -> impl Future<
        Output = Result<stoa_runtime::Replayable<types::SitePerson>, Error<InvitePerson>>,
    > + Send;

    /// `GET /sites/{siteId}/people/{personId}`: Get a person.
    ///
    /// A person with roles for this site. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn get_person(
        &self,
        caller: Self::Staff,
        request: GetPerson,
    ) -> impl Future<Output = Result<types::SitePerson, Error<GetPerson>>> + Send;

    /// `PUT /sites/{siteId}/people/{personId}`: Change a person's roles.
    ///
    /// Replaces the roles of a person for this site. A server key that gives the role `owner` is
    /// answered 403 `Only a person can do this`. If the person is then no owner of the site, this
    /// revokes the server keys that the person created for it, as `removePerson` does, except those
    /// that `retainServerKeys` names. This API leaves each site at least one owner with a password; an
    /// owner of all sites counts. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn update_person(
        &self,
        caller: Self::Staff,
        request: UpdatePerson,
    ) -> impl Future<Output = Result<types::UpdatedPersonResponse, Error<UpdatePerson>>> + Send;

    /// `DELETE /sites/{siteId}/people/{personId}`: Remove a person.
    ///
    /// Takes all roles for this site from a person, and revokes for this site the server keys that the
    /// person created, the keys that those created, and so on. `retainServerKeys` names keys that stay,
    /// with the keys that they created. Roles and keys for other sites stay. The audit trail has an
    /// entry for each of these keys; `fields` of a retained one is `retained`. This API leaves each
    /// site at least one owner with a password; an owner of all sites counts. The person's open
    /// invitation to this site ends. If the person has no role for any site, the sessions of the person
    /// end too. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn remove_person(
        &self,
        caller: Self::Staff,
        request: RemovePerson,
    ) -> impl Future<Output = Result<types::RevokedServerKeys, Error<RemovePerson>>> + Send;

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

impl Restricted for ListPeople {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListPeople {}
impl Documents<401> for ListPeople {}
impl Documents<403> for ListPeople {}
impl Documents<404> for ListPeople {}
impl Documents<429> for ListPeople {}
impl Documents<500> for ListPeople {}

/// The operation `invitePerson` and its request.
#[derive(Clone)]
pub struct InvitePerson {
    /// Id of the site.
    pub site_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::InvitePersonRequest,
}

impl Operation for InvitePerson {
    const ID: &'static str = "invitePerson";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "email_is_required", "email is required"),
        (400, "invalid_email", "email must be an e-mail address"),
        (400, "invalid_roles", "roles must be a list of 1 to 4 roles"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (403, "only_a_person", "Only a person can do this"),
        (404, "site_not_found", "Site not found"),
        (409, "person_has_roles", "This person has roles here already"),
        (409, "cannot_mail", "This site cannot send invitations"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for InvitePerson {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for InvitePerson {}
impl Documents<401> for InvitePerson {}
impl Documents<403> for InvitePerson {}
impl Documents<404> for InvitePerson {}
impl Documents<409> for InvitePerson {}
impl Documents<413> for InvitePerson {}
impl Documents<415> for InvitePerson {}
impl Documents<422> for InvitePerson {}
impl Documents<429> for InvitePerson {}
impl Documents<500> for InvitePerson {}
impl TakesBody for InvitePerson {}

/// The operation `getPerson` and its request.
#[derive(Clone)]
pub struct GetPerson {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the person.
    pub person_id: i64,
}

impl Operation for GetPerson {
    const ID: &'static str = "getPerson";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_person_id", "Invalid person ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "person_not_found", "Person not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetPerson {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetPerson {}
impl Documents<401> for GetPerson {}
impl Documents<403> for GetPerson {}
impl Documents<404> for GetPerson {}
impl Documents<429> for GetPerson {}
impl Documents<500> for GetPerson {}

/// The operation `updatePerson` and its request.
#[derive(Clone)]
pub struct UpdatePerson {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the person.
    pub person_id: i64,
    /// Ids of server keys that stay valid, comma-separated or repeated. Ids of other keys are ignored.
    pub retain_server_keys: Vec<i64>,
    /// The body of the request.
    pub body: types::UpdatePersonRequest,
}

impl Operation for UpdatePerson {
    const ID: &'static str = "updatePerson";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_person_id", "Invalid person ID"),
        (400, "invalid_retained_server_keys", "retainServerKeys must be at most 200 integers"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_roles", "roles must be a list of 1 to 4 roles"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (403, "only_a_person", "Only a person can do this"),
        (404, "site_not_found", "Site not found"),
        (404, "person_not_found", "Person not found"),
        (409, "owner_is_needed", "A site needs an owner"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for UpdatePerson {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for UpdatePerson {}
impl Documents<401> for UpdatePerson {}
impl Documents<403> for UpdatePerson {}
impl Documents<404> for UpdatePerson {}
impl Documents<409> for UpdatePerson {}
impl Documents<413> for UpdatePerson {}
impl Documents<415> for UpdatePerson {}
impl Documents<429> for UpdatePerson {}
impl Documents<500> for UpdatePerson {}
impl TakesBody for UpdatePerson {}

/// The operation `removePerson` and its request.
#[derive(Clone)]
pub struct RemovePerson {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the person.
    pub person_id: i64,
    /// Ids of server keys that stay valid, comma-separated or repeated. Ids of other keys are ignored.
    pub retain_server_keys: Vec<i64>,
}

impl Operation for RemovePerson {
    const ID: &'static str = "removePerson";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_person_id", "Invalid person ID"),
        (400, "invalid_retained_server_keys", "retainServerKeys must be at most 200 integers"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "person_not_found", "Person not found"),
        (409, "owner_is_needed", "A site needs an owner"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RemovePerson {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RemovePerson {}
impl Documents<401> for RemovePerson {}
impl Documents<403> for RemovePerson {}
impl Documents<404> for RemovePerson {}
impl Documents<409> for RemovePerson {}
impl Documents<429> for RemovePerson {}
impl Documents<500> for RemovePerson {}

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
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_required", "required must be true or false"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (403, "only_a_person", "Only a person can do this"),
        (404, "site_not_found", "Site not found"),
        (409, "totp_is_not_set_up", "Set TOTP up first"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for SetTotpRequirement {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
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

stoa_runtime::refuses! {
    ListPeople:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    InvitePerson:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::EmailIsRequired,
        reasons::InvitePersonInvalidEmail, reasons::InvalidRoles, reasons::InvalidIdempotencyKey,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::OnlyAPerson, reasons::SiteNotFound, reasons::PersonHasRoles, reasons::CannotMail,
        reasons::IdempotencyKeyInProgress, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IdempotencyKeyReused, reasons::TooManyRequests;
    GetPerson:
        reasons::InvalidSiteId, reasons::GetPersonInvalidPersonId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::PersonNotFound, reasons::TooManyRequests;
    UpdatePerson:
        reasons::InvalidSiteId, reasons::UpdatePersonInvalidPersonId,
        reasons::InvalidRetainedServerKeys, reasons::InvalidJson, reasons::InvalidRoles,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::OnlyAPerson, reasons::SiteNotFound, reasons::PersonNotFound,
        reasons::OwnerIsNeeded, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyRequests;
    RemovePerson:
        reasons::InvalidSiteId, reasons::RemovePersonInvalidPersonId,
        reasons::InvalidRetainedServerKeys, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::PersonNotFound,
        reasons::OwnerIsNeeded, reasons::TooManyRequests;
    SetTotpRequirement:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::InvalidRequired,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::OnlyAPerson, reasons::SiteNotFound, reasons::TotpIsNotSetUp,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
}

/// The routes of the operations tagged `people`.
pub fn routes<A: PeopleApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/people", api, |api, call| Box::pin(list_people(api, call)))
        .post("/sites/{siteId}/people", api, |api, call| Box::pin(invite_person(api, call)))
        .get("/sites/{siteId}/people/{personId}", api, |api, call| Box::pin(get_person(api, call)))
        .put("/sites/{siteId}/people/{personId}", api, |api, call| {
            Box::pin(update_person(api, call))
        })
        .delete("/sites/{siteId}/people/{personId}", api, |api, call| {
            Box::pin(remove_person(api, call))
        })
        .put("/sites/{siteId}/totp-requirement", api, |api, call| {
            Box::pin(set_totp_requirement(api, call))
        })
}

async fn list_people<A: PeopleApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListPeople>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListPeople {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_people(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn invite_person<A: PeopleApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<InvitePerson>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    api.rate_limits().invitations_sent.count(call.client()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "InvitePersonRequest").await?;
    let request = InvitePerson { site_id, idempotency, body };
    let reply = api.invite_person(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(201, &types::SitePersonResponse { data: reply })))
}

async fn get_person<A: PeopleApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetPerson>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let person_id = call.path("personId").message("Invalid person ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetPerson { site_id, person_id };
    let reply = api.get_person(caller, request).await?;
    Ok(Reply::json(200, &types::SitePersonResponse { data: reply }))
}

async fn update_person<A: PeopleApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdatePerson>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let person_id = call.path("personId").message("Invalid person ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = UpdatePerson {
        site_id,
        person_id,
        retain_server_keys: call
            .query("retainServerKeys")
            .message("retainServerKeys must be at most 200 integers")
            .list_of_integers()
            .max_items(200)
            .or(Vec::new())?,
        body: call.json(&SCHEMAS, "UpdatePersonRequest").await?,
    };
    let reply = api.update_person(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn remove_person<A: PeopleApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemovePerson>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let person_id = call.path("personId").message("Invalid person ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemovePerson {
        site_id,
        person_id,
        retain_server_keys: call
            .query("retainServerKeys")
            .message("retainServerKeys must be at most 200 integers")
            .list_of_integers()
            .max_items(200)
            .or(Vec::new())?,
    };
    let reply = api.remove_person(caller, request).await?;
    Ok(Reply::json(200, &types::RevokedServerKeysResponse { data: reply }))
}

async fn set_totp_requirement<A: PeopleApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<SetTotpRequirement>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        SetTotpRequirement { site_id, body: call.json(&SCHEMAS, "TotpRequirement").await? };
    let reply = api.set_totp_requirement(caller, request).await?;
    Ok(Reply::json(200, &types::TotpRequirementResponse { data: reply }))
}
