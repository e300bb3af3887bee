//! Types of the operations tagged `checkout`.

use serde::{Deserialize, Serialize};

use crate::{Object, ShippingRateId};

/// The customer, the addresses, the shipping rate and the codes of an order.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CheckoutRequest {
    /// The session of the cart.
    #[builder(into)]
    pub session_id: String,
    /// The purchaser's e-mail address, to which news of the order is sent.
    #[builder(into)]
    pub customer_email: String,
    /// The purchaser's name.
    #[builder(into)]
    pub customer_name: String,
    /// The purchaser's phone number.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_phone: Option<String>,
    /// Free-form, at most 16 KiB. The country and the state decide which shipping rates fit, for live
    /// rates also the postal code (`postalCode`, else `postal_code`, else `zip`). What is not
    /// recognized restricts nothing.
    ///
    /// - The country is `country`, `countryCode` or `country_code`: its ISO 3166-1 code of two or three
    ///   letters, its English name, or its name in its own language.
    /// - The state is `state`, `province`, `region`, `administrativeArea` or `administrative_area`: its
    ///   ISO 3166-2 code, with or without the country's prefix (`US-CA` or `CA`), or its name, or the
    ///   spelling of the store's zone. For the store's own rates, it counts only where zones name
    ///   states of the country; live rates always compare it.
    ///
    /// Values compare ignoring case and accents, keys ignoring case. If several keys name a country or
    /// a state, the first recognized one counts.
    #[builder(with = |value: impl Into<Object>| value.into().0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form address, at most 16 KiB.
    #[builder(with = |value: impl Into<Object>| value.into().0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// The `id` of a rate from `listShippingRates`; a number may also be sent as its digits. The rate
    /// must be for the country and the state of the shipping address, as far as they are recognized
    /// (see `shippingAddress`). A live rate must have been listed for the contents of the cart. Its
    /// postal code must match that of the address (`postalCode`, `postal_code` or `zip`), if both have
    /// one; case, spaces, hyphens and the last four of nine digits are ignored. Omit the id for digital
    /// or free shipping; an empty id counts as absent. If the store sets `requiresShippingRate`, a cart
    /// with a product that has a weight needs it (400 `shippingRateId is required`).
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_rate_id: Option<ShippingRateId>,
    /// An empty code counts as absent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount_code: Option<String>,
    /// An empty code counts as absent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift_certificate_code: Option<String>,
    /// The purchaser's note to the store.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_note: Option<String>,
    /// The total in cents that the customer was shown. If the total differs, the answer is 409 `Prices
    /// have changed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_total: Option<i64>,
}

debug!(CheckoutRequest {
    session_id: hidden,
    customer_email,
    customer_name,
    customer_phone,
    shipping_address,
    billing_address,
    shipping_rate_id,
    discount_code,
    gift_certificate_code: hidden,
    customer_note,
    expected_total
});

/// The answer of `placeOrder`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CheckoutResponse {
    /// A pending order and the data to confirm its payment.
    pub data: CheckoutResult,
}

serialize! { CheckoutResponse { "success" = true, "data": data } }

/// A pending order and the data to confirm its payment.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CheckoutResult {
    /// For the payment provider's library; `""` if there is nothing to pay.
    pub client_secret: String,
    /// For the payment provider's library.
    pub publishable_key: String,
    /// Id of the order.
    pub order_id: i64,
    /// Order number for the purchaser.
    pub order_number: String,
    /// Cents to pay.
    pub total: i64,
    /// ISO 4217 code of the store's currency.
    pub currency: String,
}

debug!(CheckoutResult {
    client_secret: hidden,
    publishable_key,
    order_id,
    order_number,
    total,
    currency
});

/// A discount code to check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ValidateDiscountRequest {
    /// The code, in any case.
    #[builder(into)]
    pub code: String,
    /// Cents. If sent, the minimum is checked and the discount computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtotal: Option<i64>,
}

/// The answer of `validateDiscount`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountValidationResponse {
    /// Effect of a discount code.
    pub data: DiscountValidation,
}

serialize! { DiscountValidationResponse { "success" = true, "data": data } }

/// Effect of a discount code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountValidation {
    /// The code as the store writes it.
    pub code: String,
    /// The store's description of the code; null if unset.
    pub description: Option<String>,
    /// - `percent`: a part of the subtotal, in basis points
    /// - `fixed_amount`: an amount in cents, up to the subtotal
    /// - `free_shipping`: no charge for shipping
    pub discount_type: DiscountType,
    /// Basis points for `percent`, cents for `fixed_amount`.
    pub amount: i64,
    /// Minimum subtotal in cents.
    pub min_order_amount: Option<i64>,
    /// Discount in cents for the subtotal that was sent; null if none was sent.
    pub discount_amount: Option<i64>,
}

open! {
    /// - `percent`: a part of the subtotal, in basis points
    /// - `fixed_amount`: an amount in cents, up to the subtotal
    /// - `free_shipping`: no charge for shipping
    pub enum DiscountType {
        /// `percent`
        Percent = "percent",
        /// `fixed_amount`
        FixedAmount = "fixed_amount",
        /// `free_shipping`
        FreeShipping = "free_shipping",
    }
}

/// A gift certificate to check.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ValidateGiftCertificateRequest {
    /// The code, in any case.
    #[builder(into)]
    pub code: String,
}

debug!(ValidateGiftCertificateRequest { code: hidden });

/// The answer of `validateGiftCertificate`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateValidationResponse {
    /// Balance and status of a gift certificate.
    pub data: GiftCertificateValidation,
}

serialize! { GiftCertificateValidationResponse { "success" = true, "data": data } }

/// Balance and status of a gift certificate.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateValidation {
    /// The code as the store writes it.
    pub code: String,
    /// Cents.
    pub remaining_amount: i64,
    /// Only `active` certificates can be used.
    pub status: GiftCertificateStatus,
}

debug!(GiftCertificateValidation { code: hidden, remaining_amount, status });

open! {
    /// Only `active` certificates can be used.
    pub enum GiftCertificateStatus {
        /// `active`
        Active = "active",
        /// `depleted`
        Depleted = "depleted",
        /// `expired`
        Expired = "expired",
        /// `disabled`
        Disabled = "disabled",
    }
}
