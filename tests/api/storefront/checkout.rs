//! Checkout: an order's price, what it holds, and repeated checkouts.

mod crashes;
mod designs;
mod idempotency;
mod payments;
mod races;
mod refusals;
mod replacement;

use std::time::Duration;

use serde_json::{Value, json};

use super::cart::SESSION;
use super::purchases::{fill, fill_with_mugs, stored};
use super::stripe::Stripe;
use crate::harness::designs::Design;
use crate::harness::*;

const CHECKOUT: &str = "/api/storefront/1/checkout";

fn check_out<'a>(server: &'a Server, session: &str, more: Value) -> Request<'a> {
    server.post(CHECKOUT, &checkout_body(session, more))
}

/// The data of a successful checkout.
fn data(exchange: &Exchange) -> &Value {
    assert_eq!(exchange.status(), 200, "{}", exchange.message());
    &exchange.json["data"]
}

/// The remaining amounts of everything that orders use up.
async fn left(server: &Server) -> Value {
    stored(
        server,
        "select
            (select quantity from products where site_id = 1 and id = 3) as aprons,
            (select quantity from products where site_id = 1 and id = 4) as mugs,
            (select quantity from product_variants where site_id = 1 and id = 1) as totes,
            (select used from discount_codes where site_id = 1 and code = 'ONCE') as once,
            (select remaining_amount from gift_certificates where site_id = 1 and code like 'GIFT-7%') as gift",
    )
    .await
}

/// A server whose site 1 is paid through Stripe, and the fake Stripe.
async fn paid_by_stripe() -> (Server, Stripe) {
    let stripe = Stripe::new().await;
    let server = served_with_stripe(&stripe.url).await;
    server.sql("update stores set payment_provider = 'stripe' where site_id = 1").await;
    (server, stripe)
}

/// Waits until the condition holds.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    eventually(what, async || is_so()).await;
}

#[tokio::test]
async fn place_order__with_everything() {
    let server = served().await;
    fill(&server, SESSION, &[(1, 1, 2)]).await;
    // Lines are in the order in which they were added.
    server.pass(Duration::from_secs(1));
    fill(&server, SESSION, &[(4, 0, 6)]).await;
    let more = json!({
        "customerPhone": "+1 207 555 0142",
        "shippingAddress": {"name": "Mara Lindqvist", "line1": "4 Quay Street", "city": "Rockport",
            "state": "ME", "postalCode": "04856", "country": "US"},
        "billingAddress": {"name": "Mara Lindqvist"},
        "shippingRateId": 1,
        "discountCode": "once",
        "giftCertificateCode": "gift-7qhx-9kdm-2vwt",
        "customerNote": "Please leave it with the neighbor.",
    });
    let placed = check_out(&server, SESSION, more).await.snapshot("place_order__200");
    let order = "select number, status, payment_status, customer_email, customer_name, customer_phone,
            shipping_address, billing_address, customer_note, currency, subtotal, discount_total, shipping_total,
            tax_total, gift_certificate_total, total, discount_code, gift_certificate_code, shipping_rate_id,
            shipping_method, payment_provider, holds, expires_at - created_at as expires_after,
            payment_intent_id is not null as has_intent, client_secret,
            (select json_agg(json_build_array(position, product_id, variant_id, product_name, variant_name, sku,
                unit_price, quantity, total, stock_of) order by position)
                from order_items where site_id = 1 and order_id = o.id) as items,
            (select json_agg(json_build_array(from_status, to_status, note) order by id)
                from order_status_changes where site_id = 1 and order_id = o.id) as changes,
            (select json_agg(json_build_array(amount, reason) order by id)
                from gift_certificate_movements where site_id = 1 and order_id = o.id) as movements
        from orders o where site_id = 1";
    let order = stored(&server, order).await;
    let answered = data(&placed);
    assert_eq!(order["number"], answered["orderNumber"]);
    assert_eq!(order["client_secret"], answered["clientSecret"]);
    assert_eq!(order["has_intent"], true);
    assert_eq!(order["expires_after"], "00:30:00");
    // 2 totes at 32.00 and 6 mugs at the bulk price of 15.00. The code takes off half, and shipping is free from 75.00
    // on.
    let amounts = [
        "subtotal",
        "discount_total",
        "shipping_total",
        "tax_total",
        "gift_certificate_total",
        "total",
    ];
    assert_eq!(
        amounts.map(|name| order[name].as_i64().unwrap()),
        [15400, 7700, 0, 558, 5000, 3258]
    );
    let texts = [
        "status",
        "payment_status",
        "discount_code",
        "gift_certificate_code",
        "shipping_rate_id",
        "shipping_method",
        "payment_provider",
        "customer_phone",
        "customer_note",
        "currency",
    ];
    assert_eq!(
        texts.map(|name| order[name].as_str().unwrap()),
        [
            "pending",
            "unpaid",
            "ONCE",
            "GIFT-7QHX-9KDM-2VWT",
            "1",
            "Standard",
            "test",
            "+1 207 555 0142",
            "Please leave it with the neighbor.",
            "USD"
        ]
    );
    assert_eq!(order["shipping_address"]["postalCode"], "04856");
    assert_eq!(order["billing_address"], json!({"name": "Mara Lindqvist"}));
    assert_eq!(
        order["items"],
        json!([
            [1, 1, 1, "Harbor Tote", "Navy / Medium", "HG-001-1", 3200, 2, 6400, "variant"],
            [2, 4, null, "Anchor Mug", null, "HG-004", 1500, 6, 9000, "product"],
        ])
    );
    assert_eq!(order["changes"], json!([[null, "pending", null]]));
    assert_eq!(order["movements"], json!([[-5000, "hold"]]));
    let expected = json!({"aprons": 1, "mugs": 94, "totes": 10, "once": 1, "gift": 0});
    assert_eq!(left(&server).await, expected);
}

