//! The changes that staff makes to an order.

use anyhow::{Result, bail, ensure};
use chrono::Utc;
use stoa_db::Db;
use stoa_storefront::{
    Storefront,
    lifecycle::{self, Asked, Change, Parcel},
};
use stoa_storefront_types::OrderStatus;

use super::Order;

const LONGEST_TEXT: usize = 255;

const LONGEST_URL: usize = 2048;

/// A paid order is being made ready.
pub async fn process(db: &Db, order: &Order) -> Result<()> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let change = lifecycle::process(&transaction, order.site_id, order.id, Utc::now()).await?;
    transaction.commit().await?;
    done(order, change, &OrderStatus::Processing)
}

/// An order was sent.
pub async fn ship(db: &Db, order: &Order, parcel: Parcel<'_>) -> Result<()> {
    let Parcel { carrier, tracking_number, tracking_url } = parcel;
    let parcel =
        Parcel { carrier: carrier.trim(), tracking_number: tracking_number.trim(), tracking_url };
    check("--carrier", parcel.carrier, LONGEST_TEXT)?;
    check("--tracking-number", parcel.tracking_number, LONGEST_TEXT)?;
    if let Some(url) = tracking_url {
        check("--tracking-url", url, LONGEST_URL)?;
        let is_http = url.starts_with("https://") || url.starts_with("http://");
        ensure!(is_http, "--tracking-url must begin with https:// or http://");
    }
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let change = lifecycle::ship(&transaction, order.site_id, order.id, parcel, Utc::now()).await?;
    transaction.commit().await?;
    done(order, change, &OrderStatus::Shipped)
}

/// A shipped order has arrived.
pub async fn deliver(db: &Db, order: &Order) -> Result<()> {
    let now = Utc::now();
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let change = lifecycle::deliver(&transaction, order.site_id, order.id, now, now).await?;
    transaction.commit().await?;
    done(order, change, &OrderStatus::Delivered)
}

/// An order came back.
pub async fn take_back(db: &Db, order: &Order) -> Result<()> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let change = lifecycle::take_back(&transaction, order.site_id, order.id, Utc::now()).await?;
    transaction.commit().await?;
    done(order, change, &OrderStatus::Returned)
}

/// Cancels an order that was not sent yet, and refunds what was paid: as far as the provider lets us now.
pub async fn cancel(db: &Db, storefront: &Storefront, order: &Order) -> Result<()> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let change = lifecycle::cancel(&transaction, order.site_id, order.id, storefront.now()).await?;
    transaction.commit().await?;
    done(order, change, &OrderStatus::Cancelled)?;
    pay_refunds(db, storefront, order).await
}

/// Gives so many cents back, or all that is left.
pub async fn refund(
    db: &Db,
    storefront: &Storefront,
    order: &Order,
    amount: Option<i64>,
) -> Result<()> {
    let Order { site_id, id, number } = order;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let asked = lifecycle::refund(&transaction, *site_id, *id, amount, storefront.now()).await?;
    transaction.commit().await?;
    match asked {
        Asked::Done => pay_refunds(db, storefront, order).await,
        Asked::NotPaid => bail!("nothing was paid for order {number}"),
        Asked::TooMuch { left: 0 } => bail!("nothing is left to refund of order {number}"),
        Asked::TooMuch { left } => bail!("only {left} cents are left to refund of order {number}"),
        Asked::Missing => bail!("there is no order {number} any more"),
    }
}

/// Whatever is due of the order's site; only the order's own failure is worth a word.
async fn pay_refunds(db: &Db, storefront: &Storefront, order: &Order) -> Result<()> {
    let Order { site_id, id, number } = order;
    storefront.pay_refunds(*site_id).await?;
    let (open,): (i64,) = db.one(include_str!("open_refunds.sql"), &[site_id, id]).await?;
    ensure!(
        open == 0,
        "the provider did not refund order {number} now: the server, or `stoa order sweep`, tries again"
    );
    Ok(())
}

fn done(order: &Order, change: Change, to: &OrderStatus) -> Result<()> {
    let number = &order.number;
    match change {
        Change::Done => Ok(()),
        Change::Impossible(from) => {
            bail!("order {number} is {from}: only one that is {} can become {to}", origins(to))
        }
        Change::Missing => bail!("there is no order {number} any more"),
    }
}

/// From which statuses the other can be reached.
fn origins(to: &OrderStatus) -> String {
    let all = OrderStatus::VALUES.iter().filter_map(|from| from.parse::<OrderStatus>().ok());
    let fitting: Vec<String> =
        all.filter(|from| lifecycle::may_become(from, to)).map(|from| from.to_string()).collect();
    fitting.join(" or ")
}

fn check(what: &str, text: &str, most: usize) -> Result<()> {
    ensure!(!text.is_empty(), "{what} must not be empty");
    ensure!(text.chars().count() <= most, "{what} must have at most {most} characters");
    ensure!(!text.contains(char::is_control), "{what} must not hold control characters");
    Ok(())
}
