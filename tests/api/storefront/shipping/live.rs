//! Live rates in addition to the store's own.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::Barrier;

use super::providers::{Providers, set};
use super::{SHIPPING, ids};
use crate::harness::MINUTE;

const SHIPMENTS: &str = "/v2/shipments";
const PRINTS: &str = "/shipping/rates";

/// A destination in Rockport, and a parcel.
const DESTINATION_AND_PARCEL: &str = "country=usa&state=Maine&postalCode=04856&city=Rockport&email=mara@example.com\
    &parcel=%7B%22lengthIn%22%3A12%2C%22widthIn%22%3A9%2C%22heightIn%22%3A4%2C%22weightOz%22%3A22.5%7D";

#[tokio::test]
async fn list_shipping_rates__with_live_ones() {
    let providers = Providers::default();
    let server = providers.served().await;
    let rates = server
        .get(&format!("{SHIPPING}?{DESTINATION_AND_PARCEL}"))
        .query("variantIds", "1,1")
        .await;
    // Rates are sorted by price. At the same price, the store's own rates come first.
    assert_eq!(rates.each("price"), [476, 600, 600, 935, 1800]);
    // Live rates of both providers have these members, as the contract shows them.
    for rate in rates.json["data"].as_array().unwrap().iter().filter(|rate| rate["id"].is_string())
    {
        assert_eq!(rate["rateType"], "live");
        for member in ["provider", "carrier", "service", "shipmentId", "rateToken"] {
            assert!(rate[member].as_str().is_some_and(|text| !text.is_empty()), "{member}: {rate}");
        }
    }
    assert_eq!(
        rates.each("id")[1..],
        ["1", "\"live:rate_8d2a\"", "\"live:rate_7c1f\"", "2"]
            .map(|id| serde_json::from_str::<serde_json::Value>(id).unwrap())
            .each_ref()
    );
    rates.snapshot("list_shipping_rates__200_live");

    let asked = &providers.asked(SHIPMENTS)[0]["shipment"];
    assert_eq!(asked["to_address"]["name"], "Customer");
    assert_eq!(asked["to_address"]["country"], "US");
    assert_eq!(asked["to_address"]["state"], "ME");
    assert_eq!(asked["from_address"]["state"], "ME");
    assert_eq!(asked["from_address"]["zip"], "04101");
    assert_eq!(asked["parcel"]["weight"], 22.5);
    let asked = &providers.asked(PRINTS)[0];
    assert_eq!(asked["items"], json!([{"external_variant_id": "HG-001-1", "quantity": 2}]));
    assert_eq!(asked["recipient"]["zip"], "04856");
}

/// The forms in which openapi-fetch and hey-api send a parcel and a list.
#[tokio::test]
async fn list_shipping_rates__by_members_and_repeated_ids() {
    let providers = Providers::default();
    let server = providers.served().await;
    let (to, _) = DESTINATION_AND_PARCEL.split_once("&parcel=").unwrap();
    for (parcel, ids_of_variants) in [
        ("parcel[lengthIn]=12&parcel[widthIn]=9&parcel[heightIn]=4&parcel[weightOz]=22.5", "1,1"),
        (
            "parcel=%7B%22lengthIn%22:%2212%22,%22widthIn%22:%229.0%22,%22heightIn%22:4,%22weightOz%22:%2222.5%22%7D",
            "1,1",
        ),
        (
            "parcel%5BweightOz%5D=22.5&parcel%5BheightIn%5D=4.0&parcel%5BwidthIn%5D=9&\
             parcel%5BlengthIn%5D=12&parcel%5Bcolor%5D=red&parcel%5BwidthOz%5D=",
            "1&variantIds=1",
        ),
    ] {
        let query = format!("{to}&variantIds={ids_of_variants}");
        let by_members = ids(&server, &format!("{query}&{parcel}")).await;
        let by_json = ids(&server, &format!("{DESTINATION_AND_PARCEL}&variantIds=1,1")).await;
        assert_eq!(by_members, by_json);
        assert_eq!(by_members.as_array().unwrap().len(), 5);
    }
    // All calls have the same parcel and print, so they share the first, cached rates.
    let [asked] = &providers.asked(SHIPMENTS)[..] else { panic!("asked once") };
    let parcel = json!({"length": 12.0, "width": 9.0, "height": 4.0, "weight": 22.5});
    assert_eq!(asked["shipment"]["parcel"], parcel);
    assert_eq!(providers.asked(PRINTS)[0]["items"][0]["quantity"], 2);
}

/// Beyond the rate limit carriers are not called, and the store's own rates remain. Cached rates do not count.
#[tokio::test]
async fn list_shipping_rates__rate_limit() {
    let providers = Providers::default();
    let server = providers.served_limited(&["live-rates=2/60"]).await;
    let listed = async |postal_code: &str| {
        let query = DESTINATION_AND_PARCEL.replace("04856", postal_code);
        ids(&server, &query).await.as_array().unwrap().len()
    };
    let without_parcel = ids(&server, "country=us&state=ME&postalCode=04856").await;
    assert_eq!(without_parcel.as_array().unwrap().len(), 2, "nobody is asked");
    assert_eq!(listed("04856").await, 4);
    assert_eq!(listed("04856").await, 4);
    assert_eq!(listed("04857").await, 4);
    assert_eq!(listed("04858").await, 2);
    assert_eq!(listed("04856").await, 4);
    assert_eq!(providers.asked(SHIPMENTS).len(), 2);
    server.pass(MINUTE);
    assert_eq!(listed("04858").await, 4);
}

