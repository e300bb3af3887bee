//! The token of a reset's link.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use stoa_db::DbError;

/// Who knows customers: they stand above mails.
pub trait ResetTokens: Send + Sync {
    /// Lets the token set a new password of the customer with this address, in any case, once and until this time;
    /// earlier tokens of the customer are void. Returns the address as the customer has it, none where nobody has it.
    ///
    /// A letter that is sent again has the same token: one that is known already is left as it is, used or not.
    fn give<'a>(
        &'a self,
        site_id: i64,
        email: &'a str,
        token: &'a str,
        expires_at: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>>;
}
