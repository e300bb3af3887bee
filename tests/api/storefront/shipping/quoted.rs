//! Checkouts with live rates: a checkout is charged the quoted price, and only for the quoted contents.

use serde_json::{Value, json};

use super::providers::Providers;
use super::{SHIPPING, ids};
use crate::api::storefront::purchases::fill;
use crate::harness::*;

const SESSION: &str = "6a0c2a44-52c3-4f7f-9a53-6a3f0b8f4d10";

const TO: &str = "country=US&postalCode=04856";

/// A shop with mugs of one pound, and aprons without a weight.
async fn served() -> Server {
    let server = Providers::default().served().await;
    let sql = "update products set weight = '16', weight_unit = 'oz', length_in = 4, width_in = 4, height_in = 4,
            track_inventory = false
        where site_id = 1 and id = 4;
        update products set weight = null where site_id = 1 and id = 3";
    server.sql(sql).await;
    server
}

async fn add(server: &Server, product_id: i64, quantity: i64) {
    fill(server, SESSION, &[(product_id, 0, quantity)]).await;
}

/// The shipping price of a checkout with this rate and address, or the refusal.
async fn charged(server: &Server, rate: &str, address: Value) -> Result<i64, String> {
    let body = json!({
        "sessionId": SESSION,
        "customerEmail": "mara@example.com",
        "customerName": "Mara Lindqvist",
        "shippingAddress": address,
        "shippingRateId": rate,
    });
    let placed = server.post("/api/storefront/1/checkout", &body).await;
    if placed.status() != 200 {
        return Err(format!("{} {}", placed.status(), placed.message()));
    }
    let charged = "select shipping_total from orders where site_id = 1 and status = 'pending'";
    Ok(server.client().await.query_one(charged, &[]).await.unwrap().get(0))
}

fn refused() -> Result<i64, String> {
    Err("400 Invalid shipping rate".to_owned())
}

#[tokio::test]
async fn carrier_rates__quoted_contents() {
    let server = served().await;
    add(&server, 4, 2).await;
    ids(&server, &format!("{TO}&productIds=4")).await;
    let live = async || charged(&server, "live:rate_7c1f", json!({"postalCode": "04856"})).await;
    assert_eq!(live().await, refused(), "one was listed");
    ids(&server, &format!("{TO}&productIds=4,4")).await;
    assert_eq!(live().await, Ok(935));
    // The cart has changed, so the rate is refused with and without a pending order.
    add(&server, 4, 1).await;
    assert_eq!(live().await, refused());
    ids(&server, &format!("{TO}&productIds=4,4,4")).await;
    assert_eq!(live().await, Ok(935));
    // The quoted contents do not include this product, even though it has no weight.
    add(&server, 3, 1).await;
    assert_eq!(live().await, refused());
    // The store's own rates apply to any contents.
    assert!(charged(&server, "1", json!({"postalCode": "99501"})).await.is_ok());
}

#[tokio::test]
async fn carrier_rates__quoted_parcel_weight() {
    let server = served().await;
    let list = async |ounces: &str| {
        let parcel = format!(r#"{{"lengthIn":9,"widthIn":9,"heightIn":5,"weightOz":{ounces}}}"#);
        server.get(&format!("{SHIPPING}?{TO}")).query("parcel", &parcel).await.expect(200);
    };
    let live = async || charged(&server, "live:rate_7c1f", json!({"postalCode": "04856"})).await;
    add(&server, 4, 3).await;
    for (ounces, expected) in
        [("1", refused()), ("47", refused()), ("47.1", Ok(935)), ("48", Ok(935)), ("60", Ok(935))]
    {
        list(ounces).await;
        assert_eq!(live().await, expected, "{ounces}");
    }
    // A product without a weight counts as weighing nothing.
    add(&server, 3, 1).await;
    assert_eq!(live().await, Ok(935));
    add(&server, 4, 100).await;
    assert_eq!(live().await, refused());
}

#[tokio::test]
async fn print_on_demand_rates__quoted_contents() {
    let server = served().await;
    let listed = async |query: &str| {
        let rates = ids(&server, query).await;
        let printed = rates.as_array().unwrap().iter().filter_map(Value::as_str);
        printed.filter(|id| id.starts_with("pod:")).map(str::to_owned).collect::<Vec<_>>()
    };
    let one = listed("country=US&productIds=4").await;
    let two = listed("country=US&productIds=4,4").await;
    let others = listed("country=US&productIds=4,3").await;
    assert_eq!((one.len(), two.len(), others.len()), (1, 1, 1));
    add(&server, 4, 2).await;
    assert_eq!(charged(&server, &one[0], json!({})).await, refused());
    assert_eq!(charged(&server, &others[0], json!({})).await, refused());
    // A rate that was quoted without a postal code is valid for all postal codes.
    assert_eq!(charged(&server, &two[0], json!({"postalCode": "04856"})).await, Ok(476));
    add(&server, 3, 1).await;
    assert_eq!(charged(&server, &two[0], json!({})).await, refused());
}

#[tokio::test]
async fn carrier_rates__quoted_destination() {
    let server = served().await;
    add(&server, 4, 1).await;
    ids(&server, &format!("{TO}&state=ME&productIds=4")).await;
    let live = async |address| charged(&server, "live:rate_7c1f", address).await;
    assert_eq!(live(json!({"country": "US", "postalCode": "99501"})).await, refused());
    assert_eq!(live(json!({"country": "US", "zip": "99501"})).await, refused());
    assert_eq!(live(json!({"country": "US", "state": "AK"})).await, refused());
    assert_eq!(live(json!({"country": "CA", "postalCode": "04856"})).await, refused());
    assert_eq!(live(json!({"country": "US", "postalCode": "04856-1234"})).await, Ok(935));
    assert_eq!(live(json!({"country": "us", "state": "me"})).await, Ok(935), "it names none");
    // A quote that an older server stored does not record its contents.
    server.sql("update shipping_quotes set contents = null").await;
    assert_eq!(live(json!({})).await, refused());
}
