//! Arguments of `stoa order` and `stoa payment`.

use clap::{Args, Subcommand};

use super::{FilePlace, ProviderSettings};

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
    Process {
        #[command(flatten)]
        order: OrderNumber,
    },
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
    Deliver {
        #[command(flatten)]
        order: OrderNumber,
    },
    /// Mark an order as returned; `stoa order refund` gives the money back
    Return {
        #[command(flatten)]
        order: OrderNumber,
    },
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
    Sweep {
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
}

#[derive(Debug, Subcommand)]
pub enum PaymentCommand {
    /// Pay an order at the test provider, and notify the server
    Confirm(TestPayment),
    /// Let the payment of an order fail at the test provider, and notify the server
    Fail(TestPayment),
}

/// The payment of the test provider that a command settles, and the server that it notifies.
#[derive(Debug, Args)]
pub struct TestPayment {
    #[command(flatten)]
    pub order: OrderNumber,
    /// URL of the server. If absent, the one that the server stored at its last start
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    #[command(flatten)]
    pub providers: Box<ProviderSettings>,
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
