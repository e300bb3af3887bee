//! A site's orders, in pages.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, ToSql, sql};
use stoa_staff_types::{OrderStatus, OrderSummary, PaymentStatus};

use crate::orders::sweep::REFUND_RETRY_WINDOW;

/// The orders to list. An order must match all filters.
#[derive(Debug, Clone)]
pub struct OrderFilter<'a> {
    pub status: Option<OrderStatus>,
    pub payment_status: Option<PaymentStatus>,
    /// Whether to list only orders that staff must look after.
    pub needs_attention: bool,
    /// The number of the order, or the beginning of the purchaser's e-mail address or name, in any case.
    pub search: Option<&'a str>,
    pub from: DateTime<Utc>,
    /// The time and the id of the order after which the list begins.
    pub after: (DateTime<Utc>, i64),
}

/// Returns at most `limit` orders of a site, newest first.
pub async fn list_orders(
    db: &Db,
    site_id: i64,
    filter: &OrderFilter<'_>,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<OrderSummary>, DbError> {
    loop {
        if let Some(orders) = listed(db, site_id, filter, limit, now).await? {
            return Ok(orders);
        }
    }
}

/// Like [`list_orders`]. Returns `None` if an order was deleted between the two statements, because a page that lacks
/// a row would look like the last page.
async fn listed(
    db: &Db,
    site_id: i64,
    filter: &OrderFilter<'_>,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Option<Vec<OrderSummary>>, DbError> {
    let OrderFilter { status, payment_status, needs_attention, search, from, after } = filter;
    let failed_since = now - REFUND_RETRY_WINDOW;
    let status = status.as_ref().map(OrderStatus::as_str);
    let payment_status = payment_status.as_ref().map(PaymentStatus::as_str);
    let params: [&(dyn ToSql + Sync); 9] = [
        &site_id,
        from,
        &after.0,
        &after.1,
        &limit,
        &status,
        &payment_status,
        search,
        &failed_since,
    ];
    let (has_status, has_payment_status) = (status.is_some(), payment_status.is_some());
    let ids: Vec<i64> = if *needs_attention {
        let sql = sql!(
            "listed/list_orders_needing_attention.sql",
            status = has_status,
            payment_status = has_payment_status,
            search = search.is_some(),
        );
        db.rows(sql, &params).await?
    } else if search.is_some() {
        let sql = sql!(
            "listed/search_orders.sql",
            status = has_status,
            payment_status = has_payment_status,
        );
        db.rows(sql, &params[..8]).await?
    } else {
        let sql = sql!(
            "listed/list_orders.sql",
            status = has_status,
            payment_status = has_payment_status,
        );
        db.rows(sql, &params[..7]).await?
    };
    // A second statement, so that the three statements above need not repeat what a summary contains.
    let sql = include_str!("listed/summarize_orders.sql");
    let summaries: Vec<OrderSummary> = db.rows(sql, &[&site_id, &ids, &failed_since]).await?;
    Ok(if summaries.len() == ids.len() { Some(summaries) } else { None })
}
