//! API keys. Staff create and revoke keys, and a request sends the secret of a key. Only the secret's digest is stored.

use chrono::{DateTime, Utc};
use rand::RngExt;
use rand::distr::Alphanumeric;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use stoa_audit::{Origin, Target, record};
use stoa_db::{Cells, Db, DbError, Transaction};

/// 40 characters from an alphabet of 62 are 238 random bits.
const API_KEY_CHARACTERS: usize = 40;

/// A site's key that is not revoked, with the data that a request is checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    pub id: i64,
    /// Microseconds since 1970.
    pub expires_at: Option<i64>,
    /// Maximum number of requests per minute.
    pub rate_per_minute: i64,
    pub site_active: bool,
    pub store_enabled: bool,
}

#[derive(Default)]
pub struct NewKey {
    pub name: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Maximum number of requests per minute. `None` means 300.
    pub rate_per_minute: Option<i64>,
}

/// A new key. The secret cannot be read again later.
pub struct CreatedKey {
    pub id: i64,
    pub secret: String,
}

/// Returns the digest of a secret. The database stores the digest instead of the secret, and finds a key by it.
pub fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Finds the site's key by the digest of its secret, unless the key is revoked. The caller checks the key's expiry.
pub async fn find(db: &Db, site_id: i64, digest: &[u8; 32]) -> Result<Option<ApiKey>, DbError> {
    db.opt(include_str!("api_keys/find.sql"), &[&site_id, &digest.as_slice()]).await
}

/// Creates a key in the caller's transaction. Returns `None` if the site does not exist.
pub async fn create(
    transaction: &Transaction<'_>,
    origin: &Origin,
    site_id: i64,
    key: NewKey,
    now: DateTime<Utc>,
) -> Result<Option<CreatedKey>, DbError> {
    let random: String =
        rand::rng().sample_iter(Alphanumeric).take(API_KEY_CHARACTERS).map(char::from).collect();
    let secret = format!("svc_live_{random}");
    let digest = digest(&secret);
    let NewKey { name, expires_at, rate_per_minute } = key;
    let params = [
        &site_id as _,
        &name as _,
        &digest.as_slice() as _,
        &expires_at as _,
        &rate_per_minute as _,
        &now as _,
    ];
    let id: Option<i64> = transaction.opt(include_str!("api_keys/create.sql"), &params).await?;
    let Some(id) = id else { return Ok(None) };
    let target = Target::new("api_key", id);
    let fields = ["name", "ratePerMinute", "expiresAt"];
    record(transaction, site_id, origin, target, &fields, now).await?;
    Ok(Some(CreatedKey { id, secret }))
}

/// Returns the keys of one site, or of all sites if `site_id` is `None`. All columns are text.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("api_keys/list.sql"), &[&site_id]).await
}

/// Revokes a key. Returns false if the site has no such key, or if the key is revoked already.
pub async fn revoke(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    key_id: i64,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("api_keys/revoke.sql");
    if transaction.execute(sql, &[&site_id, &key_id, &now]).await? == 0 {
        return Ok(false);
    }
    let target = Target::new("api_key", key_id);
    record(&transaction, site_id, origin, target, &["revokedAt"], now).await?;
    transaction.commit().await?;
    Ok(true)
}
