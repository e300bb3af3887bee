//! The tokens in the links of mails to customers and staff.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use stoa_db::DbError;
use stoa_staff_types::Cart;

/// Path of the server's page that verifies an e-mail address, with the parameter `token`.
pub const VERIFICATION_PAGE: &str = "/verify-email";

/// Time for which a link that recovers a cart is valid. It works once.
pub const RECOVERY_LINK_TTL: TimeDelta = TimeDelta::hours(72);

/// Stores tokens for customers, staff and carts. Another crate implements this, because this crate knows none of them.
pub trait LinkTokens: Send + Sync {
    /// Stores a token that may set a new password once, until the token expires. Voids the tokens of earlier mails.
    /// Returns the customer's address in its stored spelling. Returns `None` in these cases:
    ///
    /// - No customer has the address.
    /// - A later mail has stored another token.
    /// - A password was set after the request.
    /// - This token was used.
    fn give_reset<'a>(
        &'a self,
        site_id: i64,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>>;

    /// Like [`LinkTokens::give_reset`], for the person of the staff with this address. Returns `None` for a person who
    /// has not set a password yet, too.
    fn give_staff_reset<'a>(
        &'a self,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>>;

    /// Stores a token that may verify the customer's address once, until the token expires. Returns the address in its
    /// stored spelling, or `None` if no customer has the address or this token was used.
    fn give_verification<'a>(
        &'a self,
        site_id: i64,
        token: VerificationToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>>;

    /// Stores a token that may recover the cart once, until the token expires. Returns the cart with the address of its
    /// purchaser, or `None` if the cart is not abandoned any more.
    fn give_recovery<'a>(
        &'a self,
        site_id: i64,
        token: RecoveryToken<'a>,
        now: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Option<Cart>, DbError>>;
}

/// A token and its mail. A mail that is sent again contains the same token.
#[derive(Debug, Clone, Copy)]
pub struct ResetToken<'a> {
    /// The recipient's address. It may differ from the stored address in upper and lower case.
    pub email: &'a str,
    pub token: &'a str,
    /// The time of the request. Mails are ordered by `asked_at`, then by `mail_id`. Only the token of the latest mail
    /// is valid.
    pub asked_at: DateTime<Utc>,
    pub mail_id: i64,
    pub expires_at: DateTime<Utc>,
}

/// The token of a welcome mail. A mail that is sent again contains the same token.
#[derive(Debug, Clone, Copy)]
pub struct VerificationToken<'a> {
    /// The customer's address. It may differ from the stored address in upper and lower case.
    pub email: &'a str,
    pub token: &'a str,
    pub expires_at: DateTime<Utc>,
}

/// The token of a reminder. A mail that is sent again contains the same token.
#[derive(Debug, Clone, Copy)]
pub struct RecoveryToken<'a> {
    pub cart_id: i64,
    pub token: &'a str,
    pub expires_at: DateTime<Utc>,
}

/// Returns the link with which the storefront's `recoverCart` recovers a cart. `public_url` is the URL at which browsers
/// reach the server.
pub fn recovery_url(public_url: &str, site_id: i64, token: &str) -> String {
    format!("{public_url}/api/storefront/{site_id}/cart/recover?token={token}")
}

/// Returns the verification token of a site with this secret. The token names its site, because [`VERIFICATION_PAGE`]
/// belongs to no site.
pub(crate) fn verification_token(site_id: i64, secret: &str) -> String {
    format!("{site_id}.{secret}")
}

/// Returns the site that a verification token names.
pub fn site_of_token(token: &str) -> Option<i64> {
    token.split_once('.')?.0.parse().ok()
}
