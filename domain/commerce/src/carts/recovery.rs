//! Links that win a cart back: made by staff, used once by the customer. Only the digest of a link's token is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use stoa_db::{Db, DbError};

use crate::carts::CART_TTL;

/// How long a link recovers its cart.
const TOKEN_IS_VALID: TimeDelta = TimeDelta::hours(72);

/// Why there is no link.
#[derive(Debug)]
pub enum NoRecoveryLink {
    NoStore,
    /// There is no page to send the browser to, so the link would end in an error.
    NoBaseUrl,
    NoCart,
    Database(DbError),
}

/// Makes the token of a link that recovers the cart, once and until 72 hours after this time. An earlier one of the
/// cart is void.
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

/// The cart that a token would recover.
pub async fn find_recoverable(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    db.opt(include_str!("recovery/find_recoverable.sql"), &[&site_id, &digest(token), &now]).await
}

/// Recovers the cart of a token, which is used up by it; none when it is not (any more) a token's.
pub async fn recover(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let sql = include_str!("recovery/recover.sql");
    db.opt(sql, &[&site_id, &digest(token), &now, &(now + CART_TTL)]).await
}

/// Forgets a site's tokens that are past their time, and returns how many.
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
