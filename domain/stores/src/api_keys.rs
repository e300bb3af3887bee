//! API keys: made and revoked by staff, found by the secret that a request bears. Only the digest of a secret is
//! stored.

use chrono::{DateTime, Utc};
use rand::RngExt;
use rand::distr::Alphanumeric;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError};

/// 40 characters of 62: 238 random bits.
const API_KEY_CHARACTERS: usize = 40;

/// A key that fits a site, and what its requests are checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    /// Unique within its site.
    pub id: i64,
    /// Microseconds since 1970.
    pub expires_at: Option<i64>,
    /// Requests a minute.
    pub rate_per_minute: i64,
    pub site_active: bool,
    pub store_enabled: bool,
}

/// A key as it is asked for.
#[derive(Default)]
pub struct NewKey {
    pub name: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Requests a minute, 300 when absent.
    pub rate_per_minute: Option<i64>,
}

/// A new key. This is the only time that its secret is known.
pub struct CreatedKey {
    pub id: i64,
    pub secret: String,
}

/// What is stored of a secret, and what finds it.
pub fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// The site's key with the secret of this digest, unless it is revoked. Whether it has expired is the caller's to ask.
pub async fn find(db: &Db, site_id: i64, digest: &[u8; 32]) -> Result<Option<ApiKey>, DbError> {
    db.opt(include_str!("api_keys/find.sql"), &[&site_id, &digest.as_slice()]).await
}

/// Makes a key of the site; none when there is no such site.
pub async fn create(
    db: &Db,
    site_id: i64,
    key: NewKey,
    now: DateTime<Utc>,
) -> Result<Option<CreatedKey>, DbError> {
    let random: String =
        rand::rng().sample_iter(Alphanumeric).take(API_KEY_CHARACTERS).map(char::from).collect();
    let secret = format!("svc_live_{random}");
    let digest = digest(&secret);
    let NewKey { name, expires_at, rate_per_minute } = key;
    let id: Option<i64> = db
        .opt(
            include_str!("api_keys/create.sql"),
            &[&site_id, &name, &digest.as_slice(), &expires_at, &rate_per_minute, &now],
        )
        .await?;
    Ok(id.map(|id| CreatedKey { id, secret }))
}

/// What [`list`] tells of a key.
pub const LIST: [&str; 7] = ["SITE", "KEY", "NAME", "PER MINUTE", "CREATED", "EXPIRES", "REVOKED"];

/// The keys of one site or of all, as text. Secrets are not known any more.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Vec<Option<String>>>, DbError> {
    db.rows(include_str!("api_keys/list.sql"), &[&site_id]).await
}

/// Makes a key invalid from now on; false when the site has no such key that is valid.
pub async fn revoke(
    db: &Db,
    site_id: i64,
    key_id: i64,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    Ok(db.execute(include_str!("api_keys/revoke.sql"), &[&site_id, &key_id, &now]).await? == 1)
}
