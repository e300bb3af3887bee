//! Stores an order and takes what it needs: a use of the code, an amount of the gift certificate, and stock.

use stoa_db::{DbError, Transaction};
use tokio_postgres::types::Json;

use super::{CheckoutError, CheckoutRefusal, draft::Draft, pending_order::PendingOrder};
use crate::stock::change_stock;

/// Stores the order. Fails if a concurrent request took something that the order needs after the contents were read.
/// The caller must then roll the transaction back.
///
/// The statements lock rows in the sequence that V008__orders.sql states. They are sent together, and each checks again
/// whether enough is left.
pub(super) async fn store_order(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<PendingOrder, CheckoutError> {
    let Draft { order, items, gift_certificate_id, .. } = draft;
    let (number, now) = (&order.number, order.created_at.0);
    let taken = draft.taken.iter().map(|(key, pieces)| (*key, -pieces)).collect();
    let (has_code, has_certificate, has_stock, id, designed, ..) = tokio::try_join!(biased;
        use_code(transaction, site_id, draft),
        take_from_certificate(transaction, site_id, draft),
        change_stock(transaction, site_id, &taken, now),
        async {
            let sql = include_str!("store/insert_order.sql");
            transaction.one::<i64>(sql, &[&site_id, &Json(order)]).await
        },
        async {
            let sql = include_str!("store/insert_items.sql");
            transaction.one::<i64>(sql, &[&site_id, number, &Json(items)]).await
        },
        async {
            let Some(certificate_id) = gift_certificate_id else { return Ok(0) };
            let sql = include_str!("store/insert_movement.sql");
            transaction.execute(sql, &[&site_id, number, certificate_id]).await
        },
        async {
            let sql = include_str!("store/insert_status_changes.sql");
            transaction.execute(sql, &[&site_id, number]).await
        },
    )?;
    let with_design = items.iter().filter(|item| item.design_id.is_some()).count() as i64;
    for (is_left, refusal) in [
        (has_code, CheckoutRefusal::InvalidDiscountCode),
        (has_certificate, CheckoutRefusal::InvalidGiftCertificateCode),
        (has_stock, CheckoutRefusal::InsufficientStock),
        (designed == with_design, CheckoutRefusal::SomeItemsAreNoLongerAvailable),
    ] {
        if !is_left {
            return Err(CheckoutError::Overtaken(Some(refusal)));
        }
    }
    Ok(PendingOrder {
        id,
        number: number.clone(),
        total: order.total,
        currency: order.currency.to_owned(),
        customer_email: order.customer_email.to_owned(),
        payment_provider: order.payment_provider.to_owned(),
        payment_intent_id: None,
        client_secret: (order.total == 0).then(String::new),
    })
}

/// Takes a use of the order's code, if it has one. Returns false if the code is no longer usable.
async fn use_code(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<bool, DbError> {
    let Some(id) = draft.discount_code_id else { return Ok(true) };
    let (code, now) = (&draft.order.discount_code, draft.order.created_at.0);
    let sql = include_str!("store/use_code.sql");
    Ok(transaction.execute(sql, &[&site_id, &id, &now, code]).await? > 0)
}

/// Takes the order's amount of its gift certificate, if it has one. Returns false if the certificate no longer covers
/// the amount.
async fn take_from_certificate(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<bool, DbError> {
    let Some(id) = draft.gift_certificate_id else { return Ok(true) };
    let (amount, now) = (draft.order.gift_certificate_total, draft.order.created_at.0);
    let sql = include_str!("store/take_from_certificate.sql");
    Ok(transaction.execute(sql, &[&site_id, &id, &amount, &now]).await? > 0)
}
