//! Types of the operations tagged `shipping`.

use serde::{Deserialize, Serialize};

use crate::ShippingRateId;

/// Size and weight of a parcel. A parcel counts as absent if one of its numbers is absent, null,
/// below 0.001 or text that is no number.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Parcel {
    /// Inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_in: Option<f64>,
    /// Inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_in: Option<f64>,
    /// Inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height_in: Option<f64>,
    /// Ounces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_oz: Option<f64>,
}

/// The answer of `listShippingRates`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingRateListResponse {
    /// The matching rates.
    pub data: Vec<ShippingRate>,
}

serialize! { ShippingRateListResponse { "success" = true, "data": data } }

/// A way to send an order. Only live rates have the last five fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingRate {
    /// Id of a shipping rate: a number for the store's own rates, text that begins with `live:` or
    /// `pod:` for live rates.
    pub id: ShippingRateId,
    /// Display name.
    pub name: String,
    /// `flat` for the store's own rates, `live` for those of carriers and of print on demand; there may
    /// be others.
    pub rate_type: String,
    /// Cents, for a subtotal below `freeAbove`.
    pub price: i64,
    /// Cents; the rate is free from this subtotal on. Null if the rate has no threshold.
    pub free_above: Option<i64>,
    /// Minimum delivery time in days; null if unknown.
    pub min_delivery_days: Option<i64>,
    /// Maximum delivery time in days; null if unknown.
    pub max_delivery_days: Option<i64>,
    /// Name of the store's shipping zone.
    pub zone_name: Option<String>,
    /// `carrier_api` or `print_on_demand`; there may be others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Name of the carrier, such as `USPS`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// The carrier's name for the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Id of the shipment that was rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipment_id: Option<String>,
    /// The provider's id of the rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_token: Option<String>,
}
