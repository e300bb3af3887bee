//! Types of the operations tagged `shipping`.

use serde::{Deserialize, Serialize};

use crate::ShippingRateId;

/// Size and weight of a parcel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Parcel {
    /// Inches.
    pub length_in: f64,
    /// Inches.
    pub width_in: f64,
    /// Inches.
    pub height_in: f64,
    /// Ounces.
    pub weight_oz: f64,
}

impl Parcel {
    /// With what is required.
    pub fn new(length_in: f64, width_in: f64, height_in: f64, weight_oz: f64) -> Self {
        Self { length_in, width_in, height_in, weight_oz }
    }
}

/// What `listShippingRates` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingRateListResponse {
    /// The rates that fit.
    pub data: Vec<ShippingRate>,
}

serialize! { ShippingRateListResponse { "success" = true, "data": data } }

/// A way to send an order. The last five fields are those of live rates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingRate {
    /// Id of a shipping rate. A number for the store's own, and text that begins with `live:` or `pod:`
    /// for the others.
    pub id: ShippingRateId,
    /// Name to show.
    pub name: String,
    /// `flat` for the store's own rates, `live` for those of carriers, `pod` for those of print on
    /// demand; there may be others.
    pub rate_type: String,
    /// Cents, for a subtotal below `freeAbove`.
    pub price: i64,
    /// Cents; from this subtotal on the rate is free.
    pub free_above: Option<i64>,
    /// Days that it takes at least; null when nobody says.
    pub min_delivery_days: Option<i64>,
    /// Days that it takes at most; null when nobody says.
    pub max_delivery_days: Option<i64>,
    /// Name of the store's shipping zone.
    pub zone_name: Option<String>,
    /// `carrier_api` or `print_on_demand`; there may be others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Who would carry it, such as `USPS`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// The carrier's name of the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// The provider's id of the shipment that was rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipment_id: Option<String>,
    /// The provider's id of the rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_token: Option<String>,
}
