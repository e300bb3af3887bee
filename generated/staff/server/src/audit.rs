//! The operations tagged `audit`.
//!
//! Handlers implement [`AuditApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role};

/// The record of the changes of sites.
pub trait AuditApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/audit-entries`: List audit entries.
    ///
    /// The changes to this site by its staff and by commands, newest first. An entry names the changed
    /// fields, not their values. Entries of `acceptInvitation` and of other changes that belong to no
    /// site are not listed. If several filters are given, an entry must match all of them. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn list_audit_entries(
        &self,
        caller: Self::Staff,
        request: ListAuditEntries,
    ) -> impl Future<Output = Result<types::AuditEntryListResponse, Error<ListAuditEntries>>> + Send;
}

/// The operation `listAuditEntries` and its request.
#[derive(Clone)]
pub struct ListAuditEntries {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only changes by this person (`person:3`), this server key (`server_key:4`) or the command
    /// line (`command_line`).
    pub actor: Option<String>,
    /// Lists only changes of this object, given as its kind and id.
    pub target: Option<String>,
    /// Lists only changes by this operation or command.
    pub operation: Option<String>,
    /// Lists only changes at this time or later.
    pub from: Option<String>,
    /// Lists only changes before this time.
    pub to: Option<String>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListAuditEntries {
    const ID: &'static str = "listAuditEntries";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (400, "invalid_actor", "actor must be like person:3, server_key:4 or command_line"),
        (400, "invalid_target", "target must be a kind and an id, like person:7"),
        (400, "invalid_operation", "operation must be text of at most 128 characters"),
        (400, "invalid_from", "from must be a time such as 2026-03-16T09:00:00Z"),
        (400, "invalid_to", "to must be a time such as 2026-03-16T09:00:00Z"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListAuditEntries {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListAuditEntries {}
impl Documents<401> for ListAuditEntries {}
impl Documents<403> for ListAuditEntries {}
impl Documents<404> for ListAuditEntries {}
impl Documents<429> for ListAuditEntries {}
impl Documents<500> for ListAuditEntries {}

stoa_runtime::refuses! {
    ListAuditEntries:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::InvalidActor, reasons::InvalidTarget,
        reasons::InvalidOperation, reasons::InvalidFrom, reasons::InvalidTo, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TooManyRequests;
}

/// The routes of the operations tagged `audit`.
pub fn routes<A: AuditApi>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites/{siteId}/audit-entries", api, |api, call| {
        Box::pin(list_audit_entries(api, call))
    })
}

async fn list_audit_entries<A: AuditApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListAuditEntries>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListAuditEntries {
        site_id,
        actor: call
            .query("actor")
            .message("actor must be like person:3, server_key:4 or command_line")
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule = stoa_runtime::TextRule::pattern(
                    "^((person|server_key):[0-9]{1,18}|command_line)$",
                );
                &PATTERN
            })
            .optional()?,
        target: call
            .query("target")
            .message("target must be a kind and an id, like person:7")
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule =
                    stoa_runtime::TextRule::pattern("^[a-z_]{1,64}:.{1,255}$");
                &PATTERN
            })
            .optional()?,
        operation: call
            .query("operation")
            .message("operation must be text of at most 128 characters")
            .text()
            .max_length(128)
            .optional()?,
        from: call
            .query("from")
            .message("from must be a time such as 2026-03-16T09:00:00Z")
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule = stoa_runtime::TextRule::pattern(
                    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$",
                );
                &PATTERN
            })
            .optional()?,
        to: call
            .query("to")
            .message("to must be a time such as 2026-03-16T09:00:00Z")
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule = stoa_runtime::TextRule::pattern(
                    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$",
                );
                &PATTERN
            })
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_audit_entries(caller, request).await?;
    Ok(Reply::json(200, &reply))
}
