//! Stores an order and takes what it needs: a use of the code, an amount of the gift certificate, and stock.

use stoa_db::{DbError, Transaction};
use tokio_postgres::types::Json;

use super::{
    contents::Stock,
    draft::Draft,
    error::{AttemptError, ConcurrentChange},
    pending_order::PendingOrder,
};
use crate::stock::{StockFall, post_low_stock};

/// Stores the order. Fails if a concurrent request took something that the order needs after the contents were read.
/// The caller must then roll the transaction back.
///
/// The statements lock rows in the sequence that V008__orders.sql states. They are sent together, and each checks again
/// whether enough is left.
pub(super) async fn store_order(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<PendingOrder, AttemptError> {
    let order = &draft.order;
    transaction.invalidate_cache(site_id);
    let (has_code, has_certificate, products, variants, id, designed, (), ()) = tokio::try_join!(biased;
        use_code(transaction, site_id, draft),
        take_from_certificate(transaction, site_id, draft),
        take(transaction, include_str!("store/take_products.sql"), site_id, &draft.products),
        take(transaction, include_str!("store/take_variants.sql"), site_id, &draft.variants),
        insert_order(transaction, site_id, draft),
        insert_items(transaction, site_id, draft),
        insert_movement(transaction, site_id, draft),
        insert_status_changes(transaction, site_id, draft),
    )?;
    if !has_code {
        return Err(ConcurrentChange::DiscountCode.into());
    }
    if !has_certificate {
        return Err(ConcurrentChange::GiftCertificate.into());
    }
    if (products.len(), variants.len()) != (draft.products.len(), draft.variants.len()) {
        return Err(ConcurrentChange::Stock.into());
    }
    if designed != draft.designed_items() {
        return Err(ConcurrentChange::Design.into());
    }
    for fall in products.iter().chain(&variants) {
        post_low_stock(transaction, site_id, fall, order.created_at.0).await?;
    }
    Ok(PendingOrder {
        id,
        number: order.number.clone(),
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
    let sql = include_str!("store/use_code.sql");
    Ok(transaction.execute(sql, &[&site_id, &id, &draft.order.created_at.0]).await? > 0)
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

/// Takes pieces, and returns the stocks that had enough.
async fn take(
    transaction: &Transaction<'_>,
    sql: &str,
    site_id: i64,
    stock: &Stock,
) -> Result<Vec<StockFall>, DbError> {
    if stock.is_empty() {
        return Ok(Vec::new());
    }
    let (ids, pieces): (Vec<i64>, Vec<i64>) =
        stock.iter().map(|(id, (wanted, _))| (*id, *wanted)).unzip();
    transaction.rows(sql, &[&site_id, &ids, &pieces]).await
}

/// Stores the order's row, and returns its id.
async fn insert_order(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<i64, DbError> {
    transaction.one(include_str!("store/insert_order.sql"), &[&site_id, &Json(&draft.order)]).await
}

/// Stores the order's items, and returns the number of those whose design still exists.
async fn insert_items(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<i64, DbError> {
    let sql = include_str!("store/insert_items.sql");
    transaction.one(sql, &[&site_id, &draft.order.number, &Json(&draft.items)]).await
}

async fn insert_movement(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<(), DbError> {
    let Some(id) = draft.gift_certificate_id else { return Ok(()) };
    let sql = include_str!("store/insert_movement.sql");
    transaction.execute(sql, &[&site_id, &draft.order.number, &id]).await?;
    Ok(())
}

async fn insert_status_changes(
    transaction: &Transaction<'_>,
    site_id: i64,
    draft: &Draft<'_>,
) -> Result<(), DbError> {
    let sql = include_str!("store/insert_status_changes.sql");
    transaction.execute(sql, &[&site_id, &draft.order.number]).await?;
    Ok(())
}
