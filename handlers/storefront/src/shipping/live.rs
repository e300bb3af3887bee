//! Live rates of carriers and print on demand, quoted for a while.

use std::collections::BTreeMap;
use std::sync::Arc;

use stoa_carriers::{Account, Address, PrintItem, PrintOrder, Rate, Shipment};
use stoa_db::DbError;
use stoa_shipping::store_quotes;
use stoa_storefront_server::shipping::ListShippingRates;
use stoa_storefront_types::{ShippingRate, ShippingRateId};
use stoa_stores::{SecretName, Store};

use super::{
    country_code,
    parcel::{self, Piece},
};
use crate::{Storefront, Visitor};

/// What the store's providers ask for this request, stored as quotes.
pub(super) async fn live_rates(
    storefront: &Storefront,
    store: &Store,
    visitor: Visitor,
    request: &ListShippingRates,
    zone_name: Option<String>,
) -> Result<Vec<ShippingRate>, DbError> {
    if store.secret(SecretName::EasypostApiKey).is_none()
        && store.secret(SecretName::PrintfulApiKey).is_none()
    {
        return Ok(Vec::new());
    }
    if storefront.rate_limits.live_rates.count(visitor.client).is_err() {
        return Ok(Vec::new());
    }
    let db = &storefront.db;
    let params = [&request.site_id as _, &request.variant_ids as _, &request.product_ids as _];
    let pieces: Vec<Piece> = db.rows(include_str!("pieces.sql"), &params).await?;
    let (live, print_on_demand) = tokio::join!(
        carriers_rates(storefront, store, request, &pieces),
        print_on_demand_rates(storefront, store, request, &pieces),
    );
    let live = live.iter().map(|rate| Offer::LIVE.of(rate, &zone_name));
    let print_on_demand =
        print_on_demand.iter().map(|rate| Offer::PRINT_ON_DEMAND.of(rate, &zone_name));
    let rates: Vec<ShippingRate> = live.chain(print_on_demand).collect();
    let (country, state) = (&request.country, request.state.as_deref());
    store_quotes(db, request.site_id, country, state, &rates, storefront.now()).await?;
    Ok(rates)
}

/// Carriers are asked when it is known where from, where to and how large.
async fn carriers_rates(
    storefront: &Storefront,
    store: &Store,
    request: &ListShippingRates,
    pieces: &[Piece],
) -> Arc<[Rate]> {
    let Some(account) = account(store, SecretName::EasypostApiKey) else {
        return Arc::default();
    };
    let Some(from) = ship_from(store) else { return Arc::default() };
    let parcel = match &request.parcel {
        Some(parcel) => Some(parcel::of_request(parcel)),
        None => parcel::of_pieces(pieces),
    };
    let (Some(parcel), Some(_)) = (parcel, &request.postal_code) else {
        return Arc::default();
    };
    let shipment = Shipment { to: recipient(request), from, parcel };
    storefront.live_rates.of_carriers(&account, &shipment).await
}

/// The printer is asked when each piece has a name that it may know.
async fn print_on_demand_rates(
    storefront: &Storefront,
    store: &Store,
    request: &ListShippingRates,
    pieces: &[Piece],
) -> Arc<[Rate]> {
    let Some(account) = account(store, SecretName::PrintfulApiKey) else {
        return Arc::default();
    };
    let mut quantities = BTreeMap::new();
    for piece in pieces {
        let Some(sku) = piece.sku.as_deref().filter(|sku| !sku.is_empty()) else {
            return Arc::default();
        };
        *quantities.entry(sku).or_default() += 1;
    }
    if quantities.is_empty() {
        return Arc::default();
    }
    let items = quantities
        .into_iter()
        .map(|(sku, quantity)| PrintItem { external_variant_id: sku.to_owned(), quantity });
    let order = PrintOrder { to: recipient(request), items: items.collect() };
    storefront.live_rates.of_print_on_demand(&account, &order).await
}

/// How the rates of a provider stand in the list.
struct Offer {
    prefix: &'static str,
    rate_type: &'static str,
    provider: &'static str,
}

impl Offer {
    const LIVE: Self = Self { prefix: "live", rate_type: "live", provider: "carrier_api" };

    const PRINT_ON_DEMAND: Self =
        Self { prefix: "pod", rate_type: "pod", provider: "print_on_demand" };

    fn of(&self, rate: &Rate, zone_name: &Option<String>) -> ShippingRate {
        ShippingRate {
            id: ShippingRateId::String(format!("{}:{}", self.prefix, rate.id)),
            name: rate.name.clone(),
            rate_type: self.rate_type.to_owned(),
            price: rate.price_cents,
            free_above: None,
            min_delivery_days: rate.min_days,
            max_delivery_days: rate.max_days,
            zone_name: zone_name.clone(),
            provider: Some(self.provider.to_owned()),
            carrier: Some(rate.carrier.clone()),
            service: Some(rate.service.clone()),
            shipment_id: rate.shipment_id.clone(),
            rate_token: Some(rate.id.clone()),
        }
    }
}

/// The store's account with the provider that this key is of.
fn account(store: &Store, key: SecretName) -> Option<Account> {
    let api_key = store.secret(key)?.to_owned();
    Some(Account { site_id: store.site_id, api_key, currency: store.currency.to_ascii_uppercase() })
}

/// Where the store sends from, if that names a country at least.
fn ship_from(store: &Store) -> Option<Address> {
    let text = store.secret(SecretName::ShipFrom)?;
    let address: Option<Address> = serde_json::from_str(text).ok();
    let from =
        address.and_then(|from| Some(Address { country: country_code(&from.country)?, ..from }));
    if from.is_none() {
        tracing::warn!(
            site_id = store.site_id,
            "live shipping rates are left out: ship-from is no JSON of an address with its country, set it again"
        );
    }
    from
}

fn recipient(request: &ListShippingRates) -> Address {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Address {
        name: request.recipient_name.clone(),
        email: text(&request.email),
        street: String::new(),
        city: text(&request.city),
        state: text(&request.state),
        postal_code: text(&request.postal_code),
        country: request.country.clone(),
    }
}