#[tokio::test]
async fn place_order__repeated() {
    let server = served().await;
    fill(&server, SESSION, &[(3, 0, 1), (4, 0, 5)]).await;
    let more = json!({"discountCode": "ONCE", "giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"});
    let first = check_out(&server, SESSION, more.clone()).await;
    let taken = left(&server).await;
    // This order itself holds the apron, the code's single use and the certificate.
    let again = check_out(&server, SESSION, more.clone()).await;
    assert_eq!(data(&again), data(&first));
    assert_eq!(left(&server).await, taken);
    // A repeated checkout compares the expected total too.
    let mut stale = more.clone();
    stale["expectedTotal"] = json!(1);
    assert_eq!(check_out(&server, SESSION, stale).await.message(), "Prices have changed");
    let mut right = more;
    right["expectedTotal"] = data(&first)["total"].clone();
    assert_eq!(data(&check_out(&server, SESSION, right).await), data(&first));
}

#[tokio::test]
async fn place_order__nothing_left_to_pay() {
    let server = served().await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let more = json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"});
    let placed =
        check_out(&server, SESSION, more).await.snapshot("place_order__200_nothing_to_pay");
    assert_eq!(data(&placed)["clientSecret"], "");
    let order = "select status, payment_status, total, gift_certificate_total, paid_at = created_at as is_paid_at_once,
            payment_intent_id, (select json_agg(json_build_array(from_status, to_status) order by id)
                from order_status_changes where site_id = 1 and order_id = o.id) as changes
        from orders o where site_id = 1";
    let expected = json!({
        "status": "paid", "payment_status": "paid", "total": 0, "gift_certificate_total": 1502,
        "is_paid_at_once": true, "payment_intent_id": null,
        "changes": [[null, "pending"], ["pending", "paid"]],
    });
    assert_eq!(stored(&server, order).await, expected);
    assert_eq!(left(&server).await["gift"], 5000 - 1502);
    // The order has emptied the cart.
    let cart = server.get("/api/storefront/1/cart").query("sessionId", SESSION).await;
    assert_eq!(cart.json["data"]["items"], json!([]));
    assert_eq!(check_out(&server, SESSION, json!({})).await.message(), "Cart is empty");
}

#[tokio::test]
async fn place_order__lines_that_share_stock() {
    let server = served().await;
    // Five mugs without a design, and a mug with each of two designs, share one stock.
    fill(&server, SESSION, &[(4, 0, 5)]).await;
    for id in [1, 2] {
        let design = Design::finalized(&server, id, 4).await.uuid;
        fill_with_mugs(&server, SESSION, 1, &design).await;
    }
    server.sql("update products set quantity = 6 where site_id = 1 and id = 4").await;
    assert_eq!(check_out(&server, SESSION, json!({})).await.message(), "Insufficient stock");
    server.sql("update products set quantity = 7 where site_id = 1 and id = 4").await;
    data(&check_out(&server, SESSION, json!({})).await);
    assert_eq!(left(&server).await["mugs"], 0);
}
