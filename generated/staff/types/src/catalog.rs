//! Types of the operations tagged `catalog`.

use serde::{Deserialize, Serialize};

use crate::{Nullable, Timestamp};

/// The answer of `listProductCategories`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductCategoryListResponse {
    /// The product categories.
    pub data: Vec<ProductCategory>,
}

serialize! { ProductCategoryListResponse { "success" = true, "data": data } }

/// The answer of `createProductCategory`, `getProductCategory` or `updateProductCategory`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductCategoryResponse {
    /// A category of products.
    pub data: ProductCategory,
}

serialize! { ProductCategoryResponse { "success" = true, "data": data } }

/// A category of products.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductCategory {
    /// Id of the category.
    pub id: i64,
    /// Version of the category, as in its `ETag`.
    pub version: i64,
    /// Name.
    pub name: String,
    /// Name in URLs and in filters.
    pub slug: String,
    /// Text about the category; null if unset.
    pub description: Option<String>,
    /// Address of its picture; null if unset.
    pub image: Option<String>,
    /// Id of the category to which it belongs; null at the top level.
    pub parent_id: Option<i64>,
    /// Its place among the others, ascending.
    pub order: i64,
    /// Whether shops show it.
    pub active: bool,
    /// Number of its active products, without those of its subcategories.
    pub product_count: i64,
}

/// A product category to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateProductCategoryRequest {
    /// Name.
    #[builder(into)]
    pub name: String,
    /// Name in URLs and in filters: no dot at its beginning, no white space, slash, backslash, `?`, `#`
    /// or `%`. No other category of the site may have it.
    #[builder(into)]
    pub slug: String,
    /// Text about the category.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Address of its picture.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Id of the category to which it belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<i64>,
    /// Its place among the others, ascending.
    #[builder(default = 0)]
    #[serde(default = "CreateProductCategoryRequest::default_order")]
    pub order: i64,
    /// Whether shops show it.
    #[builder(default = true)]
    #[serde(default = "CreateProductCategoryRequest::default_active")]
    pub active: bool,
}

impl CreateProductCategoryRequest {
    fn default_order() -> i64 {
        0
    }

    fn default_active() -> bool {
        true
    }
}

/// The properties of a product category to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ProductCategoryPatch {
    /// Name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name in URLs and in filters: no dot at its beginning, no white space, slash, backslash, `?`, `#`
    /// or `%`. No other category of the site may have it.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Text about the category; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// Address of its picture; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub image: Option<Option<String>>,
    /// Id of the category to which it belongs; null at the top level.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub parent_id: Option<Option<i64>>,
    /// Its place among the others, ascending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<i64>,
    /// Whether shops show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
}

/// The answer of `listDiscountCodes`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountCodeListResponse {
    /// The discount codes.
    pub data: Vec<DiscountCode>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    DiscountCodeListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// The answer of `createDiscountCode`, `getDiscountCode` or `updateDiscountCode`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountCodeResponse {
    /// A discount code.
    pub data: DiscountCode,
}

serialize! { DiscountCodeResponse { "success" = true, "data": data } }

open! {
    /// The reduction by a discount code: a share of the subtotal, an amount, or the costs of shipping.
    pub enum DiscountType {
        /// `percent`
        Percent = "percent",
        /// `fixed_amount`
        FixedAmount = "fixed_amount",
        /// `free_shipping`
        FreeShipping = "free_shipping",
    }
}

/// A discount code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountCode {
    /// Id of the discount code.
    pub id: i64,
    /// Version of the discount code, as in its `ETag`.
    pub version: i64,
    /// The code, which customers may type in upper or lower case.
    pub code: String,
    /// The text about the code that customers read; null if unset.
    pub description: Option<String>,
    /// The reduction by a discount code: a share of the subtotal, an amount, or the costs of shipping.
    pub discount_type: DiscountType,
    /// Basis points for `percent`, of which 10000 are the whole subtotal; cents for `fixed_amount`.
    pub amount: i64,
    /// Minimum subtotal in cents; null for none.
    pub min_order_amount: Option<i64>,
    /// Number of orders that may use it; null for any number.
    pub max_uses: Option<i64>,
    /// Number of orders that have used it and still hold this use.
    pub used: i64,
    /// When it begins to apply; null for at once.
    pub starts_at: Option<Timestamp>,
    /// When it ceases to apply; null for never.
    pub expires_at: Option<Timestamp>,
    /// Whether customers can use it.
    pub active: bool,
}

/// A discount code to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateDiscountCodeRequest {
    /// The code. No other discount code of the site may have it, in upper or lower case.
    #[builder(into)]
    pub code: String,
    /// The text about the code that customers read; null if unset.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The reduction by a discount code: a share of the subtotal, an amount, or the costs of shipping.
    pub discount_type: DiscountType,
    /// Basis points for `percent`, of which 10000 are the whole subtotal; cents for `fixed_amount`.
    #[builder(default = 0)]
    #[serde(default = "CreateDiscountCodeRequest::default_amount")]
    pub amount: i64,
    /// Minimum subtotal in cents; null for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_order_amount: Option<i64>,
    /// Number of orders that may use it; null for any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_uses: Option<i64>,
    /// When it begins to apply; null for at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
    /// When it ceases to apply; null for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// Whether customers can use it.
    #[builder(default = true)]
    #[serde(default = "CreateDiscountCodeRequest::default_active")]
    pub active: bool,
}

