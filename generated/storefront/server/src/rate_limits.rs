//! The document's rate limits.

use stoa_runtime::{Rate, RateLimit, Rates};

/// The document's rate limits (`x-rate-limits`).
pub struct RateLimits {
    /// Every `GET`. 6,000 in 60 seconds for each client. Counted by routes.
    pub reads: RateLimit,
    /// Lists with a `search`. 1,200 in 60 seconds for each client. Counted by routes.
    pub searches: RateLimit,
    /// Calls that begin a cart, or add a line with a new `Idempotency-Key`. 300 in 60 seconds for each
    /// client.
    pub new_carts: RateLimit,
    /// Calls that are refused because their line cannot be added to the cart. Beyond the limit, every
    /// call that adds a line is refused. 600 in 60 seconds for each client.
    pub refused_cart_items: RateLimit,
    /// Every checkout. 120 in 60 seconds for each client. Counted by routes.
    pub checkouts: RateLimit,
    /// Pending orders that a new order replaced, counted across all servers, within the hour before
    /// each checkout. 60 in 3,600 seconds for each cart.
    pub replaced_orders: RateLimit,
    /// Wrong discount codes, in validations and checkouts. 30 in 60 seconds for each client.
    pub discount_codes: RateLimit,
    /// Wrong codes of gift certificates, in validations and checkouts. 30 in 60 seconds for each
    /// client.
    pub gift_certificates: RateLimit,
    /// Thumbnails that are generated, designs that are finalized, and legacy designs that a cart or a
    /// checkout draws. 60 in 60 seconds for each client. Counted by routes.
    pub drawings: RateLimit,
    /// Requests to carriers. Calls beyond the limit are not refused; they list only the store's own
    /// rates. 30 in 60 seconds for each client.
    pub live_rates: RateLimit,
    /// Every `login`. 20 in 60 seconds for each client.
    pub logins: RateLimit,
    /// Failed logins with an e-mail address from one client, whether the address is known or not. A
    /// success of this client, or a password reset by it, clears the count. 10 in 900 seconds for each
    /// e-mail address of a store and client.
    pub failed_logins: RateLimit,
    /// Failed logins with an e-mail address, whether it is known or not, from clients that have not
    /// logged in with it in the last 400 days. A success or a password reset clears the count. 100 in
    /// 86,400 seconds for each e-mail address of a store.
    pub strangers_failed_logins: RateLimit,
    /// Every `register`. 20 in 60 seconds for each client.
    pub registrations: RateLimit,
    /// Each `register` in a whole day that `registrations` does not refuse. 300 in 86,400 seconds for
    /// each client.
    pub registrations_a_day: RateLimit,
    /// Every `forgot-password`. 60 in 60 seconds for each client.
    pub forgotten_passwords: RateLimit,
    /// Mails for a password reset. Calls beyond the limit are not refused, but no mail is sent. 5 in
    /// 3,600 seconds for each e-mail address of a store and client.
    pub reset_mails: RateLimit,
    /// Mails for a password reset in a whole day, except those beyond `reset-mails`. Calls beyond the
    /// limit are not refused, but no mail is sent. 20 in 86,400 seconds for each e-mail address of a
    /// store.
    pub reset_mails_a_day: RateLimit,
    /// Messages and replies that a customer writes, accepted or not. 10 in 60 seconds for each
    /// customer.
    pub support_messages: RateLimit,
    /// The messages and replies of a whole day, except those that `support-messages` refuses. 100 in
    /// 86,400 seconds for each customer.
    pub support_messages_a_day: RateLimit,
    /// Saved designs. 120 in 60 seconds for each client. Counted by routes.
    pub saved_designs: RateLimit,
    /// New designs and copies. 60 in 60 seconds for each client. Counted by routes.
    pub new_designs: RateLimit,
    /// Image uploads. 60 in 60 seconds for each client. Counted by routes.
    pub uploads: RateLimit,
    /// Bytes of designs, images and drawings that calls store, counted across all servers in steps of 1
    /// MiB. Calls of a customer with a verified address count toward `customer-stored-bytes` instead.
    /// 1,000,000,000 bytes in 86,400 seconds for each client.
    pub stored_bytes: RateLimit,
    /// Bytes that the calls of a customer with a verified address store, counted like `stored-bytes`.
    /// 2,000,000,000 bytes in 86,400 seconds for each customer.
    pub customer_stored_bytes: RateLimit,
    /// Calls of `generateDesignImage` by callers that may change the design, whatever the result.
    /// Repeated answers are not counted. 20 in 60 seconds for each client.
    pub client_ai_images: RateLimit,
    /// The same calls in a whole day, except those that `client-ai-images` refuses. 100 in 86,400
    /// seconds for each client.
    pub client_ai_images_a_day: RateLimit,
    /// The same calls, except those that `client-ai-images` or `client-ai-images-a-day` refuses. 5 in
    /// 60 seconds for each design.
    pub ai_images: RateLimit,
    /// The same calls in a whole day, except those that `client-ai-images`, `client-ai-images-a-day` or
    /// `ai-images` refuses. 30 in 86,400 seconds for each design.
    pub ai_images_a_day: RateLimit,
    /// Calls of `suggestDesignText` by callers that may change the design, whatever the result. 10 in
    /// 60 seconds for each design.
    pub ai_texts: RateLimit,
}

