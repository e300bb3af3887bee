//! Types that several tags use.

use serde::{Deserialize, Serialize};

/// The body of every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// Explains the failure to people.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

/// Position of a page in a list with `limit` and `offset`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OffsetPagination {
    /// Effective limit, after capping.
    pub limit: i64,
    /// Number of items skipped.
    pub offset: i64,
    /// Matching items across all pages.
    pub total: i64,
}
