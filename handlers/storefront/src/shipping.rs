//! Shipping rates: the store's own, and live rates of its providers.

mod live;

use std::cmp::Ordering;

use stoa_commerce::shipping::{Zone, country, zone_of};
use stoa_runtime::Error;
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::shipping::{ListShippingRates, ShippingApi};
use stoa_storefront_types::{ShippingRate, ShippingRateId};

use crate::{Storefront, Visitor};

impl ShippingApi for Storefront {
    async fn list_shipping_rates(
        &self,
        visitor: Visitor,
        mut request: ListShippingRates,
    ) -> Result<Vec<ShippingRate>, Error<ListShippingRates>> {
        request.country = country_code(&request.country).ok_or(reasons::CountryIsRequired)?;
        let state = request.state.as_deref();
        let zone = zone_of(&self.db, request.site_id, &request.country, state).await?;
        let mut rates = zone.as_ref().map(Zone::shipping_rates).unwrap_or_default();
        let zone_name = zone.map(|zone| zone.name);
        rates.extend(live::live_rates(self, &visitor, &request, zone_name).await?);
        rates.sort_by(by_price_and_id);
        Ok(rates)
    }
}

/// Returns the code of a country in upper case. Also accepts two letters that are no ISO code, because some areas use
/// their own codes.
fn country_code(text: &str) -> Option<String> {
    let is_code = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    country(text).map(str::to_owned).or_else(|| is_code.then(|| text.to_ascii_uppercase()))
}

fn by_price_and_id(one: &ShippingRate, other: &ShippingRate) -> Ordering {
    use ShippingRateId::{Integer, String};
    one.price.cmp(&other.price).then_with(|| match (&one.id, &other.id) {
        (Integer(one), Integer(other)) => one.cmp(other),
        (String(one), String(other)) => one.cmp(other),
        (Integer(_), String(_)) => Ordering::Less,
        (String(_), Integer(_)) => Ordering::Greater,
    })
}
