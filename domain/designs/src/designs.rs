//! Creates, reads, saves, shares and deletes designs.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, ToSql};
use stoa_storefront_types::{
    AnyDesign, CreateDesignRequest, CreatedDesign, Design, DesignSummary, LegacyDesign,
    UpdateDesignRequest,
};
use tokio_postgres::types::Json;

use crate::owner::{DesignKey, Maker, Owner};

const GET_DESIGN: &str = include_str!("designs/get_design.sql");
const GET_LEGACY_DESIGN: &str = include_str!("designs/get_legacy_design.sql");

/// The reasons why a caller may not read or change a design.
#[derive(Debug)]
pub enum Refusal {
    DesignNotFound,
    /// The design belongs to another owner.
    Forbidden,
    StyleNotFound,
    ThumbnailNotFound,
    Database(DbError),
}

/// The reasons why a design cannot be created.
#[derive(Debug)]
pub enum CreateRefusal {
    NoSuchCustomer,
    ProductNotFound,
    ProductIsNotDesignable,
    Database(DbError),
}

impl From<DbError> for Refusal {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl From<DbError> for CreateRefusal {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

/// The reason for a refusal, as a statement returns it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Forbidden,
    StyleNotFound,
    ThumbnailNotFound,
    NoSuchCustomer,
    ProductNotFound,
    ProductIsNotDesignable,
}

impl From<Verdict> for Refusal {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::StyleNotFound => Self::StyleNotFound,
            Verdict::ThumbnailNotFound => Self::ThumbnailNotFound,
            _ => Self::Forbidden,
        }
    }
}

/// A new design, and the token of the session that was created with it, if any.
#[derive(Debug)]
pub struct NewDesign {
    pub design: CreatedDesign,
    pub session_token: Option<String>,
}

/// A design after it was shared, or after sharing was stopped.
#[derive(Debug)]
pub struct SharedDesign {
    pub design: DesignSummary,
    /// The URL of the store's own pages, without a trailing slash. `None` if neither the store nor the site has a URL.
    pub pages: Option<String>,
}

/// Returns the caller's designs, the most recently changed first. URLs of the site's files begin with `files`.
pub async fn list_designs(
    db: &Db,
    site_id: i64,
    owner: &Owner,
    product_id: Option<i64>,
    files: &str,
) -> Result<Vec<DesignSummary>, DbError> {
    if owner.is_nobody() {
        return Ok(Vec::new());
    }
    let sql = include_str!("designs/list_designs.sql");
    db.rows(sql, &[&site_id, &owner.customer_id, &owner.session(), &files, &product_id]).await
}

/// Returns the site's templates, in the order that the site defines.
pub async fn list_templates(
    db: &Db,
    site_id: i64,
    product_id: Option<i64>,
    files: &str,
) -> Result<Vec<DesignSummary>, DbError> {
    let sql = include_str!("designs/list_templates.sql");
    db.rows(sql, &[&site_id, &files, &product_id]).await
}

/// Creates a design of a product.
pub async fn create_design(
    db: &Db,
    site_id: i64,
    owner: Owner,
    request: &CreateDesignRequest,
    now: DateTime<Utc>,
) -> Result<NewDesign, CreateRefusal> {
    let maker = Maker::of(owner);
    let sql = include_str!("designs/create_design.sql");
    let params: [&(dyn ToSql + Sync); 9] = [
        &site_id,
        &maker.customer_id,
        &maker.session(),
        &maker.begins.is_some(),
        &now,
        &random_id(),
        &request.product_id,
        &request.name,
        &request.layers.as_ref().map(Json),
    ];
    let (verdict, design): (Option<Verdict>, Option<CreatedDesign>) = db.one(sql, &params).await?;
    match (verdict, design) {
        (None, Some(design)) => {
            Ok(NewDesign { design, session_token: maker.begins.map(|session| session.token) })
        }
        (Some(Verdict::NoSuchCustomer), _) => Err(CreateRefusal::NoSuchCustomer),
        (Some(Verdict::ProductIsNotDesignable), _) => Err(CreateRefusal::ProductIsNotDesignable),
        _ => Err(CreateRefusal::ProductNotFound),
    }
}