#[tokio::test]
async fn list_shipping_rates__providers_down() {
    let providers = Providers::default();
    let server = providers.served().await;
    providers.fail();
    let query = format!("{DESTINATION_AND_PARCEL}&variantIds=1");
    for _ in 0..3 {
        assert_eq!(ids(&server, &query).await, json!([1, 2]));
    }
    assert_eq!((providers.asked(SHIPMENTS).len(), providers.asked(PRINTS).len()), (1, 1));
}

/// On a nearly full disk, carriers are not called, because their rates cannot be stored.
#[tokio::test]
async fn list_shipping_rates__full_disk() {
    let providers = Providers::default();
    let server = providers.served().await;
    server.orders.db.set_accepts_writes(false);
    let query = format!("{DESTINATION_AND_PARCEL}&variantIds=1");
    assert_eq!(ids(&server, &query).await, json!([1, 2]));
    assert_eq!((providers.asked(SHIPMENTS).len(), providers.asked(PRINTS).len()), (0, 0));
    server.orders.db.set_accepts_writes(true);
    assert_eq!(ids(&server, &query).await.as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn list_shipping_rates__fifty_at_once() {
    let providers = Providers::default();
    let server = Arc::new(providers.served().await);
    let barrier = Arc::new(Barrier::new(50));
    let clients: Vec<_> = (0..50)
        .map(|_| {
            let (server, barrier) = (server.clone(), barrier.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                ids(&server, &format!("{DESTINATION_AND_PARCEL}&variantIds=1")).await
            })
        })
        .collect();
    for client in clients {
        assert_eq!(client.await.unwrap().as_array().unwrap().len(), 5);
    }
    assert_eq!((providers.asked(SHIPMENTS).len(), providers.asked(PRINTS).len()), (1, 1));
    assert_eq!(server.count("shipping_quotes").await, 3);
}

#[tokio::test]
async fn list_shipping_rates__carriers_need_a_place_and_a_parcel() {
    let providers = Providers::default();
    let server = providers.served().await;
    let to = "country=US&postalCode=04856";
    // Neither the tote nor its variants have dimensions.
    for query in [
        to,
        "country=US&productIds=1",
        &format!("{to}&variantIds=1"),
        &format!("{to}&productIds=1"),
        &DESTINATION_AND_PARCEL.replace("&postalCode=04856", ""),
    ] {
        ids(&server, query).await;
    }
    assert!(providers.asked(SHIPMENTS).is_empty());

    let sql = "update products set length_in = 12, width_in = 9, height_in = 2 where site_id = 1 and id = 1;
        update product_variants set weight = '1.0' where site_id = 1 and id = 2;
        update products set weight = '16', weight_unit = 'oz', length_in = 3, width_in = 3, height_in = 3
        where site_id = 1 and id = 4";
    server.sql(sql).await;
    // A product whose variant is also listed is included only as that variant. A parcel that is not complete counts as
    // absent.
    for parcel in ["", "&parcel[weightOz]=12", "&parcel={\"weightOz\":\"12\",\"lengthIn\":0}"] {
        let parcel = parcel.replace('"', "%22");
        ids(&server, &format!("{to}&variantIds=1,,2,&productIds=4,1{parcel}")).await;
    }
    let [asked] = &providers.asked(SHIPMENTS)[..] else { panic!("asked once") };
    let parcel = &asked["shipment"]["parcel"];
    assert_eq!(*parcel, json!({"length": 12.0, "width": 9.0, "height": 7.0, "weight": 65.384}));
}

#[tokio::test]
async fn list_shipping_rates__unavailable_products_are_omitted() {
    let providers = Providers::default();
    let server = providers.served().await;
    // Variant 4 is inactive; variant 7000 and product 4000 belong to another site.
    let sql = "insert into products (site_id, id, slug, sku) values (2, 4000, 'other', 'OTHER');
        insert into product_variants (site_id, id, product_id, sku) values (2, 7000, 4000, 'OTHER-1');
        update products set status = 'draft' where site_id = 1 and id = 2";
    server.sql(sql).await;
    ids(&server, "country=US&variantIds=4,7000&productIds=4000,2").await;
    assert!(providers.asked(PRINTS).is_empty());
    ids(&server, "country=US&variantIds=4,7000,1&productIds=4000,2").await;
    let asked = &providers.asked(PRINTS)[0]["items"];
    assert_eq!(*asked, json!([{"external_variant_id": "HG-001-1", "quantity": 1}]));
    // A product without an SKU cannot be ordered from the printer.
    server.sql("update products set sku = null where site_id = 1 and id = 4").await;
    ids(&server, "country=US&variantIds=1&productIds=4").await;
    assert_eq!(providers.asked(PRINTS).len(), 1);
}

#[tokio::test]
async fn list_shipping_rates__unreadable_settings() {
    let providers = Providers::default();
    let server = providers.served().await;
    for from in ["", "1 Quay Street", "[]", r#"{"city": 5}"#] {
        set(&server, "ship-from", from).await;
        server.pass(stoa_stores::STORE_TTL);
        assert_eq!(ids(&server, DESTINATION_AND_PARCEL).await, json!([1, 2]));
    }
    assert!(providers.asked(SHIPMENTS).is_empty());
}
