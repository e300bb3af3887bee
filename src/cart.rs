//! The staff's side of carts, for the command line. What customers do with them is handlers/storefront's.

use anyhow::{Result, anyhow, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use tokio_postgres::Client;

/// How long a link recovers its cart.
const LINK_IS_VALID: TimeDelta = TimeDelta::hours(72);

/// Makes a link that recovers the cart, once and until 72 hours after this time. Only the digest of its token is
/// stored, and an earlier link of the cart is void.
pub async fn recovery_link(
    client: &Client,
    base_url: &str,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<String> {
    ensure!(
        base_url.starts_with("http://") || base_url.starts_with("https://"),
        "--base-url must be a scheme and a host, such as https://shop.example"
    );
    // Without a page to send the browser to, the link would end in an error.
    let store = client.query_opt(include_str!("cart/base_url.sql"), &[&site_id]).await?;
    let store = store.ok_or_else(|| anyhow!("site {site_id} has no store"))?;
    if store.try_get::<_, Option<&str>>(0)?.is_none() {
        bail!("the store of site {site_id} has no baseUrl, so a recovered cart has no page")
    }
    let token = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let digest = Sha256::digest(&token).to_vec();
    let changed = client
        .execute(
            include_str!("cart/recovery_link.sql"),
            &[&site_id, &cart_id, &digest, &(now + LINK_IS_VALID)],
        )
        .await?;
    ensure!(changed == 1, "site {site_id} has no cart {cart_id}");
    let base_url = base_url.trim_end_matches('/');
    Ok(format!(
        "{base_url}{}/{site_id}/cart/recover?token={token}",
        stoa_storefront_server::BASE_PATH
    ))
}
