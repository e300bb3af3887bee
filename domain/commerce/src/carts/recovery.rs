//! Recovery links: staff create a link for an abandoned cart, and the customer uses the link once. Only the digest of
//! the link's token is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError};

use crate::carts::CART_TTL;

/// How long a link is valid.
const TOKEN_IS_VALID: TimeDelta = TimeDelta::hours(72);

/// The reasons why no link is created.
#[derive(Debug)]
pub enum NoRecoveryLink {
    NoStore,
    /// The store has no page that the link could redirect the browser to.
    NoBaseUrl,
    NoCart,
    Database(DbError),
}

/// Creates the token of a link that recovers the cart once, within 72 hours from `now`. The cart's earlier token
/// becomes invalid.
pub async fn make_recovery_token(
    db: &Db,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<String, NoRecoveryLink> {
    let token = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let sql = include_str!("recovery/make_token.sql");
    let made: Option<(bool, bool)> =
        db.opt(sql, &[&site_id, &cart_id, &digest(&token), &(now + TOKEN_IS_VALID)]).await?;
    match made {
        None => Err(NoRecoveryLink::NoStore),
        Some((false, _)) => Err(NoRecoveryLink::NoBaseUrl),
        Some((true, false)) => Err(NoRecoveryLink::NoCart),
        Some((true, true)) => Ok(token),
    }
}

/// Returns the cart that a token would recover.
pub async fn find_recoverable(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    db.opt(include_str!("recovery/find_recoverable.sql"), &[&site_id, &digest(token), &now]).await
}

/// Recovers the cart of a token, and invalidates the token. Returns `None` if the token is not valid.
pub async fn recover(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let sql = include_str!("recovery/recover.sql");
    db.opt(sql, &[&site_id, &digest(token), &now, &(now + CART_TTL)]).await
}

/// Deletes a site's expired tokens, and returns the number of deleted tokens.
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
