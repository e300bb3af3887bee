//! Types of the operations tagged `checkout`.

use serde::{Deserialize, Serialize};

use crate::{Object, ShippingRateId};

/// Who orders what, where to, and with which codes.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CheckoutRequest {
    /// The session of the cart.
    pub session_id: String,
    /// The purchaser's e-mail address, to which news of the order go.
    pub customer_email: String,
    /// The purchaser's name.
    pub customer_name: String,
    /// The purchaser's phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_phone: Option<String>,
    /// Free-form. `country` (ISO 3166-1 alpha-2; where it is absent or null, `countryCode`) and `state`
    /// decide which shipping rates fit, for live ones `postalCode` too (where it is absent or null,
    /// `zip`). What is no code of a country fits only rates for all countries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// Free-form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub billing_address: Option<serde_json::Map<String, serde_json::Value>>,
    /// The `id` of a rate of `listShippingRates`, a number also as its digits. It must be a rate for
    /// the country (ISO 3166-1 alpha-2) and state of the shipping address when that names them, as
    /// `country` (or `countryCode`) and `state`. A live one must have been listed for what the cart
    /// holds, and for the postal code of the address where both name one, as `postalCode` (or `zip`);
    /// case, spaces and hyphens are no difference, nor are the last four digits of nine. Leave it out
    /// for digital goods or free shipping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_rate_id: Option<ShippingRateId>,
    /// An empty one is as if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount_code: Option<String>,
    /// An empty one is as if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift_certificate_code: Option<String>,
    /// What the purchaser has to say to the store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_note: Option<String>,
    /// Cents. The total that the customer was shown; another one is answered 409 `Prices have changed`.
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
    /// With what is required.
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

/// What `placeOrder` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CheckoutResponse {
    /// A pending order and what confirms its payment.
    pub data: CheckoutResult,
}

serialize! { CheckoutResponse { "success" = true, "data": data } }

/// A pending order and what confirms its payment.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CheckoutResult {
    /// For the payment provider's library; `""` when there is nothing to pay.
    pub client_secret: String,
    /// For the payment provider's library.
    pub publishable_key: String,
    /// Id of the order.
    pub order_id: i64,
    /// What the purchaser calls the order by.
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

/// A code to try.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ValidateDiscountRequest {
    /// In any case.
    pub code: String,
    /// Cents. With it, the minimum is checked and the discount computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtotal: Option<i64>,
}

impl ValidateDiscountRequest {
    /// With what is required.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), subtotal: None }
    }

    /// Sets [`subtotal`](Self#structfield.subtotal).
    pub fn subtotal(self, subtotal: i64) -> Self {
        Self { subtotal: Some(subtotal), ..self }
    }
}

/// What `validateDiscount` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountValidationResponse {
    /// What a discount code does.
    pub data: DiscountValidation,
}

serialize! { DiscountValidationResponse { "success" = true, "data": data } }

/// What a discount code does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountValidation {
    /// As the store writes it.
    pub code: String,
    /// What it gives, in words of the store; null without them.
    pub description: Option<String>,
    /// - `percent`: a part of the subtotal, in basis points
    /// - `fixed_amount`: an amount in cents, up to the subtotal
    /// - `free_shipping`: no charge for shipping
    pub discount_type: DiscountType,
    /// Basis points for `percent`, cents for `fixed_amount`.
    pub amount: i64,
    /// Cents that the subtotal has to reach.
    pub min_order_amount: Option<i64>,
    /// Cents off the subtotal that was sent; null when none was.
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

/// A gift certificate to look up.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ValidateGiftCertificateRequest {
    /// In any case.
    pub code: String,
}

debug!(ValidateGiftCertificateRequest { code: hidden });

impl ValidateGiftCertificateRequest {
    /// With what is required.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into() }
    }
}

/// What `validateGiftCertificate` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateValidationResponse {
    /// What a gift certificate is worth.
    pub data: GiftCertificateValidation,
}

serialize! { GiftCertificateValidationResponse { "success" = true, "data": data } }

/// What a gift certificate is worth.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateValidation {
    /// As the store writes it.
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