/// Returns the caller's design.
pub async fn get_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    files: &str,
) -> Result<AnyDesign, Refusal> {
    let (is_owned, design) = match key {
        DesignKey::Design(id) => {
            let no_uuid: Option<&str> = None;
            let params: [&(dyn ToSql + Sync); 6] =
                [&site_id, id, &owner.customer_id, &owner.session(), &files, &no_uuid];
            let found: Option<(bool, Design)> = db.opt(GET_DESIGN, &params).await?;
            found.map(|(is_owned, design)| (is_owned, AnyDesign::Design(design)))
        }
        DesignKey::Legacy(uuid) => {
            let params: [&(dyn ToSql + Sync); 5] =
                [&site_id, uuid, &owner.customer_id, &owner.session(), &files];
            let found: Option<(bool, bool, LegacyDesign)> =
                db.opt(GET_LEGACY_DESIGN, &params).await?;
            found.map(|(is_owned, _, design)| (is_owned, AnyDesign::LegacyDesign(design)))
        }
    }
    .ok_or(Refusal::DesignNotFound)?;
    if is_owned { Ok(design) } else { Err(Refusal::Forbidden) }
}

/// Checks that the caller owns a design. Returns the number by which images and revisions refer to the design. Every
/// design has this number, even a legacy design.
pub async fn find_owned(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
) -> Result<i64, Refusal> {
    let sql = include_str!("designs/find_owned.sql");
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &key.id(), &key.legacy_uuid(), &owner.customer_id, &owner.session()];
    let found: Option<(bool, i64)> = db.opt(sql, &params).await?;
    match found {
        Some((true, id)) => Ok(id),
        Some((false, _)) => Err(Refusal::Forbidden),
        None => Err(Refusal::DesignNotFound),
    }
}

/// Returns the design with this UUID, current or legacy, if it is shared.
pub async fn get_public_design(
    db: &Db,
    site_id: i64,
    uuid: &str,
    files: &str,
) -> Result<Option<AnyDesign>, DbError> {
    let nobody = Owner::default();
    let no_id: Option<i64> = None;
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &no_id, &nobody.customer_id, &nobody.session(), &files, &uuid];
    let design: Option<(bool, Design)> = db.opt(GET_DESIGN, &params).await?;
    if let Some((_, design)) = design {
        return Ok(Some(AnyDesign::Design(design)));
    }
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &uuid, &nobody.customer_id, &nobody.session(), &files];
    let design: Option<(bool, bool, LegacyDesign)> = db.opt(GET_LEGACY_DESIGN, &params).await?;
    let public = design.filter(|(_, is_public, _)| *is_public);
    Ok(public.map(|(.., design)| AnyDesign::LegacyDesign(design)))
}

/// The changes to save, and the file that the thumbnail URL of the request refers to.
#[derive(Debug)]
pub struct DesignUpdate<'a> {
    pub sent: &'a UpdateDesignRequest,
    /// The key of the site's file that `thumbnailUrl` refers to. `None` if the URL is not the URL of a file of the
    /// site.
    pub thumbnail_key: Option<&'a str>,
}

