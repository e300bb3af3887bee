//! Print on demand by Printful's protocol: `POST /shipping/rates`, <https://developers.printful.com/docs>.

use serde::Deserialize;
use serde_json::json;
use stoa_values::Currency;

use crate::{
    Account, PrintOrder, Rate,
    call::{Call, Credential},
};

pub(crate) fn call(base_url: &str, account: &Account, order: &PrintOrder) -> Call {
    let url = format!("{}/shipping/rates", base_url.trim_end_matches('/'));
    let items = order.items.iter().map(|item| {
        json!({ "external_variant_id": item.external_variant_id, "quantity": item.quantity })
    });
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let question = json!({
        "recipient": {
            "address1": known(&order.to.street),
            "city": known(&order.to.city),
            "state_code": known(&order.to.state),
            "country_code": order.to.country,
            "zip": known(&order.to.postal_code),
        },
        "items": items.collect::<Vec<_>>(),
        "currency": account.currency,
    });
    let credential = Credential::Bearer(account.api_key.clone());
    Call::new("printful", url, account, credential, &question)
}

pub(crate) fn rates(
    account: &Account,
    call: &Call,
    answer: &[u8],
) -> Result<Vec<Rate>, serde_json::Error> {
    let quoted: Quoted = serde_json::from_slice(answer)?;
    let rates = quoted.result.into_iter().filter(|rate| rate.currency == account.currency);
    let rates = rates.filter_map(|rate| {
        let price_cents = Currency::of(&rate.currency).amount(&rate.rate)?;
        Some(Rate {
            // Printful's id names only the service, such as `STANDARD`. The suffix distinguishes prices.
            id: format!("{}-{}", rate.id, call.quote(&rate.id, price_cents)),
            shipment_id: call.shipment(),
            name: rate.name,
            carrier: "Printful".to_owned(),
            service: rate.id,
            price_cents,
            currency: rate.currency,
            min_days: rate.min_delivery_days.filter(|days| *days >= 0),
            max_days: rate.max_delivery_days.filter(|days| *days >= 0),
        })
    });
    Ok(rates.collect())
}

#[derive(Deserialize)]
struct Quoted {
    result: Vec<QuotedRate>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuotedRate {
    id: String,
    name: String,
    rate: String,
    currency: String,
    min_delivery_days: Option<i64>,
    max_delivery_days: Option<i64>,
}
