//! Recovery links: staff create a link for an abandoned cart, and the customer uses the link once. Only the digest of
//! the link's token is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError};

use crate::carts::CART_TTL;

/// How long a recovery token is valid.
const RECOVERY_TOKEN_TTL: TimeDelta = TimeDelta::hours(72);

/// Reasons why no recovery link is created.
#[derive(Debug)]
pub enum NoRecoveryLink {
    NoStore,
    /// The store has no base URL, so a recovery link would have no page to redirect the browser to.
    NoBaseUrl,
    NoCart,
    Database(DbError),
}

/// Creates a recovery token for the cart. The token can be used once, within 72 hours from `now`. The cart's earlier
/// token becomes invalid.
pub async fn make_recovery_token(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<String, NoRecoveryLink> {
    let token = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let sql = include_str!("recovery/make_token.sql");
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let params =
        [&site_id as _, &cart_id as _, &digest(&token) as _, &(now + RECOVERY_TOKEN_TTL) as _];
    match transaction.opt(sql, &params).await? {
        None => return Err(NoRecoveryLink::NoStore),
        Some((false, _)) => return Err(NoRecoveryLink::NoBaseUrl),
        Some((true, false)) => return Err(NoRecoveryLink::NoCart),
        Some((true, true)) => {}
    }
    let target = Target::new("cart", cart_id);
    record(&transaction, site_id, origin, target, &["recoveryToken"], now).await?;
    transaction.commit().await?;
    Ok(token)
}

/// Returns the id of the cart that [`recover`] would recover with this token, or `None` if the token is not valid.
pub async fn find_recoverable(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    db.opt(include_str!("recovery/find_recoverable.sql"), &[&site_id, &digest(token), &now]).await
}

/// Recovers the cart of a token, and invalidates the token. Returns the cart's id, or `None` if the token is not valid.
pub async fn recover(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let sql = include_str!("recovery/recover.sql");
    db.opt(sql, &[&site_id, &digest(token), &now, &(now + CART_TTL)]).await
}

/// Deletes the site's expired recovery tokens, and returns the number of deleted tokens.
pub async fn forget_expired_tokens(
    db: &Db,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    db.execute(include_str!("recovery/forget_expired_tokens.sql"), &[&site_id, &now]).await
}

fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

impl From<DbError> for NoRecoveryLink {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
