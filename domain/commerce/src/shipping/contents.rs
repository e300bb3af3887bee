//! What a live rate was quoted for, and whether that is what a cart holds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoa_carriers::Parcel;

use crate::shipping::pieces::{Piece, parcel_of, print_items_of};

/// Sums in another order differ by less, in inches and ounces.
const SAME: f64 = 0.002;

/// A parcel's weight may have been rounded down to the ounce.
const OUNCE: f64 = 1.0;

/// What a live rate was quoted for. Its JSON is stored with the quote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Contents {
    /// Pieces in this parcel, one on top of the other: [`parcel_of`] them.
    #[serde(rename_all = "camelCase")]
    Pieces { length_in: f64, width_in: f64, height_in: f64, weight_oz: f64 },
    /// A parcel that the client has packed, of this weight. How large things are when they are packed cannot be told.
    #[serde(rename_all = "camelCase")]
    Packed { weight_oz: f64 },
    /// Things to print: [`print_items_of`] the pieces.
    Printed(BTreeMap<String, i64>),
}

impl Contents {
    /// Pieces that carriers are asked about as this parcel.
    pub fn of_pieces(parcel: &Parcel) -> Self {
        let Parcel { length_in, width_in, height_in, weight_oz } = *parcel;
        Self::Pieces { length_in, width_in, height_in, weight_oz }
    }

    /// Whether these pieces are what was quoted for.
    pub(crate) fn are(&self, pieces: &[Piece]) -> bool {
        match self {
            Self::Pieces { length_in, width_in, height_in, weight_oz } => parcel_of(pieces)
                .is_some_and(|parcel| {
                    is_same(parcel.length_in, *length_in)
                        && is_same(parcel.width_in, *width_in)
                        && is_same(parcel.height_in, *height_in)
                        && is_same(parcel.weight_oz, *weight_oz)
                }),
            // What does not say its weight may weigh nothing.
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
