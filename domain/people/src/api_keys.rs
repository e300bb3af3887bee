//! API keys. Only an owner of the site creates one.

use chrono::{DateTime, Utc};
use stoa_audit::Origin;
use stoa_db::{Db, DbError};
use stoa_stores::api_keys::{self, CreatedKey, NewKey};

use crate::owners::lock_as_owner;

/// Why an API key was not created.
#[derive(Debug)]
pub enum ApiKeyError {
    /// The caller is no longer an owner.
    CallerIsNoOwner,
    NoSuchSite,
    Database(DbError),
}

/// Creates an API key of the site.
pub async fn create_api_key(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    key: NewKey,
    now: DateTime<Utc>,
) -> Result<CreatedKey, ApiKeyError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_as_owner(&transaction, &origin.actor, site_id, &[], None).await? {
        return Err(ApiKeyError::CallerIsNoOwner);
    }
    let created = api_keys::create(&transaction, origin, site_id, key, now).await?;
    let created = created.ok_or(ApiKeyError::NoSuchSite)?;
    transaction.commit().await?;
    Ok(created)
}

impl From<DbError> for ApiKeyError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
