//! The operations tagged `designs`. The rules are in domain/designs.

use stoa_designs::{
    Copied, CopyBefore, CopyRefusal, CreateRefusal, DESIGN_SESSION_TTL, DesignKey, DesignUpdate,
    NewDesign, Refusal,
};
use stoa_runtime::{BadRequest, Documents, Error, Forbidden, NotFound, Replayable, is_uuid};
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

use crate::authenticate::{DESIGN_SESSION_COOKIE, Designer, UNAUTHORIZED};
use crate::{Storefront, Visitor};

pub(crate) const DESIGN_NOT_FOUND: NotFound = NotFound("Design not found");
pub(crate) const TOO_MANY_IMAGES: BadRequest = BadRequest("Too many images");
const FORBIDDEN: Forbidden = Forbidden("You do not have access to this design");
const NO_THUMBNAIL: BadRequest =
    BadRequest("thumbnailUrl must be an https address of at most 2048 characters");

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
        let new = stoa_designs::create_design(&self.db, site_id, owner, &body, self.now())
            .await
            .map_err(|refusal| match refusal {
                CreateRefusal::NoSuchCustomer => UNAUTHORIZED.into(),
                CreateRefusal::ProductNotFound => Error::from(NotFound("Product not found")),
                CreateRefusal::ProductIsNotDesignable => {
                    BadRequest("Product is not designable").into()
                }
                CreateRefusal::Database(error) => error.into(),
            })?;
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
        stoa_designs::get_design(&self.db, site_id, &key, &owner, &files).await.map_err(refused)
    }

    async fn update_design(
        &self,
        designer: Designer,
        request: UpdateDesign,
    ) -> Result<AnyDesign, Error<UpdateDesign>> {
        let UpdateDesign { site_id, design_id, body, body_bytes } = request;
        self.count_bytes(site_id, &designer, body_bytes).await?;
        let key = DesignKey::from(design_id);
        let session_id = body.session_id.as_deref().filter(|_| key.uuid().is_some());
        let designer = self.designer_of_session(site_id, designer, session_id).await?;
        let (owner, files) = (designer.owner(), self.files(site_id));
        let url = body.thumbnail_url.as_ref().and_then(Option::as_deref);
        let thumbnail_key = url.and_then(|url| self.uploads.files.key_of(site_id, url));
        if thumbnail_key.is_none() && url.is_some_and(|url| !is_thumbnail(url)) {
            return Err(NO_THUMBNAIL)?;
        }
        let changes = DesignUpdate { sent: &body, thumbnail_key };
        stoa_designs::update_design(&self.db, site_id, &key, &owner, &changes, &files, self.now())
            .await
            .map_err(|refusal| match refusal {
                Refusal::StyleNotFound => {
                    BadRequest("styleId is not a style of the product").into()
                }
                Refusal::ThumbnailNotFound => NO_THUMBNAIL.into(),
                refusal => refused(refusal),
            })
    }

    async fn delete_design(
        &self,
        designer: Designer,
        request: DeleteDesign,
    ) -> Result<DeletedDesign, Error<DeleteDesign>> {
        let DeleteDesign { site_id, design_id } = request;
        let (key, owner) = (DesignKey::from(design_id.clone()), designer.owner());
        stoa_designs::delete_design(&self.db, site_id, &key, &owner, self.now())
            .await
            .map_err(refused)?;
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
            return Err(DESIGN_NOT_FOUND)?;
        }
        let files = self.files(site_id);
        let design = stoa_designs::get_public_design(&self.db, site_id, &uuid, &files).await?;
        Ok(design.ok_or(DESIGN_NOT_FOUND)?)
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
        .await
        .map_err(refused)?;
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
            stoa_designs::clone_design(&self.db, site_id, &key, owner, name, idempotency, now);
        let copied = copied.await.map_err(|refusal| match refusal {
            CopyRefusal::NoSuchCustomer => Error::from(UNAUTHORIZED),
            CopyRefusal::DesignNotFound => DESIGN_NOT_FOUND.into(),
            CopyRefusal::Forbidden => FORBIDDEN.into(),
            CopyRefusal::TooManyImages => TOO_MANY_IMAGES.into(),
            CopyRefusal::Key(error) => error.into(),
            CopyRefusal::Database(error) => error.into(),
        })?;
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
        let customer = designer.customer.ok_or(UNAUTHORIZED)?;
        if body.customer_id != customer.id {
            return Err(Forbidden("customerId does not match the authenticated customer"))?;
        }
        let sent = body.session_id.filter(|token| !token.is_empty());
        let session = match (sent, designer.session) {
            (Some(token), _) => stoa_designs::digest(&token),
            (None, Some(session)) => session.digest,
            (None, None) => Err(BadRequest("sessionId is required"))?,
        };
        let claimed =
            stoa_designs::claim_designs(&self.db, site_id, &session, customer.id, self.now())
                .await?;
        Ok(ClaimedDesigns { claimed: claimed.ok_or(UNAUTHORIZED)? })
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

/// Whether the text is an https URL with a public host and without credentials. It must not contain characters that
/// would end the URL where a page or a header quotes it. The text itself is checked too, because the URL parser skips
/// or escapes some of these characters and adds missing slashes.
fn is_thumbnail(text: &str) -> bool {
    let is_unsafe =
        |letter: char| letter.is_control() || letter.is_whitespace() || "\"'`<>\\".contains(letter);
    let has_host = text.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"))
        && !text[8..].starts_with('/');
    let is_public = |url: Url| {
        stoa_images::is_public_https(&url) && url.username().is_empty() && url.password().is_none()
    };
    has_host && !text.contains(is_unsafe) && Url::parse(text).is_ok_and(is_public)
}

/// Returns the documented error for a caller who may not use a design.
pub(crate) fn refused<Op>(refusal: Refusal) -> Error<Op>
where
    Op: Documents<403> + Documents<404>,
{
    match refusal {
        Refusal::Forbidden => FORBIDDEN.into(),
        Refusal::Database(error) => error.into(),
        _ => DESIGN_NOT_FOUND.into(),
    }
}
