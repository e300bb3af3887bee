//! Staff find, list and show orders, and change them, by commands and by the staff API.

mod refund;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{Origin, Target, record};
use stoa_db::{Cells, Db, DbError, Transaction};
use stoa_staff_reasons::Failed;
use stoa_staff_types::Order;
use stoa_storefront_types::OrderStatus;

use crate::orders::{OrderTransaction, Parcel, StatusRefusal, status, sweep};

pub use crate::orders::refunds::RefundError;
pub use refund::{pay_refunds, refund, request_refund, try_to_pay_refunds};

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundOrder {
    pub site_id: i64,
    pub id: i64,
    pub number: String,
}

/// Returns at most 500 orders, newest first. `None` stands for all sites or for any status.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    status: Option<&str>,
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &status]).await
}

/// Returns at most 500 orders that staff must look at, newest first, each with the reason. If `site_id` is `None`, the
/// orders are of all sites.
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

/// Finds a site's order by its number, which is compared case-insensitively.
pub async fn find_in_site(
    db: &Db,
    site_id: i64,
    number: &str,
) -> Result<Option<FoundOrder>, DbError> {
    db.opt(include_str!("staff/find_in_site.sql"), &[&site_id, &number]).await
}

/// Returns the details of a site's order, which is found by its number. URLs of the site's files begin with
/// `files_prefix`.
pub async fn get_order(
    db: &Db,
    site_id: i64,
    number: &str,
    files_prefix: &str,
    now: DateTime<Utc>,
) -> Result<Option<Order>, DbError> {
    let failed_since = now - sweep::REFUND_RETRY_WINDOW;
    db.opt(GET_ORDER, &[&site_id, &number, &files_prefix, &failed_since]).await
}

const GET_ORDER: &str = include_str!("staff/get_order.sql");

/// Returns the print files of an order. Each comes from the ordered revision of its design.
pub async fn print_files(
    db: &Db,
    order: &FoundOrder,
    files_prefix: &str,
) -> Result<Vec<Cells>, DbError> {
    let sql = include_str!("staff/print_files.sql");
    db.rows(sql, &[&order.site_id, &order.id, &files_prefix]).await
}

/// A change of an order's status that staff make.
#[derive(Debug, Clone, Copy)]
pub enum OrderChange<'a> {
    Process,
    Ship(Parcel<'a>),
    Deliver,
    Return,
    /// Cancels an order that was not shipped yet. If the order was paid, [`pay_refunds`] or the sweep pays the refund.
    Cancel,
}

impl OrderChange<'_> {
    pub fn status(self) -> OrderStatus {
        match self {
            Self::Process => OrderStatus::Processing,
            Self::Ship(_) => OrderStatus::Shipped,
            Self::Deliver => OrderStatus::Delivered,
            Self::Return => OrderStatus::Returned,
            Self::Cancel => OrderStatus::Cancelled,
        }
    }

    /// The fields that the change sets, for the audit trail.
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Ship(_) => &["status", "carrier", "trackingNumber", "trackingUrl"],
            Self::Deliver => &["status", "deliveredAt"],
            Self::Process | Self::Return | Self::Cancel => &["status"],
        }
    }
}

/// Changes an order's status, and records the change in the audit trail. Changes nothing if the order's current status
/// does not allow the change.
pub async fn change(
    db: &Db,
    order: &FoundOrder,
    change: OrderChange<'_>,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<(), Failed<StatusRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    status::apply(&order.in_transaction(&transaction, now), change).await?;
    record(&transaction, order.site_id, origin, order.target(), change.fields(), now).await?;
    Ok(transaction.commit().await?)
}

impl FoundOrder {
    pub(crate) fn in_transaction<'a>(
        &self,
        transaction: &'a Transaction<'a>,
        now: DateTime<Utc>,
    ) -> OrderTransaction<'a> {
        OrderTransaction::new(transaction, self.site_id, self.id, now)
    }

    /// The order as the target of an entry in the audit trail.
    pub(crate) fn target(&self) -> Target {
        Target::new("order", &self.number)
    }
}

/// Returns the statuses from which an order may change to `to`.
pub fn origins(to: &OrderStatus) -> Vec<OrderStatus> {
    let all = OrderStatus::VALUES.iter().filter_map(|from| from.parse::<OrderStatus>().ok());
    all.filter(|from| status::may_become(from, to)).collect()
}
