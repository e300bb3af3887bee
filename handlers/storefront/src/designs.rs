//! The operations tagged `designs`. The rules are in domain/designs.

mod thumbnail_url;

use stoa_designs::{Copied, CopyBefore, DESIGN_SESSION_TTL, DesignKey, DesignUpdate, NewDesign};
use stoa_runtime::{Error, Replayable, is_uuid};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::designs::{
    ClaimDesigns, CloneDesign, CloneDesignReply, CountAnonymousDesigns, CreateDesign,
    CreateDesignReply, DeleteDesign, DesignsApi, GetDesign, GetPublicDesign, ListDesigns,
    ShareDesign, UpdateDesign,
};
use stoa_storefront_types::{
    AnyDesign, ClaimedDesigns, CreatedDesign, DeletedDesign, DesignCount, DesignSummary,
    ShareDesignResponse,
};

use url::Url;

use self::thumbnail_url::ThumbnailUrl;
use crate::authenticate::{DESIGN_SESSION_COOKIE, Designer};
use crate::{Storefront, Visitor};

impl DesignsApi for Storefront {
    async fn list_designs(
        &self,
        designer: Designer,
        request: ListDesigns,
    ) -> Result<Vec<DesignSummary>, Error<ListDesigns>> {
        let ListDesigns { site_id, product_id, templates } = request;
        let files = self.files(site_id);
        Ok(match templates {
            1 => stoa_designs::list_templates(&self.db, site_id, product_id, &files).await?,
            _ => {
                let owner = designer.owner();
                stoa_designs::list_designs(&self.db, site_id, &owner, product_id, &files).await?
            }
        })
    }

    async fn create_design(
        &self,
        designer: Designer,
        request: CreateDesign,
    ) -> Result<CreateDesignReply, Error<CreateDesign>> {
        let CreateDesign { site_id, body, body_bytes } = request;
        self.count_bytes(site_id, &designer, body_bytes).await?;
        let owner = designer.owner();
        let new = stoa_designs::create_design(&self.db, site_id, owner, &body, self.now()).await?;
        let (body, set_cookie) = self.begun(site_id, new);
        Ok(CreateDesignReply { body, set_cookie })
    }

    async fn get_design(
        &self,
        designer: Designer,
        request: GetDesign,
    ) -> Result<AnyDesign, Error<GetDesign>> {
        let GetDesign { site_id, design_id, session_id } = request;
        let key = DesignKey::from(design_id);
        let session_id = session_id.as_deref().filter(|_| key.uuid().is_some());
        let designer = self.designer_of_session(site_id, designer, session_id).await?;
        let (owner, files) = (designer.owner(), self.files(site_id));
        Ok(stoa_designs::get_design(&self.db, site_id, &key, &owner, &files).await?)
    }

    async fn update_design(
        &self,
        designer: Designer,
        request: UpdateDesign,
    ) -> Result<AnyDesign, Error<UpdateDesign>> {
        let UpdateDesign { site_id, design_id, body, body_bytes } = request;
        let key = DesignKey::from(design_id);
        let text = body.thumbnail_url.as_ref().and_then(Option::as_deref).unwrap_or_default();
        let thumbnail = thumbnail_url::read(text).ok_or(reasons::InvalidThumbnailUrl)?;
        let bytes = match thumbnail {
            // The picture is counted when it is stored.
            ThumbnailUrl::Picture(_) => body_bytes.saturating_sub(text.len() as u64),
            _ => body_bytes,
        };
        self.count_bytes(site_id, &designer, bytes).await?;
        let session_id = body.session_id.as_deref().filter(|_| key.uuid().is_some());
        let designer = self.designer_of_session(site_id, designer, session_id).await?;
        let (owner, files) = (designer.owner(), self.files(site_id));
        let (thumbnail_url, thumbnail_key) = match thumbnail {
            ThumbnailUrl::Empty => (None, None),
            ThumbnailUrl::Url(url) => {
                let key = self.uploads.files.key_of(site_id, url);
                (Some(url), key.map(str::to_owned))
            }
            ThumbnailUrl::Picture(bytes) => {
                stoa_designs::find_owned(&self.db, site_id, &key, &owner).await?;
                let refusals = (reasons::InvalidThumbnailUrl, reasons::InvalidThumbnailUrl);
                let stored = self.store_picture(site_id, &designer, bytes, refusals).await?;
                (None, stored.source.key().map(str::to_owned))
            }
        };
        let changes = DesignUpdate { sent: &body, thumbnail_url, thumbnail_key };
        let (db, now) = (&self.db, self.now());
        Ok(stoa_designs::update_design(db, site_id, &key, &owner, &changes, &files, now).await?)
    }

    async fn delete_design(
        &self,
        designer: Designer,
        request: DeleteDesign,
    ) -> Result<DeletedDesign, Error<DeleteDesign>> {
        let DeleteDesign { site_id, design_id } = request;
        let (key, owner) = (DesignKey::from(design_id.clone()), designer.owner());
        stoa_designs::delete_design(&self.db, site_id, &key, &owner, self.now()).await?;
        Ok(DeletedDesign { id: design_id })
    }

