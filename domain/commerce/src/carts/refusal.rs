//! Reasons why a cart does not get a line, or a line does not get a quantity.

use stoa_storefront_reasons::{self as reasons, refusals};
use stoa_values::money::Overflow;

refusals! {
    /// Why a line does not get a quantity.
    pub enum QuantityRefusal of reasons {
        LineQuantityTooLarge,
        InsufficientStock,
        TotalTooLarge,
    }
}

refusals! {
    /// Why a cart does not get a line.
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
