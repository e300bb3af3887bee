//! Recovery links: staff create links for an abandoned cart, and the customer uses each link once. Only the digests of
//! the links' tokens are stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError};

use crate::carts::CART_TTL;

/// Time for which a link that recovers a cart is valid. It works once.
const RECOVERY_TOKEN_TTL: TimeDelta = TimeDelta::hours(72);

#[derive(Debug)]
pub enum NoRecoveryLink {
    NoStore,
    /// The store has no base URL, so a recovery link would have no page to redirect the browser to.
    NoBaseUrl,
    NoCart,
    /// The cart has no lines, for example because they were ordered.
    EmptyCart,
    Database(DbError),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundCart {
    has_base_url: bool,
    has_cart: bool,
    has_lines: bool,
}

/// Creates a recovery token for the cart. The token can be used once, within 72 hours from `now`. The cart's earlier
/// tokens stay valid.
pub async fn make_recovery_token(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<String, NoRecoveryLink> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("recovery/find_cart.sql");
    match transaction.opt(sql, &[&site_id, &cart_id]).await? {
        None => return Err(NoRecoveryLink::NoStore),
        Some(FoundCart { has_base_url: false, .. }) => return Err(NoRecoveryLink::NoBaseUrl),
        Some(FoundCart { has_cart: false, .. }) => return Err(NoRecoveryLink::NoCart),
        Some(FoundCart { has_lines: false, .. }) => return Err(NoRecoveryLink::EmptyCart),
        Some(_) => {}
    }
    let token = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let expires_at = now + RECOVERY_TOKEN_TTL;
    let sql = include_str!("recovery/store_token.sql");
    transaction.execute(sql, &[&site_id, &digest(&token), &cart_id, &expires_at]).await?;
    let target = Target::new("cart", cart_id);
    record(&transaction, site_id, origin, target, &["recoveryToken"], now).await?;
    transaction.commit().await?;
    Ok(token)
}

/// Returns the id of the cart that [`recover`] recovers with this token, or `None` if the token is not valid.
pub async fn find_recoverable(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    db.opt(include_str!("recovery/find_recoverable.sql"), &[&site_id, &digest(token), &now]).await
}

/// Recovers the cart of a token, and invalidates the token. Returns false if the token is no longer valid.
pub async fn recover(
    db: &Db,
    site_id: i64,
    cart_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let mut connection = db.connection().await?;
    // The cart's row is locked before the token's row, as in a deletion of the cart.
    let transaction = connection.transaction();
    let sql = include_str!("recovery/revive_cart.sql");
    transaction.execute(sql, &[&site_id, &cart_id, &now, &(now + CART_TTL)]).await?;
    let sql = include_str!("recovery/take_token.sql");
    if transaction.execute(sql, &[&site_id, &digest(token), &now]).await? == 0 {
        return Ok(false);
    }
    transaction.commit().await?;
    Ok(true)
}

/// Deletes the site's expired recovery tokens, and returns the number of deleted tokens.
pub async fn delete_expired_tokens(
    db: &Db,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let sql = include_str!("recovery/delete_expired_tokens.sql");
    db.execute_until_none(sql, &[&site_id, &now]).await
}

fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

impl From<DbError> for NoRecoveryLink {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
