//! Changes of products that customers have in carts and in pending orders.

use super::*;
use crate::api::storefront::purchases::{Purchase, fill};

const SHOP: &str = "/api/storefront/1";

fn check_out<'a>(server: &'a Server, session: &str, more: Value) -> Request<'a> {
    server.post(&format!("{SHOP}/checkout"), &checkout_body(session, more))
}

/// A pending order retains what was ordered. A cart shows and charges the current product.
#[tokio::test]
async fn a_change_in_carts_and_pending_orders() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    for session in ["ordered", "in a cart"] {
        fill(&server, session, &[(1, 1, 2)]).await;
    }
    let placed = check_out(&server, "ordered", json!({})).await.expect(200);
    let order = Purchase::placed(&server, &placed).await;
    let cart = async || {
        let cart = server.get(&format!("{SHOP}/cart")).query("sessionId", "in a cart").await;
        cart.json["data"].clone()
    };
    let seen = cart().await["subtotal"].as_i64().unwrap();

    let variant = format!("{TOTE}/variants/1");
    let price = json!({"price": seen});
    change(&server, &token, &variant, "*", &price).await.expect(200);
    change(&server, &token, TOTE, "*", &json!({"name": "Quay Tote"})).await.expect(200);
    let shown = cart().await;
    assert_eq!(shown["items"][0]["productName"], "Quay Tote");
    assert_eq!(shown["subtotal"], 2 * seen);
    let stale = check_out(&server, "in a cart", json!({"expectedTotal": seen})).await;
    assert_eq!(stale.outcome(), (409, "Prices have changed"));

    server.request("POST", &format!("{TOTE}/archive")).bearer(&token).await.expect(200);
    assert_eq!(cart().await["itemCount"], 2, "the line stays visible");
    for session in ["ordered", "in a cart"] {
        let gone = check_out(&server, session, json!({})).await;
        assert_eq!(gone.outcome(), (409, "Some items are no longer available"), "{session}");
    }
    // The customer pays the order that was placed before.
    order.pay(&server).await;
    assert_eq!(order.status(&server).await, "paid");
    let path = format!("/api/staff/sites/1/orders/{}", order.number);
    let paid = server.get(&path).bearer(&token).await;
    assert_eq!(paid.json["data"]["items"][0]["productName"], "Harbor Tote");
    assert_eq!(paid.json["data"]["subtotal"], seen);

    server.request("POST", &format!("{TOTE}/restore")).bearer(&token).await.expect(200);
    change(&server, &token, TOTE, "*", &json!({"status": "active"})).await.expect(200);
    check_out(&server, "in a cart", json!({})).await.expect(200);
    let newest = "select subtotal from orders order by id desc limit 1";
    assert_eq!(stored(&server, newest).await["subtotal"], 2 * seen);
}

/// Each checkout is before or after the product is archived. The stock that is taken is that of the placed orders.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_checkouts_while_the_product_is_archived() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    server.sql("update product_variants set quantity = 1000 where site_id = 1 and id = 1").await;
    let sessions: Vec<String> = (0..50).map(|number| format!("session {number}")).collect();
    for session in &sessions {
        fill(&server, session, &[(1, 1, 1)]).await;
    }
    let (placed, rest) = sessions.split_at(10);
    let outcomes = |sessions: &[String]| {
        let server = &server;
        let calls = sessions.iter().map(|session| check_out(server, session, json!({})));
        join_all(calls.map(IntoFuture::into_future).collect::<Vec<_>>())
    };
    for answer in outcomes(placed).await {
        assert_eq!(answer.status(), 200, "{}", answer.message());
    }
    let path = format!("{TOTE}/archive");
    let archive = server.request("POST", &path).bearer(&token);
    let (archived, answers) = tokio::join!(archive.into_future(), outcomes(rest));
    assert_eq!(archived.status(), 200);
    let mut orders = placed.len();
    for answer in answers {
        match answer.outcome() {
            (200, _) => orders += 1,
            refused => assert_eq!(refused, (409, "Some items are no longer available")),
        }
    }
    let left =
        stored(&server, "select quantity from product_variants where site_id = 1 and id = 1");
    assert_eq!(left.await["quantity"], 1000 - orders);
    assert_eq!(server.count("orders where status = 'pending'").await, orders as i64);
}
