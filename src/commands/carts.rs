//! `stoa cart`: links to recover abandoned carts.

use std::io::{Write, stdout};

use anyhow::{Result, bail};
use chrono::{DateTime, Utc};
use stoa_audit::Origin;
use stoa_commerce::carts::{NoRecoveryLink, make_recovery_token};
use stoa_db::Db;

use crate::config::CartCommand;

pub async fn run(command: CartCommand, db: &Db) -> Result<()> {
    let CartCommand::RecoveryLink { site, cart, public_url } = command;
    let public_url = public_url.for_links(db).await?;
    let link = recovery_link(db, &public_url, site, cart, Utc::now()).await?;
    Ok(writeln!(stdout(), "{link}")?)
}

/// Makes a link that recovers a cart once, within 72 hours of `now`.
pub async fn recovery_link(
    db: &Db,
    public_url: &str,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<String> {
    let origin = Origin::of_command("stoa cart recovery-link");
    let token = match make_recovery_token(db, &origin, site_id, cart_id, now).await {
        Ok(token) => token,
        Err(NoRecoveryLink::NoStore) => bail!("site {site_id} has no store"),
        Err(NoRecoveryLink::NoBaseUrl) => {
            bail!("the store of site {site_id} has no baseUrl, so a recovered cart has no page")
        }
        Err(NoRecoveryLink::NoCart) => bail!("site {site_id} has no cart {cart_id}"),
        Err(NoRecoveryLink::EmptyCart) => {
            bail!("cart {cart_id} of site {site_id} is empty: its lines were ordered or removed")
        }
        Err(NoRecoveryLink::Database(error)) => return Err(error.into()),
    };
    let api = stoa_storefront_server::BASE_PATH;
    Ok(format!("{public_url}{api}/{site_id}/cart/recover?token={token}"))
}
