//! The operations tagged `bundles`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Export a site: `GET /sites/{siteId}/bundle`.
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
    ///
    /// # Errors
    ///
    /// [`ExportSiteReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn export_site(&self, site_id: i64) -> ExportSite {
        let call = self.call("exportSite", Method::GET, "/sites/{siteId}/bundle");
        ExportSite(call.path("siteId", site_id))
    }

    /// Apply a bundle to its site: `POST /sites/{siteId}/bundle`.
    ///
    /// Changes what differs between a bundle and its site, as the command `stoa site apply` does. The
    /// body is a bundle of this site of at most 256 MiB, such as an edited answer of
    /// [`export_site`](Client::export_site). Rows are matched by their ids, or codes. Live state of
    /// existing rows, such as stock, stays as it is, and API keys are left out. `active` of the site
    /// and `maxStoredBytes` of the store, which only the operator sets, stay as they are too. A bundle
    /// whose store has another `currency` than the site's is answered 400:
    /// [`update_store_settings`](Client::update_store_settings) changes the currency.
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
    ///
    /// # Errors
    ///
    /// [`ApplySiteReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn apply_site(
        &self,
        site_id: i64,
        body: impl Into<::stoa_client_core::Bytes>,
    ) -> ApplySite {
        let call = self.call("applySite", Method::POST, "/sites/{siteId}/bundle");
        ApplySite(call.path("siteId", site_id).raw(body))
    }
}

::stoa_client_core::calls! {
    export_site: ExportSite "exportSite" -> Json<types::SiteBundle>;
    apply_site: ApplySite "applySite" -> Json<types::BundleResultResponse>;
}

impl ApplySite {
    /// Whether to list the differences and to change nothing.
    ///
    /// Default: `false`.
    pub fn dry_run(self, dry_run: bool) -> Self {
        Self(self.0.query("dryRun", dry_run))
    }

    /// Whether to archive products, to disable gift certificates, and to remove other rows and parts of
    /// rows that the bundle lacks. Rows that the site uses stay.
    ///
    /// Default: `false`.
    pub fn prune(self, prune: bool) -> Self {
        Self(self.0.query("prune", prune))
    }

    /// The side for which conflicts are decided. Without it, a bundle with conflicts is not applied.
    pub fn prefer(self, prefer: types::BundleSide) -> Self {
        Self(self.0.query("prefer", prefer))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::BundleResult> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ExportSiteReason of "exportSite" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        409 ExportInProgress "export_in_progress" "An export of this site is in progress",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ApplySiteReason of "applySite" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidDryRun "invalid_dry_run" "dryRun must be true or false",
        400 InvalidPrune "invalid_prune" "prune must be true or false",
        400 InvalidPrefer "invalid_prefer" "prefer must be one of file, site",
        400 BadRequest "bad_request" "body must have no faults: /products/3/slug: is required; /site/id: must be 1",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        409 ApplyInProgress "apply_in_progress" "Another bundle is being applied to this site",
        409 ServerLacksRights "server_lacks_rights" "The server's database role may not apply bundles",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