impl RateLimits {
    /// The names of the limits in the document. Operators set a limit by its name.
    pub const NAMES: [&str; 30] = [
        "reads",
        "searches",
        "new-carts",
        "refused-cart-items",
        "checkouts",
        "replaced-orders",
        "discount-codes",
        "gift-certificates",
        "drawings",
        "live-rates",
        "logins",
        "failed-logins",
        "strangers-failed-logins",
        "registrations",
        "registrations-a-day",
        "forgotten-passwords",
        "reset-mails",
        "reset-mails-a-day",
        "support-messages",
        "support-messages-a-day",
        "saved-designs",
        "new-designs",
        "uploads",
        "stored-bytes",
        "customer-stored-bytes",
        "client-ai-images",
        "client-ai-images-a-day",
        "ai-images",
        "ai-images-a-day",
        "ai-texts",
    ];

    /// Creates the limits with the document's rates, or with the rates that override them.
    pub fn new(rates: &Rates) -> Self {
        Self {
            reads: rates.limit(
                "reads",
                Rate { calls: 6_000, seconds: 60 },
                "Too many requests, slow down",
            ),
            searches: rates.limit(
                "searches",
                Rate { calls: 1_200, seconds: 60 },
                "Too many requests, slow down",
            ),
            new_carts: rates.limit(
                "new-carts",
                Rate { calls: 300, seconds: 60 },
                "Too many requests, slow down",
            ),
            refused_cart_items: rates.limit(
                "refused-cart-items",
                Rate { calls: 600, seconds: 60 },
                "Too many requests, slow down",
            ),
            checkouts: rates.limit(
                "checkouts",
                Rate { calls: 120, seconds: 60 },
                "Too many requests, slow down",
            ),
            replaced_orders: rates.limit(
                "replaced-orders",
                Rate { calls: 60, seconds: 3_600 },
                "Too many requests, slow down",
            ),
            discount_codes: rates.limit(
                "discount-codes",
                Rate { calls: 30, seconds: 60 },
                "Too many attempts, slow down",
            ),
            gift_certificates: rates.limit(
                "gift-certificates",
                Rate { calls: 30, seconds: 60 },
                "Too many attempts, slow down",
            ),
            drawings: rates.limit(
                "drawings",
                Rate { calls: 60, seconds: 60 },
                "Too many requests, slow down",
            ),
            live_rates: rates.limit("live-rates", Rate { calls: 30, seconds: 60 }, ""),
            logins: rates.limit(
                "logins",
                Rate { calls: 20, seconds: 60 },
                "Too many attempts, slow down",
            ),
            failed_logins: rates.limit(
                "failed-logins",
                Rate { calls: 10, seconds: 900 },
                "Too many attempts, slow down",
            ),
            strangers_failed_logins: rates.limit(
                "strangers-failed-logins",
                Rate { calls: 100, seconds: 86_400 },
                "Too many attempts, slow down",
            ),
            registrations: rates.limit(
                "registrations",
                Rate { calls: 20, seconds: 60 },
                "Too many attempts, slow down",
            ),
            registrations_a_day: rates.limit(
                "registrations-a-day",
                Rate { calls: 300, seconds: 86_400 },
                "Too many attempts, slow down",
            ),
            forgotten_passwords: rates.limit(
                "forgotten-passwords",
                Rate { calls: 60, seconds: 60 },
                "Too many attempts, slow down",
            ),
            reset_mails: rates.limit("reset-mails", Rate { calls: 5, seconds: 3_600 }, ""),
            reset_mails_a_day: rates.limit(
                "reset-mails-a-day",
                Rate { calls: 20, seconds: 86_400 },
                "",
            ),
            support_messages: rates.limit(
                "support-messages",
                Rate { calls: 10, seconds: 60 },
                "Too many messages, slow down",
            ),
            support_messages_a_day: rates.limit(
                "support-messages-a-day",
                Rate { calls: 100, seconds: 86_400 },
                "Too many messages, slow down",
            ),
            saved_designs: rates.limit(
                "saved-designs",
                Rate { calls: 120, seconds: 60 },
                "Too many requests, slow down",
            ),
            new_designs: rates.limit(
                "new-designs",
                Rate { calls: 60, seconds: 60 },
                "Too many requests, slow down",
            ),
            uploads: rates.limit(
                "uploads",
                Rate { calls: 60, seconds: 60 },
                "Too many uploads, slow down",
            ),
            stored_bytes: rates.limit(
                "stored-bytes",
                Rate { calls: 1_000_000_000, seconds: 86_400 },
                "Too many uploads, slow down",
            ),
            customer_stored_bytes: rates.limit(
                "customer-stored-bytes",
                Rate { calls: 2_000_000_000, seconds: 86_400 },
                "Too many uploads, slow down",
            ),
            client_ai_images: rates.limit(
                "client-ai-images",
                Rate { calls: 20, seconds: 60 },
                "Too many AI requests, slow down",
            ),
            client_ai_images_a_day: rates.limit(
                "client-ai-images-a-day",
                Rate { calls: 100, seconds: 86_400 },
                "Too many AI requests, slow down",
            ),
            ai_images: rates.limit(
                "ai-images",
                Rate { calls: 5, seconds: 60 },
                "Too many AI requests, slow down",
            ),
            ai_images_a_day: rates.limit(
                "ai-images-a-day",
                Rate { calls: 30, seconds: 86_400 },
                "Too many AI requests, slow down",
            ),
            ai_texts: rates.limit(
                "ai-texts",
                Rate { calls: 10, seconds: 60 },
                "Too many AI requests, slow down",
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
