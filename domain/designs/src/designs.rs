//! Designs: begun, read, saved, shared and deleted.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, Part, Sql, ToSql};
use stoa_storefront_types::{
    AnyDesign, CreateDesignRequest, CreatedDesign, Design, DesignSummary, LegacyDesign,
    UpdateDesignRequest,
};
use tokio_postgres::types::Json;

use crate::owner::{DesignKey, Maker, Owner};

pub(crate) const FOUND: Part = ("found.sql", include_str!("designs/found.sql"));
const DESIGN: Part = ("design.sql", include_str!("designs/design.sql"));

static LIST: Sql = Sql::new(include_str!("designs/list_designs.sql"));
static GET: Sql = Sql::of_parts(include_str!("designs/get_design.sql"), &[FOUND, DESIGN]);
static GET_PUBLIC: Sql = Sql::of_parts(include_str!("designs/get_public_design.sql"), &[DESIGN]);
static UPDATE: Sql = Sql::of_parts(include_str!("designs/update_design.sql"), &[FOUND, DESIGN]);
static UPDATE_LEGACY: Sql =
    Sql::of_parts(include_str!("designs/update_legacy_design.sql"), &[FOUND, DESIGN]);
static DELETE: Sql = Sql::of_parts(include_str!("designs/delete_design.sql"), &[FOUND]);
static SHARE: Sql = Sql::of_parts(include_str!("designs/share_design.sql"), &[FOUND]);
static FIND_OWNED: Sql = Sql::of_parts(include_str!("designs/find_owned.sql"), &[FOUND]);

/// Why somebody does not get at a design.
#[derive(Debug)]
pub enum Refusal {
    DesignNotFound,
    /// It is another's.
    Forbidden,
    StyleNotFound,
    ThumbnailNotFound,
    Database(DbError),
}

/// Why a design cannot be begun.
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

/// What a statement says that refuses.
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

/// A design that has begun, and the token of the session that began with it.
#[derive(Debug)]
pub struct NewDesign {
    pub design: CreatedDesign,
    pub session_token: Option<String>,
}

/// A design that is shared, or no longer is.
#[derive(Debug)]
pub struct SharedDesign {
    pub design: DesignSummary,
    /// The store's own pages, without a slash at the end; none when neither store nor site say where they are.
    pub pages: Option<String>,
}

/// The caller's designs, the one changed last first. `files` is the URL of the site's files.
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
    let sql = LIST.with(&[("templates", false), ("product", product_id.is_some())]);
    db.rows(sql, &[&site_id, &product_id, &owner.customer_id, &owner.session(), &files]).await
}

/// The templates of the site's staff, in their order.
pub async fn list_templates(
    db: &Db,
    site_id: i64,
    product_id: Option<i64>,
    files: &str,
) -> Result<Vec<DesignSummary>, DbError> {
    let sql = LIST.with(&[("templates", true), ("product", product_id.is_some())]);
    let nobody = Owner::default();
    db.rows(sql, &[&site_id, &product_id, &nobody.customer_id, &nobody.session(), &files]).await
}

/// Begins a design of a product.
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

/// The caller's design.
pub async fn get_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    files: &str,
) -> Result<AnyDesign, Refusal> {
    let sql = GET.with(&[("legacy", key.is_legacy())]);
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, key.param(), &owner.customer_id, &owner.session(), &files];
    let (is_owned, design) = match key {
        DesignKey::Design(_) => {
            let found: Option<(bool, Design)> = db.opt(sql, &params).await?;
            found.map(|(is_owned, design)| (is_owned, AnyDesign::Design(design)))
        }
        DesignKey::Legacy(_) => {
            let found: Option<(bool, LegacyDesign)> = db.opt(sql, &params).await?;
            found.map(|(is_owned, design)| (is_owned, AnyDesign::LegacyDesign(design)))
        }
    }
    .ok_or(Refusal::DesignNotFound)?;
    if is_owned { Ok(design) } else { Err(Refusal::Forbidden) }
}

/// Says whether the caller has a design, and gives the number by which images and revisions know it, a legacy one too.
pub async fn find_owned(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
) -> Result<i64, Refusal> {
    let sql = FIND_OWNED.with(&[("legacy", key.is_legacy())]);
    let found: Option<(bool, i64)> =
        db.opt(sql, &[&site_id, key.param(), &owner.customer_id, &owner.session()]).await?;
    match found {
        Some((true, id)) => Ok(id),
        Some((false, _)) => Err(Refusal::Forbidden),
        None => Err(Refusal::DesignNotFound),
    }
}

