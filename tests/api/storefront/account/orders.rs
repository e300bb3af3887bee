//! A customer's orders: which ones belong to them, in lists, in detail and in totals.

use std::collections::BTreeSet;

use super::*;
use crate::api::storefront::purchases::{Purchase, stored};
use crate::harness::designs::{DESIGN_ID, Design, What};

const ORDERS: &str = "/api/storefront/1/account/orders";

/// Inserts an order of site 1, with further columns from `more`. The digits of its number are also the minutes of its
/// creation.
async fn order(server: &Server, number: &str, customer: Option<i64>, email: &str, more: &str) {
    let customer = customer.map_or("null".to_owned(), |id| id.to_string());
    let sql = format!(
        "insert into orders (site_id, number, customer_id, customer_email, customer_name, currency, subtotal,
           total, payment_provider, expires_at, created_at, updated_at, holds, {columns})
        values (1, '{number}', {customer}, '{email}', 'Mara Lindqvist', 'USD', 1000, 1000, 'test', now(),
           timestamptz '2026-05-01' + {minute} * interval '1 minute', now(), false, {values})",
        minute = number.trim_start_matches("HG-"),
        columns = more.split_once('=').map_or("carrier", |(columns, _)| columns),
        values = more.split_once('=').map_or("null", |(_, values)| values)
    );
    server.sql(&sql).await;
}

const PAID: &str = "status, payment_status, paid_at = 'paid', 'paid', now()";
const CANCELLED: &str = "status = 'cancelled'";
const EXPIRED: &str = "status = 'expired'";
const PARTLY_REFUNDED: &str =
    "status, payment_status, paid_at, refunded_total = 'shipped', 'partially_refunded', now(), 300";
const REFUNDED: &str =
    "status, payment_status, paid_at, refunded_total = 'refunded', 'refunded', now(), 1000";

