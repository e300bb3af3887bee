//! Reasons for which a new line or a new quantity is refused.

use stoa_storefront_reasons::{self as reasons, refusals};
use stoa_values::money::Overflow;

refusals! {
    /// Why the quantity of a line is refused.
    pub enum QuantityRefusal of reasons {
        LineQuantityTooLarge,
        InsufficientStock,
        TotalTooLarge,
    }
}

refusals! {
    /// Why an addition to a cart is refused.
    pub enum LineRefusal of reasons {
        ProductNotFound,
        VariantIdIsRequired,
        VariantNotFound,
        DesignNotFound,
        DesignOfAnotherProduct,
        DesignIsNotFinalized,
        CartIsFull,
        LineQuantityTooLarge,
        InsufficientStock,
        TotalTooLarge,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

impl From<QuantityRefusal> for LineRefusal {
    fn from(refusal: QuantityRefusal) -> Self {
        match refusal {
            QuantityRefusal::LineQuantityTooLarge => Self::LineQuantityTooLarge,
            QuantityRefusal::InsufficientStock => Self::InsufficientStock,
            QuantityRefusal::TotalTooLarge => Self::TotalTooLarge,
        }
    }
}

impl From<Overflow> for QuantityRefusal {
    fn from(_: Overflow) -> Self {
        Self::TotalTooLarge
    }
}
