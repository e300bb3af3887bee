//! The operations tagged `shipping`.
//!
//! Handlers implement [`ShippingApi`]. An operation is a struct: what it is asked for, with the
//! failures that it documents. Its route reads the path, asks [`Authenticate`] who calls, reads the
//! rest, calls the handler and writes what it returns.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// What it costs to send an order somewhere.
pub trait ShippingApi: Authenticate + RateLimited {
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
    ///
    /// Counts toward `reads` (6,000 a minute for each client) and `live-rates` (30 a minute for each
    /// client).
    fn list_shipping_rates(
        &self,
        caller: Self::Anyone,
        request: ListShippingRates,
    ) -> impl Future<Output = Result<Vec<types::ShippingRate>, Error<ListShippingRates>>> + Send;
}

/// The operation `listShippingRates`, and what it is asked for.
#[derive(Clone)]
pub struct ListShippingRates {
    /// Id of the site.
    pub site_id: i64,
    /// ISO 3166-1 alpha-2, in any case.
    pub country: String,
    /// Code of a state or province, in any case.
    pub state: Option<String>,
    /// Needed for live rates of carriers.
    pub postal_code: Option<String>,
    /// City to send to, for live rates of carriers.
    pub city: Option<String>,
    /// Size and weight of the parcel, as JSON or as its members
    /// (`parcel[lengthIn]=12&parcel[widthIn]=9&parcel[heightIn]=4&parcel[weightOz]=22.5`). Empty
    /// members count as absent; JSON together with members is answered 400 (`parcel is given twice`).
    /// Without a parcel, it is that of the variants and products named, one on top of the other; when
    /// one of them has no weight, `weightUnit` or size, carriers are not asked.
    pub parcel: Option<types::Parcel>,
    /// Variants to send, comma-separated or repeated; one that is named twice is sent twice. Those that
    /// the store does not sell are left out.
    pub variant_ids: Vec<i64>,
    /// Products to send, comma-separated or repeated; one that is named twice is sent twice. Those that
    /// the store does not sell are left out, and those that `variantIds` names a variant of are sent as
    /// it.
    pub product_ids: Vec<i64>,
    /// Name that carriers are given.
    pub recipient_name: String,
    /// E-mail address that carriers are given.
    pub email: Option<String>,
}

impl Operation for ListShippingRates {
    const ID: &'static str = "listShippingRates";
}

impl Documents<400> for ListShippingRates {}
impl Documents<404> for ListShippingRates {}
impl Documents<429> for ListShippingRates {}
impl Documents<500> for ListShippingRates {}

/// The routes of the operations tagged `shipping`.
pub fn routes<A: ShippingApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/shipping", api, |api, call| Box::pin(list_shipping_rates(api, call)))
}

async fn list_shipping_rates<A: ShippingApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListShippingRates>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.anyone(call).await?;
    api.rate_limits().reads.count(call.client())?;
    let request = ListShippingRates {
        site_id,
        country: call
            .query("country")
            .message("country is required")
            .text()
            .min_length(2)
            .max_length(2)
            .required()?,
        state: call.query("state").text().max_length(255).optional()?,
        postal_code: call.query("postalCode").text().max_length(32).optional()?,
        city: call.query("city").text().max_length(255).optional()?,
        parcel: call
            .query("parcel")
            .message("Invalid parcel")
            .json::<types::Parcel>(&SCHEMAS, "Parcel")
            .optional()?,
        variant_ids: call
            .query("variantIds")
            .message("variantIds must be at most 200 integers")
            .list_of_integers()
            .max_items(200)
            .or(Vec::new())?,
        product_ids: call
            .query("productIds")
            .message("productIds must be at most 200 integers")
            .list_of_integers()
            .max_items(200)
            .or(Vec::new())?,
        recipient_name: call
            .query("recipientName")
            .text()
            .max_length(255)
            .or("Customer".to_owned())?,
        email: call.query("email").text().max_length(254).optional()?,
    };
    let reply = api.list_shipping_rates(caller, request).await?;
    Ok(Reply::json(200, &types::ShippingRateListResponse { data: reply }))
}
