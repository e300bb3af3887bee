//! A product and its variant as a cart may buy them, and the rules that follow from them. Additions, changes and
//! checkouts share these rules.

use serde::Deserialize;
use stoa_db::{DbError, Transaction};
use stoa_stores::catalog::{BulkRule, unit_price};
use stoa_values::Currency;
use stoa_values::money::Overflow;

use super::{LineRefusal, QuantityRefusal};

/// Maximum number of pieces of a line.
const MAX_QUANTITY_OF_LINE: i64 = 999;

/// A product, and the variant of it that a line names, if it names one. The default is a product that was deleted.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offer {
    pub(crate) is_active: bool,
    /// `None` if the line names no variant, or one that the product does not have.
    pub(crate) is_variant_active: Option<bool>,
    pub(crate) has_active_variants: bool,
    /// The price of one piece in cents, before bulk prices.
    pub(crate) list_price: i64,
    /// The pieces that are available to the cart, or `None` if their number is not limited. In an offer that a checkout
    /// reads, those that the cart's pending order holds are not included.
    pub(crate) stock: Option<i64>,
    pub(crate) bulk_rules: Vec<BulkRule>,
}

impl Offer {
    pub(crate) fn check_sold(&self, variant_id: Option<i64>) -> Result<(), LineRefusal> {
        match (variant_id, self.is_variant_active) {
            _ if !self.is_active => Err(LineRefusal::ProductNotFound),
            (None, _) if self.has_active_variants => Err(LineRefusal::VariantIdIsRequired),
            (None, _) | (Some(_), Some(true)) => Ok(()),
            (Some(_), _) => Err(LineRefusal::VariantNotFound),
        }
    }

    pub(crate) fn check_quantity(&self, quantity: i64) -> Result<(), QuantityRefusal> {
        if quantity > MAX_QUANTITY_OF_LINE {
            return Err(QuantityRefusal::LineQuantityTooLarge);
        }
        match self.stock {
            Some(stock) if quantity > stock => Err(QuantityRefusal::InsufficientStock),
            _ => Ok(()),
        }
    }

    /// The price of one piece in cents, by the bulk prices.
    pub(crate) fn unit_price(
        &self,
        variant_id: Option<i64>,
        quantity: i64,
        currency: Currency,
    ) -> Result<i64, Overflow> {
        unit_price(self.list_price, &self.bulk_rules, variant_id, quantity, currency)
    }
}

/// Reads the product and its variant. The stock includes the pieces that the pending order of the session's cart holds.
/// Returns `None` if the product does not exist.
pub(super) async fn find_offer(
    transaction: &Transaction<'_>,
    site_id: i64,
    session_id: &str,
    product_id: i64,
    variant_id: Option<i64>,
) -> Result<Option<Offer>, DbError> {
    let params = [&site_id as _, &session_id as _, &product_id as _, &variant_id as _];
    transaction.opt(include_str!("offer/find_offer.sql"), &params).await
}

#[cfg(test)]
mod tests;
