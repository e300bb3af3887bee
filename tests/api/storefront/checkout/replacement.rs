//! A cart's pending order when the cart is checked out again with changes.

use std::time::Duration;

use super::*;

/// Status, total and hold of each order, by id.
async fn orders(server: &Server) -> Value {
    let orders = "select coalesce(json_agg(json_build_array(status, total, holds) order by id), '[]') as list
        from orders where site_id = 1";
    stored(server, orders).await["list"].take()
}

#[tokio::test]
async fn place_order__a_changed_cart() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(4, 0, 1)]).await;
    let first = check_out(&server, SESSION, json!({})).await;
    fill(&server, SESSION, &[(4, 0, 1)]).await;
    let second = check_out(&server, SESSION, json!({})).await;
    assert_ne!(data(&second)["orderId"], data(&first)["orderId"]);
    assert_eq!(orders(&server).await, json!([["cancelled", 1931, false], ["pending", 3861, true]]));
    assert_eq!(left(&server).await["mugs"], 98);
    assert_eq!(stripe.payable(), ["pi_2"]);
    let changes = "select json_agg(json_build_array(order_id, from_status, to_status, note) order by id) as list
        from order_status_changes where site_id = 1";
    let expected = json!([
        [1, null, "pending", null],
        [1, "pending", "cancelled", "The cart was checked out again"],
        [2, null, "pending", null],
    ]);
    assert_eq!(stored(&server, changes).await["list"], expected);
}

#[tokio::test]
async fn place_order__takes_over_what_the_previous_order_holds() {
    let server = served().await;
    fill(&server, SESSION, &[(3, 0, 1), (4, 0, 5)]).await;
    let more = |name: &str| json!({"customerName": name, "discountCode": "ONCE", "giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"});
    let first = check_out(&server, SESSION, more("Mara")).await;
    let taken = left(&server).await;
    assert_eq!(taken, json!({"aprons": 0, "mugs": 95, "totes": 12, "once": 1, "gift": 0}));
    // The last apron, the single use of the code and the whole certificate move to the new order.
    let second = check_out(&server, SESSION, more("Lin")).await;
    assert_ne!(data(&second)["orderId"], data(&first)["orderId"]);
    assert_eq!(data(&second)["total"], data(&first)["total"]);
    assert_eq!(left(&server).await, taken);
    let ledger = "select json_agg(json_build_array(order_id, amount, reason) order by id) as list
        from gift_certificate_movements where site_id = 1 and order_id is not null";
    let expected = json!([[1, -5000, "hold"], [1, 5000, "release"], [2, -5000, "hold"]]);
    assert_eq!(stored(&server, ledger).await["list"], expected);
}

#[tokio::test]
async fn place_order__a_refusal_leaves_the_previous_order() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(3, 0, 1)]).await;
    let first = check_out(&server, SESSION, json!({})).await;
    let (before, taken) = (orders(&server).await, left(&server).await);
    for more in [
        json!({"discountCode": "OVER"}),
        json!({"customerName": "Lin", "expectedTotal": 1}),
        json!({"giftCertificateCode": "GIFT-3RTY-8BNE-6PLC"}),
    ] {
        assert!(check_out(&server, SESSION, more).await.status() >= 400);
    }
    assert_eq!((orders(&server).await, left(&server).await), (before, taken));
    assert_eq!(stripe.payable(), ["pi_1"]);
    assert_eq!(data(&check_out(&server, SESSION, json!({})).await), data(&first));
}

#[tokio::test]
async fn place_order__prices_change() {
    let server = served().await;
    fill(&server, SESSION, &[(4, 0, 1)]).await;
    let shown = data(&check_out(&server, SESSION, json!({})).await)["total"].clone();
    server.sql("update products set price = 2000 where site_id = 1 and id = 4").await;
    let stale = check_out(&server, SESSION, json!({"expectedTotal": shown})).await;
    assert_eq!(stale.outcome(), (409, "Prices have changed"));
    assert_eq!(data(&check_out(&server, SESSION, json!({})).await)["total"], 2145);
    assert_eq!(orders(&server).await, json!([["cancelled", 1931, false], ["pending", 2145, true]]));
}

