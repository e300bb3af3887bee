//! Staff commands: find, list and show orders, and change them.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_types::OrderStatus;

use crate::orders::{
    OrderContext, Parcel, StatusChange, order_transaction::change, refunds, status, sweep,
};

pub use refunds::RefundRequest;

/// An order, found by its number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundOrder {
    pub site_id: i64,
    pub id: i64,
    pub number: String,
}

/// A row of a table that a command prints, as text. An empty cell is `None`.
pub type Cells = Vec<Option<String>>;

/// Headings of the columns of [`list`].
pub const LIST: [&str; 8] =
    ["SITE", "ORDER", "STATUS", "PAYMENT", "CUSTOMER", "TOTAL", "CURRENCY", "PLACED"];

/// Returns at most 500 orders, newest first. `None` stands for all sites or for any status.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    status: Option<&str>,
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &status]).await
}

/// Headings of the columns of [`list_needing_attention`].
pub const LIST_NEEDING_ATTENTION: [&str; 9] =
    ["SITE", "ORDER", "STATUS", "PAYMENT", "CUSTOMER", "TOTAL", "CURRENCY", "PLACED", "WHY"];

/// Returns at most 500 orders that staff must look at, newest first. If `site_id` is `None`, the orders are of all
/// sites. The list contains:
/// - orders with a refund that is unpaid 23 hours after its request
/// - orders whose payment is disputed
/// - orders whose intent was created by another account than the store's current one, and may still be paid there
pub async fn list_needing_attention(
    db: &Db,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Vec<Cells>, DbError> {
    let sql = include_str!("staff/list_needing_attention.sql");
    db.rows(sql, &[&site_id, &(now - sweep::REFUND_RETRY_WINDOW)]).await
}

/// Returns the orders with this number, which is compared case-insensitively. If `site_id` is `None`, searches all
/// sites.
pub async fn find(db: &Db, site_id: Option<i64>, number: &str) -> Result<Vec<FoundOrder>, DbError> {
    db.rows(include_str!("staff/find.sql"), &[&site_id, &number]).await
}

/// An order's details.
pub struct ShownOrder {
    /// Names and values. A missing value is `None`.
    pub fields: Vec<(String, Option<String>)>,
    /// Headings and rows of five tables: items, print files, status changes, tracking events, refunds.
    pub tables: [(&'static [&'static str], Vec<Cells>); 5],
}

/// Returns an order's details. URLs of the site's files begin with `files_prefix`.
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

/// Headings of the columns of [`print_files`].
pub const PRINT_FILES: [&str; 5] = ["LINE", "PRINTED ON", "QUANTITY", "SIDE", "PRINT FILE"];

/// Returns the print files of an order. Each comes from the ordered revision of its design.
pub async fn print_files(
    db: &Db,
    order: &FoundOrder,
    files_prefix: &str,
) -> Result<Vec<Cells>, DbError> {
    let sql = include_str!("staff/print_files.sql");
    db.rows(sql, &[&order.site_id, &order.id, &files_prefix]).await
}

/// Marks a paid order as being processed.
pub async fn process(
    db: &Db,
    order: &FoundOrder,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, status::process).await
}

/// Marks an order as shipped.
pub async fn ship(
    db: &Db,
    order: &FoundOrder,
    parcel: Parcel<'_>,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, async |order| status::ship(order, parcel).await).await
}

/// Marks a shipped order as delivered.
pub async fn deliver(
    db: &Db,
    order: &FoundOrder,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, async |order| status::deliver(order, now).await).await
}

/// Marks an order as returned.
pub async fn take_back(
    db: &Db,
    order: &FoundOrder,
    now: DateTime<Utc>,
) -> Result<StatusChange, DbError> {
    change(db, order.site_id, order.id, now, status::take_back).await
}

/// Cancels an order that was not shipped yet. If the order was paid, [`pay_refunds`] or the sweep pays the refund.
pub async fn cancel(context: &OrderContext, order: &FoundOrder) -> Result<StatusChange, DbError> {
    change(&context.db, order.site_id, order.id, context.now(), status::cancel).await
}

/// Requests a refund of `amount` cents. If `amount` is `None`, requests a refund of the rest of the payment, which is
/// everything that was not refunded before. [`pay_refunds`] or the sweep pays the refund.
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

/// Pays all due refunds of the order's site, and returns whether a refund of this order is still unpaid.
pub async fn pay_refunds(context: &OrderContext, order: &FoundOrder) -> Result<bool, DbError> {
    sweep::pay_due_refunds(context, order.site_id).await?;
    let sql = include_str!("staff/open_refunds.sql");
    let open: i64 = context.db.one(sql, &[&order.site_id, &order.id]).await?;
    Ok(open > 0)
}

/// Returns the statuses from which an order may change to `to`.
pub fn origins(to: &OrderStatus) -> Vec<OrderStatus> {
    let all = OrderStatus::VALUES.iter().filter_map(|from| from.parse::<OrderStatus>().ok());
    all.filter(|from| status::may_become(from, to)).collect()
}
