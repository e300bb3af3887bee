//! Saves changes to designs.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, ToSql};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::{AnyDesign, UpdateDesignRequest};
use tokio_postgres::types::Json;

use crate::designs::{GET_DESIGN, StoredDesign};
use crate::owner::{DesignKey, Owner};

refusals! {
    /// Why changes are not saved.
    pub enum UpdateRefusal of reasons {
        DesignNotFound,
        /// The design belongs to another owner.
        Forbidden,
        InvalidStyleId,
    }
}

/// The changes to save, and the thumbnail that replaces the one of the design if `sent` has a `thumbnailUrl`.
#[derive(Debug)]
pub struct DesignUpdate<'a> {
    pub sent: &'a UpdateDesignRequest,
    pub thumbnail_url: Option<&'a str>,
    /// A file of the site, which replaces `thumbnail_url` if it exists.
    pub thumbnail_key: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Saved {
    refusal: Option<UpdateRefusal>,
    /// False if the design was deleted or claimed concurrently.
    is_saved: bool,
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
) -> Result<AnyDesign, Failed<UpdateRefusal>> {
    let sent = changes.sent;
    let mut connection = db.connection().await?;
    // One statement updates the design and another one reads it, because a statement cannot read its own update. The
    // transaction locks the row between the two.
    let transaction = connection.transaction();
    let (customer_id, session, uuid) = (&owner.customer_id, &owner.session(), &key.uuid());
    let (description, style_id) = (sent.description.as_ref(), sent.style_id.flatten());
    let params: [&(dyn ToSql + Sync); 16] = [
        &site_id,
        &key.id(),
        customer_id,
        session,
        &now,
        &sent.name,
        &description.is_some(),
        &description.and_then(Option::as_ref),
        &sent.thumbnail_url.is_some(),
        &changes.thumbnail_url,
        &changes.thumbnail_key,
        &sent.style_id.is_some(),
        &style_id,
        &sent.layers.as_ref().map(Json),
        &sent.style_overrides.as_ref().map(Json),
        uuid,
    ];
    let mut saved: Option<Saved> =
        transaction.opt(include_str!("update/update_design.sql"), &params).await?;
    if saved.is_none() {
        let canvas = sent.canvas_size.as_ref();
        let params: [&(dyn ToSql + Sync); 11] = [
            &site_id,
            &key.id(),
            customer_id,
            session,
            &now,
            &sent.name,
            &sent.layers_by_surface.as_ref().map(Json),
            &canvas.map(|canvas| canvas.width),
            &canvas.map(|canvas| canvas.height),
            &sent.status.as_ref().map(|status| status.as_str()),
            uuid,
        ];
        let sql = include_str!("update/update_legacy_design.sql");
        saved = transaction.opt(sql, &params).await?;
    }
    let Saved { refusal, is_saved } = saved.ok_or(UpdateRefusal::DesignNotFound)?;
    if let Some(refusal) = refusal {
        return Err(refusal)?;
    }
    if !is_saved {
        return Err(UpdateRefusal::DesignNotFound)?;
    }
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &key.id(), customer_id, session, &files, uuid];
    let found: Option<StoredDesign> = transaction.opt(GET_DESIGN, &params).await?;
    let design = found.and_then(StoredDesign::into_design).ok_or(UpdateRefusal::DesignNotFound)?;
    transaction.commit().await?;
    Ok(design)
}
