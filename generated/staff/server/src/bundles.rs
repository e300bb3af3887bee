//! The operations tagged `bundles`.
//!
//! Handlers implement [`BundlesApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role};

/// A whole site as one JSON file.
pub trait BundlesApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/bundle`: Export a site.
    ///
    /// The bundle of the site: its content, settings and catalog as one JSON file, without an envelope.
    /// All of it is read from one snapshot. The command `stoa site export` writes the same, and also
    /// `apiKeys`, the digests of the API keys, which this operation leaves out.
    ///
    /// The server writes the file before it sends it, so that no transaction waits for the client. A
    /// site has one export at a time on each server. If the server has too many, it answers 503 with
    /// `Retry-After`.
    ///
    /// JSON parsers may round the numbers of free-form JSON, such as the metadata of products. A
    /// program that changes a bundle should leave the rest of its text as it is. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn export_site(
        &self,
        caller: Self::Staff,
        request: ExportSite,
    ) -> impl Future<Output = Result<stoa_runtime::RawJson, Error<ExportSite>>> + Send;

    /// `POST /sites/{siteId}/bundle`: Apply a bundle to its site.
    ///
    /// Changes what differs between a bundle and its site, as the command `stoa site apply` does. The
    /// body is a bundle of this site of at most 256 MiB, such as an edited answer of `exportSite`. Rows
    /// are matched by their ids, or codes. Live state of existing rows, such as stock, stays as it is,
    /// and API keys are left out. `active` of the site and `maxStoredBytes` of the store, which only
    /// the operator sets, stay as they are too. A bundle whose store has another `currency` than the
    /// site's is answered 400: `updateStoreSettings` changes the currency.
    ///
    /// An export gives each row a `version`. A row of the bundle that still fits its version was not
    /// edited, and changes nothing. An edited row is a conflict if the site's row was changed or
    /// removed since the export. Without `prefer`, a bundle with conflicts, or with rows that cannot be
    /// stored, is not applied: the answer is 200 with `applied: false`, and `changes` lists these rows.
    ///
    /// Otherwise the server writes batch by batch, each in a transaction with one audit entry for each
    /// changed row. If the client disconnects after it has sent the body, the server still finishes. If
    /// the server is stopped, the rows are as before or as after, and the same call continues. A proxy
    /// or client that does not wait as long for the answer may repeat the call: the answer is 409 until
    /// the first one has ended, and then nothing is left to change.
    ///
    /// The public APIs of this server show the changes at once, and those of other servers within a
    /// second or two. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `owner`.
    fn apply_site(
        &self,
        caller: Self::Staff,
        request: ApplySite,
    ) -> impl Future<Output = Result<types::BundleResult, Error<ApplySite>>> + Send;
}

/// The operation `exportSite` and its request.
#[derive(Clone)]
pub struct ExportSite {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for ExportSite {
    const ID: &'static str = "exportSite";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (409, "export_in_progress", "An export of this site is in progress"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ExportSite {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ExportSite {}
impl Documents<401> for ExportSite {}
impl Documents<403> for ExportSite {}
impl Documents<404> for ExportSite {}
impl Documents<409> for ExportSite {}
impl Documents<429> for ExportSite {}
impl Documents<500> for ExportSite {}

/// The operation `applySite` and its request.
pub struct ApplySite {
    /// Id of the site.
    pub site_id: i64,
    /// Whether to list the differences and to change nothing.
    pub dry_run: bool,
    /// Whether to archive products, to disable gift certificates, and to remove other rows and parts of
    /// rows that the bundle lacks. Rows that the site uses stay.
    pub prune: bool,
    /// The side for which conflicts are decided. Without it, a bundle with conflicts is not applied.
    pub prefer: Option<types::BundleSide>,
    /// The body of the request.
    pub body: stoa_runtime::StreamedBody,
}

impl Operation for ApplySite {
    const ID: &'static str = "applySite";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_dry_run", "dryRun must be true or false"),
        (400, "invalid_prune", "prune must be true or false"),
        (400, "invalid_prefer", "prefer must be one of file, site"),
        (
            400,
            "bad_request",
            "body must have no faults: /products/3/slug: is required; /site/id: must be 1",
        ),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (409, "apply_in_progress", "Another bundle is being applied to this site"),
        (409, "server_lacks_rights", "The server's database role may not apply bundles"),
        (413, "request_body_too_large", "Request body too large"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ApplySite {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Owner]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ApplySite {}
impl Documents<401> for ApplySite {}
impl Documents<403> for ApplySite {}
impl Documents<404> for ApplySite {}
impl Documents<409> for ApplySite {}
impl Documents<413> for ApplySite {}
impl Documents<429> for ApplySite {}
impl Documents<500> for ApplySite {}

stoa_runtime::refuses! {
    ExportSite:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ExportInProgress,
        reasons::TooManyRequests;
    ApplySite:
        reasons::InvalidSiteId, reasons::InvalidDryRun, reasons::InvalidPrune,
        reasons::InvalidPrefer, reasons::BadRequest, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::ApplyInProgress,
        reasons::ServerLacksRights, reasons::RequestBodyTooLarge, reasons::TooManyRequests;
}

/// The routes of the operations tagged `bundles`.
pub fn routes<A: BundlesApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/bundle", api, |api, call| Box::pin(export_site(api, call)))
        .post("/sites/{siteId}/bundle", api, |api, call| Box::pin(apply_site(api, call)))
}

async fn export_site<A: BundlesApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ExportSite>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ExportSite { site_id };
    let reply = api.export_site(caller, request).await?;
    Ok(Reply::raw_json(200, reply))
}

async fn apply_site<A: BundlesApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ApplySite>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ApplySite {
        site_id,
        dry_run: call.query("dryRun").boolean().or(false)?,
        prune: call.query("prune").boolean().or(false)?,
        prefer: call
            .query("prefer")
            .one_of::<types::BundleSide>(types::BundleSide::VALUES)
            .optional()?,
        body: call.streamed_body(256 * 1024 * 1024)?,
    };
    let reply = api.apply_site(caller, request).await?;
    Ok(Reply::json(200, &types::BundleResultResponse { data: reply }))
}
