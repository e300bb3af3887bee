//! A customer's orders: the orders that were placed with the customer's token, and, if the customer's e-mail address is
//! verified, the guest orders with this address.

use stoa_db::{Db, DbError, Page, ToSql};
use stoa_storefront_types::{AccountOrder, OrderSummary};

/// Returns a page of a customer's orders, newest first. `limit` is 1 to 1,000, and `page` counts from 1.
pub async fn list_account_orders(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    page: i64,
    limit: i64,
) -> Result<Page<OrderSummary>, DbError> {
    let (offset, end) = ((page - 1).saturating_mul(limit), page.saturating_mul(limit));
    db.page(
        include_str!("orders/list_account_orders.sql"),
        &[&site_id, &customer_id, &limit, &offset, &end],
    )
    .await
}

/// Returns a customer's order by its number, which is compared case-insensitively. URLs of the site's files begin with
/// `files_prefix`.
pub async fn get_account_order(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    number: &str,
    files_prefix: &str,
) -> Result<Option<AccountOrder>, DbError> {
    let params: [&(dyn ToSql + Sync); 4] = [&site_id, &customer_id, &number, &files_prefix];
    db.opt(include_str!("orders/get_account_order.sql"), &params).await
}
