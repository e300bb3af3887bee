//! The shipping rate of a checkout, looked up by the function that checkout uses.

use std::time::Duration;

use serde_json::{Value, json};
use stoa_commerce::shipping::{ChosenRate, chosen_rate};

use super::providers::Providers;
use super::{SHIPPING, ids};
use crate::harness::*;

async fn chosen(server: &Server, site_id: i64, id: Value, address: Value) -> Option<ChosenRate> {
    let id = serde_json::from_value(id).unwrap();
    let mut connection = server.db().connection().await.unwrap();
    let transaction = connection.transaction();
    chosen_rate(&transaction, site_id, &id, address.as_object(), server.now()).await.unwrap()
}

#[tokio::test]
async fn chosen_rate__stores_own() {
    let server = served_read_only().await;
    for (id, address) in [(json!(1), json!(null)), (json!("1"), json!({}))] {
        let ChosenRate { id, name, price, free_above, .. } =
            chosen(&server, 1, id, address).await.unwrap();
        let standard = ("1", "Standard", 600, Some(7500));
        assert_eq!((id.as_str(), name.as_str(), price, free_above), standard);
    }

    #[rustfmt::skip]
    let table = [
        (1, json!({"country": "US"}), true),
        (1, json!({"country": " us ", "state": "ME"}), true),
        (1, json!({"Country": "us", "STATE": "ak"}), false),
        (1, json!({"country": "DE"}), false),
        (1, json!({"country": "ZZ"}), true),
        (4, json!({"country": "DE", "state": "AK"}), true),
        (4, json!({"country": "US"}), false),
        (3, json!({"country": "US", "state": "AK"}), true),
        (3, json!({"country": "US", "state": "ME"}), false),
        // Without a state in the address, a rate for some states is accepted.
        (3, json!({"country": "US"}), true),
        (3, json!({"country": "US", "state": ""}), true),
        (3, json!({"country": "DE"}), false),
        // An address without a country may get any country's rate.
        (3, json!({"state": "ME"}), true),
        (1, json!({"country": null, "line1": "1 Quay Street"}), true),
        (1, json!({"country": "", "countryCode": " "}), true),
        // The first key that is recognized counts.
        (1, json!({"countryCode": "us", "country": null}), true),
        (1, json!({"countryCode": "DE"}), false),
        (1, json!({"country_code": "DE"}), false),
        (1, json!({"countryCode": "DE", "country": "US"}), true),
        (1, json!({"countryCode": "DE", "country": "Freedonia"}), false),
        // Names and codes of three letters are recognized.
        (1, json!({"country": "USA"}), true),
        (1, json!({"country": "United States"}), true),
        (1, json!({"country": "united states of america"}), true),
        (1, json!({"country": "Estados Unidos Mexicanos", "countryCode": "México"}), false),
        (1, json!({"country": "Germany"}), false),
        (4, json!({"country": "Germany"}), true),
        (1, json!({"country": "Deutschland"}), false),
        (1, json!({"country": "Österreich"}), false),
        (1, json!({"country": "osterreich"}), false),
        (1, json!({"country": "日本"}), false),
        (4, json!({"country": "日本"}), true),
        (3, json!({"country": "USA", "state": "Alaska"}), true),
        (3, json!({"country": "USA", "province": "US-AK"}), true),
        (3, json!({"country": "USA", "region": "us-ca"}), false),
        (3, json!({"country": "USA", "administrativeArea": "California"}), false),
        (1, json!({"country": "USA", "administrative_area": "California"}), true),
        (1, json!({"country": "USA", "administrative_area": "hawaii"}), false),
        (1, json!({"country": "USA", "region": "West", "state": 7, "province": "Hawaii"}), false),
        // A state's code names its country.
        (1, json!({"state": "US-HI"}), false),
        (1, json!({"province": "us-me"}), true),
        (3, json!({"administrativeArea": "US-AK"}), true),
        (4, json!({"country": "", "region": "US-AK"}), false),
        // A country or state that is not recognized restricts nothing.
        (1, json!({"country": "Freedonia"}), true),
        (3, json!({"country": "Alaska", "state": "AK"}), true),
        (1, json!({"country": 7, "state": {}}), true),
        (4, json!({"country": ["US"], "state": "\0"}), true),
        (1, json!({"country": "U\0", "state": "\0"}), true),
        (1, json!({"country": "US", "state": "\0"}), true),
        (3, json!({"country": "US", "state": "Ruritania"}), true),
        (1, json!({"country": "x".repeat(16_000), "state": "x".repeat(16_000)}), true),
    ];
    for (id, address, fits) in table {
        let rate = chosen(&server, 1, json!(id), address.clone()).await;
        assert_eq!(rate.is_some(), fits, "{id} {address}");
    }
}

