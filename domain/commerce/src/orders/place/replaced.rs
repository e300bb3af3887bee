//! Gives up the pending order of a cart, so that another order can replace it.

use chrono::{DateTime, Utc};
use stoa_db::{DbError, ToSql, Transaction};

use super::{Checkout, pending_order::PendingOrder};
use crate::orders::{OrderTransaction, status};

/// Cancels the cart's pending order. Returns the cancelled order with its current intent.
///
/// First locks everything that the two orders give back and take: the codes of both, then their certificates, products
/// and variants, in the sequence that V008__orders.sql states. If all rows of one order were locked before those of the
/// other order, two carts could deadlock.
pub(super) async fn give_up(
    transaction: &Transaction<'_>,
    checkout: &Checkout<'_>,
    cart_id: i64,
    order: PendingOrder,
    now: DateTime<Utc>,
) -> Result<PendingOrder, DbError> {
    let (site_id, id) = (checkout.site_id(), order.id);
    let (code, certificate) = (checkout.discount_code(), checkout.gift_certificate_code());
    let [of_order, with_code, with_certificate, with_cart]: [&[&(dyn ToSql + Sync)]; 4] = [
        &[&site_id, &id],
        &[&site_id, &id, &code],
        &[&site_id, &id, &certificate],
        &[&site_id, &id, &cart_id],
    ];
    let (payment_intent_id, ..) = tokio::try_join!(biased;
        // Another request may have created the order's intent since the order was read.
        transaction.one::<Option<String>>(include_str!("replaced/lock_order.sql"), of_order),
        transaction.execute(include_str!("replaced/lock_codes.sql"), with_code),
        transaction.execute(include_str!("replaced/lock_certificates.sql"), with_certificate),
        transaction.execute(include_str!("replaced/lock_products.sql"), with_cart),
        transaction.execute(include_str!("replaced/lock_variants.sql"), with_cart),
    )?;
    let given_up = OrderTransaction::new(transaction, site_id, id, now);
    status::cancel_pending(&given_up, "The cart was checked out again").await?;
    Ok(PendingOrder { payment_intent_id, ..order })
}
