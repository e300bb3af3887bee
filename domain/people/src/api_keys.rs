//! API keys. Only an owner of the site creates one.

use chrono::{DateTime, Utc};
use stoa_audit::Origin;
use stoa_db::Db;
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_stores::api_keys::{self, CreatedKey, NewKey};

use crate::owners::lock_as_owner;

refusals! {
    /// Why an API key is not created.
    pub enum ApiKeyRefusal of reasons {
        /// The caller is no longer an owner.
        RoleRefused,
        /// The site was deleted concurrently.
        SiteNotFound,
    }
}

/// Creates an API key of the site.
pub async fn create_api_key(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    key: NewKey,
    now: DateTime<Utc>,
) -> Result<CreatedKey, Failed<ApiKeyRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_as_owner(&transaction, &origin.actor, site_id, &[], None).await? {
        return Err(ApiKeyRefusal::RoleRefused)?;
    }
    let created = api_keys::create(&transaction, origin, site_id, key, now).await?;
    let created = created.ok_or(ApiKeyRefusal::SiteNotFound)?;
    transaction.commit().await?;
    Ok(created)
}
