//! Reasons why a checkout fails.

use stoa_db::{DbError, SqlState};
use stoa_idempotency::ClaimError;
use stoa_payments::{AmountRefusal, PaymentError};
use stoa_storefront_reasons::{self as reasons, refusals};
use stoa_values::money::Overflow;

refusals! {
    pub enum CheckoutRefusal of reasons {
        CartNotFound,
        CartIsEmpty,
        /// A line's product or variant is no longer sold, or its design was deleted.
        SomeItemsAreNoLongerAvailable,
        InsufficientStock,
        InvalidShippingRate,
        /// The store requires a shipping rate for a product with a weight.
        ShippingRateIsRequired,
        InvalidDiscountCode,
        InvalidGiftCertificateCode,
        /// The total differs from the total that the customer was shown, or the store's currency has changed.
        PricesHaveChanged,
        TotalTooLarge,
        /// The amount to pay is less than the provider's minimum.
        TotalTooSmall,
        /// The provider refuses the amount to pay for another reason.
        TotalNotPayable,
        /// The payment of the cart's order is in progress, so the order cannot be replaced.
        PaymentIsProcessing,
        /// Another checkout replaced the order while this checkout began the order's payment.
        AnotherCheckoutWasFaster,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

/// The reasons why a checkout ends without an order.
#[derive(Debug)]
pub enum CheckoutError {
    Refused(CheckoutRefusal),
    /// The legacy design with this UUID must be drawn first.
    DesignNotDrawn(String),
    /// Too many orders of this cart were replaced recently. The client may retry after `retry_after` seconds.
    ReplacedTooOften {
        retry_after: u64,
    },
    /// A concurrent change invalidated the attempt, and another attempt may succeed. Contains the refusal of the
    /// checkout if no attempt is left: `None` after a deadlock, or if the order number was taken.
    Overtaken(Option<CheckoutRefusal>),
    /// The payment provider failed or is not available.
    Payment(PaymentError),
    Database(DbError),
    /// The answer that is stored with the request's `Idempotency-Key` cannot be read.
    Answer(serde_json::Error),
}

impl From<CheckoutRefusal> for CheckoutError {
    fn from(refusal: CheckoutRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<DbError> for CheckoutError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl From<ClaimError> for CheckoutError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::UsedOtherwise => CheckoutRefusal::IdempotencyKeyReused.into(),
            ClaimError::InProgress => CheckoutRefusal::IdempotencyKeyInProgress.into(),
            ClaimError::Database(error) => Self::Database(error),
            ClaimError::Answer(error) => Self::Answer(error),
        }
    }
}

impl From<PaymentError> for CheckoutError {
    fn from(error: PaymentError) -> Self {
        // A database error must not look like a failure of the payment provider.
        match error {
            PaymentError::Database(error) => Self::Database(error),
            error => Self::Payment(error),
        }
    }
}

impl From<Overflow> for CheckoutError {
    fn from(_: Overflow) -> Self {
        CheckoutRefusal::TotalTooLarge.into()
    }
}

impl From<AmountRefusal> for CheckoutError {
    fn from(refusal: AmountRefusal) -> Self {
        Self::Refused(match refusal {
            AmountRefusal::TooSmall => CheckoutRefusal::TotalTooSmall,
            AmountRefusal::TooLarge => CheckoutRefusal::TotalTooLarge,
            AmountRefusal::Other => CheckoutRefusal::TotalNotPayable,
        })
    }
}

/// Foreign keys from a stored order to the files of its designs. They fail if a design and its files were deleted while
/// the order was stored.
const DRAWING_FOREIGN_KEYS: [&str; 3] = [
    "order_items_thumbnail_missing",
    "order_item_drawings_mockup_missing",
    "order_item_drawings_print_missing",
];

impl CheckoutError {
    /// Returns the error of an attempt. A database error that a concurrent change has caused becomes
    /// [`CheckoutError::Overtaken`].
    pub(super) fn of_attempt(self) -> Self {
        let Self::Database(error) = &self else { return self };
        match error.constraint() {
            Some("orders_number_taken") => Self::Overtaken(None),
            Some(constraint) if DRAWING_FOREIGN_KEYS.contains(&constraint) => {
                Self::Overtaken(Some(CheckoutRefusal::SomeItemsAreNoLongerAvailable))
            }
            _ if error.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) => Self::Overtaken(None),
            _ => self,
        }
    }
}