/// The design of either generation that its owner shares by this UUID.
pub async fn get_public_design(
    db: &Db,
    site_id: i64,
    uuid: &str,
    files: &str,
) -> Result<Option<AnyDesign>, DbError> {
    let nobody = Owner::default();
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &uuid, &nobody.customer_id, &nobody.session(), &files];
    let design: Option<(Design,)> = db.opt(GET_PUBLIC.with(&[("legacy", false)]), &params).await?;
    if let Some((design,)) = design {
        return Ok(Some(AnyDesign::Design(design)));
    }
    let design: Option<(LegacyDesign,)> =
        db.opt(GET_PUBLIC.with(&[("legacy", true)]), &params).await?;
    Ok(design.map(|(design,)| AnyDesign::LegacyDesign(design)))
}

/// What is to be saved: as it was sent, and what the URL of a picture means.
#[derive(Debug)]
pub struct DesignUpdate<'a> {
    pub sent: &'a UpdateDesignRequest,
    /// The file of the site that `thumbnailUrl` names, if it is one.
    pub thumbnail_key: Option<&'a str>,
}

/// Saves what was sent of the caller's design.
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
    match key {
        DesignKey::Design(id) => {
            let key = changes.thumbnail_key;
            let url = sent.thumbnail_url.as_ref().and_then(|url| url.as_deref());
            let url = url.filter(|_| key.is_none());
            let (description, style_id) = (sent.description.as_ref(), sent.style_id.flatten());
            let params: [&(dyn ToSql + Sync); 16] = [
                &site_id,
                id,
                &owner.customer_id,
                &owner.session(),
                &files,
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
            let saved: Option<(Option<Verdict>, Option<Design>)> =
                db.opt(UPDATE.with(&[("legacy", false)]), &params).await?;
            saved_design(saved).map(AnyDesign::Design)
        }
        DesignKey::Legacy(uuid) => {
            let canvas = sent.canvas_size.as_ref();
            let params: [&(dyn ToSql + Sync); 11] = [
                &site_id,
                uuid,
                &owner.customer_id,
                &owner.session(),
                &files,
                &now,
                &sent.name,
                &sent.layers_by_surface.as_ref().map(Json),
                &canvas.map(|canvas| canvas.width),
                &canvas.map(|canvas| canvas.height),
                &sent.status.as_ref().map(|status| status.as_str()),
            ];
            let saved: Option<(Option<Verdict>, Option<LegacyDesign>)> =
                db.opt(UPDATE_LEGACY.with(&[("legacy", true)]), &params).await?;
            saved_design(saved).map(AnyDesign::LegacyDesign)
        }
    }
}

/// The design that was saved. Whoever was overtaken finds none any more.
fn saved_design<T>(saved: Option<(Option<Verdict>, Option<T>)>) -> Result<T, Refusal> {
    match saved {
        Some((Some(verdict), _)) => Err(verdict.into()),
        Some((None, Some(design))) => Ok(design),
        Some((None, None)) | None => Err(Refusal::DesignNotFound),
    }
}

/// Hides the caller's design, or removes a legacy one.
pub async fn delete_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    let sql = DELETE.with(&[("legacy", key.is_legacy())]);
    let found: Option<(bool, bool)> =
        db.opt(sql, &[&site_id, key.param(), &owner.customer_id, &owner.session(), &now]).await?;
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
    let sql = SHARE.with(&[("legacy", false)]);
    let params: [&(dyn ToSql + Sync); 7] =
        [&site_id, &design_id, &owner.customer_id, &owner.session(), &files, &now, &is_public];
    let found: Option<(bool, Option<DesignSummary>, Option<String>)> = db.opt(sql, &params).await?;
    match found {
        Some((true, Some(design), pages)) => Ok(SharedDesign { design, pages }),
        Some((false, ..)) => Err(Refusal::Forbidden),
        Some((true, None, _)) | None => Err(Refusal::DesignNotFound),
    }
}

/// 53 random bits, and not 0.
pub(crate) fn random_id() -> i64 {
    rand::random_range(1..=stoa_values::money::MAX_CENTS)
}
