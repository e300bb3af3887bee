//! Types that several tags use.

use serde::{Deserialize, Serialize};

/// Every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// What is wrong, for people.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

/// Where a list by `limit` and `offset` stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OffsetPagination {
    /// The limit in effect, after capping.
    pub limit: i64,
    /// Items skipped.
    pub offset: i64,
    /// Matching items across all pages.
    pub total: i64,
}
