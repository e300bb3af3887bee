//! `stoa order`: what staff do with orders.

mod shown;

use std::io::{Write, stdout};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use stoa_audit::Origin;
use stoa_commerce::orders::{
    OrderContext, Parcel, StatusRefusal,
    staff::{self, FoundOrder, OrderChange, RefundError},
    sweep::{self, SWEEP, SweepReport},
};
use stoa_db::Db;
use stoa_jobs::run_once;
use stoa_runtime::Failed;
use stoa_staff_server::SCHEMAS;
use stoa_staff_types::ShipOrderRequest;

use super::only;
use crate::config::{FilePlace, ProviderSettings};
use crate::database::Database;
use crate::listing::{self, Output};
use crate::serve;

#[derive(Debug, Subcommand)]
pub enum OrderCommand {
    /// List orders, the newest first, 500 at most
    List {
        /// List only the orders of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// List only orders with this status
        #[arg(long, value_parser = [
            "pending", "paid", "processing", "shipped", "delivered", "cancelled", "expired", "refunded", "returned",
        ])]
        status: Option<String>,
        /// List only orders that staff must look after, with the reasons
        #[arg(long, conflicts_with = "status")]
        needs_attention: bool,
    },
    /// Show an order with its items, print files, history and tracking events
    Show {
        #[command(flatten)]
        order: OrderNumber,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
    /// Mark a paid order as being processed
    Process(OrderNumber),
    /// Mark an order as shipped
    Ship {
        #[command(flatten)]
        order: OrderNumber,
        /// Name of the carrier
        #[arg(long)]
        carrier: String,
        /// The carrier's tracking number of the parcel
        #[arg(long, value_name = "NUMBER")]
        tracking_number: String,
        /// Page on which the purchaser can follow the parcel
        #[arg(long, value_name = "URL")]
        tracking_url: Option<String>,
    },
    /// Mark a shipped order as delivered
    Deliver(OrderNumber),
    /// Mark an order as returned; `stoa order refund` gives the money back
    Return(OrderNumber),
    /// Cancel an order that was not shipped yet, and refund what was paid
    Cancel {
        #[command(flatten)]
        order: OrderNumber,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Refund an order
    Refund {
        #[command(flatten)]
        order: OrderNumber,
        /// Amount in cents; all that is left if absent
        #[arg(long, value_name = "CENTS", value_parser = clap::value_parser!(i64).range(1..))]
        amount: Option<i64>,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Run now the jobs that the server runs every minute and every five minutes: expire orders, ask the providers, pay
    /// refunds, delete old data
    Sweep(Box<ProviderSettings>),
}

/// The order that a command acts on.
#[derive(Debug, Clone, Args)]
pub struct OrderNumber {
    /// The order's number, in any case
    #[arg(value_name = "ORDER")]
    pub number: String,
    /// The order's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}

pub async fn run(command: OrderCommand, database: &Database, db: &Db) -> Result<()> {
    let context = |providers: &ProviderSettings| {
        serve::order_context(
            db,
            &providers.secrets(database)?,
            providers.payments(database),
            Duration::ZERO,
        )
    };
    let find = async |OrderNumber { number, site }| find(db, site, &number).await;
    match command {
        OrderCommand::List { site, needs_attention: true, .. } => {
            list_needing_attention(db, site, Utc::now(), &mut stdout()).await
        }
        OrderCommand::List { site, status, needs_attention: false } => {
            list(db, site, status.as_deref(), &mut stdout()).await
        }
        OrderCommand::Show { order, place } => {
            let order = find(order).await?;
            let files_prefix = place.files(db, database).await?.prefix(order.site_id);
            show(db, &order, &files_prefix, &mut stdout()).await
        }
        OrderCommand::Process(order) => process(db, &find(order).await?).await,
        OrderCommand::Ship { order, carrier, tracking_number, tracking_url } => {
            let parcel = Parcel {
                carrier: &carrier,
                tracking_number: &tracking_number,
                tracking_url: tracking_url.as_deref(),
            };
            ship(db, &find(order).await?, parcel).await
        }
        OrderCommand::Deliver(order) => deliver(db, &find(order).await?).await,
        OrderCommand::Return(order) => mark_returned(db, &find(order).await?).await,
        OrderCommand::Cancel { order, providers } => {
            cancel(&context(&providers)?, &find(order).await?).await
        }
        OrderCommand::Refund { order, amount, providers } => {
            refund(&context(&providers)?, &find(order).await?, amount).await
        }
        OrderCommand::Sweep(providers) => {
            match sweep(&context(&providers)?).await? {
                Some(report) => writeln!(stdout(), "{report}")?,
                None => writeln!(stdout(), "a server is running the sweep already")?,
            }
            Ok(())
        }
    }
}

/// Writes one line per order, the newest first, 500 at most.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    status: Option<&str>,
    out: &mut Output,
) -> Result<()> {
    let headings =
        ["SITE", "ORDER", "STATUS", "PAYMENT", "CUSTOMER", "TOTAL", "CURRENCY", "PLACED"];
    listing::write(&headings, staff::list(db, site_id, status).await?, out)
}

/// Writes one line for each reason why staff must look after an order.
pub async fn list_needing_attention(
    db: &Db,
    site_id: Option<i64>,
    now: DateTime<Utc>,
    out: &mut Output,
) -> Result<()> {
    let orders = staff::list_needing_attention(db, site_id, now).await?;
    let headings =
        ["SITE", "ORDER", "STATUS", "PAYMENT", "CUSTOMER", "TOTAL", "CURRENCY", "PLACED", "WHY"];
    listing::write(&headings, orders, out)
}

/// Finds an order by its number, in any case. Without a site, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, number: &str) -> Result<FoundOrder> {
    ensure!(!number.contains('\0'), "an order number cannot contain NUL");
    let found = staff::find(db, site_id, number.trim()).await?;
    only(found, &format!("order {number}"), "stoa order list")
}

/// Writes an order, its items and their print files, its history, its tracking events, its refunds and its notes.
pub async fn show(db: &Db, order: &FoundOrder, files_prefix: &str, out: &mut Output) -> Result<()> {
    let FoundOrder { site_id, number, .. } = order;
    let found = staff::get_order(db, *site_id, number, files_prefix, Utc::now()).await?;
    shown::write(*site_id, &found.context("the order no longer exists")?, out)
}

pub async fn process(db: &Db, order: &FoundOrder) -> Result<()> {
    change(db, order, OrderChange::Process, "stoa order process", Utc::now()).await
}

/// Marks an order as shipped. The rules of the parcel's texts are those of the staff API.
pub async fn ship(db: &Db, order: &FoundOrder, parcel: Parcel<'_>) -> Result<()> {
    let Parcel { carrier, tracking_number, tracking_url } = parcel;
    let request = ShipOrderRequest {
        carrier: carrier.to_owned(),
        tracking_number: tracking_number.to_owned(),
        tracking_url: tracking_url.map(str::to_owned),
    };
    let request: ShipOrderRequest = SCHEMAS
        .parse("ShipOrderRequest", &serde_json::to_vec(&request)?)
        .map_err(|message| anyhow!(naming_option(&message)))?;
    let parcel = Parcel {
        carrier: &request.carrier,
        tracking_number: &request.tracking_number,
        tracking_url: request.tracking_url.as_deref(),
    };
    change(db, order, OrderChange::Ship(parcel), "stoa order ship", Utc::now()).await
}

/// Replaces the name of the field, with which a message of the staff API begins, by the name of the option.
fn naming_option(message: &str) -> String {
    message
        .replacen("carrier", "--carrier", 1)
        .replacen("trackingNumber", "--tracking-number", 1)
        .replacen("trackingUrl", "--tracking-url", 1)
}

pub async fn deliver(db: &Db, order: &FoundOrder) -> Result<()> {
    change(db, order, OrderChange::Deliver, "stoa order deliver", Utc::now()).await
}

pub async fn mark_returned(db: &Db, order: &FoundOrder) -> Result<()> {
    change(db, order, OrderChange::Return, "stoa order return", Utc::now()).await
}

/// Cancels an order that was not shipped yet, and requests the refund of what was paid. Fails if the provider does not
/// pay the refund at once.
pub async fn cancel(context: &OrderContext, order: &FoundOrder) -> Result<()> {
    change(&context.db, order, OrderChange::Cancel, "stoa order cancel", context.now()).await?;
    pay_refunds(context, order).await
}

/// Refunds `amount` cents, or all that is left if `amount` is `None`.
pub async fn refund(context: &OrderContext, order: &FoundOrder, amount: Option<i64>) -> Result<()> {
    let (number, origin) = (&order.number, Origin::of_command("stoa order refund"));
    match staff::request_refund(context, order, amount, &origin).await {
        Ok(()) => pay_refunds(context, order).await,
        Err(RefundError::NotPaid) => bail!("nothing was paid for order {number}"),
        Err(RefundError::NoMultiple { step }) => {
            bail!("a refund of order {number} must be a multiple of {step}")
        }
        Err(RefundError::TooMuch { left: 0 }) => {
            bail!("nothing is left to refund of order {number}")
        }
        Err(RefundError::TooMuch { left }) => {
            bail!("only {left} cents are left to refund of order {number}")
        }
        Err(RefundError::NoSuchOrder) => bail!("order {number} no longer exists"),
        Err(RefundError::Database(error)) => Err(error.into()),
    }
}

/// Does all work of the two jobs that the server runs every minute and every five minutes. Returns `None` if a server or
/// another command is running them.
pub async fn sweep(context: &OrderContext) -> Result<Option<SweepReport>> {
    let all = async {
        let mut sum = sweep::sweep(context).await?;
        // A round deletes the rows of up to 1,000 sites.
        loop {
            let round = sweep::delete_old(context).await?;
            sum = sum.and(round);
            if round.deleted == 0 {
                return Ok(sum);
            }
        }
    };
    run_once(&context.db, SWEEP, all).await
}

/// Pays the order's due refunds. Fails if one of the order's refunds is still open.
async fn pay_refunds(context: &OrderContext, order: &FoundOrder) -> Result<()> {
    let is_open = staff::pay_refunds(context, order).await?;
    ensure!(
        !is_open,
        "the provider has not refunded order {} yet: the server, or `stoa order sweep`, will retry",
        order.number
    );
    Ok(())
}

async fn change(
    db: &Db,
    order: &FoundOrder,
    change: OrderChange<'_>,
    command: &'static str,
    now: DateTime<Utc>,
) -> Result<()> {
    let (number, to) = (&order.number, change.status());
    let origin = Origin::of_command(command);
    staff::change(db, order, change, &origin, now).await.map_err(|failed| match failed {
        Failed::Refused(StatusRefusal::OrderNotFound) => anyhow!("order {number} no longer exists"),
        Failed::Refused(refusal) => {
            let origins: Vec<String> =
                staff::origins(&to).iter().map(ToString::to_string).collect();
            let origins = origins.join(" or ");
            anyhow!("order {number}: {refusal}. Only an order that is {origins} can become {to}")
        }
        Failed::Internal(cause) => cause.into(),
    })
}
