//! The operations tagged `shipping`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List shipping rates: `GET /{siteId}/shipping`.
    ///
    /// The store's own rates for the country and state, and live rates of carriers (`live:…`) and of
    /// print on demand (`pod:…`) where the store has set them up. The most specific zone holds: one
    /// that names the state, else the country, else the rest of the world. Cheapest first, then by id.
    /// No rate is an empty list. When a carrier does not answer within three seconds, its rates are
    /// left out.
    ///
    /// Carriers are asked when there is a `postalCode` and a parcel. Print on demand is asked when
    /// variants or products are named, each with a `sku`; the printer knows them by it. A live rate
    /// holds for 30 minutes: within them, `checkout` charges what was quoted, for what it was quoted
    /// for and nothing else. The cart must then hold the variants and products that were named, as
    /// often as they were, so that they make the same parcel or the same things to print. Where the
    /// request had a `parcel` of its own, a carrier's rate is for any cart that weighs no more than it
    /// to the ounce, as far as its products say their weight. And the shipping address must not be
    /// another one: see `shippingRateId`.
    ///
    /// Send the `id` of the chosen rate as `shippingRateId` to `checkout`.
    ///
    /// Counts toward `reads` (6,000 a minute for each client) and `live-rates` (30 a minute for each
    /// client).
    ///
    /// # Errors
    ///
    /// [`ListShippingRatesReason`] names why it is refused: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_shipping_rates(&self, site_id: i64, country: &str) -> ListShippingRates {
        let call = self.call("listShippingRates", Method::GET, "/{siteId}/shipping");
        ListShippingRates(call.path("siteId", site_id).query("country", country))
    }
}

::stoa_client_core::calls! {
    list_shipping_rates: ListShippingRates -> Json<types::ShippingRateListResponse>;
}

impl ListShippingRates {
    /// Code of a state or province, in any case.
    pub fn state(self, state: &str) -> Self {
        Self(self.0.query("state", state))
    }

    /// Needed for live rates of carriers.
    pub fn postal_code(self, postal_code: &str) -> Self {
        Self(self.0.query("postalCode", postal_code))
    }

    /// City to send to, for live rates of carriers.
    pub fn city(self, city: &str) -> Self {
        Self(self.0.query("city", city))
    }

    /// Size and weight of the parcel, as JSON or as its members
    /// (`parcel[lengthIn]=12&parcel[widthIn]=9&parcel[heightIn]=4&parcel[weightOz]=22.5`). Empty
    /// members count as absent; JSON together with members is answered 400 (`parcel is given twice`).
    /// Without a parcel, it is that of the variants and products named, one on top of the other; when
    /// one of them has no weight, `weightUnit` or size, carriers are not asked.
    pub fn parcel(self, parcel: &types::Parcel) -> Self {
        Self(self.0.query_json("parcel", parcel))
    }

    /// Variants to send, comma-separated or repeated; one that is named twice is sent twice. Those that
    /// the store does not sell are left out.
    pub fn variant_ids(self, variant_ids: &[i64]) -> Self {
        Self(self.0.query_list("variantIds", variant_ids))
    }

    /// Products to send, comma-separated or repeated; one that is named twice is sent twice. Those that
    /// the store does not sell are left out, and those that `variantIds` names a variant of are sent as
    /// it.
    pub fn product_ids(self, product_ids: &[i64]) -> Self {
        Self(self.0.query_list("productIds", product_ids))
    }

    /// Name that carriers are given.
    ///
    /// Unless set: `"Customer"`.
    pub fn recipient_name(self, recipient_name: &str) -> Self {
        Self(self.0.query("recipientName", recipient_name))
    }

    /// E-mail address that carriers are given.
    pub fn email(self, email: &str) -> Self {
        Self(self.0.query("email", email))
    }
}

::stoa_client_core::reasons! {
    pub enum ListShippingRatesReason of "listShippingRates" {
        400 SiteId "Invalid site ID",
        400 CountryIsRequired "country is required",
        400 InvalidParcel "Invalid parcel",
        400 VariantIds "variantIds must be at most 200 integers",
        400 ProductIds "productIds must be at most 200 integers",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
