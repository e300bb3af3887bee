//! The pieces to ship. Carriers quote a rate for the parcel of the pieces. The print provider quotes a rate for the
//! items to print.

use std::collections::BTreeMap;

use serde::Deserialize;
use stoa_carriers::Parcel;

/// Maximum length of a side, in inches.
const MAX_PARCEL_SIDE: f64 = 1_000.0;

/// Maximum weight, in ounces.
const HEAVIEST: f64 = 100_000.0;

/// A product or variant to ship, and its quantity.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Piece {
    pub quantity: i64,
    /// The print provider's SKU.
    pub sku: Option<String>,
    /// A decimal number, as a person typed it.
    weight: Option<String>,
    /// `kg`, `lb` and so on, as a person typed it.
    weight_unit: Option<String>,
    length_in: Option<f64>,
    width_in: Option<f64>,
    height_in: Option<f64>,
}

/// Returns the parcel of the pieces, which lie flat on top of each other. Returns `None` in these cases, because a
/// guess could quote a price at which the store cannot ship:
/// - There are no pieces.
/// - A piece lacks its weight or its size.
/// - The parcel is larger or heavier than any carrier takes.
pub fn parcel_of(pieces: &[Piece]) -> Option<Parcel> {
    let mut parcel = Parcel { length_in: 0.0, width_in: 0.0, height_in: 0.0, weight_oz: 0.0 };
    for piece in pieces {
        let mut sides = [piece.length_in?, piece.width_in?, piece.height_in?];
        sides.sort_by(f64::total_cmp);
        let [height, width, length] = sides;
        if height <= 0.0 || !length.is_finite() {
            return None;
        }
        parcel.length_in = parcel.length_in.max(length);
        parcel.width_in = parcel.width_in.max(width);
        parcel.height_in += height * piece.quantity as f64;
        parcel.weight_oz += piece.ounces()?;
    }
    let sides = [parcel.length_in, parcel.width_in, parcel.height_in];
    let fits = sides.iter().all(|side| (0.001..=MAX_PARCEL_SIDE).contains(side))
        && (0.001..=HEAVIEST).contains(&parcel.weight_oz);
    // Floating-point numbers that are added in another order have a slightly different sum. Rounding makes the parcels
    // equal.
    let rounded = |number: f64| (number * 1_000.0).round() / 1_000.0;
    fits.then(|| Parcel {
        length_in: rounded(parcel.length_in),
        width_in: rounded(parcel.width_in),
        height_in: rounded(parcel.height_in),
        weight_oz: rounded(parcel.weight_oz),
    })
}

/// Returns the quantities to print, by SKU. Returns `None` if there are no pieces, or if a piece has no SKU.
pub fn print_items_of(pieces: &[Piece]) -> Option<BTreeMap<String, i64>> {
    let mut quantities = BTreeMap::new();
    for piece in pieces {
        let sku = piece.sku.as_ref().filter(|sku| !sku.is_empty())?;
        *quantities.entry(sku.clone()).or_default() += piece.quantity;
    }
    (!quantities.is_empty()).then_some(quantities)
}

impl Piece {
    /// Whether the product or variant has a weight other than 0, so that it is shipped.
    pub fn has_weight(&self) -> bool {
        let weight = self.weight.as_deref().map(str::trim).filter(|weight| !weight.is_empty());
        weight.is_some_and(|weight| weight.parse() != Ok(0.0))
    }

    /// Returns the weight of all `quantity` pieces, or `None` if their weight is not known.
    pub(crate) fn ounces(&self) -> Option<f64> {
        let ounces = ounces(self.weight.as_deref()?, self.weight_unit.as_deref()?)?;
        Some(ounces * self.quantity as f64)
    }
}

