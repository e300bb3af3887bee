//! Types that several tags use.

use serde::Deserialize;

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// For people, but stable to the letter where this document shows it.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }
