//! The operations tagged `shipping`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/shipping`: List shipping rates.
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
    pub async fn list_shipping_rates(
        &self,
        site_id: i64,
        country: &str,
        options: &ListShippingRatesOptions,
    ) -> Result<Response<types::ShippingRateListResponse>, Error> {
        self.call("listShippingRates", Method::GET, "/{siteId}/shipping")
            .path("siteId", site_id)
            .query("country", Some(country))
            .query("state", options.state.as_ref())
            .query("postalCode", options.postal_code.as_ref())
            .query("city", options.city.as_ref())
            .query_json("parcel", options.parcel.as_ref())
            .query_list("variantIds", options.variant_ids.as_deref())
            .query_list("productIds", options.product_ids.as_deref())
            .query("recipientName", options.recipient_name.as_ref())
            .query("email", options.email.as_ref())
            .send()
            .await
    }
}

/// What `listShippingRates` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListShippingRatesOptions {
    /// Code of a state or province, in any case.
    pub state: Option<String>,
    /// Needed for live rates of carriers.
    pub postal_code: Option<String>,
    pub city: Option<String>,
    /// Size and weight of the parcel, as JSON. Without it, it is that of the variants and products
    /// named, one on top of the other; when one of them has no weight, `weightUnit` or size, carriers
    /// are not asked.
    pub parcel: Option<types::Parcel>,
    /// Variants to send, comma-separated; one that is named twice is sent twice. Those that the store
    /// does not sell are left out.
    pub variant_ids: Option<Vec<i64>>,
    /// Products to send, comma-separated; one that is named twice is sent twice. Those that the store
    /// does not sell are left out, and those that `variantIds` names a variant of are sent as it.
    pub product_ids: Option<Vec<i64>>,
    /// Name that carriers are given.
    pub recipient_name: Option<String>,
    /// E-mail address that carriers are given.
    pub email: Option<String>,
}

::stoa_client_core::reasons! {
    pub enum ListShippingRatesReason of "listShippingRates" {
        400 SiteId "Invalid site ID",
        400 CountryIsRequired "country is required",
        400 InvalidParcel "Invalid parcel",
        400 VariantIds "variantIds must be at most 200 integers",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
