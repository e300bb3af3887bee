//! Carriers by EasyPost's protocol: `POST /v2/shipments`, <https://docs.easypost.com/docs/shipments>.

use serde::Deserialize;
use serde_json::{Value, json};
use stoa_values::Currency;

use crate::{
    Account, Address, Rate, Shipment,
    call::{Call, Credential},
};

pub(crate) fn call(base_url: &str, account: &Account, shipment: &Shipment) -> Call {
    let url = format!("{}/v2/shipments", base_url.trim_end_matches('/'));
    let Shipment { to, from, parcel } = shipment;
    let question = json!({
        "shipment": {
            "to_address": address(to),
            "from_address": address(from),
            "parcel": {
                "length": parcel.length_in,
                "width": parcel.width_in,
                "height": parcel.height_in,
                "weight": parcel.weight_oz,
            },
        },
    });
    let credential = Credential::Basic(account.api_key.clone());
    Call::new("easypost", url, account, credential, &question)
}

pub(crate) fn rates(
    account: &Account,
    _: &Call,
    answer: &[u8],
) -> Result<Vec<Rate>, serde_json::Error> {
    let quoted: QuotedShipment = serde_json::from_slice(answer)?;
    let rates = quoted.rates.into_iter().filter(|rate| rate.currency == account.currency);
    let rates = rates.filter_map(|rate| {
        let days = rate.delivery_days.or(rate.est_delivery_days).filter(|days| *days >= 0);
        Some(Rate {
            id: rate.id,
            shipment_id: quoted.id.clone(),
            name: format!("{} {}", rate.carrier, rate.service),
            price_cents: Currency::of(&rate.currency).amount(&rate.rate)?,
            carrier: rate.carrier,
            service: rate.service,
            currency: rate.currency,
            min_days: days,
            max_days: days,
        })
    });
    Ok(rates.collect())
}

/// Returns the address with EasyPost's field names. An empty field becomes null.
fn address(address: &Address) -> Value {
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    json!({
        "name": known(&address.name),
        "email": known(&address.email),
        "street1": known(&address.street),
        "city": known(&address.city),
        "state": known(&address.state),
        "zip": known(&address.postal_code),
        "country": known(&address.country),
    })
}

#[derive(Deserialize)]
struct QuotedShipment {
    id: String,
    rates: Vec<QuotedRate>,
}

#[derive(Deserialize)]
struct QuotedRate {
    id: String,
    carrier: String,
    service: String,
    rate: String,
    currency: String,
    delivery_days: Option<i64>,
    est_delivery_days: Option<i64>,
}
