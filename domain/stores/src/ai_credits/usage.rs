//! AI usage of a store, for operators.

use serde::Deserialize;
use stoa_db::{Db, DbError};

/// A store's usage in one month.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MonthOfUsage {
    /// The month in UTC, such as `2026-11`; `None` if the store has never used AI.
    pub month: Option<String>,
    pub images: i64,
    /// Number of calls. A call may return several texts.
    pub text_calls: i64,
    /// Credits of settled calls.
    pub credits: i64,
    /// Credits of calls in progress.
    pub reserved: i64,
    /// The store's current monthly limit; `None` if there is no limit.
    pub limit: Option<i64>,
}

/// Returns the months in which a site's store has used AI, newest first. Returns one row without a month if the store
/// has never used AI, and no row if the site has no store.
pub async fn list_usage(db: &Db, site_id: i64) -> Result<Vec<MonthOfUsage>, DbError> {
    db.rows(include_str!("usage/list_usage.sql"), &[&site_id]).await
}
