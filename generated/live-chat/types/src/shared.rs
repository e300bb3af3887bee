//! Types that several tags use.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// For people, but stable to the letter where this document shows it.
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
