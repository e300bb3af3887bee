//! `stoa cart`: abandoned carts, and links that recover them.

use std::io::{Write, stdout};

use anyhow::{Result, bail};
use chrono::{DateTime, SecondsFormat, Utc};
use clap::Subcommand;
use stoa_audit::{Change, Origin};
use stoa_commerce::carts::{LinkRefusal, NotListed, create_recovery_link, list_abandoned};
use stoa_db::Db;
use stoa_runtime::Failed;
use stoa_staff_types::CartSummary;

use crate::config::PublicUrl;
use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum CartCommand {
    /// List abandoned carts with their customers' addresses, the one that was changed first at the beginning, 500 at
    /// most
    Abandoned {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
    /// Print a link that recovers a cart, once and within 72 hours
    RecoveryLink {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// The cart's id, as GET /cart shows it
        #[arg(long, value_name = "ID")]
        cart: i64,
        #[command(flatten)]
        public_url: PublicUrl,
    },
}

const MAX_LISTED_CARTS: i64 = 500;

pub async fn run(command: CartCommand, db: &Db) -> Result<()> {
    match command {
        CartCommand::Abandoned { site } => abandoned(db, site, Utc::now(), &mut stdout()).await,
        CartCommand::RecoveryLink { site, cart, public_url } => {
            let public_url = public_url.for_links(db).await?;
            let link = recovery_link(db, &public_url, site, cart, Utc::now()).await?;
            Ok(writeln!(stdout(), "{link}")?)
        }
    }
}

/// Writes one line per abandoned cart, the one that was changed first at the beginning, 500 at most.
pub async fn abandoned(db: &Db, site_id: i64, now: DateTime<Utc>, out: &mut Output) -> Result<()> {
    let carts = match list_abandoned(db, site_id, (DateTime::UNIX_EPOCH, 0), MAX_LISTED_CARTS, now)
        .await
    {
        Ok(carts) => carts,
        Err(NotListed::NoStore) => bail!("site {site_id} has no store"),
        Err(NotListed::NoReminders) => {
            bail!("the store of site {site_id} has no cartReminderHours, so no cart is abandoned")
        }
        Err(NotListed::Database(error)) => return Err(error.into()),
    };
    let rows =
        carts.into_iter().map(|CartSummary { id, email, line_count, updated_at, .. }| {
            let updated_at = updated_at.0.to_rfc3339_opts(SecondsFormat::Secs, true);
            [id.to_string(), email, line_count.to_string(), updated_at].map(Some).into()
        });
    listing::write(&["CART", "E-MAIL", "LINES", "LAST CHANGE"], rows, out)
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
    let change = Change { site_id, origin: &origin, now };
    match create_recovery_link(db, public_url, change, cart_id).await {
        Ok(link) => Ok(link.url),
        Err(Failed::Refused(LinkRefusal::StoreHasNoBaseUrl)) => {
            bail!("the store of site {site_id} has no baseUrl, so a recovered cart has no page")
        }
        Err(Failed::Refused(LinkRefusal::CartNotFound)) => {
            bail!("site {site_id} has no cart {cart_id}")
        }
        Err(Failed::Refused(LinkRefusal::CartIsEmpty)) => {
            bail!("cart {cart_id} of site {site_id} is empty: its lines were ordered or removed")
        }
        Err(Failed::Internal(error)) => Err(error.into()),
    }
}
