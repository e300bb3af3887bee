//! Types of the operations tagged `checkout`.

use serde::{Deserialize, Serialize};

use crate::{Object, ShippingRateId};

/// The customer, the addresses, the shipping rate and the codes of an order.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CheckoutRequest {
    /// The session of the cart.
    pub session_id: String,
    /// The purchaser's e-mail address, to which news of the order is sent.
    pub customer_email: String,
    /// The purchaser's name.
    pub customer_name: String,
    /// The purchaser's phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_phone: Option<String>,
    /// Free-form. `country` (ISO 3166-1 alpha-2; if absent or null, `countryCode`) and `state` decide
    /// which shipping rates fit, for live rates also `postalCode` (if absent or null, `zip`). A value
    /// that is not a country code fits only rates for all countries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// The `id` of a rate from `listShippingRates`; a number may also be sent as its digits. The rate
    /// must be for the country (`country` or `countryCode`, ISO 3166-1 alpha-2) and the `state` of the
    /// shipping address, if the address names them. A live rate must have been listed for the contents
    /// of the cart. Its postal code must match that of the address (`postalCode` or `zip`), if both
    /// have one; case, spaces, hyphens and the last four of nine digits are ignored. Omit the id for
    /// digital or free shipping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_rate_id: Option<ShippingRateId>,
    /// An empty code counts as absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount_code: Option<String>,
    /// An empty code counts as absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift_certificate_code: Option<String>,
    /// The purchaser's note to the store.
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

impl CheckoutRequest {
    /// Returns a value with the required properties.
    pub fn new(
        session_id: impl Into<String>,
        customer_email: impl Into<String>,
        customer_name: impl Into<String>,
    ) -> Self {
        Self {
            session_id: session_id.into(),
            customer_email: customer_email.into(),
            customer_name: customer_name.into(),
            customer_phone: None,
            shipping_address: None,
            billing_address: None,
            shipping_rate_id: None,
            discount_code: None,
            gift_certificate_code: None,
            customer_note: None,
            expected_total: None,
        }
    }

    /// Sets [`customer_phone`](Self#structfield.customer_phone).
    pub fn customer_phone(self, customer_phone: impl Into<String>) -> Self {
        Self { customer_phone: Some(customer_phone.into()), ..self }
    }

    /// Sets [`shipping_address`](Self#structfield.shipping_address).
    pub fn shipping_address(self, shipping_address: impl Into<Object>) -> Self {
        Self { shipping_address: Some(shipping_address.into().0), ..self }
    }

    /// Sets [`billing_address`](Self#structfield.billing_address).
    pub fn billing_address(self, billing_address: impl Into<Object>) -> Self {
        Self { billing_address: Some(billing_address.into().0), ..self }
    }

    /// Sets [`shipping_rate_id`](Self#structfield.shipping_rate_id).
    pub fn shipping_rate_id(self, shipping_rate_id: impl Into<ShippingRateId>) -> Self {
        Self { shipping_rate_id: Some(shipping_rate_id.into()), ..self }
    }

    /// Sets [`discount_code`](Self#structfield.discount_code).
    pub fn discount_code(self, discount_code: impl Into<String>) -> Self {
        Self { discount_code: Some(discount_code.into()), ..self }
    }

    /// Sets [`gift_certificate_code`](Self#structfield.gift_certificate_code).
    pub fn gift_certificate_code(self, gift_certificate_code: impl Into<String>) -> Self {
        Self { gift_certificate_code: Some(gift_certificate_code.into()), ..self }
    }

    /// Sets [`customer_note`](Self#structfield.customer_note).
    pub fn customer_note(self, customer_note: impl Into<String>) -> Self {
        Self { customer_note: Some(customer_note.into()), ..self }
    }

    /// Sets [`expected_total`](Self#structfield.expected_total).
    pub fn expected_total(self, expected_total: i64) -> Self {
        Self { expected_total: Some(expected_total), ..self }
    }
}

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ValidateDiscountRequest {
    /// The code, in any case.
    pub code: String,
    /// Cents. If sent, the minimum is checked and the discount computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtotal: Option<i64>,
}

impl ValidateDiscountRequest {
    /// Returns a value with the required properties.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), subtotal: None }
    }

    /// Sets [`subtotal`](Self#structfield.subtotal).
    pub fn subtotal(self, subtotal: i64) -> Self {
        Self { subtotal: Some(subtotal), ..self }
    }
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
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ValidateGiftCertificateRequest {
    /// The code, in any case.
    pub code: String,
}

debug!(ValidateGiftCertificateRequest { code: hidden });

impl ValidateGiftCertificateRequest {
    /// Returns a value with the required properties.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into() }
    }
}

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
