//! Rates of zones, live rates, and the rate that a checkout names.

mod chosen_rate;
mod hostile;
mod live;
pub mod providers;
mod quoted;

use serde_json::{Value, json};

use crate::harness::*;

const SHIPPING: &str = "/api/storefront/1/shipping";

/// The ids of the rates for this query, in their order.
async fn ids(server: &Server, query: &str) -> Value {
    let rates = server.get(&format!("{SHIPPING}?{query}")).await;
    assert_eq!(rates.status(), 200, "{query}: {}", rates.message());
    rates.each("id").into_iter().cloned().collect()
}

#[tokio::test]
async fn list_shipping_rates__of_the_most_specific_zone() {
    let server = served_read_only().await;
    server.get(&format!("{SHIPPING}?country=US")).await.snapshot("list_shipping_rates__200");
    #[rustfmt::skip]
    let table = [
        ("country=us", json!([1, 2])),
        ("country=US&state=", json!([1, 2])),
        ("country=US&state=ME", json!([1, 2])),
        ("country=US&state=AK", json!([3])),
        ("country=us&state=hi", json!([3])),
        ("country=US&state=%20hi%20", json!([3])),
        ("country=DE", json!([4])),
        // A state counts only within its country.
        ("country=DE&state=AK", json!([4])),
        ("country=ZZ", json!([4])),
        ("country=USA&state=Alaska", json!([3])),
        ("country=United%20States&state=US-HI", json!([3])),
        ("country=united+states+of+america&state=hawaii", json!([3])),
        ("country=Deutschland", json!([4])),
        ("country=osterreich&state=Wien", json!([4])),
        ("country=%E6%97%A5%E6%9C%AC", json!([4])),
        // A state that is not recognized counts as absent.
        ("country=US&state=Ruritania", json!([1, 2])),
        // Without keys for providers, none is called.
        ("country=US&postalCode=04856&parcel=%7B%22lengthIn%22%3A1%2C%22widthIn%22%3A1%2C%22heightIn%22%3A1%2C%22weightOz%22%3A1%7D", json!([1, 2])),
    ];
    for (query, expected) in table {
        assert_eq!(ids(&server, query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn list_shipping_rates__all_kinds_of_zones() {
    let server = served().await;
    let sql = "delete from shipping_zones where site_id = 1;
        insert into shipping_zones (site_id, id, name, countries, states) values
           (1, 11, 'Anywhere', '{*}', '{}'),
           (1, 12, 'Nordics', '{no,SE,Fi}', '{}'),
           (1, 13, 'Nordics again', '{SE}', '{}'),
           (1, 14, 'Provinces', '{CA,SE}', '{qc,Östergötland}'),
           (1, 15, 'Not sent to', '{AQ}', '{}'),
           (1, 16, 'No country', '{}', '{}'),
           (1, 17, 'West', '{US}', '{California,us-or}');
        insert into shipping_rates (site_id, id, zone_id, name, price) values
           (1, 101, 11, 'Same price, later', 500),
           (1, 100, 11, 'Same price', 500),
           (1, 102, 11, 'Cheap', 0),
           (1, 120, 12, 'North', 300),
           (1, 130, 13, 'Hidden', 100),
           (1, 140, 14, 'Province', 200),
           (1, 160, 16, 'Nowhere', 1),
           (1, 170, 17, 'Coast', 400)";
    server.sql(sql).await;
    #[rustfmt::skip]
    let table = [
        ("country=DE", json!([102, 100, 101])),
        ("country=NO", json!([120])),
        ("country=fi", json!([120])),
        // The first of two equally specific zones applies.
        ("country=SE", json!([120])),
        ("country=CA&state=QC", json!([140])),
        ("country=Canada&state=Quebec", json!([140])),
        ("country=CAN&state=Qu%C3%A9bec", json!([140])),
        ("country=CA&state=ca-qc", json!([140])),
        // ISO 3166-2 does not know this name, but the zone does.
        ("country=SE&state=%C3%B6STERG%C3%96TLAND", json!([140])),
        ("country=SE&state=ostergotland", json!([140])),
        // Canada is in no zone, except for one of its provinces.
        ("country=CA&state=ON", json!([102, 100, 101])),
        ("country=CA", json!([102, 100, 101])),
        ("country=AQ", json!([])),
        // Zones may spell their states in any way too.
        ("country=US&state=CA", json!([170])),
        ("country=US&state=us-ca", json!([170])),
        ("country=US&state=OREGON", json!([170])),
        ("country=US&state=Nevada", json!([102, 100, 101])),
    ];
    for (query, expected) in table {
        assert_eq!(ids(&server, query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn list_shipping_rates__store_without_zones() {
    let server = served_read_only().await;
    let none = server.get("/api/storefront/2/shipping?country=US").await;
    assert_eq!(none.json["data"], json!([]));
    none.snapshot("list_shipping_rates__200_none");
}
