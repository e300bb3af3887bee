//! A customer's orders: those that were placed with a token, and once the address is verified those that were placed as
//! a guest with it.

use stoa_commerce::orders::shown::ORDER_COLUMNS;
use stoa_db::{Db, DbError, Page, Part, Sql, ToSql};
use stoa_storefront_types::{AccountOrder, OrderSummary};

static LIST_ACCOUNT_ORDERS: Sql =
    Sql::of_parts(include_str!("orders/list_account_orders.sql"), &[THEIR_ORDERS]);
static GET_ACCOUNT_ORDER: Sql =
    Sql::of_parts(include_str!("orders/get_account_order.sql"), &[THEIR_ORDERS, ORDER_COLUMNS]);

/// `theirs`, the orders of the customer $2 of site $1: a `with` query.
pub const THEIR_ORDERS: Part = ("their_orders.sql", include_str!("orders/their_orders.sql"));

/// A page of a customer's orders, the newest first. `limit` is 1 to 100, `page` is counted from 1.
pub async fn list_account_orders(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    page: i64,
    limit: i64,
) -> Result<Page<OrderSummary>, DbError> {
    let offset = (page - 1).saturating_mul(limit);
    db.page(LIST_ACCOUNT_ORDERS.with(&[]), &[&site_id, &customer_id, &limit, &offset]).await
}

/// A customer's order of this number, in any case. The URLs of the site's files begin with `files_prefix`.
pub async fn get_account_order(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    number: &str,
    files_prefix: &str,
) -> Result<Option<AccountOrder>, DbError> {
    let params: [&(dyn ToSql + Sync); 4] = [&site_id, &customer_id, &number, &files_prefix];
    db.opt(GET_ACCOUNT_ORDER.with(&[]), &params).await
}
