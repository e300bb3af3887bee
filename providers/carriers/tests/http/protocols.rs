//! The requests in each provider's protocol, and how answers are read.

use serde_json::{Value, json};
use stoa_carriers::Rate;

use crate::provider::{Provider, RATES, SHIPMENT, order, shipment};

#[tokio::test]
async fn requests_to_easypost() {
    let easypost = Provider::that_answers(201, SHIPMENT).await;
    let rates = easypost.rates_of(&shipment()).await;
    let rate = |id: &str, carrier: &str, service: &str, price_cents, days| Rate {
        id: id.to_owned(),
        shipment_id: "shp_5b20".to_owned(),
        name: format!("{carrier} {service}"),
        carrier: carrier.to_owned(),
        service: service.to_owned(),
        price_cents,
        currency: "USD".to_owned(),
        min_days: days,
        max_days: days,
    };
    let expected = [
        rate("rate_7c1f", "USPS", "Priority", 935, Some(2)),
        rate("rate_8d2a", "UPS", "Ground", 1240, Some(4)),
        rate("rate_9e3b", "DHL", "Express", 3113, None),
    ];
    assert_eq!(*rates, expected);

    let asked = easypost.stand_in.asked_once();
    assert_eq!(asked.line, "POST /v2/shipments");
    assert_eq!(asked.header("content-type"), Some("application/json"));
    // This is `EZTK_secret:` in base64.
    assert_eq!(asked.header("authorization"), Some("Basic RVpUS19zZWNyZXQ6"));
    let question = json!({
        "shipment": {
            "to_address": {
                "name": "Mara Lindqvist", "email": "mara@example.com", "street1": null,
                "city": "Rockport", "state": "ME", "zip": "04856", "country": "US",
            },
            "from_address": {
                "name": "Harbor Goods", "email": null, "street1": "1 Quay Street",
                "city": "Portland", "state": "ME", "zip": "04101", "country": "US",
            },
            "parcel": { "length": 12.0, "width": 9.5, "height": 4.0, "weight": 22.5 },
        },
    });
    assert_eq!(serde_json::from_str::<Value>(&asked.body).unwrap(), question);
}

#[tokio::test]
async fn requests_to_printful() {
    let printful = Provider::that_answers(200, RATES).await;
    let rates = printful.print_rates_of(&order()).await;
    let [rate] = &*rates else { panic!("{rates:?}") };
    assert!(rate.id.starts_with("STANDARD-"), "{}", rate.id);
    assert_eq!(rate.name, "Flat Rate (3-4 business days)");
    assert_eq!((rate.price_cents, rate.min_days, rate.max_days), (475, Some(3), Some(4)));

    let asked = printful.stand_in.asked_once();
    assert_eq!(asked.line, "POST /shipping/rates");
    assert_eq!(asked.header("authorization"), Some("Bearer EZTK_secret"));
    let question = json!({
        "recipient": {
            "address1": null, "city": "Rockport", "state_code": "ME", "country_code": "US", "zip": "04856",
        },
        "items": [{ "external_variant_id": "MUG-11", "quantity": 2 }],
        "currency": "USD",
    });
    assert_eq!(serde_json::from_str::<Value>(&asked.body).unwrap(), question);
}

#[tokio::test]
async fn another_price_of_the_printer_has_another_id() {
    let printful = Provider::that_answers(200, RATES).await;
    let first = printful.print_rates_of(&order()).await[0].id.clone();
    let mut three = order();
    three.items[0].quantity = 3;
    let second = printful.print_rates_of(&three).await[0].id.clone();
    assert_ne!(first, second);
}

#[tokio::test]
async fn rates_of_another_currency_or_without_a_price_are_omitted() {
    let body = SHIPMENT.replacen("\"USD\"", "\"CAD\"", 1).replace("\"12.4\"", "\"on request\"");
    let easypost = Provider::that_answers(201, &body).await;
    let rates = easypost.rates_of(&shipment()).await;
    assert_eq!(rates.len(), 1);
    assert_eq!(rates[0].id, "rate_9e3b");
    let printful = Provider::that_answers(200, &RATES.replace("USD", "EUR")).await;
    assert!(printful.print_rates_of(&order()).await.is_empty());
}
