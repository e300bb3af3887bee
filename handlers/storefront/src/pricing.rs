//! What things cost: lines, bulk rules, discount, shipping, tax and gift certificate to totals. Pure: no database,
//! no clock. The cart, the check of a discount code and checkout all use it.
//!
//! Amounts are cents, shares are basis points, what is computed is rounded half up to the cent. What is not
//! within 0 and [`MOST`] is an [`Overflow`].

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use stoa_runtime::{BadRequest, Documents, Error};

/// The largest amount: whole numbers stay exact in JavaScript up to here.
pub const MOST: i64 = (1 << 53) - 1;

const WHOLE: i64 = 10_000;

/// An amount that is too large. It is the caller's 400, not a fault of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overflow;

/// A price for larger quantities of a product, or of one variant of it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BulkRule {
    pub variant_id: Option<i64>,
    pub min_quantity: i64,
    pub max_quantity: Option<i64>,
    pub price_type: BulkPrice,
    /// Cents of a piece, or basis points off.
    pub amount: i64,
}

/// What [`BulkRule::amount`] means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BulkPrice {
    Fixed,
    PercentOff,
}

/// What a discount code gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscountKind {
    Percent,
    FixedAmount,
    FreeShipping,
}

/// A discount: [`Discount::amount`] is basis points for `Percent`, cents for `FixedAmount`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discount {
    pub kind: DiscountKind,
    pub amount: i64,
}

/// What a way of shipping costs, and from which subtotal on it is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipping {
    pub price: i64,
    pub free_above: Option<i64>,
}

/// A store's tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tax {
    /// Basis points.
    pub rate: i64,
    /// Whether shipping is taxed too.
    pub on_shipping: bool,
}

/// What is bought, before anything is taken off or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purchase {
    pub subtotal: i64,
    pub discount: Option<Discount>,
    pub shipping: Option<Shipping>,
    pub tax: Tax,
    /// What the gift certificate holds, 0 without one.
    pub gift_balance: i64,
}

/// What an order says: `total = subtotal - discount + shipping + tax - gift_certificate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    pub subtotal: i64,
    pub discount: i64,
    pub shipping: i64,
    pub tax: i64,
    pub gift_certificate: i64,
    /// What is left to pay.
    pub total: i64,
}

/// The price of one piece among so many: the list price, or what the best rule makes of it. A variant's rule beats
/// the product's; among those that fit, the highest `min_quantity` holds, and among equals the lowest price.
pub fn unit_price(
    list_price: i64,
    rules: &[BulkRule],
    variant_id: Option<i64>,
    quantity: i64,
) -> Result<i64, Overflow> {
    let fits = |rule: &&BulkRule| {
        (rule.variant_id.is_none() || rule.variant_id == variant_id)
            && rule.min_quantity <= quantity
            && rule.max_quantity.is_none_or(|most| quantity <= most)
    };
    let price = |rule: &BulkRule| match rule.price_type {
        BulkPrice::Fixed => i128::from(rule.amount),
        BulkPrice::PercentOff => share(list_price, WHOLE.saturating_sub(rule.amount).max(0)),
    };
    let best = rules
        .iter()
        .filter(fits)
        .max_by_key(|rule| (rule.variant_id.is_some(), rule.min_quantity, Reverse(price(rule))));
    checked(best.map_or(list_price.into(), price))
}

/// The price of all pieces of a line.
pub fn line_total(unit_price: i64, quantity: i64) -> Result<i64, Overflow> {
    checked(i128::from(unit_price) * i128::from(quantity))
}

/// The sum of amounts: of line totals, the subtotal.
pub fn sum(amounts: impl IntoIterator<Item = i64>) -> Result<i64, Overflow> {
    amounts.into_iter().try_fold(0_i64, |sum, amount| checked(i128::from(sum) + i128::from(amount)))
}

/// What a discount takes off this subtotal: never more than it. Free shipping takes nothing off.
pub fn discount(discount: Discount, subtotal: i64) -> Result<i64, Overflow> {
    match discount.kind {
        DiscountKind::Percent => checked(share(subtotal, discount.amount.min(WHOLE))),
        DiscountKind::FixedAmount => checked(discount.amount.min(subtotal).into()),
        DiscountKind::FreeShipping => Ok(0),
    }
}

/// Everything that an order adds up to.
pub fn totals(purchase: &Purchase) -> Result<Totals, Overflow> {
    let Purchase { subtotal, tax, gift_balance, .. } = *purchase;
    let off = purchase.discount.map_or(Ok(0), |it| discount(it, subtotal))?;
    let ships_free = purchase.discount.is_some_and(|it| it.kind == DiscountKind::FreeShipping);
    let shipping = match purchase.shipping {
        Some(_) if ships_free => 0,
        Some(Shipping { free_above: Some(least), .. }) if subtotal >= least => 0,
        Some(Shipping { price, .. }) => price,
        None => 0,
    };
    let reduced = checked(i128::from(subtotal) - i128::from(off))?;
    let taxed = if tax.on_shipping { sum([reduced, shipping])? } else { reduced };
    let tax = checked(share(taxed, tax.rate))?;
    let due = sum([reduced, shipping, tax])?;
    let gift_certificate = gift_balance.min(due).max(0);
    let total = due - gift_certificate;
    Ok(Totals { subtotal, discount: off, shipping, tax, gift_certificate, total })
}

/// So many basis points of an amount, rounded half up.
fn share(amount: i64, basis_points: i64) -> i128 {
    let exact = i128::from(amount) * i128::from(basis_points);
    (exact + i128::from(WHOLE / 2)).div_euclid(i128::from(WHOLE))
}

fn checked(amount: i128) -> Result<i64, Overflow> {
    i64::try_from(amount).ok().filter(|amount| (0..=MOST).contains(amount)).ok_or(Overflow)
}

impl<Op: Documents<400>> From<Overflow> for Error<Op> {
    fn from(_: Overflow) -> Self {
        BadRequest("The total is too large").into()
    }
}

#[cfg(test)]
mod tests;
