//! Shipments and their addresses. Types with an address have no `Debug`, so that no address is logged.

use serde::Deserialize;

/// A person's name and address. An empty field is unknown, and may be absent in JSON.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    pub name: String,
    pub email: String,
    pub street: String,
    pub city: String,
    pub state: String,
    pub postal_code: String,
    /// ISO 3166-1 alpha-2, upper case.
    pub country: String,
}

/// Size in inches and weight in ounces, all above 0 and finite.
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

/// Items that a print-on-demand provider produces and sends.
#[derive(Clone, PartialEq)]
pub struct PrintOrder {
    pub to: Address,
    pub items: Vec<PrintItem>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintItem {
    /// The id that the store gave the variant in its catalog at the provider.
    pub external_variant_id: String,
    pub quantity: i64,
}
