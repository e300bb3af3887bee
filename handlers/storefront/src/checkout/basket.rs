//! What is in a cart that is checked out, and what else counts for it, as the database has it at one moment.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, Transaction};
use stoa_runtime::{BadRequest, Conflict, Error};
use stoa_storefront_server::op;

use super::{payment::Payable, placing::Wish};
use crate::{
    ChosenRate, chosen_rate,
    pricing::{self, BulkRule, DiscountKind, Overflow},
};

/// A locked cart's lines, and everything that its order depends on.
pub(super) struct Basket {
    /// The oldest first.
    pub(super) lines: Vec<Line>,
    pub(super) discount: Option<DiscountCode>,
    pub(super) gift_certificate: Option<GiftCertificate>,
    pub(super) rate: Option<ChosenRate>,
    pub(super) pending: Option<Pending>,
}

/// The part of it that one statement reads.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Read {
    lines: Vec<Line>,
    discount: Option<DiscountCode>,
    gift_certificate: Option<GiftCertificate>,
    pending: Option<Pending>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    pub(super) product_id: i64,
    pub(super) variant_id: Option<i64>,
    pub(super) design_id: Option<String>,
    pub(super) quantity: i64,
    pub(super) product_name: String,
    pub(super) variant_name: Option<String>,
    pub(super) sku: Option<String>,
    list_price: i64,
    bulk_rules: Vec<BulkRule>,
    is_available: bool,
    /// None when nobody counts.
    pub(super) stock_of: Option<StockOf>,
    stock: i64,
}

/// Whose quantity a line draws on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StockOf {
    Product,
    Variant,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiscountCode {
    pub(super) id: i64,
    /// As the store writes it.
    pub(super) code: String,
    pub(super) kind: DiscountKind,
    pub(super) amount: i64,
    pub(super) min_order_amount: Option<i64>,
    /// Active, within its time, and not used up. The minimum is not looked at.
    pub(super) is_usable: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GiftCertificate {
    pub(super) id: i64,
    /// As the store writes it.
    pub(super) code: String,
    pub(super) remaining_amount: i64,
    pub(super) is_usable: bool,
}

/// The order that the cart has already, not yet paid.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pending {
    #[serde(flatten)]
    pub(super) order: Payable,
    /// In hex.
    pub(super) cart_sha256: Option<String>,
    /// Its time is not over.
    pub(super) is_current: bool,
}

/// Pieces by product or variant: how many are wanted, and how many there are.
pub(super) type Stock = BTreeMap<i64, (i64, i64)>;

impl Basket {
    /// Reads it with the two statements on their way at once.
    pub(super) async fn read(
        transaction: &Transaction<'_>,
        cart_id: i64,
        wish: &Wish<'_>,
        now: DateTime<Utc>,
    ) -> Result<Self, DbError> {
        let (site_id, code, certificate) =
            (wish.site_id(), wish.discount_code(), wish.gift_certificate_code());
        let params = [&site_id as _, &cart_id as _, &code as _, &certificate as _, &now as _];
        let rate = async {
            let Some(rate_id) = &wish.request.body.shipping_rate_id else { return Ok(None) };
            let address = wish.request.body.shipping_address.as_ref();
            chosen_rate(transaction, site_id, rate_id, address, now).await
        };
        let (read, rate): (Read, _) =
            tokio::try_join!(transaction.one(include_str!("basket.sql"), &params), rate)?;
        let Read { lines, discount, gift_certificate, pending } = read;
        Ok(Self { lines, discount, gift_certificate, rate, pending })
    }

    /// Refuses what no order can be made of, whatever the cart has ordered already.
    pub(super) fn check(&self, wish: &Wish<'_>) -> Result<(), Error<op::PlaceOrder>> {
        if self.lines.is_empty() {
            Err(BadRequest("Cart is empty"))?;
        }
        if !self.lines.iter().all(|line| line.is_available) {
            Err(Conflict("Some items are no longer available"))?;
        }
        if wish.request.body.shipping_rate_id.is_some() && self.rate.is_none() {
            Err(BadRequest("Invalid shipping rate"))?;
        }
        if wish.discount_code().is_some() && self.discount.is_none() {
            Err(INVALID_DISCOUNT_CODE)?;
        }
        if wish.gift_certificate_code().is_some() && self.gift_certificate.is_none() {
            Err(INVALID_GIFT_CERTIFICATE_CODE)?;
        }
        Ok(())
    }

    /// What is wanted of the products' or the variants' stock. Several lines may draw on the same.
    pub(super) fn stock(&self, of: StockOf) -> Stock {
        let mut stock = Stock::new();
        for line in self.lines.iter().filter(|line| line.stock_of == Some(of)) {
            let id = match of {
                StockOf::Product => Some(line.product_id),
                StockOf::Variant => line.variant_id,
            };
            if let Some(id) = id {
                stock.entry(id).or_insert((0, line.stock)).0 += line.quantity;
            }
        }
        stock
    }
}

impl StockOf {
    /// As `order_items.stock_of` has it.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Variant => "variant",
        }
    }
}

impl Line {
    pub(super) fn unit_price(&self) -> Result<i64, Overflow> {
        pricing::unit_price(self.list_price, &self.bulk_rules, self.variant_id, self.quantity)
    }
}

pub(super) const INVALID_DISCOUNT_CODE: BadRequest = BadRequest("Invalid discount code");
pub(super) const INVALID_GIFT_CERTIFICATE_CODE: BadRequest =
    BadRequest("Invalid gift certificate code");
pub(super) const INSUFFICIENT_STOCK: Conflict = Conflict("Insufficient stock");
