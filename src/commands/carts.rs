//! `stoa cart`: carts that were left behind are won back.

use std::io::{Write, stdout};

use anyhow::{Result, bail, ensure};
use chrono::{DateTime, Utc};
use stoa_carts::{NoRecoveryLink, make_recovery_token};
use stoa_db::Db;

use crate::config::CartCommand;

pub async fn run(command: CartCommand, db: &Db) -> Result<()> {
    let CartCommand::RecoveryLink { site, cart, base_url } = command;
    let link = recovery_link(db, &base_url, site, cart, Utc::now()).await?;
    Ok(writeln!(stdout(), "{link}")?)
}

/// The link that recovers a cart, once and until 72 hours after this time. An earlier one of the cart is void.
pub async fn recovery_link(
    db: &Db,
    base_url: &str,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<String> {
    ensure!(
        base_url.starts_with("http://") || base_url.starts_with("https://"),
        "--base-url must be a scheme and a host, such as https://shop.example"
    );
    let token = match make_recovery_token(db, site_id, cart_id, now).await {
        Ok(token) => token,
        Err(NoRecoveryLink::NoStore) => bail!("site {site_id} has no store"),
        Err(NoRecoveryLink::NoBaseUrl) => {
            bail!("the store of site {site_id} has no baseUrl, so a recovered cart has no page")
        }
        Err(NoRecoveryLink::NoCart) => bail!("site {site_id} has no cart {cart_id}"),
        Err(NoRecoveryLink::Database(error)) => return Err(error.into()),
    };
    let (host, api) = (base_url.trim_end_matches('/'), stoa_storefront_server::BASE_PATH);
    Ok(format!("{host}{api}/{site_id}/cart/recover?token={token}"))
}
