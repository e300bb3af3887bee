//! What a store has spent, for who looks after it.

use serde::Deserialize;
use stoa_db::{Db, DbError};

/// A month of a store.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MonthOfUsage {
    /// Such as `2026-11`, in UTC; none where the store has spent nothing yet.
    pub month: Option<String>,
    pub images: i64,
    /// Calls, each of some texts.
    pub text_calls: i64,
    /// Spent.
    pub credits: i64,
    /// Of calls that are under way.
    pub reserved: i64,
    /// What the store may spend a month, as it is now; none where there is no limit.
    pub limit: Option<i64>,
}

/// The months in which a site's store has spent something, the newest first: at least one, unless there is no store.
pub async fn list_usage(db: &Db, site_id: i64) -> Result<Vec<MonthOfUsage>, DbError> {
    db.rows(include_str!("usage/list_usage.sql"), &[&site_id]).await
}