    async fn get_public_design(
        &self,
        _: Visitor,
        request: GetPublicDesign,
    ) -> Result<AnyDesign, Error<GetPublicDesign>> {
        let GetPublicDesign { site_id, uuid } = request;
        // Text that is not a UUID identifies no design, so no query is needed.
        if !is_uuid(&uuid) {
            return Err(reasons::DesignNotFound)?;
        }
        let files = self.files(site_id);
        let design = stoa_designs::get_public_design(&self.db, site_id, &uuid, &files).await?;
        Ok(design.ok_or(reasons::DesignNotFound)?)
    }

    async fn share_design(
        &self,
        designer: Designer,
        request: ShareDesign,
    ) -> Result<ShareDesignResponse, Error<ShareDesign>> {
        let ShareDesign { site_id, design_id, body } = request;
        let (key, owner, files) =
            (DesignKey::from(design_id), designer.owner(), self.files(site_id));
        let shared = stoa_designs::share_design(
            &self.db,
            site_id,
            &key,
            &owner,
            body.is_public,
            &files,
            self.now(),
        )
        .await?;
        let (design, pages) = (shared.design, shared.pages);
        let pages = pages.as_ref().unwrap_or(&self.public_url);
        let shareable_url = format!("{pages}/store/designs/{}", design.uuid);
        let (uuid, is_public) = (design.uuid.clone(), design.is_public);
        Ok(ShareDesignResponse { design, shareable_url, uuid, is_public })
    }

    async fn clone_design(
        &self,
        designer: Designer,
        request: CloneDesign,
    ) -> Result<Replayable<CloneDesignReply>, Error<CloneDesign>> {
        let CloneDesign { site_id, design_id, idempotency, body, body_bytes } = request;
        let (key, name) = (DesignKey::from(design_id), body.name.as_deref());
        let copied_bytes = stoa_designs::copied_bytes(&self.db, site_id, &key).await?;
        self.count_bytes(site_id, &designer, body_bytes + copied_bytes).await?;
        let (owner, now) = (designer.owner(), self.now());
        let copied =
            stoa_designs::clone_design(&self.db, site_id, &key, owner, name, idempotency, now)
                .await?;
        let reply = |new| {
            let (body, set_cookie) = self.begun(site_id, new);
            CloneDesignReply { body, set_cookie }
        };
        Ok(match copied {
            Copied::New(new) => Replayable::Fresh(reply(new)),
            Copied::Before(CopyBefore { design, began_session }) => {
                // If the first call started a designer session, the key belongs to that session. A caller who repeats
                // the key therefore already has the session's token.
                let session = designer.session.filter(|_| began_session);
                let session_token = session.map(|session| session.token);
                Replayable::Replayed(reply(NewDesign { design, session_token }))
            }
        })
    }

    async fn claim_designs(
        &self,
        designer: Designer,
        request: ClaimDesigns,
    ) -> Result<ClaimedDesigns, Error<ClaimDesigns>> {
        let ClaimDesigns { site_id, body } = request;
        let customer = designer.customer.ok_or(reasons::Unauthorized)?;
        if body.customer_id != customer.id {
            return Err(reasons::AnotherCustomer)?;
        }
        let sent = body.session_id.filter(|token| !token.is_empty());
        let session = match (sent, designer.session) {
            (Some(token), _) => stoa_designs::digest(&token),
            (None, Some(session)) => session.digest,
            (None, None) => Err(reasons::SessionIdIsRequired)?,
        };
        let claimed =
            stoa_designs::claim_designs(&self.db, site_id, &session, customer.id, self.now())
                .await?;
        Ok(ClaimedDesigns { claimed: claimed.ok_or(reasons::Unauthorized)? })
    }

    async fn count_anonymous_designs(
        &self,
        designer: Designer,
        request: CountAnonymousDesigns,
    ) -> Result<DesignCount, Error<CountAnonymousDesigns>> {
        let Some(session) = designer.session else {
            return Ok(DesignCount { count: 0, session_id: None });
        };
        let count = stoa_designs::count_designs(&self.db, request.site_id, &session.digest).await?;
        let session_id = designer.customer.map(|_| session.token);
        Ok(DesignCount { count, session_id })
    }
}

impl Storefront {
    /// Returns the body and the cookie for a new design. If a designer session started with the design, both contain
    /// the session's token.
    fn begun(&self, site_id: i64, new: NewDesign) -> (CreatedDesign, Option<String>) {
        let cookie = new.session_token.as_ref().map(|token| {
            let secure = if self.public_url.starts_with("https:") { "; Secure" } else { "" };
            format!(
                "{DESIGN_SESSION_COOKIE}={token}; Path=/api/storefront/{site_id}; Max-Age={}; \
                 HttpOnly; SameSite=Lax{secure}",
                DESIGN_SESSION_TTL.num_seconds()
            )
        });
        (CreatedDesign { session_id: new.session_token, ..new.design }, cookie)
    }
}

pub(crate) fn is_https(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host())
}
