//! Types that several tags use.

use serde::Deserialize;

/// The body of every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// Explains the failure to people.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

/// A success without a result.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DoneResponse {}

serialize! { DoneResponse { "success" = true } }

open! {
    /// A role of a person or of a server key.
    pub enum Role {
        /// `owner`
        Owner = "owner",
        /// `shop`
        Shop = "shop",
        /// `support`
        Support = "support",
        /// `content`
        Content = "content",
    }
}
