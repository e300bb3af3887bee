//! The document's rate limits.

use stoa_runtime::{Rate, RateLimit, Rates};

/// The document's rate limits (`x-rate-limits`).
pub struct RateLimits {
    /// Every `GET`. 600 in 60 seconds for each client. Counted by routes.
    pub staff_reads: RateLimit,
    /// Every call that changes something, except `logIn`, `acceptInvitation`, `forgotPassword` and
    /// `resetPassword`. 120 in 60 seconds for each client. Counted by routes.
    pub staff_changes: RateLimit,
    /// Every `logIn`. 5 in 60 seconds for each client. Counted by routes.
    pub staff_logins: RateLimit,
    /// Wrong passwords and codes for an e-mail address from one client, whether the address is known or
    /// not. A login of this client with the address, or a password reset by it, clears the count. 10 in
    /// 900 seconds for each e-mail address and client.
    pub staff_failed_logins: RateLimit,
    /// Wrong passwords and codes for an e-mail address, whether it is known or not, from clients that
    /// have not logged in with it in the last 400 days. A login with the address or a password reset
    /// clears the count. 100 in 86,400 seconds for each e-mail address.
    pub staff_strangers_failed_logins: RateLimit,
    /// Every `forgotPassword`. 10 in 60 seconds for each client. Counted by routes.
    pub staff_forgotten_passwords: RateLimit,
    /// Mails for a password reset of staff. Calls beyond the limit are not refused, but no mail is
    /// sent. 5 in 3,600 seconds for each e-mail address and client.
    pub staff_reset_mails: RateLimit,
    /// Mails for a password reset of staff in a whole day, except those beyond `staff-reset-mails`.
    /// Calls beyond the limit are not refused, but no mail is sent. 20 in 86,400 seconds for each
    /// e-mail address.
    pub staff_reset_mails_a_day: RateLimit,
    /// Every `resetPassword`. 10 in 60 seconds for each client. Counted by routes.
    pub staff_resets: RateLimit,
    /// Every `acceptInvitation`. 10 in 60 seconds for each client. Counted by routes.
    pub invitations: RateLimit,
    /// Every `invitePerson`. 60 in 3,600 seconds for each client. Counted by routes.
    pub invitations_sent: RateLimit,
    /// Bytes of pictures that `uploadMedia` stores, counted across all servers in steps of 1 MiB.
    /// 5,000,000,000 bytes in 86,400 seconds for each person or server key.
    pub staff_stored_bytes: RateLimit,
}

impl RateLimits {
    /// The names of the limits in the document. Operators set a limit by its name.
    pub const NAMES: [&str; 12] = [
        "staff-reads",
        "staff-changes",
        "staff-logins",
        "staff-failed-logins",
        "staff-strangers-failed-logins",
        "staff-forgotten-passwords",
        "staff-reset-mails",
        "staff-reset-mails-a-day",
        "staff-resets",
        "invitations",
        "invitations-sent",
        "staff-stored-bytes",
    ];

    /// Creates the limits with the document's rates, or with the rates that override them.
    pub fn new(rates: &Rates) -> Self {
        Self {
            staff_reads: rates.limit(
                "staff-reads",
                Rate { calls: 600, seconds: 60 },
                "Too many requests, slow down",
            ),
            staff_changes: rates.limit(
                "staff-changes",
                Rate { calls: 120, seconds: 60 },
                "Too many requests, slow down",
            ),
            staff_logins: rates.limit(
                "staff-logins",
                Rate { calls: 5, seconds: 60 },
                "Too many attempts, slow down",
            ),
            staff_failed_logins: rates.limit(
                "staff-failed-logins",
                Rate { calls: 10, seconds: 900 },
                "Too many attempts, slow down",
            ),
            staff_strangers_failed_logins: rates.limit(
                "staff-strangers-failed-logins",
                Rate { calls: 100, seconds: 86_400 },
                "Too many attempts, slow down",
            ),
            staff_forgotten_passwords: rates.limit(
                "staff-forgotten-passwords",
                Rate { calls: 10, seconds: 60 },
                "Too many attempts, slow down",
            ),
            staff_reset_mails: rates.limit(
                "staff-reset-mails",
                Rate { calls: 5, seconds: 3_600 },
                "",
            ),
            staff_reset_mails_a_day: rates.limit(
                "staff-reset-mails-a-day",
                Rate { calls: 20, seconds: 86_400 },
                "",
            ),
            staff_resets: rates.limit(
                "staff-resets",
                Rate { calls: 10, seconds: 60 },
                "Too many attempts, slow down",
            ),
            invitations: rates.limit(
                "invitations",
                Rate { calls: 10, seconds: 60 },
                "Too many attempts, slow down",
            ),
            invitations_sent: rates.limit(
                "invitations-sent",
                Rate { calls: 60, seconds: 3_600 },
                "Too many requests, slow down",
            ),
            staff_stored_bytes: rates.limit(
                "staff-stored-bytes",
                Rate { calls: 5_000_000_000, seconds: 86_400 },
                "Too many uploads, slow down",
            ),
        }
    }
}

/// An API whose routes count calls: after the credential is checked and before query and body are
/// read, or after query and body are read if a parameter decides whether a call counts.
pub trait RateLimited {
    /// The rate limits of the API.
    fn rate_limits(&self) -> &RateLimits;
}
