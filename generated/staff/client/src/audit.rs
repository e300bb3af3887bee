//! The operations tagged `audit`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List audit entries: `GET /sites/{siteId}/audit-entries`.
    ///
    /// The changes to this site by its staff and by commands, newest first. An entry names the changed
    /// fields, not their values. Entries of [`accept_invitation`](Client::accept_invitation) and of
    /// other changes that belong to no site are not listed. If several filters are given, an entry must
    /// match all of them. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    ///
    /// # Errors
    ///
    /// [`ListAuditEntriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_audit_entries(&self, site_id: i64) -> ListAuditEntries {
        let call = self.call("listAuditEntries", Method::GET, "/sites/{siteId}/audit-entries");
        ListAuditEntries(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    list_audit_entries: ListAuditEntries "listAuditEntries" -> Cursor<types::AuditEntryListResponse, types::AuditEntry>(data, next_cursor, "cursor");
}

impl ListAuditEntries {
    /// Lists only changes by this person (`person:3`), this server key (`server_key:4`) or the command
    /// line (`command_line`).
    pub fn actor(self, actor: &str) -> Self {
        Self(self.0.query("actor", actor))
    }

    /// Lists only changes of this object, given as its kind and id.
    pub fn target(self, target: &str) -> Self {
        Self(self.0.query("target", target))
    }

    /// Lists only changes by this operation or command.
    pub fn operation(self, operation: &str) -> Self {
        Self(self.0.query("operation", operation))
    }

    /// Lists only changes at this time or later.
    pub fn from(self, from: &str) -> Self {
        Self(self.0.query("from", from))
    }

    /// Lists only changes before this time.
    pub fn to(self, to: &str) -> Self {
        Self(self.0.query("to", to))
    }

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
    pub enum ListAuditEntriesReason of "listAuditEntries" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        400 InvalidActor "invalid_actor" "actor must be like person:3, server_key:4 or command_line",
        400 InvalidTarget "invalid_target" "target must be a kind and an id, like person:7",
        400 InvalidOperation "invalid_operation" "operation must be text of at most 128 characters",
        400 InvalidFrom "invalid_from" "from must be a time such as 2026-03-16T09:00:00Z",
        400 InvalidTo "invalid_to" "to must be a time such as 2026-03-16T09:00:00Z",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
