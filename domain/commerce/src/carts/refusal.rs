//! Reasons why a cart does not get a line.

use stoa_values::money::Overflow;

/// Reasons why a cart does not get a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    ProductNotFound,
    VariantRequired,
    VariantNotFound,
    DesignNotFound,
    DesignOfAnotherProduct,
    DesignNotFinalized,
    TooMany,
    InsufficientStock,
    CartIsFull,
    TooExpensive,
}

impl From<Overflow> for Refusal {
    fn from(_: Overflow) -> Self {
        Self::TooExpensive
    }
}
