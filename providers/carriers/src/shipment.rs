//! What is to be sent where. None of these types has `Debug`: they tell where people live.

use serde::Deserialize;

/// A place, and who is there. An empty field is unknown; in JSON it may be absent.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    pub name: String,
    pub email: String,
    pub street: String,
    pub city: String,
    /// Code of a state or province.
    pub state: String,
    pub postal_code: String,
    /// ISO 3166-1 alpha-2, upper case.
    pub country: String,
}

/// Size in inches, weight in ounces; all above 0 and finite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parcel {
    pub length_in: f64,
    pub width_in: f64,
    pub height_in: f64,
    pub weight_oz: f64,
}

/// A parcel that a carrier takes from one place to another.
#[derive(Clone, PartialEq)]
pub struct Shipment {
    pub to: Address,
    pub from: Address,
    pub parcel: Parcel,
}

/// Things that are printed and sent by who prints them.
#[derive(Clone, PartialEq)]
pub struct PrintOrder {
    pub to: Address,
    pub items: Vec<PrintItem>,
}

/// A thing to print, and how many of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintItem {
    /// The store's own id of the variant, as the printer's catalog of the store lists it.
    pub external_variant_id: String,
    pub quantity: i64,
}
