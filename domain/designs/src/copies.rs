//! Copies designs: the caller's designs, shared designs, and templates.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_db::{Db, DbError, ToSql};
use stoa_design_renderer::{ASSET_ID, asset_id};
use stoa_idempotency::{Claim, Idempotency, answer_within, claim_if_any};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::CreatedDesign;
use tokio_postgres::types::Json;

use crate::assets::{COUNT, MAX_IMAGES_PER_OWNER, StoredImages};
use crate::designs::{COUNT_DESIGNS, MAX_DESIGNS_PER_OWNER, NewDesign, random_id};
use crate::layers_of_surfaces;
use crate::owner::{DesignKey, Maker, Owner};

refusals! {
    /// Why a design is not copied.
    pub enum CopyRefusal of reasons {
        /// The customer was erased.
        Unauthorized,
        DesignNotFound,
        /// The design belongs to another owner and is not shared.
        Forbidden,
        TooManyDesigns,
        TooManyImages,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Original {
    id: i64,
    is_readable: bool,
    name: String,
    layers: Vec<Map<String, Value>>,
    /// The layers of a legacy design, by surface. `None` for other designs.
    layers_by_surface: Option<Map<String, Value>>,
    canvas_width: Option<f64>,
    canvas_height: Option<f64>,
}

/// The result of a request for a copy.
#[derive(Debug)]
pub enum Copied {
    New(NewDesign),
    /// An earlier request with the same `Idempotency-Key` made the copy.
    Before(CopyBefore),
}

/// The stored answer to a request for a copy. If a session was created with the copy, the answer lacks the session's
/// token. Only a caller in that session can repeat the request, and this caller already has the token.
#[derive(Debug, Serialize, Deserialize)]
pub struct CopyBefore {
    pub design: CreatedDesign,
    pub began_session: bool,
}

/// Returns the number of bytes that a copy of a design takes, or 0 if the design does not exist.
pub async fn copied_bytes(db: &Db, site_id: i64, key: &DesignKey) -> Result<u64, DbError> {
    let sql = include_str!("copies/copied_bytes.sql");
    let bytes: Option<i64> = db.opt(sql, &[&site_id, &key.id(), &key.uuid()]).await?;
    Ok(bytes.unwrap_or_default().unsigned_abs())
}

/// Copies a design that the caller can read. The copy is a draft, and never a legacy design. The copy has its own rows
/// for the images, which refer to the same files.
///
/// The `Idempotency-Key` belongs to the owner of the copy, which may be a session that is created with the copy.
pub async fn clone_design(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: Owner,
    name: Option<&str>,
    idempotency: Option<Idempotency>,
    now: DateTime<Utc>,
) -> Result<Copied, Failed<CopyRefusal>> {
    let maker = Maker::of(owner);
    let idempotency = idempotency.map(|key| key.held_by(&maker.to_string()));
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, site_id, idempotency.as_ref(), now).await? {
        Claim::Answered(copy) => return Ok(Copied::Before(copy)),
        Claim::Fresh(lease) => lease,
    };
    let sql = include_str!("copies/find_original.sql");
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &key.id(), &key.uuid(), &owner.customer_id, &owner.session()];
    let original: Option<Original> = transaction.opt(sql, &params).await?;
    let original = original.ok_or(CopyRefusal::DesignNotFound)?;
    if !original.is_readable {
        return Err(CopyRefusal::Forbidden)?;
    }
    let params: [&(dyn ToSql + Sync); 3] = [&site_id, &owner.customer_id, &owner.session()];
    let designs: i64 = transaction.one(COUNT_DESIGNS, &params).await?;
    if designs >= MAX_DESIGNS_PER_OWNER {
        return Err(CopyRefusal::TooManyDesigns)?;
    }
    let mut layers = match original.layers_by_surface {
        Some(surfaces) => {
            let canvas = original.canvas_width.zip(original.canvas_height);
            layers_of_surfaces(surfaces, canvas)
        }
        None => original.layers,
    };
    let used: Vec<i64> = layers.iter().filter_map(asset_id).collect();
    let sql = include_str!("copies/number_assets.sql");
    let assets: Vec<(i64, i64)> = transaction.rows(sql, &[&site_id, &original.id, &used]).await?;
    for layer in &mut layers {
        let image = asset_id(layer);
        if let Some((_, copy)) = assets.iter().find(|(id, _)| Some(*id) == image) {
            layer.insert(ASSET_ID.to_owned(), (*copy).into());
        }
    }
    let no_design: Option<i64> = None;
    let params: [&(dyn ToSql + Sync); 4] =
        [&site_id, &no_design, &maker.owner.customer_id, &maker.owner.session()];
    let stored: StoredImages = transaction.one(COUNT, &params).await?;
    if !assets.is_empty() && stored.of_owner + assets.len() as i64 > MAX_IMAGES_PER_OWNER {
        return Err(CopyRefusal::TooManyImages)?;
    }
    let id = random_id();
    let params: [&(dyn ToSql + Sync); 9] = [
        &site_id,
        &maker.owner.customer_id,
        &maker.owner.session(),
        &maker.begins.is_some(),
        &now,
        &id,
        &original.id,
        &name.unwrap_or(&original.name),
        &Json(&layers),
    ];
    let design: Option<CreatedDesign> =
        transaction.opt(include_str!("copies/clone_design.sql"), &params).await?;
    let design = design.ok_or(CopyRefusal::Unauthorized)?;
    let (from, to): (Vec<i64>, Vec<i64>) = assets.into_iter().unzip();
    let sql = include_str!("copies/copy_assets.sql");
    let params: [&(dyn ToSql + Sync); 7] =
        [&site_id, &maker.owner.customer_id, &maker.owner.session(), &now, &id, &from, &to];
    transaction.execute(sql, &params).await?;
    let copy = CopyBefore { design, began_session: maker.begins.is_some() };
    answer_within(&transaction, lease.as_ref(), &copy).await?;
    transaction.commit().await?;
    let session_token = maker.begins.map(|session| session.token);
    Ok(Copied::New(NewDesign { design: copy.design, session_token }))
}