/// Saves changes to the caller's design, and returns the whole design.
pub async fn update_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    changes: &DesignUpdate<'_>,
    files: &str,
    now: DateTime<Utc>,
) -> Result<AnyDesign, Refusal> {
    let sent = changes.sent;
    let mut connection = db.connection().await?;
    // One statement updates the design and another one reads it, because a statement cannot read its own update. The
    // transaction locks the row between the two.
    let transaction = connection.transaction();
    let design = match key {
        DesignKey::Design(id) => {
            let key = changes.thumbnail_key;
            let url = sent.thumbnail_url.as_ref().and_then(|url| url.as_deref());
            let url = url.filter(|_| key.is_none());
            let (description, style_id) = (sent.description.as_ref(), sent.style_id.flatten());
            let params: [&(dyn ToSql + Sync); 15] = [
                &site_id,
                id,
                &owner.customer_id,
                &owner.session(),
                &now,
                &sent.name,
                &description.is_some(),
                &description.and_then(Option::as_ref),
                &sent.thumbnail_url.is_some(),
                &url,
                &key,
                &sent.style_id.is_some(),
                &style_id,
                &sent.layers.as_ref().map(Json),
                &sent.style_overrides.as_ref().map(Json),
            ];
            let sql = include_str!("designs/update_design.sql");
            check_saved(transaction.opt(sql, &params).await?)?;
            let no_uuid: Option<&str> = None;
            let params: [&(dyn ToSql + Sync); 6] =
                [&site_id, id, &owner.customer_id, &owner.session(), &files, &no_uuid];
            let (_, design): (bool, Design) = transaction.one(GET_DESIGN, &params).await?;
            AnyDesign::Design(design)
        }
        DesignKey::Legacy(uuid) => {
            let canvas = sent.canvas_size.as_ref();
            let params: [&(dyn ToSql + Sync); 10] = [
                &site_id,
                uuid,
                &owner.customer_id,
                &owner.session(),
                &now,
                &sent.name,
                &sent.layers_by_surface.as_ref().map(Json),
                &canvas.map(|canvas| canvas.width),
                &canvas.map(|canvas| canvas.height),
                &sent.status.as_ref().map(|status| status.as_str()),
            ];
            let sql = include_str!("designs/update_legacy_design.sql");
            check_saved(transaction.opt(sql, &params).await?)?;
            let params: [&(dyn ToSql + Sync); 5] =
                [&site_id, uuid, &owner.customer_id, &owner.session(), &files];
            let (.., design): (bool, bool, LegacyDesign) =
                transaction.one(GET_LEGACY_DESIGN, &params).await?;
            AnyDesign::LegacyDesign(design)
        }
    };
    transaction.commit().await?;
    Ok(design)
}

/// Maps a statement's result to a refusal. If the design was deleted or claimed concurrently, the refusal is
/// [`Refusal::DesignNotFound`].
fn check_saved(saved: Option<(Option<Verdict>, bool)>) -> Result<(), Refusal> {
    match saved {
        Some((Some(verdict), _)) => Err(verdict.into()),
        Some((None, true)) => Ok(()),
        Some((None, false)) | None => Err(Refusal::DesignNotFound),
    }
}

/// Marks the caller's design as deleted. The row of a legacy design is deleted at once.
pub async fn delete_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    let (customer_id, session) = (&owner.customer_id, &owner.session());
    let found: Option<(bool, bool)> = match key {
        DesignKey::Design(id) => {
            let sql = include_str!("designs/delete_design.sql");
            db.opt(sql, &[&site_id, id, customer_id, session, &now]).await?
        }
        DesignKey::Legacy(uuid) => {
            let sql = include_str!("designs/delete_legacy_design.sql");
            db.opt(sql, &[&site_id, uuid, customer_id, session]).await?
        }
    };
    match found {
        Some((true, true)) => Ok(()),
        Some((false, _)) => Err(Refusal::Forbidden),
        Some((true, false)) | None => Err(Refusal::DesignNotFound),
    }
}

/// Shares the caller's design, or stops sharing it.
pub async fn share_design(
    db: &Db,
    site_id: i64,
    design_id: i64,
    owner: &Owner,
    is_public: bool,
    files: &str,
    now: DateTime<Utc>,
) -> Result<SharedDesign, Refusal> {
    let sql = include_str!("designs/share_design.sql");
    let params: [&(dyn ToSql + Sync); 7] =
        [&site_id, &design_id, &owner.customer_id, &owner.session(), &files, &now, &is_public];
    let found: Option<(bool, Option<DesignSummary>, Option<String>)> = db.opt(sql, &params).await?;
    match found {
        Some((true, Some(design), pages)) => Ok(SharedDesign { design, pages }),
        Some((false, ..)) => Err(Refusal::Forbidden),
        Some((true, None, _)) | None => Err(Refusal::DesignNotFound),
    }
}

/// Returns a random number of 53 bits that is not 0.
pub(crate) fn random_id() -> i64 {
    rand::random_range(1..=stoa_values::money::MAX_CENTS)
}
