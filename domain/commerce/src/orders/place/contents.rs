//! The contents of a cart at checkout, and everything else that the order depends on.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{DbError, Transaction};
use stoa_values::Currency;
use stoa_values::money::Overflow;

use super::{Checkout, CheckoutError, CheckoutRefusal, pending_order::PendingOrder};
use crate::carts::Offer;
use crate::orders::pricing::DiscountKind;
use crate::shipping::{ChosenRate, Piece, chosen_rate};
use crate::stock::{StockKey, StockOf, key_of};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CartContents {
    /// The lines, oldest first.
    pub(super) lines: Vec<Line>,
    pub(super) discount: Option<DiscountCode>,
    pub(super) gift_certificate: Option<GiftCertificate>,
    /// The shipping rate that the checkout names, if it applies to the checkout's address and the cart's lines.
    #[serde(skip)]
    pub(super) rate: Option<ChosenRate>,
    pub(super) replaceable_order: Option<ReplaceableOrder>,
    replaced: Replaced,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    pub(super) product_id: i64,
    pub(super) variant_id: Option<i64>,
    pub(super) design_id: Option<String>,
    /// The revision of the design to order. This is the last finalized revision, with one exception.
    ///
    /// If the design was ever shared, and a caller other than its owner added the line, it is the revision that was
    /// current when the line was added.
    pub(super) design_revision: Option<i64>,
    pub(super) quantity: i64,
    pub(super) product_name: String,
    pub(super) variant_name: Option<String>,
    pub(super) sku: Option<String>,
    offer: Offer,
    /// Whether the line's legacy design was changed after it was drawn, and must be drawn before it is ordered.
    is_undrawn: bool,
    /// The stock from which the line takes its pieces, or `None` if no stock is tracked for the line.
    pub(super) stock_of: Option<StockOf>,
    /// The weight and size of the line's product or variant, for shipping rates.
    piece: Piece,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiscountCode {
    pub(super) id: i64,
    /// The code in the store's spelling, which may differ in case from the customer's.
    pub(super) code: String,
    pub(super) kind: DiscountKind,
    pub(super) amount: i64,
    pub(super) min_order_amount: Option<i64>,
    /// Whether the code is active, within its period of validity, and not used up. Does not cover `min_order_amount`.
    pub(super) is_usable: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GiftCertificate {
    pub(super) id: i64,
    /// The code in the store's spelling, which may differ in case from the customer's.
    pub(super) code: String,
    pub(super) remaining_amount: i64,
    pub(super) is_usable: bool,
}

/// The cart's pending order, whose lines are still in the cart.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReplaceableOrder {
    #[serde(flatten)]
    pub(super) order: PendingOrder,
    /// The digest of the order's contents, in hex.
    pub(super) cart_sha256: Option<String>,
    pub(super) is_current: bool,
    pub(super) is_processing: bool,
}

/// The cart's cancelled orders that were created within the duration of [`Checkout::replaced_at_most`].
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Replaced {
    count: i64,
    /// Seconds until the oldest of these orders no longer counts.
    next_in: Option<u64>,
}

impl CartContents {
    /// Reads the contents of the session's cart. Returns `None` if the session has no cart.
    pub(super) async fn read(
        transaction: &Transaction<'_>,
        checkout: &Checkout<'_>,
        now: DateTime<Utc>,
    ) -> Result<Option<Self>, DbError> {
        let (site_id, session_id) = (checkout.site_id(), &checkout.request.session_id);
        let (code, certificate) = (checkout.discount_code(), checkout.gift_certificate_code());
        let counted = checkout.replaced_at_most.map_or(0.0, |(_, time)| time.as_secs_f64());
        let params = [
            &site_id as _,
            session_id as _,
            &now as _,
            &code as _,
            &certificate as _,
            &counted as _,
        ];
        let rate = async {
            let Some(rate_id) = &checkout.request.shipping_rate_id else { return Ok(None) };
            let address = checkout.request.shipping_address.as_ref();
            chosen_rate(transaction, site_id, rate_id, address, now).await
        };
        let (contents, rate) = tokio::try_join!(biased;
            transaction.opt(include_str!("contents.sql"), &params),
            rate,
        )?;
        let Some(contents): Option<Self> = contents else { return Ok(None) };
        let pieces: Vec<Piece> = contents.lines.iter().map(|line| line.piece.clone()).collect();
        Ok(Some(Self { rate: rate.filter(|rate| rate.is_for(&pieces)), ..contents }))
    }

    /// Returns an error if the contents cannot be ordered. This applies to a new order and to the cart's pending order.
    pub(super) fn check(&self, checkout: &Checkout<'_>) -> Result<(), CheckoutError> {
        let all_available = self.lines.iter().all(Line::is_available);
        let needs_rate = checkout.store.requires_shipping_rate
            && self.lines.iter().any(|line| line.piece.has_weight());
        let (code, certificate) = (checkout.discount_code(), checkout.gift_certificate_code());
        let rate_id = &checkout.request.shipping_rate_id;
        for (is_refused, refusal) in [
            (self.lines.is_empty(), CheckoutRefusal::CartIsEmpty),
            (!all_available, CheckoutRefusal::SomeItemsAreNoLongerAvailable),
            (needs_rate && rate_id.is_none(), CheckoutRefusal::ShippingRateIsRequired),
            (rate_id.is_some() && self.rate.is_none(), CheckoutRefusal::InvalidShippingRate),
            (code.is_some() && self.discount.is_none(), CheckoutRefusal::InvalidDiscountCode),
            (
                certificate.is_some() && self.gift_certificate.is_none(),
                CheckoutRefusal::InvalidGiftCertificateCode,
            ),
        ] {
            if is_refused {
                return Err(refusal.into());
            }
        }
        // After the other checks of the cart, so that a checkout that they refuse draws nothing.
        if let Some(line) = self.lines.iter().find(|line| line.is_undrawn) {
            return Err(CheckoutError::DesignNotDrawn(line.design_id.clone().unwrap_or_default()));
        }
        Ok(())
    }

    /// Returns an error if too many of the cart's orders were replaced recently.
    pub(super) fn may_be_replaced(&self, checkout: &Checkout<'_>) -> Result<(), CheckoutError> {
        match (&self.replaced, checkout.replaced_at_most) {
            (Replaced { count, next_in }, Some((most, _))) if *count >= most => {
                Err(CheckoutError::ReplacedTooOften { retry_after: next_in.unwrap_or(1) })
            }
            _ => Ok(()),
        }
    }

    /// Returns the pieces that the lines take from each stock. Refuses more pieces than a stock has.
    pub(super) fn taken(&self) -> Result<BTreeMap<StockKey, i64>, CheckoutRefusal> {
        let mut taken = BTreeMap::new();
        for line in &self.lines {
            let Some(key) = key_of(line.stock_of, line.product_id, line.variant_id) else {
                continue;
            };
            let pieces = taken.entry(key).or_default();
            *pieces += line.quantity;
            if *pieces > line.offer.stock.unwrap_or_default() {
                return Err(CheckoutRefusal::InsufficientStock);
            }
        }
        Ok(taken)
    }
}

impl Line {
    /// Whether the line can be ordered. Its product may have gained variants, and its design may have been deleted,
    /// after the line was added to the cart.
    fn is_available(&self) -> bool {
        let has_design = self.design_id.is_none() || self.design_revision.is_some();
        has_design && self.offer.check_sold(self.variant_id).is_ok()
    }

    pub(super) fn unit_price(&self, currency: Currency) -> Result<i64, Overflow> {
        self.offer.unit_price(self.variant_id, self.quantity, currency)
    }
}