#[tokio::test]
async fn chosen_rate__no_such_id() {
    let server = served_read_only().await;
    let long = "9".repeat(255);
    for id in [
        json!(0),
        json!(-1),
        json!(99),
        json!(i64::MAX),
        json!(""),
        json!("01"),
        json!("+1"),
        json!("-1"),
        json!(" 1"),
        json!("1.0"),
        json!("1e0"),
        json!("١"),
        json!("live:"),
        json!("live:1"),
        json!("live:\0"),
        json!("pod:x"),
        json!("flat:1"),
        json!("' or 1=1 --"),
        json!(long),
    ] {
        assert_eq!(chosen(&server, 1, id.clone(), json!({})).await, None, "{id}");
    }
    assert_eq!(chosen(&server, 2, json!(1), json!({})).await, None);
}

#[tokio::test]
async fn chosen_rate__quoted() {
    let providers = Providers::default();
    let server = providers.served().await;
    let query = "country=US&postalCode=04856&variantIds=1\
        &parcel=%7B%22lengthIn%22%3A12%2C%22widthIn%22%3A9%2C%22heightIn%22%3A4%2C%22weightOz%22%3A22.5%7D";
    let rates = server.get(&format!("{SHIPPING}?{query}")).await;
    let printed = rates.each("id")[0].clone();
    assert!(printed.as_str().unwrap().starts_with("pod:STANDARD-"), "{printed}");
    for (id, price) in [(json!("live:rate_7c1f"), 935), (printed, 476)] {
        let price_of = async |site_id, address| {
            chosen(&server, site_id, id.clone(), address).await.map(|rate| rate.price)
        };
        assert_eq!(price_of(1, json!({"country": "us", "state": "AK"})).await, Some(price));
        assert_eq!(price_of(1, json!({})).await, Some(price));
        assert_eq!(price_of(1, json!({"country": "CA"})).await, None);
        #[rustfmt::skip]
        let table = [
            (json!({"postalCode": "04856"}), true),
            (json!({"postalCode": " 04856-1234"}), true),
            (json!({"POSTALCODE": "04 856"}), true),
            (json!({"postalCode": "99501"}), false),
            (json!({"postalCode": "0485"}), false),
            (json!({"postalCode": "-"}), false),
            (json!({"postalCode": 99501}), false),
            (json!({"postalCode": ["04856"]}), false),
            (json!({"postalCode": "99501\0"}), false),
            // Without a postal code, the postal code of the quote is assumed.
            (json!({"postalCode": null}), true),
            (json!({"postalCode": " "}), true),
            (json!({"zip": "04856", "postalCode": null}), true),
            (json!({"zip": "99501"}), false),
            (json!({"zip": "99501", "postalCode": "04856"}), true),
        ];
        for (address, fits) in table {
            assert_eq!(price_of(1, address.clone()).await.is_some(), fits, "{id} {address}");
        }
        assert_eq!(price_of(2, json!({})).await, None);
    }
    assert_eq!(chosen(&server, 1, json!("live:rate_9e3b"), json!({})).await, None, "in CAD");

    server.pass(Duration::from_secs(30 * 60 - 1));
    assert!(chosen(&server, 1, json!("live:rate_7c1f"), json!({})).await.is_some());
    server.pass(Duration::from_secs(1));
    assert_eq!(chosen(&server, 1, json!("live:rate_7c1f"), json!({})).await, None);
    // A new quote is valid again, now with the state of its query.
    ids(&server, &format!("{query}&state=me")).await;
    for (address, fits) in [
        (json!({}), true),
        (json!({"country": "US", "state": "ME"}), true),
        (json!({"country": "USA", "province": "Maine"}), true),
        (json!({"country": "US", "state": "AK"}), false),
        (json!({"country": "US", "state": "Alaska"}), false),
        (json!({"country": "US", "state": "Ruritania"}), true),
        (json!({"country": "Freedonia", "state": "AK"}), true),
    ] {
        let rate = chosen(&server, 1, json!("live:rate_7c1f"), address.clone()).await;
        assert_eq!(rate.is_some(), fits, "{address}");
    }
}
