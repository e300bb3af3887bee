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

    /// Invite a person: `POST /sites/{siteId}/people`.
    ///
    /// Gives a person roles for this site and sends a mail. To a person without a password, it has a
    /// link, which is valid for 7 days and leads to [`accept_invitation`](Client::accept_invitation). A
    /// newer link for this site replaces it. A person with a password, who may work for other sites,
    /// accepts with the first call for this site. Each site has its own roles for a person. To send
    /// another mail, remove the person and invite them again. A server key that gives the role `owner`
    /// is answered 403 `Only a person can do this`.
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
    ///
    /// # Errors
    ///
    /// [`InvitePersonReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn invite_person(&self, site_id: i64, body: &types::InvitePersonRequest) -> InvitePerson {
        let call = self.call("invitePerson", Method::POST, "/sites/{siteId}/people");
        InvitePerson(call.path("siteId", site_id).json(body).idempotent().expect(&[201]))
    }

    /// Get a person: `GET /sites/{siteId}/people/{personId}`.
    ///
    /// A person with roles for this site. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`GetPersonReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_person(&self, site_id: i64, person_id: i64) -> GetPerson {
        let call = self.call("getPerson", Method::GET, "/sites/{siteId}/people/{personId}");
        GetPerson(call.path("siteId", site_id).path("personId", person_id))
    }

    /// Change a person's roles: `PUT /sites/{siteId}/people/{personId}`.
    ///
    /// Replaces the roles of a person for this site. A server key that gives the role `owner` is
    /// answered 403 `Only a person can do this`. If the person is then no owner of the site, this
    /// revokes the server keys that the person created for it, as
    /// [`remove_person`](Client::remove_person) does, except those that `retainServerKeys` names. This
    /// API leaves each site at least one owner with a password; an owner of all sites counts. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`UpdatePersonReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_person(
        &self,
        site_id: i64,
        person_id: i64,
        body: &types::UpdatePersonRequest,
    ) -> UpdatePerson {
        let call = self.call("updatePerson", Method::PUT, "/sites/{siteId}/people/{personId}");
        UpdatePerson(call.path("siteId", site_id).path("personId", person_id).json(body))
    }

    /// Remove a person: `DELETE /sites/{siteId}/people/{personId}`.
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
    ///
    /// # Errors
    ///
    /// [`RemovePersonReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_person(&self, site_id: i64, person_id: i64) -> RemovePerson {
        let call = self.call("removePerson", Method::DELETE, "/sites/{siteId}/people/{personId}");
        RemovePerson(call.path("siteId", site_id).path("personId", person_id))
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
    list_people: ListPeople "listPeople" -> Cursor<types::SitePersonListResponse, types::SitePerson>(data, next_cursor, "cursor");
    invite_person: InvitePerson "invitePerson" -> Json<types::SitePersonResponse>;
    get_person: GetPerson "getPerson" -> Json<types::SitePersonResponse>;
    update_person: UpdatePerson "updatePerson" -> Json<types::UpdatedPersonResponse>;
    remove_person: RemovePerson "removePerson" -> Json<types::RevokedServerKeysResponse>;
    set_totp_requirement: SetTotpRequirement "setTotpRequirement" -> Json<types::TotpRequirementResponse>;
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

impl InvitePerson {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SitePerson> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetPerson {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::SitePerson> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdatePerson {
    /// Ids of server keys that stay valid, comma-separated or repeated. Ids of other keys are ignored.
    pub fn retain_server_keys(self, retain_server_keys: &[i64]) -> Self {
        Self(self.0.query_list("retainServerKeys", retain_server_keys))
    }
}

impl RemovePerson {
    /// Ids of server keys that stay valid, comma-separated or repeated. Ids of other keys are ignored.
    pub fn retain_server_keys(self, retain_server_keys: &[i64]) -> Self {
        Self(self.0.query_list("retainServerKeys", retain_server_keys))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::RevokedServerKeys> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl SetTotpRequirement {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::TotpRequirement> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListPeopleReason of "listPeople" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum InvitePersonReason of "invitePerson" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 EmailIsRequired "email_is_required" "email is required",
        400 InvalidEmail "invalid_email" "email must be an e-mail address",
        400 InvalidRoles "invalid_roles" "roles must be a list of 1 to 4 roles",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        404 SiteNotFound "site_not_found" "Site not found",
        409 PersonHasRoles "person_has_roles" "This person has roles here already",
        409 CannotMail "cannot_mail" "This site cannot send invitations",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetPersonReason of "getPerson" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPersonId "invalid_person_id" "Invalid person ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PersonNotFound "person_not_found" "Person not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdatePersonReason of "updatePerson" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPersonId "invalid_person_id" "Invalid person ID",
        400 InvalidRetainedServerKeys "invalid_retained_server_keys" "retainServerKeys must be at most 200 integers",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidRoles "invalid_roles" "roles must be a list of 1 to 4 roles",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PersonNotFound "person_not_found" "Person not found",
        409 OwnerIsNeeded "owner_is_needed" "A site needs an owner",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemovePersonReason of "removePerson" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPersonId "invalid_person_id" "Invalid person ID",
        400 InvalidRetainedServerKeys "invalid_retained_server_keys" "retainServerKeys must be at most 200 integers",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PersonNotFound "person_not_found" "Person not found",
        409 OwnerIsNeeded "owner_is_needed" "A site needs an owner",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum SetTotpRequirementReason of "setTotpRequirement" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidRequired "invalid_required" "required must be true or false",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        404 SiteNotFound "site_not_found" "Site not found",
        409 TotpIsNotSetUp "totp_is_not_set_up" "Set TOTP up first",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