#[tokio::test]
async fn place_order__replaces_an_order_that_expires_soon() {
    let (server, stripe) = paid_by_stripe().await;
    fill(&server, SESSION, &[(3, 0, 1)]).await;
    let first = check_out(&server, SESSION, json!({})).await;
    server.pass(Duration::from_secs(29 * 60));
    assert_eq!(data(&check_out(&server, SESSION, json!({})).await), data(&first));
    server.pass(Duration::from_secs(60));
    let second = check_out(&server, SESSION, json!({})).await;
    assert_ne!(data(&second)["orderId"], data(&first)["orderId"]);
    assert_eq!(orders(&server).await, json!([["cancelled", 5792, false], ["pending", 5792, true]]));
    assert_eq!(stripe.payable(), ["pi_2"]);
}

#[tokio::test]
async fn place_order__order_number_collision() {
    let server = served().await;
    fill(&server, SESSION, &[(2, 0, 1)]).await;
    let sql = "insert into orders (site_id, number, customer_email, customer_name, currency, subtotal, total,
           payment_provider, expires_at, created_at, updated_at)
        values (1, 'TAKEN', '', '', 'USD', 0, 0, 'test', now(), now(), now());
        create sequence tries;
        create function take() returns trigger language plpgsql as $$
        begin
            if nextval('tries') <= 2 then
                new.number := 'TAKEN';
            end if;
            return new;
        end $$;
        create trigger take before insert on orders for each row execute function take()";
    server.sql(sql).await;
    data(&check_out(&server, SESSION, json!({})).await);
    assert_eq!(stored(&server, "select last_value from tries").await, json!({"last_value": 3}));
}

#[tokio::test]
async fn a_cart_may_use_what_its_own_order_holds() {
    let server = served().await;
    fill(&server, SESSION, &[(1, 1, 12), (3, 0, 1)]).await;
    assert_eq!(check_out(&server, SESSION, json!({})).await.status(), 200);
    let held = left(&server).await;
    assert_eq!(json!([held["totes"], held["aprons"]]), json!([0, 0]));
    let cart = server.get("/api/storefront/1/cart").query("sessionId", SESSION).await;
    let items = cart.json["data"]["items"].as_array().unwrap();
    let put = async |product_id: i64, quantity: i64| {
        let item = items.iter().find(|item| item["productId"] == product_id).unwrap();
        let body = json!({"cartItemId": item["id"], "quantity": quantity});
        server.request("PUT", "/api/storefront/1/cart").json(&body).await.status()
    };
    let add = async |session: &str, quantity: i64| {
        let body =
            json!({"sessionId": session, "productId": 1, "variantId": 1, "quantity": quantity});
        server.post("/api/storefront/1/cart", &body).await.status()
    };
    assert_eq!(
        (put(1, 13).await, put(1, 6).await, put(3, 1).await, put(3, 2).await),
        (409, 200, 200, 409)
    );
    assert_eq!((add(SESSION, 7).await, add(SESSION, 6).await), (409, 200));
    assert_eq!(add("another session", 1).await, 409, "it is held against everybody else");
    put(1, 11).await;
    assert_eq!(check_out(&server, SESSION, json!({})).await.status(), 200);
    assert_eq!(left(&server).await["totes"], 1);
}

#[tokio::test]
async fn place_order__replaced_too_often() {
    let server = served().await;
    fill(&server, SESSION, &[(4, 0, 1)]).await;
    let first = check_out(&server, SESSION, json!({})).await;
    // Inserts an order for each minute of the last hour.
    let sql = "insert into orders (site_id, number, status, cart_id, customer_email, customer_name, currency, subtotal,
           total, payment_provider, holds, expires_at, created_at, updated_at)
        select 1, n, 'cancelled', cart_id, '', '', 'USD', 500, 500, 'test', false, expires_at,
           created_at - n * interval '1 minute', updated_at
        from orders, generate_series(0, 59) n";
    server.sql(sql).await;
    let again = async |name: &str| check_out(&server, SESSION, json!({"customerName": name})).await;
    let refused = again("Lin").await.snapshot("place_order__429");
    assert_eq!(refused.header("retry-after"), "60");
    // The existing order remains, and other carts do not count.
    assert_eq!(data(&check_out(&server, SESSION, json!({})).await), data(&first));
    fill(&server, "another session", &[(4, 0, 1)]).await;
    data(&check_out(&server, "another session", json!({})).await);
    server.pass(Duration::from_secs(60));
    assert_ne!(data(&again("Lin").await)["orderId"], data(&first)["orderId"]);
    assert_eq!(again("Mara").await.status(), 429);
}
