//! The contents that a live rate was quoted for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoa_carriers::Parcel;

use crate::shipping::pieces::{Piece, parcel_of, print_items_of};

/// Tolerance in inches and ounces. Floating-point numbers that are added in another order have a slightly different
/// sum.
const SAME: f64 = 0.002;

/// Tolerance in ounces, because a parcel's weight may have been rounded down to the ounce.
const OUNCE: f64 = 1.0;

/// The contents that a live rate was quoted for. Its JSON is stored with the quote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Contents {
    /// The parcel that [`parcel_of`] computes: the pieces lie on top of each other.
    #[serde(rename_all = "camelCase")]
    Pieces { length_in: f64, width_in: f64, height_in: f64, weight_oz: f64 },
    /// A parcel of this weight that the client has packed. Its size cannot be derived from the pieces.
    #[serde(rename_all = "camelCase")]
    Packed { weight_oz: f64 },
    /// The quantities to print for each SKU, from [`print_items_of`].
    Printed(BTreeMap<String, i64>),
}

impl Contents {
    /// Returns the contents of a parcel that carriers are asked to quote.
    pub fn of_pieces(parcel: &Parcel) -> Self {
        let Parcel { length_in, width_in, height_in, weight_oz } = *parcel;
        Self::Pieces { length_in, width_in, height_in, weight_oz }
    }

    /// Whether these pieces are the contents that the rate was quoted for.
    pub(crate) fn are(&self, pieces: &[Piece]) -> bool {
        match self {
            Self::Pieces { length_in, width_in, height_in, weight_oz } => parcel_of(pieces)
                .is_some_and(|parcel| {
                    is_same(parcel.length_in, *length_in)
                        && is_same(parcel.width_in, *width_in)
                        && is_same(parcel.height_in, *height_in)
                        && is_same(parcel.weight_oz, *weight_oz)
                }),
            // A piece of unknown weight counts as 0 ounces.
            Self::Packed { weight_oz } => {
                pieces.iter().filter_map(Piece::ounces).sum::<f64>() < weight_oz + OUNCE
            }
            Self::Printed(items) => print_items_of(pieces).as_ref() == Some(items),
        }
    }
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < SAME
}
