//! The token in the link of a password reset.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use stoa_db::DbError;

/// Stores reset tokens for customers. Another crate implements this, because this crate does not know customers.
pub trait ResetTokens: Send + Sync {
    /// Stores a token that may set a new password once, until the token expires. Voids the tokens of earlier mails.
    /// Returns the customer's address in its stored spelling. Returns `None` in these cases:
    ///
    /// - No customer has the address.
    /// - A later mail has stored another token.
    /// - A password was set after the request.
    /// - This token was used.
    fn give<'a>(
        &'a self,
        site_id: i64,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>>;
}

/// A token and its mail. A mail that is sent again contains the same token.
#[derive(Debug, Clone, Copy)]
pub struct ResetToken<'a> {
    /// The customer's address. It may differ from the stored address in upper and lower case.
    pub email: &'a str,
    pub token: &'a str,
    /// The time of the request. Mails are ordered by `asked_at`, then by `mail_id`. Only the token of the latest mail
    /// is valid.
    pub asked_at: DateTime<Utc>,
    pub mail_id: i64,
    pub expires_at: DateTime<Utc>,
}
