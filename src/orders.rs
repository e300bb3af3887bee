//! Staff's side of orders, for the command line, and the sweep of all sites. What an order may become is
//! handlers/storefront's.

mod changes;
mod sweep;

pub use changes::{cancel, deliver, process, refund, ship, take_back};
pub use sweep::{Round, SWEEP, sweep, sweep_round};

use std::io::Write;

use anyhow::{Result, bail};
use tokio_postgres::Client;

use crate::listing;

/// An order that was found by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub site_id: i64,
    pub id: i64,
    pub number: String,
}

/// Writes a line for each order, the newest first, 500 at most.
pub async fn list(
    client: &Client,
    site_id: Option<i64>,
    status: Option<&str>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let rows = client.query(include_str!("orders/list.sql"), &[&site_id, &status]).await?;
    listing::write(
        &["SITE", "ORDER", "STATUS", "PAYMENT", "CUSTOMER", "TOTAL", "CURRENCY", "PLACED"],
        listing::cells(&rows)?,
        out,
    )
}

/// The order with this number in any case, of this site or of whichever has it.
pub async fn find(client: &Client, site_id: Option<i64>, number: &str) -> Result<Order> {
    if number.contains('\0') {
        bail!("no order's number holds NUL");
    }
    let rows = client.query(include_str!("orders/find.sql"), &[&site_id, &number.trim()]).await?;
    match rows.as_slice() {
        [row] => {
            Ok(Order { site_id: row.try_get(0)?, id: row.try_get(1)?, number: row.try_get(2)? })
        }
        [] => bail!("there is no order {number}: `stoa order list` shows those that are"),
        _ => bail!("several sites have an order {number}: name one with --site"),
    }
}

/// Writes an order, its items, what happened to it, and what its tracker told.
pub async fn show(client: &Client, order: &Order, out: &mut (dyn Write + Send)) -> Result<()> {
    let Order { site_id, id, .. } = order;
    for row in client.query(include_str!("orders/show.sql"), &[site_id, id]).await? {
        let (name, value): (&str, Option<&str>) = (row.try_get(0)?, row.try_get(1)?);
        if let Some(value) = value {
            // What a purchaser wrote must not steer the terminal.
            writeln!(out, "{name:<18}{}", value.replace(char::is_control, " "))?;
        }
    }
    for (heading, sql) in [
        (
            ["ITEM", "SKU", "PRICE", "QUANTITY", "TOTAL"].as_slice(),
            include_str!("orders/items.sql"),
        ),
        (["AT", "FROM", "TO", "NOTE"].as_slice(), include_str!("orders/history.sql")),
        (["AT", "EVENT", "STATUS"].as_slice(), include_str!("orders/tracking.sql")),
        (["REFUND ASKED", "AMOUNT", "PAID"].as_slice(), include_str!("orders/refunds.sql")),
    ] {
        let rows = client.query(sql, &[site_id, id]).await?;
        if !rows.is_empty() {
            writeln!(out)?;
            listing::write(heading, listing::cells(&rows)?, out)?;
        }
    }
    Ok(())
}
