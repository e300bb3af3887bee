//! Staff's side of orders: found by their numbers, listed, shown, and changed by hand.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_types::OrderStatus;

use crate::orders::{
    OrderContext, Parcel, StatusChange, order_transaction::change, refunds, status, sweep,
};

pub use refunds::RefundRequest;

/// An order that was found by its number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundOrder {
    pub site_id: i64,
    pub id: i64,
    pub number: String,
}

/// Cells of a table, as text; none where there is nothing.
pub type Cells = Vec<Option<String>>;

/// What [`list`] tells of an order.
pub const LIST: [&str; 8] =
    ["SITE", "ORDER", "STATUS", "PAYMENT", "CUSTOMER", "TOTAL", "CURRENCY", "PLACED"];

/// The orders of a site or of all, of a status or of every, the newest first, 500 at most.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    status: Option<&str>,
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &status]).await
}

/// What [`list_needing_attention`] tells of an order.
pub const LIST_NEEDING_ATTENTION: [&str; 9] =
    ["SITE", "ORDER", "STATUS", "PAYMENT", "CUSTOMER", "TOTAL", "CURRENCY", "PLACED", "WHY"];

/// The orders of a site or of all that people have to look after: a refund has not been made for a day, the payment is
/// disputed, or the store has another account than the one that it may be paid to. The newest first, 500 at most.
pub async fn list_needing_attention(
    db: &Db,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Vec<Cells>, DbError> {
    let sql = include_str!("staff/list_needing_attention.sql");
    db.rows(sql, &[&site_id, &(now - sweep::KEY_IS_KNOWN)]).await
}

/// The orders with this number in any case, of this site or of all.
pub async fn find(db: &Db, site_id: Option<i64>, number: &str) -> Result<Vec<FoundOrder>, DbError> {
    db.rows(include_str!("staff/find.sql"), &[&site_id, &number]).await
}

/// All there is to an order.
pub struct ShownOrder {
    /// Names and values; none where the order has no value.
    pub fields: Vec<(String, Option<String>)>,
    /// Headings and rows of its items, what is printed on them, its history, its tracking events and its refunds.
    pub tables: [(&'static [&'static str], Vec<Cells>); 5],
}

/// An order, its items, what is printed on them, what happened to it, and what its tracker told. The URLs of its site's
/// files begin with `files_prefix`.
pub async fn show(db: &Db, order: &FoundOrder, files_prefix: &str) -> Result<ShownOrder, DbError> {
    let params: [&(dyn stoa_db::ToSql + Sync); 2] = [&order.site_id, &order.id];
    let table = async |headings: &'static [&'static str], sql: &str| {
        Ok::<_, DbError>((headings, db.rows(sql, &params).await?))
    };
    Ok(ShownOrder {
        fields: db.rows(include_str!("staff/show.sql"), &params).await?,
        tables: [
            table(&["ITEM", "SKU", "PRICE", "QUANTITY", "TOTAL"], include_str!("staff/items.sql"))
                .await?,
            (&PRINT_FILES, print_files(db, order, files_prefix).await?),
            table(&["AT", "FROM", "TO", "NOTE"], include_str!("staff/history.sql")).await?,
            table(&["AT", "EVENT", "STATUS"], include_str!("staff/tracking.sql")).await?,
            table(&["REFUND ASKED", "AMOUNT", "PAID"], include_str!("staff/refunds.sql")).await?,
        ],
    })
}

/// What [`print_files`] tells of a side of an item.
pub const PRINT_FILES: [&str; 5] = ["LINE", "PRINTED ON", "QUANTITY", "SIDE", "PRINT FILE"];

/// What is to be printed for an order: as the designs were when they were ordered.
pub async fn print_files(
    db: &Db,
    order: &FoundOrder,
    files_prefix: &str,
) -> Result<Vec<Cells>, DbError> {
    let sql = include_str!("staff/print_files.sql");
    db.rows(sql, &[&order.site_id, &order.id, &files_prefix]).await
}

/// A paid order is being made ready.
pub async fn process(
    db: &Db,
    order: &FoundOrder,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, status::process).await
}

/// An order was sent.
pub async fn ship(
    db: &Db,
    order: &FoundOrder,
    parcel: Parcel<'_>,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, async |order| status::ship(order, parcel).await).await
}

/// A shipped order has arrived.
pub async fn deliver(
    db: &Db,
    order: &FoundOrder,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, async |order| status::deliver(order, now).await).await
}

/// An order came back.
pub async fn take_back(
    db: &Db,
    order: &FoundOrder,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, status::take_back).await
}

/// Cancels an order that was not sent yet. What was paid is refunded by [`pay_refunds`], or by the sweep.
pub async fn cancel(context: &OrderContext, order: &FoundOrder) -> Result<StatusChange, DbError> {
    change(&context.db, order.site_id, order.id, context.now(), status::cancel).await
}

/// Asks for a refund of so many cents, or of all that is left. [`pay_refunds`] pays it, or the sweep.
pub async fn request_refund(
    context: &OrderContext,
    order: &FoundOrder,
    amount: Option<i64>,
) -> Result<RefundRequest, DbError> {
    change(&context.db, order.site_id, order.id, context.now(), async |order| {
        refunds::request(order, amount).await
    })
    .await
}

/// Pays whatever is due of the order's site, and tells whether a refund of the order is still open.
pub async fn pay_refunds(context: &OrderContext, order: &FoundOrder) -> Result<bool, DbError> {
    sweep::pay_due_refunds(context, order.site_id).await?;
    let sql = include_str!("staff/open_refunds.sql");
    let open: i64 = context.db.one(sql, &[&order.site_id, &order.id]).await?;
    Ok(open > 0)
}

/// From which statuses the other can be reached.
pub fn origins(to: &OrderStatus) -> Vec<OrderStatus> {
    let all = OrderStatus::VALUES.iter().filter_map(|from| from.parse::<OrderStatus>().ok());
    all.filter(|from| status::may_become(from, to)).collect()
}
