//! The operations tagged `shipping`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List shipping rates: `GET /{siteId}/shipping`.
    ///
    /// The store's own rates for the country and state, and live rates of carriers (`live:…`) and of
    /// print on demand (`pod:…`) if the store has set them up. The most specific zone applies: one that
    /// names the state, else one that names the country, else the rest of the world. Rates are ordered
    /// by price, then by id. If no rate fits, the list is empty. If a carrier does not answer within
    /// three seconds, its rates are left out.
    ///
    /// Carriers are asked if there are a `postalCode` and a parcel. Print on demand is asked if
    /// variants or products are named and each of them has a `sku`, by which the printer knows it. A
    /// live rate is valid for 30 minutes. During this time `checkout` charges the quoted price, but
    /// only for what was quoted:
    ///
    /// - The cart must hold the named variants and products in the named quantities, so that they make
    ///   the same parcel or the same items to print.
    /// - If the request had its own `parcel`, a carrier's rate applies to any cart whose weight, as far
    ///   as its products have one, does not exceed the parcel's by an ounce or more.
    /// - The shipping address must match the quoted place: see `shippingAddress` and `shippingRateId`.
    ///
    /// Send the `id` of the chosen rate as `shippingRateId` to `checkout`.
    ///
    /// Counts toward `reads` (6,000 a minute for each client) and `live-rates` (30 a minute for each
    /// client).
    ///
    /// # Errors
    ///
    /// [`ListShippingRatesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_shipping_rates(&self, site_id: i64, country: &str) -> ListShippingRates {
        let call = self.call("listShippingRates", Method::GET, "/{siteId}/shipping");
        ListShippingRates(call.path("siteId", site_id).query("country", country))
    }
}

::stoa_client_core::calls! {
    list_shipping_rates: ListShippingRates "listShippingRates" -> Json<types::ShippingRateListResponse>;
}

impl ListShippingRates {
    /// ISO 3166-2 code of a state or province, with or without the country's prefix (`US-ME` or `ME`),
    /// or its name. Case and accents are ignored. A state that is not recognized counts as absent.
    pub fn state(self, state: &str) -> Self {
        Self(self.0.query("state", state))
    }

    /// Needed for live carrier rates.
    pub fn postal_code(self, postal_code: &str) -> Self {
        Self(self.0.query("postalCode", postal_code))
    }

    /// Destination city, for live carrier rates.
    pub fn city(self, city: &str) -> Self {
        Self(self.0.query("city", city))
    }

    /// Size and weight of the parcel, as JSON or as its members
    /// (`parcel[lengthIn]=12&parcel[widthIn]=9&parcel[heightIn]=4&parcel[weightOz]=22.5`). In JSON too,
    /// numbers may be sent as text. A parcel counts as absent if one of its numbers is absent, null,
    /// below 0.001 or text that is no number. JSON together with members is answered 400 (`parcel is
    /// given twice`). Without a parcel, the named variants and products are stacked; if any of them has
    /// no weight, `weightUnit` or size, carriers are not asked.
    pub fn parcel(self, parcel: &types::Parcel) -> Self {
        Self(self.0.query_json("parcel", parcel))
    }

    /// Variants to send, comma-separated or repeated (empty items are ignored); a variant that is named
    /// twice is sent twice. Variants that the store does not sell are left out.
    pub fn variant_ids(self, variant_ids: &[i64]) -> Self {
        Self(self.0.query_list("variantIds", variant_ids))
    }

    /// Products to send, comma-separated or repeated (empty items are ignored); a product that is named
    /// twice is sent twice. Products that the store does not sell are left out, and a product is not
    /// sent in addition to a variant of it that `variantIds` names.
    pub fn product_ids(self, product_ids: &[i64]) -> Self {
        Self(self.0.query_list("productIds", product_ids))
    }

    /// Name to pass to carriers.
    ///
    /// Default: `"Customer"`.
    pub fn recipient_name(self, recipient_name: &str) -> Self {
        Self(self.0.query("recipientName", recipient_name))
    }

    /// E-mail address to pass to carriers.
    pub fn email(self, email: &str) -> Self {
        Self(self.0.query("email", email))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::ShippingRate>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListShippingRatesReason of "listShippingRates" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 CountryIsRequired "country_is_required" "country is required",
        400 InvalidParcel "invalid_parcel" "Invalid parcel",
        400 InvalidVariantIds "invalid_variant_ids" "variantIds must be at most 200 integers",
        400 InvalidProductIds "invalid_product_ids" "productIds must be at most 200 integers",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
