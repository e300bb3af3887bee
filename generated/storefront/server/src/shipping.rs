//! The operations tagged `shipping`.
//!
//! Handlers implement [`ShippingApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// Shipping rates for an order.
pub trait ShippingApi: Authenticate + RateLimited {
    /// `GET /{siteId}/shipping`: List shipping rates.
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
    fn list_shipping_rates(
        &self,
        caller: Self::Anyone,
        request: ListShippingRates,
    ) -> impl Future<Output = Result<Vec<types::ShippingRate>, Error<ListShippingRates>>> + Send;
}

/// The operation `listShippingRates` and its request.
#[derive(Clone)]
pub struct ListShippingRates {
    /// Id of the site.
    pub site_id: i64,
    /// ISO 3166-1 code of two or three letters, the English name, or the name in the country's own
    /// language. Case and accents are ignored. For two letters that are no country's code, the zones
    /// for all countries apply. Any other text is answered 400 (`country is required`).
    pub country: String,
    /// ISO 3166-2 code of a state or province, with or without the country's prefix (`US-ME` or `ME`),
    /// or its name. Case and accents are ignored. A state that is not recognized counts as absent.
    pub state: Option<String>,
    /// Needed for live carrier rates.
    pub postal_code: Option<String>,
    /// Destination city, for live carrier rates.
    pub city: Option<String>,
    /// Size and weight of the parcel, as JSON or as its members
    /// (`parcel[lengthIn]=12&parcel[widthIn]=9&parcel[heightIn]=4&parcel[weightOz]=22.5`). In JSON too,
    /// numbers may be sent as text. A parcel counts as absent if one of its numbers is absent, null,
    /// below 0.001 or text that is no number. JSON together with members is answered 400 (`parcel is
    /// given twice`). Without a parcel, the named variants and products are stacked; if any of them has
    /// no weight, `weightUnit` or size, carriers are not asked.
    pub parcel: Option<types::Parcel>,
    /// Variants to send, comma-separated or repeated (empty items are ignored); a variant that is named
    /// twice is sent twice. Variants that the store does not sell are left out.
    pub variant_ids: Vec<i64>,
    /// Products to send, comma-separated or repeated (empty items are ignored); a product that is named
    /// twice is sent twice. Products that the store does not sell are left out, and a product is not
    /// sent in addition to a variant of it that `variantIds` names.
    pub product_ids: Vec<i64>,
    /// Name to pass to carriers.
    pub recipient_name: String,
    /// E-mail address to pass to carriers.
    pub email: Option<String>,
}

impl Operation for ListShippingRates {
    const ID: &'static str = "listShippingRates";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "country_is_required", "country is required"),
        (400, "invalid_parcel", "Invalid parcel"),
        (400, "invalid_variant_ids", "variantIds must be at most 200 integers"),
        (400, "invalid_product_ids", "productIds must be at most 200 integers"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListShippingRates {}
impl Documents<404> for ListShippingRates {}
impl Documents<429> for ListShippingRates {}
impl Documents<500> for ListShippingRates {}

stoa_runtime::refuses! {
    ListShippingRates:
        reasons::CountryIsRequired, reasons::InvalidParcel, reasons::InvalidVariantIds,
        reasons::InvalidProductIds, reasons::StoreNotFound, reasons::TooManyRequests;
}

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
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListShippingRates {
        site_id,
        country: call.query("country").message("country is required").text().required()?,
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
