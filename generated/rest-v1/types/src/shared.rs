//! Types that several tags use.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// Every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// What is wrong, for people.
    pub message: String,
}

impl Serialize for ErrorResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ErrorResponse", 2)?;
        out.serialize_field("success", &false)?;
        out.serialize_field("message", &self.message)?;
        out.end()
    }
}

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