impl CreateDiscountCodeRequest {
    fn default_amount() -> i64 {
        0
    }

    fn default_active() -> bool {
        true
    }
}

/// The properties of a discount code to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DiscountCodePatch {
    /// The code. No other discount code of the site may have it, in upper or lower case.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The text about the code that customers read; null if unset.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// The reduction by a discount code: a share of the subtotal, an amount, or the costs of shipping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount_type: Option<DiscountType>,
    /// Basis points for `percent`, of which 10000 are the whole subtotal; cents for `fixed_amount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// Minimum subtotal in cents; null for none.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub min_order_amount: Option<Option<i64>>,
    /// Number of orders that may use it; null for any number.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub max_uses: Option<Option<i64>>,
    /// When it begins to apply; null for at once.
    #[builder(with = |value: impl Into<Nullable<Timestamp>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub starts_at: Option<Option<Timestamp>>,
    /// When it ceases to apply; null for never.
    #[builder(with = |value: impl Into<Nullable<Timestamp>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub expires_at: Option<Option<Timestamp>>,
    /// Whether customers can use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
}

/// The answer of `listShippingZones`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingZoneListResponse {
    /// The shipping zones.
    pub data: Vec<ShippingZone>,
}

serialize! { ShippingZoneListResponse { "success" = true, "data": data } }

/// The answer of `createShippingZone`, `getShippingZone` or `updateShippingZone`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingZoneResponse {
    /// A shipping zone with its rates.
    pub data: ShippingZone,
}

serialize! { ShippingZoneResponse { "success" = true, "data": data } }

/// A shipping zone with its rates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingZone {
    /// Id of the zone.
    pub id: i64,
    /// Version of the zone, as in its `ETag`.
    pub version: i64,
    /// Name, which customers see with the rates.
    pub name: String,
    /// ISO 3166-1 alpha-2 codes of its countries; `*` stands for every country.
    pub countries: Vec<String>,
    /// ISO 3166-2 codes of states of its countries, with or without the country, or their names; empty
    /// for whole countries.
    pub states: Vec<String>,
    /// Its rates, cheapest first.
    pub rates: Vec<ShippingRate>,
}

/// A shipping rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingRate {
    /// Id of the rate, which a checkout names.
    pub id: i64,
    /// Name, which customers see.
    pub name: String,
    /// Price in cents.
    pub price: i64,
    /// Subtotal in cents from which the rate is free; null for none.
    pub free_above: Option<i64>,
    /// Minimum delivery time in days; null if unknown.
    pub min_delivery_days: Option<i64>,
    /// Maximum delivery time in days; null if unknown.
    pub max_delivery_days: Option<i64>,
}

/// A shipping rate to store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingRateInput {
    /// Id of a rate of the zone that stays. Without it, the rate is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Name, which customers see.
    #[builder(into)]
    pub name: String,
    /// Price in cents.
    pub price: i64,
    /// Subtotal in cents from which the rate is free; null for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_above: Option<i64>,
    /// Minimum delivery time in days; null if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_delivery_days: Option<i64>,
    /// Maximum delivery time in days; null if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_delivery_days: Option<i64>,
}

/// A shipping zone to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateShippingZoneRequest {
    /// Name, which customers see with the rates.
    #[builder(into)]
    pub name: String,
    /// ISO 3166-1 alpha-2 codes of its countries; `*` stands for every country.
    #[builder(default = Vec::new(), with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect())]
    #[serde(default = "CreateShippingZoneRequest::default_countries")]
    pub countries: Vec<String>,
    /// ISO 3166-2 codes of states of its countries, with or without the country, or their names; empty
    /// for whole countries.
    #[builder(default = Vec::new(), with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect())]
    #[serde(default = "CreateShippingZoneRequest::default_states")]
    pub states: Vec<String>,
    /// Its rates, at most 100.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreateShippingZoneRequest::default_rates")]
    pub rates: Vec<ShippingRateInput>,
}

impl CreateShippingZoneRequest {
    fn default_countries() -> Vec<String> {
        Vec::new()
    }

    fn default_states() -> Vec<String> {
        Vec::new()
    }

    fn default_rates() -> Vec<ShippingRateInput> {
        Vec::new()
    }
}

