//! Creates, reads, saves, shares and deletes designs.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError, ToSql};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::{
    AnyDesign, CreateDesignRequest, CreatedDesign, Design, DesignSummary, LegacyDesign,
};
use tokio_postgres::types::Json;

use crate::owner::{DesignKey, Maker, Owner};
use crate::sweep::DELETE_UNUSED;

/// Maximum number of designs of a customer or of a designer session, without deleted ones. A further one is answered
/// 400.
pub(crate) const MAX_DESIGNS_PER_OWNER: i64 = 2000;

/// Returns [`StoredDesign`].
pub(crate) const GET_DESIGN: &str = include_str!("designs/get_design.sql");

refusals! {
    /// Why a caller may not read or change a design.
    pub enum DesignRefusal of reasons {
        DesignNotFound,
        /// The design belongs to another owner.
        Forbidden,
    }
}

refusals! {
    /// Why a design is not created.
    pub enum CreateRefusal of reasons {
        /// The customer was erased.
        Unauthorized,
        ProductNotFound,
        ProductIsNotDesignable,
        TooManyDesigns,
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

pub(crate) const COUNT_DESIGNS: &str = include_str!("designs/count_designs.sql");

/// Creates a design of a product.
pub async fn create_design(
    db: &Db,
    site_id: i64,
    owner: Owner,
    request: &CreateDesignRequest,
    now: DateTime<Utc>,
) -> Result<NewDesign, Failed<CreateRefusal>> {
    let maker = Maker::of(owner);
    let params: [&(dyn ToSql + Sync); 3] =
        [&site_id, &maker.owner.customer_id, &maker.owner.session()];
    let designs: i64 = db.one(COUNT_DESIGNS, &params).await?;
    let sql = include_str!("designs/create_design.sql");
    let params: [&(dyn ToSql + Sync); 10] = [
        &site_id,
        &maker.owner.customer_id,
        &maker.owner.session(),
        &maker.begins.is_some(),
        &now,
        &random_id(),
        &request.product_id,
        &request.name,
        &request.layers.as_ref().map(Json),
        &(designs >= MAX_DESIGNS_PER_OWNER),
    ];
    let Created { refusal, design } = db.one(sql, &params).await?;
    if let Some(refusal) = refusal {
        return Err(refusal)?;
    }
    let design = design.ok_or(CreateRefusal::ProductNotFound)?;
    Ok(NewDesign { design, session_token: maker.begins.map(|session| session.token) })
}

/// Either a refusal, or the new design.
#[derive(Deserialize)]
struct Created {
    refusal: Option<CreateRefusal>,
    design: Option<CreatedDesign>,
}

/// A design or a legacy design, as `get_design.sql` returns it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredDesign {
    is_owned: bool,
    is_public: bool,
    design: Option<Design>,
    legacy_design: Option<LegacyDesign>,
}

impl StoredDesign {
    pub fn into_design(self) -> Option<AnyDesign> {
        let legacy = self.legacy_design.map(AnyDesign::LegacyDesign);
        self.design.map(AnyDesign::Design).or(legacy)
    }
}

/// Returns the caller's design.
pub async fn get_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    files: &str,
) -> Result<AnyDesign, Failed<DesignRefusal>> {
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &key.id(), &owner.customer_id, &owner.session(), &files, &key.uuid()];
    let found: Option<StoredDesign> = db.opt(GET_DESIGN, &params).await?;
    let found = found.ok_or(DesignRefusal::DesignNotFound)?;
    if !found.is_owned {
        return Err(DesignRefusal::Forbidden)?;
    }
    Ok(found.into_design().ok_or(DesignRefusal::DesignNotFound)?)
}

/// Checks that the caller owns a design or a legacy design. Returns its number.
pub async fn find_owned(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
) -> Result<i64, Failed<DesignRefusal>> {
    let sql = include_str!("designs/find_owned.sql");
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &key.id(), &key.uuid(), &owner.customer_id, &owner.session()];
    let found: Option<(bool, i64)> = db.opt(sql, &params).await?;
    match found {
        Some((true, id)) => Ok(id),
        Some((false, _)) => Err(DesignRefusal::Forbidden)?,
        None => Err(DesignRefusal::DesignNotFound)?,
    }
}

/// Returns the design with this UUID, current or legacy, if it is shared.
pub async fn get_public_design(
    db: &Db,
    site_id: i64,
    uuid: &str,
    files: &str,
) -> Result<Option<AnyDesign>, DbError> {
    let (nobody, key) = (Owner::default(), DesignKey::Uuid(uuid.to_owned()));
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &key.id(), &nobody.customer_id, &nobody.session(), &files, &key.uuid()];
    let found: Option<StoredDesign> = db.opt(GET_DESIGN, &params).await?;
    Ok(found.filter(|found| found.is_public).and_then(StoredDesign::into_design))
}

/// Marks the caller's design as deleted. The row of a legacy design that is in no cart and no order is deleted at once.
pub async fn delete_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    now: DateTime<Utc>,
) -> Result<(), Failed<DesignRefusal>> {
    let mut connection = db.connection().await?;
    // A statement cannot delete a row that it has updated.
    let transaction = connection.transaction();
    let sql = include_str!("designs/delete_design.sql");
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &key.id(), &owner.customer_id, &owner.session(), &now, &key.uuid()];
    let found: Option<Deleted> = transaction.opt(sql, &params).await?;
    let found = found.ok_or(DesignRefusal::DesignNotFound)?;
    if !found.is_owned {
        return Err(DesignRefusal::Forbidden)?;
    }
    let id = found.id.ok_or(DesignRefusal::DesignNotFound)?;
    if found.is_legacy {
        transaction.execute(DELETE_UNUSED, &[&site_id, &[id].as_slice()]).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// A row of `delete_design.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Deleted {
    is_owned: bool,
    /// `None` if the design was deleted or claimed concurrently.
    id: Option<i64>,
    is_legacy: bool,
}

/// Shares the caller's design, or stops sharing it.
pub async fn share_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
    is_public: bool,
    files: &str,
    now: DateTime<Utc>,
) -> Result<SharedDesign, Failed<DesignRefusal>> {
    let sql = include_str!("designs/share_design.sql");
    let params: [&(dyn ToSql + Sync); 8] = [
        &site_id,
        &key.id(),
        &owner.customer_id,
        &owner.session(),
        &files,
        &now,
        &is_public,
        &key.uuid(),
    ];
    let found: Option<Shared> = db.opt(sql, &params).await?;
    let Shared { is_owned, design, pages } = found.ok_or(DesignRefusal::DesignNotFound)?;
    if !is_owned {
        return Err(DesignRefusal::Forbidden)?;
    }
    Ok(SharedDesign { design: design.ok_or(DesignRefusal::DesignNotFound)?, pages })
}

/// A row of `share_design.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shared {
    is_owned: bool,
    /// `None` if the design was deleted or claimed concurrently.
    design: Option<DesignSummary>,
    pages: Option<String>,
}

/// Returns a random number of 53 bits that is not 0.
pub(crate) fn random_id() -> i64 {
    rand::random_range(1..=stoa_values::MAX_SAFE_INTEGER)
}
