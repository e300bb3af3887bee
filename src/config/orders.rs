//! Arguments of `stoa order` and `stoa payment`.

use clap::{Args, Subcommand};

use super::{FilePlace, ProviderSettings};

#[derive(Debug, Subcommand)]
pub enum OrderCommand {
    /// List orders, the newest first, 500 at most
    List {
        /// Only those of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Only those with this status
        #[arg(long, value_parser = [
            "pending", "paid", "processing", "shipped", "delivered", "cancelled", "expired", "refunded", "returned",
        ])]
        status: Option<String>,
        /// Only those that people have to look after, and why
        #[arg(long, conflicts_with = "status")]
        needs_attention: bool,
    },
    /// Show an order with its items, what is printed on them, its history and its tracking events
    Show {
        #[command(flatten)]
        order: OrderNumber,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
    /// Note that a paid order is being made ready
    Process {
        #[command(flatten)]
        order: OrderNumber,
    },
    /// Note that an order was sent
    Ship {
        #[command(flatten)]
        order: OrderNumber,
        /// Who carries it
        #[arg(long)]
        carrier: String,
        /// The carrier's number of the parcel
        #[arg(long, value_name = "NUMBER")]
        tracking_number: String,
        /// Where the purchaser can follow it
        #[arg(long, value_name = "URL")]
        tracking_url: Option<String>,
    },
    /// Note that a shipped order has arrived
    Deliver {
        #[command(flatten)]
        order: OrderNumber,
    },
    /// Note that an order came back; the money is given back by `stoa order refund`
    Return {
        #[command(flatten)]
        order: OrderNumber,
    },
    /// Cancel an order that was not sent yet; what was paid is refunded
    Cancel {
        #[command(flatten)]
        order: OrderNumber,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Give money back
    Refund {
        #[command(flatten)]
        order: OrderNumber,
        /// How much, in cents; all that is left when absent
        #[arg(long, value_name = "CENTS", value_parser = clap::value_parser!(i64).range(1..))]
        amount: Option<i64>,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Do now what the server does every minute: expire, ask the providers, refund, tidy up
    Sweep {
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
}

#[derive(Debug, Subcommand)]
pub enum PaymentCommand {
    /// Pay an order of the test provider, and tell the server
    Confirm(TestPayment),
    /// Let the payment of an order of the test provider fail, and tell the server
    Fail(TestPayment),
}

/// The payment of the test provider that a command settles, and the server that it notifies.
#[derive(Debug, Args)]
pub struct TestPayment {
    #[command(flatten)]
    pub order: OrderNumber,
    /// Where the server is
    #[arg(long, default_value = "http://127.0.0.1:8080", value_name = "URL")]
    pub url: String,
    #[command(flatten)]
    pub providers: Box<ProviderSettings>,
}

/// The order that a command acts on.
#[derive(Debug, Clone, Args)]
pub struct OrderNumber {
    /// The order's number, in any case
    #[arg(value_name = "ORDER")]
    pub number: String,
    /// Its site; looked up when absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}
