//! `stoa customer`: what staff do for customers.

use std::io::stdout;
use std::pin::pin;

use anyhow::{Context, Result, bail, ensure};
use chrono::Utc;
use clap::{Args, Subcommand};
use futures_util::TryStreamExt;
use stoa_audit::Origin;
use stoa_customers::staff::{self, Erasure, FoundCustomer};
use stoa_db::Db;
use stoa_files::Files;

use super::only;
use crate::config::FilePlace;
use crate::database::Database;
use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum CustomerCommand {
    /// List customers, the newest first, 500 at most
    List {
        /// List only the customers of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Show a customer's profile
    Show(CustomerName),
    /// List a customer's sessions that have not ended
    Sessions(CustomerName),
    /// Write all personal data of a customer as JSON
    Export {
        #[command(flatten)]
        customer: CustomerName,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
    /// Erase a customer, with designs and images. Orders remain with their print files, but without name, addresses,
    /// phone, note and e-mail
    Erase(CustomerName),
}

/// The customer that a command acts on.
#[derive(Debug, Clone, Args)]
pub struct CustomerName {
    /// The customer's id, or e-mail address in any case
    #[arg(value_name = "CUSTOMER")]
    pub customer: String,
    /// The customer's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}

pub async fn run(command: CustomerCommand, database: &Database, db: &Db) -> Result<()> {
    let out = &mut stdout();
    match command {
        CustomerCommand::List { site } => {
            let headings = ["SITE", "CUSTOMER", "E-MAIL", "NAME", "VERIFIED", "REGISTERED"];
            listing::write(&headings, staff::list(db, site).await?, out)
        }
        CustomerCommand::Show(customer) => {
            let fields = staff::show(db, &found(db, &customer).await?).await?;
            listing::write_fields(18, fields, out)
        }
        CustomerCommand::Sessions(customer) => {
            let sessions = staff::sessions(db, &found(db, &customer).await?, Utc::now()).await?;
            listing::write(&["BEGAN", "LAST USED"], sessions, out)
        }
        CustomerCommand::Export { customer, place } => {
            let customer = found(db, &customer).await?;
            export(db, &customer, &place.files(db, database).await?, out).await
        }
        CustomerCommand::Erase(customer) => erase(db, &found(db, &customer).await?).await,
    }
}

async fn found(db: &Db, name: &CustomerName) -> Result<FoundCustomer> {
    find(db, name.site, &name.customer).await
}

/// Finds a customer by id, or by e-mail address in any case. Without a site, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, who: &str) -> Result<FoundCustomer> {
    ensure!(!who.contains('\0'), "an e-mail address cannot contain NUL");
    let found = staff::find(db, site_id, who.trim()).await?;
    only(found, &format!("customer {who}"), "stoa customer list")
}

/// Writes all personal data of a customer, as JSON.
pub async fn export(
    db: &Db,
    customer: &FoundCustomer,
    files: &Files,
    out: &mut Output,
) -> Result<()> {
    let FoundCustomer { site_id, id, email } = customer;
    let exported =
        stoa_customers::export(db.clone(), *site_id, *id, files.prefix(*site_id)).await?;
    let exported = exported.with_context(|| format!("customer {email} no longer exists"))?;
    let mut exported = pin!(exported);
    while let Some(piece) = exported.try_next().await? {
        out.write_all(piece.as_bytes())?;
    }
    Ok(writeln!(out)?)
}

/// Erases a customer. The customer's orders remain, without personal data.
pub async fn erase(db: &Db, customer: &FoundCustomer) -> Result<()> {
    let FoundCustomer { site_id, id, email } = customer;
    let origin = Origin::of_command("stoa customer erase");
    match staff::erase(db, &origin, *site_id, *id, Utc::now()).await? {
        Erasure::Done => Ok(()),
        Erasure::OpenOrder(number) => bail!(
            "order {number} of {email} is not shipped yet and needs its address: ship or cancel it first"
        ),
        Erasure::OrderWithoutPrint(number) => bail!(
            "order {number} lacks the print file of a design of {email}: draw it with `stoa design print --order \
             {number}`, which says why if it cannot be drawn"
        ),
        Erasure::NoSuchCustomer => bail!("customer {email} no longer exists"),
    }
}
