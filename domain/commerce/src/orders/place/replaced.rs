//! Gives up the pending order of a cart, so that another order can replace it.

use chrono::{DateTime, Utc};
use stoa_db::{DbError, Transaction};

use super::{Checkout, contents::Line, pending_order::PendingOrder};
use crate::orders::{
    OrderTransaction,
    holds::{list_items, lock_certificates, lock_codes},
    locked_order::lock,
    status,
};
use crate::stock::{keys_of, lock_stock};

/// Cancels the cart's pending order. Returns the cancelled order with its current intent.
///
/// First locks everything that the two orders give back and take: the codes of both, then their certificates, products
/// and variants, in the sequence that V008__orders.sql states. If all rows of one order were locked before those of the
/// other order, two carts could deadlock.
pub(super) async fn give_up(
    transaction: &Transaction<'_>,
    checkout: &Checkout<'_>,
    lines: &[Line],
    order: PendingOrder,
    now: DateTime<Utc>,
) -> Result<PendingOrder, DbError> {
    let site_id = checkout.site_id();
    let given_up = OrderTransaction::new(transaction, site_id, order.id, now);
    let Some(locked) = lock(&given_up).await? else { return Ok(order) };
    let codes = [checkout.discount_code(), locked.discount_code.as_deref()];
    lock_codes(transaction, site_id, &codes).await?;
    let certificates = [checkout.gift_certificate_code(), locked.gift_certificate_code.as_deref()];
    lock_certificates(transaction, site_id, &certificates).await?;
    let ordered = list_items(&given_up).await?;
    let ordered = ordered.iter().map(|item| (item.product_id, item.variant_id));
    let in_cart = lines.iter().map(|line| (line.product_id, line.variant_id));
    lock_stock(transaction, site_id, &keys_of(ordered.chain(in_cart))).await?;
    status::cancel_pending(&given_up, "The cart was checked out again").await?;
    // Another request may have created the order's intent since the order was read.
    Ok(PendingOrder { payment_intent_id: locked.payment_intent_id, ..order })
}
