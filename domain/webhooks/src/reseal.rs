//! Seals the secrets of endpoints again after a rotation of the server's secret.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError};
use stoa_stores::Seal;

use crate::secret::SECRET_NAME;

/// The result of [`reseal_webhook_secrets`].
#[derive(Debug, Default)]
pub struct ResealedSecrets {
    /// Number of endpoints whose secrets are now sealed under the server's current secret.
    pub resealed: u64,
    /// Sites and endpoints whose secrets cannot be opened with any of the server's secrets.
    pub lost: Vec<(i64, i64)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SealedSecrets {
    site_id: i64,
    id: i64,
    secret: String,
    previous_secret: Option<String>,
}

/// Seals the secrets of endpoints again under the server's current secret, if they were sealed under an old one. Each
/// endpoint is changed and recorded in its own transaction.
pub async fn reseal_webhook_secrets(
    db: &Db,
    origin: &Origin,
    seal: &Seal,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<ResealedSecrets, DbError> {
    let mut done = ResealedSecrets::default();
    let endpoints: Vec<SealedSecrets> =
        db.rows(include_str!("reseal/sealed.sql"), &[&site_id]).await?;
    for SealedSecrets { site_id, id, secret, previous_secret } in endpoints {
        let Some(opened) = seal.open(site_id, SECRET_NAME, &secret) else {
            done.lost.push((site_id, id));
            continue;
        };
        let previous =
            previous_secret.as_deref().and_then(|sealed| seal.open(site_id, SECRET_NAME, sealed));
        let is_old = opened.secret > 0 || previous.as_ref().is_some_and(|it| it.secret > 0);
        if !is_old {
            continue;
        }
        let newer = seal.seal(site_id, SECRET_NAME, &opened.value);
        let previous = previous.map(|opened| seal.seal(site_id, SECRET_NAME, &opened.value));
        let mut connection = db.connection().await?;
        let transaction = connection.transaction();
        let sql = include_str!("reseal/reseal.sql");
        let params = [&site_id as _, &id as _, &secret as _, &newer as _, &previous as _];
        if transaction.execute(sql, &params).await? == 1 {
            let target = Target::new("webhook_endpoint", id);
            record(&transaction, site_id, origin, target, &["secret"], now).await?;
            transaction.commit().await?;
            done.resealed += 1;
        }
    }
    Ok(done)
}
