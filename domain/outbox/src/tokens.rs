//! The token of a reset's link.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use stoa_db::DbError;

/// Who knows customers: they stand above mails.
pub trait ResetTokens: Send + Sync {
    /// Lets the token set a new password, once and until its time; tokens of earlier mails are void. Returns the address
    /// as the customer has it; none where nobody has it, where a later mail has given another token or a password was
    /// set since, and where this token was used.
    fn give<'a>(
        &'a self,
        site_id: i64,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>>;
}

/// A token and the mail that it is for. A letter that is sent again has the same.
#[derive(Debug, Clone, Copy)]
pub struct ResetToken<'a> {
    /// The customer's address, in any case.
    pub email: &'a str,
    pub token: &'a str,
    /// When it was asked for, and the mail's id: of two, the later counts.
    pub asked_at: DateTime<Utc>,
    pub mail_id: i64,
    pub expires_at: DateTime<Utc>,
}
