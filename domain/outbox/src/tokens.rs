//! The token in the link of a reset.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use stoa_db::DbError;

/// Stores tokens for customers. Implemented outside of this crate, which knows no customers.
pub trait ResetTokens: Send + Sync {
    /// Stores a token that may set a new password once, until it expires, and voids tokens of earlier mails. Returns
    /// the customer's address as it is stored. Returns `None` if no customer has the address, if a later mail has
    /// stored another token, if a password was set since, or if this token was used.
    fn give<'a>(
        &'a self,
        site_id: i64,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>>;
}

/// A token and its mail. A letter that is sent again has the same token.
#[derive(Debug, Clone, Copy)]
pub struct ResetToken<'a> {
    /// The customer's address, in any case of letters.
    pub email: &'a str,
    pub token: &'a str,
    /// The time of the request and the mail's id, which order mails: the later one counts.
    pub asked_at: DateTime<Utc>,
    pub mail_id: i64,
    pub expires_at: DateTime<Utc>,
}
