//! What it costs to send an order somewhere: the store's own rates, and live ones beside them.

mod chosen_rate;
mod live;
mod parcel;

use std::cmp::Ordering;

use stoa_runtime::{BadRequest, Error};
use stoa_storefront_server::{Shipping, op, shipping::ListShippingRates};
use stoa_storefront_types::{ShippingRate, ShippingRateId};

use crate::{Storefront, Visitor};

pub use chosen_rate::{ChosenRate, chosen_rate};

impl Shipping for Storefront {
    async fn list_shipping_rates(
        &self,
        _: Visitor,
        mut request: ListShippingRates,
    ) -> Result<Vec<ShippingRate>, Error<op::ListShippingRates>> {
        let store = self.store(request.site_id).await?;
        request.country = country(&request.country).ok_or(BadRequest("country is required"))?;
        request.state = request.state.map(|state| state.trim().to_owned());
        let sql = include_str!("shipping/list_shipping_rates.sql");
        let params = [&request.site_id as _, &request.country as _, &request.state as _];
        let zone: Option<(String, Vec<ShippingRate>)> = self.db.opt(sql, &params).await?;
        let (zone_name, mut rates) =
            zone.map_or_else(Default::default, |(name, rates)| (Some(name), rates));
        rates.extend(self.live_shipping_rates(&store, &request, zone_name).await?);
        rates.sort_by(by_price_and_id);
        Ok(rates)
    }
}

/// A country's code in upper case, if it is one: two letters.
fn country(text: &str) -> Option<String> {
    let is_code = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| text.to_ascii_uppercase())
}

/// Numbers stand before text.
fn by_price_and_id(one: &ShippingRate, other: &ShippingRate) -> Ordering {
    use ShippingRateId::{Integer, String};
    one.price.cmp(&other.price).then_with(|| match (&one.id, &other.id) {
        (Integer(one), Integer(other)) => one.cmp(other),
        (String(one), String(other)) => one.cmp(other),
        (Integer(_), String(_)) => Ordering::Less,
        (String(_), Integer(_)) => Ordering::Greater,
    })
}