/// The order numbers in the list, in its order.
async fn numbers(server: &Server, token: &str, query: &str) -> Vec<String> {
    let list = server.get(&format!("{ORDERS}{query}")).bearer(token).await.expect(200);
    let numbers = list.each("orderNumber").into_iter();
    numbers.map(|number| number.as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn ownership_of_orders() {
    let (server, token) = with_customer(served().await).await;
    let other = registered(&server, "ida@example.com").await;
    for (number, customer, email, more) in [
        ("HG-1", Some(1), "ida@example.com", PAID),
        ("HG-2", None, "MARA@example.com", PAID),
        ("HG-3", Some(2), EMAIL, PAID),
        ("HG-4", None, "ida@example.com", PAID),
        ("HG-5", Some(1), EMAIL, CANCELLED),
        ("HG-6", None, EMAIL, EXPIRED),
        ("HG-7", Some(1), EMAIL, PARTLY_REFUNDED),
        ("HG-8", None, EMAIL, REFUNDED),
        ("HG-9", Some(99), EMAIL, PAID),
    ] {
        order(&server, number, customer, email, more).await;
    }
    let sums = async |token: &str| {
        let profile = server.get(ACCOUNT).bearer(token).await;
        let data = &profile.json["data"];
        (data["orderCount"].as_i64().unwrap(), data["totalSpent"].as_i64().unwrap())
    };
    let detail = async |token: &str, number: &str| {
        let order = server.get(&format!("{ORDERS}/{number}")).bearer(token).await;
        (order.status(), order.message().to_owned())
    };
    // Orders placed with a token belong to the customer at once. Guest orders belong to the customer once the address
    // is verified.
    assert_eq!(numbers(&server, &token, "").await, ["HG-7", "HG-5", "HG-1"]);
    assert_eq!(sums(&token).await, (2, 1700));
    assert_eq!(detail(&token, "HG-2").await, (404, "Order not found".into()));
    verify(&server, EMAIL).await;
    let all = ["HG-8", "HG-7", "HG-6", "HG-5", "HG-2", "HG-1"];
    assert_eq!(numbers(&server, &token, "").await, all);
    assert_eq!(sums(&token).await, (4, 2700));
    assert_eq!(numbers(&server, &other, "").await, ["HG-3"]);
    for number in ["HG-3", "HG-4", "HG-9", "HG-10", "%", "'"] {
        let expected = (404, "Order not found".into());
        assert_eq!(detail(&token, &encoded(number.as_bytes())).await, expected, "{number}");
    }
    for number in all {
        assert_eq!(detail(&token, &number.to_lowercase()).await.0, 200, "{number}");
    }
    // The pages together are the whole list.
    let mut paged = Vec::new();
    for page in 1..=4 {
        paged.extend(numbers(&server, &token, &format!("?limit=2&page={page}")).await);
    }
    assert_eq!(paged, all);
}

#[tokio::test]
async fn list_account_orders() {
    let (server, token) = with_customer(served().await).await;
    let list = async |query: &str| server.get(&format!("{ORDERS}{query}")).bearer(&token).await;
    list("").await.snapshot("list_account_orders__200_none");
    for number in ["HG-1", "HG-2", "HG-3"] {
        order(&server, number, Some(1), EMAIL, PAID).await;
    }
    list("").await.snapshot("list_account_orders__200");
    list("?page=2&limit=2").await.snapshot("list_account_orders__200_second_page");
    let far = list("?page=9223372036854775807&limit=1001").await;
    assert_eq!((far.status(), far.ids().len()), (200, 0));
    assert_eq!(far.json["pagination"]["limit"], 1000);
    list("?page=0").await.snapshot("list_account_orders__400");
}

#[tokio::test]
async fn get_account_order() {
    let (server, token) = with_customer(served().await).await;
    let order = Purchase::with_fixed_names(&server).await;
    let design = Design::finalized(&server, DESIGN_ID, 4).await;
    let sql = format!(
        "update orders set status = 'shipped', payment_status = 'paid', carrier = 'USPS', customer_id = 1,
           tracking_number = '9400111899223100012345', tracking_url = 'https://tracking.example/94',
           customer_note = 'By the boat', paid_at = '2026-06-01T12:01:00Z', shipped_at = '2026-06-02T15:00:00Z'
        where site_id = 1 and id = {0};
        update order_items set design_id = '{1}', design_revision = 1, design_thumbnail_key = '{2}' where product_id = 4;
        insert into order_status_changes (site_id, order_id, from_status, to_status, note, occurred_at)
        values (1, {0}, 'pending', 'paid', 'Payment confirmed', '2026-06-01T12:01:00Z'),
           (1, {0}, 'paid', 'shipped', null, '2026-06-02T15:00:00Z');
        insert into order_tracking_events (site_id, event_id, order_id, event_type, payload, processed_at)
        values (1, 'b', {0}, 'tracker.updated', '{{\"status\": \"in_transit\"}}', '2026-06-03T08:31:00Z')",
        order.id,
        design.uuid,
        design.key(1, What::Thumbnail)
    );
    server.sql(&sql).await;
    let get = async |path: &str| server.get(path).bearer(&token).await;
    get(&format!("{ORDERS}/HG-7K2M9XQ4TB")).await.snapshot("get_account_order__200");
    get(&format!("{ORDERS}/%00")).await.snapshot("get_account_order__400");
    get(&format!("{ORDERS}/HG-0000000000")).await.snapshot("get_account_order__404");
    // A guest with the number and the address can still look the order up.
    let guest = server.get("/api/storefront/1/orders/HG-7K2M9XQ4TB").query("email", EMAIL).await;
    assert_eq!(guest.status(), 200);
}

/// The token determines the customer of a cart and an order, whatever the address is.
#[tokio::test]
async fn an_order_with_a_token_belongs_to_the_customer() {
    let (server, token) = with_customer(served().await).await;
    let line = json!({"sessionId": "a session", "productId": 4, "quantity": 1});
    let add = |token: Option<&str>| {
        let add = server.post("/api/storefront/1/cart", &line);
        token.map_or(server.post("/api/storefront/1/cart", &line), |token| add.bearer(token))
    };
    let cart = "select customer_id from carts where session_id = 'a session'";
    assert_eq!(add(None).await.status(), 200);
    assert_eq!(stored(&server, cart).await["customer_id"], Value::Null);
    assert_eq!(add(Some(&token)).await.status(), 200);
    assert_eq!(stored(&server, cart).await["customer_id"], 1);
    let body = checkout_body("a session", json!({"customerEmail": "gift@example.com"}));
    let check_out = || server.post("/api/storefront/1/checkout", &body);
    let placed = check_out().bearer(&token).await.expect(200);
    let numbers = numbers(&server, &token, "").await;
    assert_eq!(numbers, [placed.json["data"]["orderNumber"].as_str().unwrap()]);
    let order = server.get(&format!("{ORDERS}/{}", numbers[0])).bearer(&token).await;
    assert_eq!(order.json["data"]["customerEmail"], "gift@example.com");
    // A token of another store is not valid here, so its order is a guest's.
    let there = json!({"action": "register", "email": EMAIL, "password": PASSWORD});
    let there = server.post("/api/storefront/2/auth", &there).await;
    let token = super::super::customers::token(&there);
    assert_eq!(check_out().bearer(&token).await.status(), 200);
    let newest = "select customer_id from orders order by id desc limit 1";
    assert_eq!(stored(&server, newest).await["customer_id"], Value::Null);
}

#[tokio::test]
async fn paging_over_orders_of_the_same_time() {
    let (server, token) = with_customer(served().await).await;
    verify(&server, EMAIL).await;
    let sql = "insert into orders (site_id, number, customer_id, customer_email, customer_name, currency, subtotal,
           total, payment_provider, expires_at, created_at, updated_at, holds, status)
        select 1, 'HG-' || n, case n % 2 when 0 then 1 end, 'mara@example.com', '', 'USD', 0, 0, 'test', now(),
           '2026-05-01', now(), false, 'paid'
        from generate_series(1, 250) n";
    server.sql(sql).await;
    let mut seen = BTreeSet::new();
    for page in 1..=3 {
        seen.extend(numbers(&server, &token, &format!("?limit=100&page={page}")).await);
    }
    assert_eq!(seen.len(), 250);
    assert_eq!(numbers(&server, &token, "").await.len(), 250, "one page has them all");
}
