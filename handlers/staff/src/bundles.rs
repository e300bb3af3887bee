//! The operations tagged `bundles`. The rules are in domain/site-bundle.

use std::io;

use futures_util::stream::try_unfold;
use stoa_runtime::{BadRequest, Bytes, Error, Internal, Operation, RawJson, Unavailable};
use stoa_site_bundle::bundles::BundleError;
use stoa_site_bundle::{ApplyOptions, Prefer};
use stoa_staff_reasons as reasons;
use stoa_staff_server::bundles::{ApplySite, BundlesApi, ExportSite};
use stoa_staff_types::{BundleResult, BundleSide};
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use crate::{Staff, StaffHandlers};

/// Bytes of a bundle that are read at a time.
const PIECE_BYTES: usize = 256 * 1024;

impl BundlesApi for StaffHandlers {
    async fn export_site(
        &self,
        _: Staff,
        request: ExportSite,
    ) -> Result<RawJson, Error<ExportSite>> {
        let bundle = self.bundles.export(request.site_id).await;
        let bundle = bundle.map_err(|error| match error {
            BundleError::InProgress => reasons::ExportInProgress.into(),
            error => failed(error),
        })?;
        let file = File::from_std(bundle.open()?);
        // The file lives as long as the stream.
        let pieces = try_unfold((file, bundle), async |(mut file, bundle)| {
            let mut piece = Vec::with_capacity(PIECE_BYTES);
            let read = file.read_buf(&mut piece).await?;
            Ok((read > 0).then(|| (Bytes::from(piece), (file, bundle))))
        });
        Ok(Box::pin(pieces))
    }

    async fn apply_site(
        &self,
        staff: Staff,
        request: ApplySite,
    ) -> Result<BundleResult, Error<ApplySite>> {
        let ApplySite { site_id, dry_run, prune, prefer, mut body } = request;
        let mut incoming = self.bundles.receive(site_id).map_err(refused)?;
        while let Some(chunk) = body.chunk().await? {
            incoming.write(&chunk).await.map_err(refused)?;
        }
        let prefer = prefer.map(|side| match side {
            BundleSide::File => Prefer::File,
            BundleSide::Site => Prefer::Site,
        });
        let options = ApplyOptions { dry_run, prune, prefer };
        let (bundles, origin) = (self.bundles.clone(), staff.origin::<ApplySite>());
        // A client that disconnects does not stop it.
        let applied =
            stoa_fair_queue::spawn(async move { bundles.apply(incoming, options, &origin).await });
        applied.await?.map_err(refused)
    }
}

fn refused(error: BundleError) -> Error<ApplySite> {
    match error {
        BundleError::InProgress => reasons::ApplyInProgress.into(),
        BundleError::LacksRights => reasons::ServerLacksRights.into(),
        BundleError::Invalid(message) => BadRequest(message).into(),
        error => failed(error),
    }
}

/// A failure that the document does not name.
fn failed<Op: Operation>(error: BundleError) -> Error<Op> {
    match error {
        BundleError::Unavailable => Unavailable.into(),
        BundleError::Failed(error) => io::Error::other(error).into(),
        error => Internal(format!("a bundle failed: {error:?}").into()).into(),
    }
}