/// Parses a weight that a person typed. Returns `None` unless the weight is a positive decimal number with a known
/// unit.
fn ounces(weight: &str, unit: &str) -> Option<f64> {
    let ounces_of_one = match unit.trim().trim_end_matches('.').to_lowercase().as_str() {
        "oz" | "ounce" | "ounces" => 1.0,
        "lb" | "lbs" | "pound" | "pounds" => 16.0,
        "g" | "gram" | "grams" => 1.0 / 28.349_523_125,
        "kg" | "kgs" | "kilogram" | "kilograms" => 1_000.0 / 28.349_523_125,
        _ => return None,
    };
    let weight = weight.trim();
    // `f64` also parses exponents, signs and `inf`, which are no weights.
    let is_decimal = weight.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let weight: f64 = weight.parse().ok().filter(|_| is_decimal)?;
    (weight > 0.0).then_some(weight * ounces_of_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(weight: &str, unit: &str, sides: [f64; 3]) -> Piece {
        let [length, width, height] = sides.map(Some);
        Piece {
            quantity: 1,
            sku: None,
            weight: Some(weight.to_owned()),
            weight_unit: Some(unit.to_owned()),
            length_in: length,
            width_in: width,
            height_in: height,
        }
    }

    #[test]
    fn weights_as_people_write_them() {
        for (weight, unit, expected) in [
            ("12", "oz", Some(12.0)),
            (" 1.5 ", "LBS.", Some(24.0)),
            ("0.40", "kg", Some(14.109_585)),
            ("500", "Grams", Some(17.636_981)),
            (".5", "lb", Some(8.0)),
            ("0", "kg", None),
            ("-1", "kg", None),
            ("+1", "kg", None),
            ("1e3", "kg", None),
            ("1,5", "kg", None),
            ("inf", "kg", None),
            ("NaN", "kg", None),
            ("", "kg", None),
            (".", "kg", None),
            ("1.2.3", "kg", None),
            ("1 kg", "kg", None),
            ("1", "", None),
            ("1", "stone", None),
        ] {
            let ounces = ounces(weight, unit);
            let is_expected = match (ounces, expected) {
                (Some(ounces), Some(expected)) => (ounces - expected).abs() < 1e-5,
                (ounces, expected) => ounces == expected,
            };
            assert!(is_expected, "{weight} {unit}: {ounces:?}");
        }
        assert_eq!(ounces(&"9".repeat(400), "kg"), Some(f64::INFINITY));
    }

    #[test]
    fn pieces_lie_one_on_top_of_the_other() {
        let pieces = [piece("1", "lb", [2.0, 12.0, 9.0]), piece("6.5", "oz", [10.0, 1.5, 10.0])];
        let parcel = parcel_of(&pieces);
        let expected = Parcel { length_in: 12.0, width_in: 10.0, height_in: 3.5, weight_oz: 22.5 };
        assert_eq!(parcel, Some(expected));
        let two = |piece: Piece| Piece { quantity: 2, ..piece };
        let twice = pieces.clone().map(two);
        assert_eq!(parcel_of(&twice), parcel_of(&[pieces.clone(), pieces].concat()));
    }

    #[test]
    fn incomplete_pieces_make_no_parcel() {
        let whole = piece("1", "lb", [2.0, 12.0, 9.0]);
        let without = |change: fn(&mut Piece)| {
            let mut piece = whole.clone();
            change(&mut piece);
            parcel_of(&[whole.clone(), piece])
        };
        assert_eq!(parcel_of(&[]), None);
        assert_eq!(without(|piece| piece.weight = None), None);
        assert_eq!(without(|piece| piece.weight_unit = None), None);
        assert_eq!(without(|piece| piece.height_in = None), None);
        assert_eq!(without(|piece| piece.height_in = Some(0.0)), None);
        assert_eq!(without(|piece| piece.height_in = Some(f64::NAN)), None);
        assert_eq!(without(|piece| piece.length_in = Some(1_000.5)), None);
        assert_eq!(without(|piece| piece.weight = Some("7000".to_owned())), None);
        assert_eq!(without(|piece| piece.weight = Some("9".repeat(400))), None);
        assert!(without(|_| ()).is_some());
    }
}
