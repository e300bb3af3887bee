//! Live rates of carriers and print-on-demand providers. They are stored as quotes, which checkout can charge.

use std::sync::Arc;

use stoa_carriers::{Account, Address, Parcel, PrintItem, PrintOrder, Rate, Shipment};
use stoa_commerce::shipping::{
    Contents, Piece, QuotedPlace, country, parcel_of, print_items_of, state, store_quotes,
};
use stoa_db::DbError;
use stoa_storefront_server::shipping::ListShippingRates;
use stoa_storefront_types::{ShippingRate, ShippingRateId};
use stoa_stores::{SecretName, Store};

use crate::{Storefront, Visitor};

/// A smaller number of a parcel, in inches or ounces, means that the client does not know it.
const LEAST_OF_PARCEL: f64 = 0.001;

pub(super) async fn live_rates(
    storefront: &Storefront,
    visitor: &Visitor,
    request: &ListShippingRates,
    zone_name: Option<String>,
) -> Result<Vec<ShippingRate>, DbError> {
    let store = &*visitor.store;
    if store.secret(SecretName::EasypostApiKey).is_none()
        && store.secret(SecretName::PrintfulApiKey).is_none()
    {
        return Ok(Vec::new());
    }
    let db = &storefront.db;
    // Checkout charges a stored quote. While the database has no room for quotes, there are no live rates.
    if !db.accepts_writes() {
        return Ok(Vec::new());
    }
    let may_ask =
        || async { storefront.rate_limits.live_rates.count(visitor.client).await.is_ok() };
    let params = [&request.site_id as _, &request.variant_ids as _, &request.product_ids as _];
    let pieces: Vec<Piece> = db.rows(include_str!("pieces.sql"), &params).await?;
    let (live, print_on_demand) = tokio::join!(
        carriers_rates(storefront, store, request, &pieces, may_ask()),
        print_on_demand_rates(storefront, store, request, &pieces, may_ask()),
    );
    let place = QuotedPlace {
        country: &request.country,
        state: request.state.as_deref(),
        postal_code: request.postal_code.as_deref(),
    };
    let mut rates = Vec::new();
    for (prefix, provider, quoted) in
        [("live", "carrier_api", live), ("pod", "print_on_demand", print_on_demand)]
    {
        let Some((quoted, contents)) = quoted else { continue };
        let offered = |rate: &Rate| shipping_rate(prefix, provider, rate, zone_name.clone());
        let quoted: Vec<_> = quoted.iter().map(offered).collect();
        let (site_id, now) = (request.site_id, storefront.now());
        store_quotes(db, site_id, &place, &quoted, &contents, now).await?;
        rates.extend(quoted);
    }
    Ok(rates)
}

type Quoted = (Arc<[Rate]>, Contents);

/// Returns carrier rates, if sender, recipient and parcel size are known.
async fn carriers_rates(
    storefront: &Storefront,
    store: &Store,
    request: &ListShippingRates,
    pieces: &[Piece],
    may_ask: impl Future<Output = bool> + Send,
) -> Option<Quoted> {
    let account = account(store, SecretName::EasypostApiKey)?;
    let from = ship_from(store)?;
    let (parcel, contents) = match request.parcel.as_ref().and_then(packed) {
        Some(parcel) => {
            let weight_oz = parcel.weight_oz;
            (parcel, Contents::Packed { weight_oz })
        }
        None => {
            let parcel = parcel_of(pieces)?;
            (parcel, Contents::of_pieces(&parcel))
        }
    };
    request.postal_code.as_ref()?;
    let shipment = Shipment { to: recipient(request), from, parcel };
    Some((storefront.live_rates.of_carriers(&account, &shipment, may_ask).await, contents))
}

/// Returns the parcel of the request, if the client knows its whole size and its weight.
fn packed(parcel: &stoa_storefront_types::Parcel) -> Option<Parcel> {
    let known = |number: Option<f64>| number.filter(|number| *number >= LEAST_OF_PARCEL);
    Some(Parcel {
        length_in: known(parcel.length_in)?,
        width_in: known(parcel.width_in)?,
        height_in: known(parcel.height_in)?,
        weight_oz: known(parcel.weight_oz)?,
    })
}

/// Returns print-on-demand rates, if every piece has a SKU.
async fn print_on_demand_rates(
    storefront: &Storefront,
    store: &Store,
    request: &ListShippingRates,
    pieces: &[Piece],
    may_ask: impl Future<Output = bool> + Send,
) -> Option<Quoted> {
    let account = account(store, SecretName::PrintfulApiKey)?;
    let quantities = print_items_of(pieces)?;
    let items = quantities
        .iter()
        .map(|(sku, quantity)| PrintItem { external_variant_id: sku.clone(), quantity: *quantity });
    let order = PrintOrder { to: recipient(request), items: items.collect() };
    let rates = storefront.live_rates.of_print_on_demand(&account, &order, may_ask).await;
    Some((rates, Contents::Printed(quantities)))
}

fn shipping_rate(
    prefix: &str,
    provider: &str,
    rate: &Rate,
    zone_name: Option<String>,
) -> ShippingRate {
    ShippingRate {
        id: ShippingRateId::String(format!("{prefix}:{}", rate.id)),
        name: rate.name.clone(),
        rate_type: "live".to_owned(),
        price: rate.price_cents,
        free_above: None,
        min_delivery_days: rate.min_days,
        max_delivery_days: rate.max_days,
        zone_name,
        provider: Some(provider.to_owned()),
        carrier: Some(rate.carrier.clone()),
        service: Some(rate.service.clone()),
        shipment_id: Some(rate.shipment_id.clone()),
        rate_token: Some(rate.id.clone()),
    }
}

fn account(store: &Store, key: SecretName) -> Option<Account> {
    let api_key = store.secret(key)?.to_owned();
    Some(Account { site_id: store.site_id, api_key, currency: store.currency.to_ascii_uppercase() })
}

/// The address that the store ships from, if it names at least a country.
fn ship_from(store: &Store) -> Option<Address> {
    let text = store.secret(SecretName::ShipFrom)?;
    let address: Option<Address> = serde_json::from_str(text).ok();
    let from = address.and_then(|from| {
        let country = country(&from.country)?;
        let state = state_code(country, &from.state);
        Some(Address { country: country.to_owned(), state, ..from })
    });
    if from.is_none() {
        tracing::warn!(
            site_id = store.site_id,
            "no live shipping rates: ship-from is not a JSON address with a country, set it again"
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
        state: state_code(&request.country, &text(&request.state)),
        postal_code: text(&request.postal_code),
        country: request.country.clone(),
    }
}

/// Returns the code of a state, or the text itself if it is not recognized.
fn state_code(country: &str, text: &str) -> String {
    state(country, text).unwrap_or(text).to_owned()
}
