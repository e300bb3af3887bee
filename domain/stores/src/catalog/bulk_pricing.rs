//! The price of one piece, which depends on the quantity.

use std::cmp::Reverse;

use serde::Deserialize;
use stoa_values::Currency;
use stoa_values::money::{ALL_BASIS_POINTS, Overflow, checked, share};

/// A price for larger quantities of a product or of one of its variants.
///
/// Statements select a rule as a JSON array of the rule's columns in this order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BulkRule {
    pub variant_id: Option<i64>,
    pub min_quantity: i64,
    pub max_quantity: Option<i64>,
    pub price_type: BulkPrice,
    /// For [`BulkPrice::Fixed`], the price of one piece in cents. For [`BulkPrice::PercentOff`], the discount in basis
    /// points.
    pub amount: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BulkPrice {
    Fixed,
    PercentOff,
}

/// Returns the price of one piece if `quantity` pieces are bought: the price by the rule that applies, or the list
/// price if none applies. If several rules apply, one is chosen by these criteria, the most important first:
///
/// 1. A variant's rule is chosen before a product's rule.
/// 2. The rule with the highest `min_quantity` is chosen.
/// 3. The rule with the lowest price is chosen.
pub fn unit_price(
    list_price: i64,
    rules: &[BulkRule],
    variant_id: Option<i64>,
    quantity: i64,
    currency: Currency,
) -> Result<i64, Overflow> {
    let fits = |rule: &&BulkRule| {
        (rule.variant_id.is_none() || rule.variant_id == variant_id)
            && rule.min_quantity <= quantity
            && rule.max_quantity.is_none_or(|most| quantity <= most)
    };
    let price = |rule: &BulkRule| match rule.price_type {
        BulkPrice::Fixed => i128::from(rule.amount),
        BulkPrice::PercentOff => {
            share(list_price, ALL_BASIS_POINTS.saturating_sub(rule.amount).max(0), currency)
        }
    };
    let best = rules
        .iter()
        .filter(fits)
        .max_by_key(|rule| (rule.variant_id.is_some(), rule.min_quantity, Reverse(price(rule))));
    checked(best.map_or(list_price.into(), price))
}
