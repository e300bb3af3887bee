//! `stoa customer`: what staff do for customers.

use std::io::{Write, stdout};
use std::pin::pin;

use anyhow::{Context, Result, bail, ensure};
use chrono::Utc;
use futures_util::TryStreamExt;
use stoa_audit::Origin;
use stoa_customers::staff::{self, Erasure, FoundCustomer};
use stoa_db::Db;
use stoa_files::Files;
use stoa_values::text::is_control;

use crate::config::{CustomerCommand, CustomerName};
use crate::database::Database;
use crate::listing;

pub async fn run(command: CustomerCommand, database: &Database, db: &Db) -> Result<()> {
    let out = &mut stdout();
    match command {
        CustomerCommand::List { site } => list(db, site, out).await,
        CustomerCommand::Show { customer } => show(db, &found(db, &customer).await?, out).await,
        CustomerCommand::Sessions { customer } => {
            sessions(db, &found(db, &customer).await?, out).await
        }
        CustomerCommand::Export { customer, place } => {
            let customer = found(db, &customer).await?;
            export(db, &customer, &place.files(db, database).await?, out).await
        }
        CustomerCommand::Erase { customer } => erase(db, &found(db, &customer).await?).await,
    }
}

pub async fn list(db: &Db, site_id: Option<i64>, out: &mut (dyn Write + Send)) -> Result<()> {
    let headings = ["SITE", "CUSTOMER", "E-MAIL", "NAME", "VERIFIED", "REGISTERED"];
    listing::write(&headings, staff::list(db, site_id).await?, out)
}

async fn found(db: &Db, name: &CustomerName) -> Result<FoundCustomer> {
    find(db, name.site, &name.customer).await
}

/// Finds a customer by id, or by e-mail address in any case. Without a site, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, who: &str) -> Result<FoundCustomer> {
    ensure!(!who.contains('\0'), "an e-mail address cannot contain NUL");
    let mut customers = staff::find(db, site_id, who.trim()).await?;
    match (customers.pop(), customers.is_empty()) {
        (Some(customer), true) => Ok(customer),
        (None, _) => bail!("there is no customer {who}: `stoa customer list` lists them"),
        (Some(_), false) => bail!("several sites have a customer {who}: name one with --site"),
    }
}

pub async fn show(db: &Db, customer: &FoundCustomer, out: &mut (dyn Write + Send)) -> Result<()> {
    for (name, value) in staff::show(db, customer).await? {
        if let Some(value) = value {
            // Control characters in a customer's text could control the terminal.
            writeln!(out, "{name:<18}{}", value.replace(is_control, " "))?;
        }
    }
    Ok(())
}

/// Writes one line per session that has not ended.
pub async fn sessions(
    db: &Db,
    customer: &FoundCustomer,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let sessions = staff::sessions(db, customer, Utc::now()).await?;
    listing::write(&["BEGAN", "LAST USED"], sessions, out)
}

/// Writes all personal data of a customer, as JSON.
pub async fn export(
    db: &Db,
    customer: &FoundCustomer,
    files: &Files,
    out: &mut (dyn Write + Send),
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
