//! Reasons why a checkout fails.

use stoa_db::{DbError, SqlState};
use stoa_idempotency::ClaimError;
use stoa_payments::{AmountRefusal, PaymentError};
use stoa_storefront_reasons::{self as reasons, refusals};
use stoa_values::money::Overflow;

refusals! {
    /// Why a checkout is refused.
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
        /// The total differs from the total that the customer was shown.
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
    /// Concurrent changes invalidated every attempt.
    Contended,
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

/// The resource that a concurrent request took or removed after this attempt had read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConcurrentChange {
    DiscountCode,
    GiftCertificate,
    Stock,
    /// The design was deleted.
    Design,
    /// The order number was taken, or a deadlock occurred.
    NumberOrDeadlock,
}

/// Foreign keys from a stored order to the files of its designs. They fail if a design and its files were deleted while
/// the order was stored.
const DRAWING_FOREIGN_KEYS: [&str; 3] = [
    "order_items_thumbnail_missing",
    "order_item_drawings_mockup_missing",
    "order_item_drawings_print_missing",
];

pub(super) enum AttemptError {
    /// Another attempt may succeed.
    ConcurrentChange(ConcurrentChange),
    /// The checkout is refused, or failed with an internal error.
    Failed(CheckoutError),
}

impl From<ConcurrentChange> for CheckoutError {
    fn from(change: ConcurrentChange) -> Self {
        match change {
            ConcurrentChange::DiscountCode => CheckoutRefusal::InvalidDiscountCode.into(),
            ConcurrentChange::GiftCertificate => CheckoutRefusal::InvalidGiftCertificateCode.into(),
            ConcurrentChange::Stock => CheckoutRefusal::InsufficientStock.into(),
            ConcurrentChange::Design => CheckoutRefusal::SomeItemsAreNoLongerAvailable.into(),
            ConcurrentChange::NumberOrDeadlock => Self::Contended,
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

impl From<ConcurrentChange> for AttemptError {
    fn from(change: ConcurrentChange) -> Self {
        Self::ConcurrentChange(change)
    }
}

impl From<CheckoutRefusal> for AttemptError {
    fn from(refusal: CheckoutRefusal) -> Self {
        Self::Failed(refusal.into())
    }
}

impl From<CheckoutError> for AttemptError {
    fn from(error: CheckoutError) -> Self {
        Self::Failed(error)
    }
}

impl From<ClaimError> for AttemptError {
    fn from(error: ClaimError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<DbError> for AttemptError {
    fn from(error: DbError) -> Self {
        match error.constraint() {
            Some("orders_number_taken") => {
                Self::ConcurrentChange(ConcurrentChange::NumberOrDeadlock)
            }
            Some(constraint) if DRAWING_FOREIGN_KEYS.contains(&constraint) => {
                Self::ConcurrentChange(ConcurrentChange::Design)
            }
            _ if error.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) => {
                Self::ConcurrentChange(ConcurrentChange::NumberOrDeadlock)
            }
            _ => Self::Failed(error.into()),
        }
    }
}
