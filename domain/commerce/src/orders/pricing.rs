//! Computes the total of an order from its subtotal, discount, shipping, tax and gift certificate. The functions use
//! neither the database nor the clock. The storefront's check of a discount code uses [`discount`] too.

use serde::{Deserialize, Serialize};
use stoa_values::Currency;
use stoa_values::money::{ALL_BASIS_POINTS, Overflow, checked, share, sum};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscountKind {
    Percent,
    FixedAmount,
    FreeShipping,
}

/// A discount. The unit of `amount` is basis points for `Percent`, and cents for `FixedAmount`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discount {
    pub kind: DiscountKind,
    pub amount: i64,
}

/// The price of a shipping rate, and the subtotal from which shipping is free, both in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipping {
    pub price: i64,
    pub free_above: Option<i64>,
}

/// The input of [`totals`]. Amounts are in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purchase {
    pub subtotal: i64,
    pub discount: Option<Discount>,
    pub shipping: Option<Shipping>,
    /// In basis points.
    pub tax_rate: i64,
    pub taxes_shipping: bool,
    /// The balance of the gift certificate, or 0 if the purchaser uses no certificate.
    pub gift_balance: i64,
    pub currency: Currency,
}

/// The amounts of an order, in cents: `total = subtotal - discount + shipping + tax - gift_certificate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    pub subtotal: i64,
    pub discount: i64,
    pub shipping: i64,
    pub tax: i64,
    pub gift_certificate: i64,
    /// The amount left to pay.
    pub total: i64,
}

/// Returns the amount in cents that the discount takes off the subtotal, at most the whole subtotal. Free shipping
/// takes nothing off.
pub fn discount(discount: Discount, subtotal: i64, currency: Currency) -> Result<i64, Overflow> {
    match discount.kind {
        DiscountKind::Percent => {
            let discount = share(subtotal, discount.amount.min(ALL_BASIS_POINTS), currency);
            checked(discount.min(subtotal.into()))
        }
        DiscountKind::FixedAmount => checked(discount.amount.min(subtotal).into()),
        DiscountKind::FreeShipping => Ok(0),
    }
}

pub fn totals(purchase: &Purchase) -> Result<Totals, Overflow> {
    let Purchase { subtotal, tax_rate, taxes_shipping, gift_balance, currency, .. } = *purchase;
    let off = purchase.discount.map_or(Ok(0), |offer| discount(offer, subtotal, currency))?;
    let ships_free =
        purchase.discount.is_some_and(|offer| offer.kind == DiscountKind::FreeShipping);
    let shipping = match purchase.shipping {
        Some(_) if ships_free => 0,
        Some(Shipping { free_above: Some(least), .. }) if subtotal >= least => 0,
        Some(Shipping { price, .. }) => price,
        None => 0,
    };
    let reduced = checked(i128::from(subtotal) - i128::from(off))?;
    let taxed = if taxes_shipping { sum([reduced, shipping])? } else { reduced };
    let tax = checked(share(taxed, tax_rate, currency))?;
    let due = sum([reduced, shipping, tax])?;
    let gift_certificate = gift_balance.min(due).max(0);
    let total = due - gift_certificate;
    Ok(Totals { subtotal, discount: off, shipping, tax, gift_certificate, total })
}

#[cfg(test)]
mod tests;
