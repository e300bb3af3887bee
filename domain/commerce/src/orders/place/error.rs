//! Why a cart is not checked out.

use stoa_db::{DbError, SqlState};
use stoa_idempotency::ClaimError;
use stoa_payments::{AmountRefusal, PaymentError};
use stoa_values::money::Overflow;

/// What a checkout ends with in place of an order.
#[derive(Debug)]
pub enum CheckoutError {
    CartNotFound,
    CartIsEmpty,
    /// A line's product or variant is no longer sold, or its design is gone.
    ItemsNotAvailable,
    InsufficientStock,
    InvalidShippingRate,
    InvalidDiscountCode,
    InvalidGiftCertificateCode,
    /// The total is not the one that the customer was shown.
    PricesHaveChanged,
    TotalTooLarge,
    /// There is something to pay, and less than the provider takes.
    TotalTooSmall,
    /// The cart's order is being paid, and is not to be had otherwise meanwhile.
    PaymentIsProcessing,
    /// Another checkout has replaced the order while its payment was begun.
    Replaced,
    /// Too many orders of this cart were replaced just now; one more may be after so many seconds.
    ReplacedTooOften {
        retry_after: u64,
    },
    /// Others were faster at every attempt.
    Contended,
    /// The request's `Idempotency-Key` cannot be claimed.
    Key(ClaimError),
    /// Without the provider nothing can be paid.
    Payment(PaymentError),
    Database(DbError),
}

impl From<DbError> for CheckoutError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl From<ClaimError> for CheckoutError {
    fn from(error: ClaimError) -> Self {
        Self::Key(error)
    }
}

impl From<PaymentError> for CheckoutError {
    fn from(error: PaymentError) -> Self {
        // A database that fails is the server's own fault.
        match error {
            PaymentError::Database(error) => Self::Database(error),
            error => Self::Payment(error),
        }
    }
}

/// What somebody else has taken between reading and storing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overtaken {
    DiscountCode,
    GiftCertificate,
    Stock,
    /// It was deleted.
    Design,
    /// The order's number was taken, or a lock was waited for in a circle.
    LockOrNumber,
}

/// A design that is deleted for good takes its files along, unless an order names them.
const OF_DRAWINGS: [&str; 3] = [
    "order_items_thumbnail_missing",
    "order_item_drawings_mockup_missing",
    "order_item_drawings_print_missing",
];

/// Why an attempt has not stored an order.
pub(super) enum AttemptError {
    /// Another attempt may.
    Overtaken(Overtaken),
    Refused(CheckoutError),
}

impl From<Overtaken> for CheckoutError {
    fn from(overtaken: Overtaken) -> Self {
        match overtaken {
            Overtaken::DiscountCode => Self::InvalidDiscountCode,
            Overtaken::GiftCertificate => Self::InvalidGiftCertificateCode,
            Overtaken::Stock => Self::InsufficientStock,
            Overtaken::Design => Self::ItemsNotAvailable,
            Overtaken::LockOrNumber => Self::Contended,
        }
    }
}

impl From<Overflow> for CheckoutError {
    fn from(_: Overflow) -> Self {
        Self::TotalTooLarge
    }
}

impl From<AmountRefusal> for CheckoutError {
    fn from(refusal: AmountRefusal) -> Self {
        match refusal {
            AmountRefusal::TooSmall => Self::TotalTooSmall,
            AmountRefusal::TooLarge => Self::TotalTooLarge,
        }
    }
}

impl From<Overtaken> for AttemptError {
    fn from(overtaken: Overtaken) -> Self {
        Self::Overtaken(overtaken)
    }
}

impl From<CheckoutError> for AttemptError {
    fn from(error: CheckoutError) -> Self {
        Self::Refused(error)
    }
}

impl From<ClaimError> for AttemptError {
    fn from(error: ClaimError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<DbError> for AttemptError {
    fn from(error: DbError) -> Self {
        match error.constraint() {
            Some("orders_number_taken") => Self::Overtaken(Overtaken::LockOrNumber),
            Some(constraint) if OF_DRAWINGS.contains(&constraint) => {
                Self::Overtaken(Overtaken::Design)
            }
            _ if error.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) => {
                Self::Overtaken(Overtaken::LockOrNumber)
            }
            _ => Self::Refused(error.into()),
        }
    }
}
