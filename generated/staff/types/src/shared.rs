//! Types that several tags use.

use serde::Deserialize;

/// The body of every failure.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ErrorResponse {
    /// Explains the failure to people. Where this document shows a message, its text does not change.
    pub message: String,
}

serialize! { ErrorResponse { "success" = false, "message": message } }

open! {
    /// A role of a person.
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
