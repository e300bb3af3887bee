//! Recovery links: staff create links for an abandoned cart, and the customer uses each link once. Only the digests of
//! the links' tokens are stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError};
use stoa_outbox::{RECOVERY_LINK_TTL, recovery_url};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{RecoveryLink, Timestamp};

use crate::carts::CART_TTL;

refusals! {
    /// Why no link to a cart is made.
    pub enum LinkRefusal of reasons {
        CartNotFound,
        /// A recovery link would have no page to redirect the browser to.
        StoreHasNoBaseUrl,
        /// The lines were ordered or removed.
        CartIsEmpty,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundCart {
    has_base_url: bool,
    has_cart: bool,
    has_lines: bool,
}

/// Creates a link that recovers the cart once, within 72 hours. The cart's earlier links stay valid. `public_url` is the
/// URL at which browsers reach the server.
pub async fn create_recovery_link(
    db: &Db,
    public_url: &str,
    change: Change<'_>,
    cart_id: i64,
) -> Result<RecoveryLink, Failed<LinkRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("recovery/find_cart.sql");
    match transaction.opt(sql, &[&site_id, &cart_id]).await? {
        None => Err(LinkRefusal::CartNotFound)?,
        Some(FoundCart { has_base_url: false, .. }) => Err(LinkRefusal::StoreHasNoBaseUrl)?,
        Some(FoundCart { has_cart: false, .. }) => Err(LinkRefusal::CartNotFound)?,
        Some(FoundCart { has_lines: false, .. }) => Err(LinkRefusal::CartIsEmpty)?,
        Some(_) => {}
    }
    let token = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let expires_at = now + RECOVERY_LINK_TTL;
    let sql = include_str!("recovery/store_token.sql");
    let stored =
        transaction.execute(sql, &[&site_id, &digest(&token), &cart_id, &expires_at]).await;
    stored.map_err(|error| match error.constraint() {
        // The cart was deleted concurrently.
        Some("cart_recovery_tokens_cart_missing") => LinkRefusal::CartNotFound.into(),
        _ => Failed::from(error),
    })?;
    let target = Target::new("cart", cart_id);
    record(&transaction, site_id, origin, target, &["recoveryToken"], now).await?;
    transaction.commit().await?;
    let url = recovery_url(public_url, site_id, &token);
    Ok(RecoveryLink { url, expires_at: Timestamp(expires_at) })
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

pub(super) fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