/// The properties of a shipping zone to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShippingZonePatch {
    /// Name, which customers see with the rates.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// ISO 3166-1 alpha-2 codes of its countries; `*` stands for every country.
    #[builder(with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect())]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countries: Option<Vec<String>>,
    /// ISO 3166-2 codes of states of its countries, with or without the country, or their names; empty
    /// for whole countries. Null stands for whole countries.
    #[builder(with = |value: impl Into<Nullable<Vec<String>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub states: Option<Option<Vec<String>>>,
    /// Its rates, at most 100.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rates: Option<Vec<ShippingRateInput>>,
}

/// The answer of `listGiftCertificates`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateListResponse {
    /// The gift certificates.
    pub data: Vec<GiftCertificateSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    GiftCertificateListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// The answer of `issueGiftCertificate`, `getGiftCertificate`, `disableGiftCertificate` or
/// `enableGiftCertificate`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateResponse {
    /// A gift certificate with the movements of its balance.
    pub data: GiftCertificate,
}

serialize! { GiftCertificateResponse { "success" = true, "data": data } }

open! {
    /// Whether customers can use a gift certificate: only `active` ones. If several of the others
    /// apply, the first of `disabled`, `expired` and `depleted` is given.
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

open! {
    /// `opening` is the opening balance, `hold` what an order took, `release` what an order gave back
    /// that was not paid, and `refund` what a refund gave back.
    pub enum GiftMovementReason {
        /// `opening`
        Opening = "opening",
        /// `hold`
        Hold = "hold",
        /// `release`
        Release = "release",
        /// `refund`
        Refund = "refund",
    }
}

/// A gift certificate in a list.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateSummary {
    /// Id of the gift certificate.
    pub id: i64,
    /// The code, with which anyone can use the certificate. Customers may type it in upper or lower
    /// case.
    pub code: String,
    /// Opening balance in cents.
    pub initial_amount: i64,
    /// Balance in cents.
    pub remaining_amount: i64,
    /// Whether customers can use a gift certificate: only `active` ones. If several of the others
    /// apply, the first of `disabled`, `expired` and `depleted` is given.
    pub status: GiftCertificateStatus,
    /// Time of expiry; null for none.
    pub expires_at: Option<Timestamp>,
    /// When it was issued.
    pub created_at: Timestamp,
}

debug!(GiftCertificateSummary {
    id,
    code: hidden,
    initial_amount,
    remaining_amount,
    status,
    expires_at,
    created_at
});

/// A gift certificate with the movements of its balance.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificate {
    /// Id of the gift certificate.
    pub id: i64,
    /// The code, with which anyone can use the certificate. Customers may type it in upper or lower
    /// case.
    pub code: String,
    /// Opening balance in cents.
    pub initial_amount: i64,
    /// Balance in cents.
    pub remaining_amount: i64,
    /// Whether customers can use a gift certificate: only `active` ones. If several of the others
    /// apply, the first of `disabled`, `expired` and `depleted` is given.
    pub status: GiftCertificateStatus,
    /// Time of expiry; null for none.
    pub expires_at: Option<Timestamp>,
    /// When it was issued.
    pub created_at: Timestamp,
    /// The newest 100 movements, newest first.
    pub movements: Vec<GiftCertificateMovement>,
}

debug!(GiftCertificate {
    id,
    code: hidden,
    initial_amount,
    remaining_amount,
    status,
    expires_at,
    created_at,
    movements
});

/// A movement of the balance of a gift certificate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct GiftCertificateMovement {
    /// Id of the movement.
    pub id: i64,
    /// Number of the order; null for the opening balance, and for an order that was deleted because it
    /// was never paid.
    pub order_number: Option<String>,
    /// Cents added to the balance, negative for what was taken.
    pub amount: i64,
    /// `opening` is the opening balance, `hold` what an order took, `release` what an order gave back
    /// that was not paid, and `refund` what a refund gave back.
    pub reason: GiftMovementReason,
    /// When it happened.
    pub occurred_at: Timestamp,
}

/// A gift certificate to issue.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct IssueGiftCertificateRequest {
    /// Opening balance in cents.
    pub amount: i64,
    /// The code, of at least 8 characters. No other gift certificate of the site may have it, in upper
    /// or lower case. Absent: the server makes one, such as `GIFT-Q3V7-KX2M-94TD-HR8W`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Time of expiry, in the future. The certificate does not expire if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
}

debug!(IssueGiftCertificateRequest { amount, code: hidden, expires_at });

/// The answer of `getTax` or `updateTax`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TaxResponse {
    /// The store's taxes.
    pub data: Tax,
}

serialize! { TaxResponse { "success" = true, "data": data } }

/// The store's taxes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Tax {
    /// Version of the store's settings, as in the `ETag`.
    pub version: i64,
    /// Rate in basis points: 725 is 7.25%.
    pub tax_rate: i64,
    /// Whether shipping is taxed too.
    pub tax_shipping: bool,
}

/// The taxes to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TaxPatch {
    /// Rate in basis points: 725 is 7.25%. Null stands for 0.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub tax_rate: Option<Option<i64>>,
    /// Whether shipping is taxed too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_shipping: Option<bool>,
}
