//! Thirty shoppers behind one address. No default limit refuses one of them.

use serde_json::json;

use super::customers::registered;
use super::designers::*;
use super::drawings::without_photos;
use crate::harness::*;
use crate::operations::files::pictures;

const SHOPPERS: usize = 30;

/// Each shopper takes two minutes, so the shop sees them all within an hour.
const TIME_BETWEEN_STEPS: std::time::Duration = MINUTE.saturating_mul(2).checked_div(8).unwrap();

async fn succeeds(request: Request<'_>) -> Exchange {
    let answer = request.await;
    assert!(answer.status() < 300, "{} {}", answer.status(), answer.message());
    answer
}

/// Browses, registers, uploads a picture, designs a mug, and orders it.
async fn shop(server: &Server, number: usize) {
    let step = || server.pass(TIME_BETWEEN_STEPS);
    let session = format!("shopper-{number}");
    for page in 1..=5 {
        succeeds(server.get(&format!("/api/storefront/1/products?page={page}&limit=2"))).await;
        succeeds(server.get(&format!("/api/storefront/1/products?search=mug&page={page}"))).await;
        succeeds(server.get(&format!("/api/storefront/1/products/{page}"))).await;
    }
    step();
    let token = registered(server, &format!("shopper-{number}@example.com")).await;
    let designer = Designer::with_token(&token);
    step();
    let design = designer.begins(server).await;
    let upload = designer.of(server, "POST", format!("{}/assets", design.id));
    let uploaded = succeeds(upload.files(&[("whale.png", &pictures::png(300, 200))])).await;
    step();
    for x in 1..=10 {
        let image = json!({
            "type": "image", "side": "wrap", "assetId": uploaded.json["data"]["id"],
            "x": f64::from(x) / 20.0, "y": 0.5, "width": 0.2, "height": 0.2,
        });
        let body = json!({"layers": [image, text_layer("Whales")]});
        succeeds(designer.of(server, "PUT", design.id).json(&body)).await;
    }
    step();
    let body = json!({"designId": design.id});
    let path = format!("{DESIGNS}/generate-thumbnail");
    succeeds(designer.call(server, "POST", &path).json(&body)).await;
    step();
    succeeds(designer.of(server, "POST", format!("{}/finalize", design.id))).await;
    step();
    let line = json!({"sessionId": session, "productId": MUG, "designId": design.uuid});
    succeeds(designer.call(server, "POST", "/api/storefront/1/cart").json(&line)).await;
    succeeds(server.get("/api/storefront/1/cart").query("sessionId", &session)).await;
    step();
    let checkout = checkout_body(&session, json!({}));
    succeeds(designer.call(server, "POST", "/api/storefront/1/checkout").json(&checkout)).await;
    step();
}

#[tokio::test]
async fn thirty_shoppers_behind_one_address() {
    let server = served().await;
    without_photos(&server).await;
    server.sql("update products set track_inventory = false where site_id = 1").await;
    let began = server.now();
    for number in 0..SHOPPERS {
        shop(&server, number).await;
    }
    assert!((server.now() - began).num_minutes() <= 60);
    assert_eq!(server.count("orders where site_id = 1").await, 30);
    // A shopper's bytes stay far below a thirtieth of the limit.
    let stored = server.number("select sum(bytes)::bigint from stored_bytes").await;
    assert!(stored < 300_000_000, "{stored}");
}
