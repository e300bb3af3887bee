//! The customers of a site.

use super::*;
use crate::api::storefront::customers::{self, ACCOUNT, is_logged_in, registered, verify};

const CUSTOMERS: &str = "/api/staff/sites/1/customers";
const MARA: &str = "mara@example.com";

/// A server with the customers Mara, who has an order, and Ida, and the token of a person with the role `shop`.
async fn served_with_customers() -> (Server, String, String) {
    let (server, shop) = served_to("shop").await;
    let mara = registered(&server, MARA).await;
    let named = json!({
        "firstName": "Mara", "lastName": "Lindqvist", "phone": "+1 207 555 0142",
        "defaultShippingAddress": {"line1": "4 Quay Street"}, "addressBook": [{"line1": "1 Pier"}],
    });
    server.request("PATCH", ACCOUNT).json(&named).bearer(&mara).await;
    server.pass(MINUTE);
    registered(&server, "ida@example.com").await;
    order(&server, 1001, "paid", "customer_id", "1").await;
    (server, shop, mara)
}

/// Inserts an order of site 1 with a value of this column.
async fn order(server: &Server, id: i64, status: &str, column: &str, value: &str) {
    let sql = format!(
        "insert into orders (site_id, id, number, status, customer_email, customer_name, currency, subtotal, total,
           payment_provider, expires_at, created_at, updated_at, holds, {column})
        overriding system value
        values (1, {id}, 'HG-{id}', '{status}', '{MARA}', '', 'USD', 8900, 8900, 'test', now(), now(), now(), false,
           {value})"
    );
    server.sql(&sql).await;
}

#[tokio::test]
async fn list_customers() {
    let (server, shop, _) = served_with_customers().await;
    let list = || server.get(CUSTOMERS).bearer(&shop);
    assert_eq!(list().await.snapshot("list_customers__200").ids(), [2, 1]);
    let page = list().query("limit", "1").await;
    assert_eq!(page.ids(), [2]);
    let next = page.json["nextCursor"].as_str().unwrap();
    let page = list().query("limit", "1").query("cursor", next).await;
    assert_eq!((page.ids(), &page.json["nextCursor"]), (vec![1], &Value::Null));
    for (q, found) in [
        ("", vec![2, 1]),
        (" ", vec![2, 1]),
        ("Mara@", vec![1]),
        ("mara@example.com", vec![1]),
        ("ara@example.com", vec![]),
        ("@", vec![]),
        ("m%@", vec![]),
        ("\u{10ffff}@", vec![]),
        ("MARA LIND", vec![1]),
        ("lindqvist", vec![1]),
        ("qvist", vec![]),
        ("i", vec![2]),
        ("m", vec![1]),
        ("%", vec![]),
        ("_ara", vec![]),
        ("\\", vec![]),
    ] {
        assert_eq!(list().query("q", q).await.ids(), found, "{q}");
    }
    server.sql("update customers set last_name = 'Überwald' where id = 2").await;
    let pages = || list().query("q", "über");
    assert_eq!(pages().await.ids(), [2]);
    assert_eq!(pages().query("limit", "1").query("cursor", next).await.ids(), [0; 0]);
    let sql = "update customers set first_name = 'ΚΟΣΜΑΣ', last_name = 'Straße' where id = 1";
    server.sql(sql).await;
    for q in ["ΚΟΣ", "κος", "STRASSE", "strasse"] {
        assert_eq!(list().query("q", q).await.ids(), [1], "{q}");
    }
    let refused = list().query("q", &"a".repeat(101)).await.snapshot("list_customers__400");
    assert_eq!(refused.message(), "q must have at most 100 characters");
    for cursor in ["x", "1", ".", "-9000000000000000.1", "9223372036854775807.1", "1.x", "1.2.3"] {
        let refused = list().query("cursor", cursor).await;
        assert_eq!(refused.outcome(), (400, "Invalid cursor"), "{cursor}");
    }
    let far = list().query("cursor", "200000000000000.1").await;
    assert_eq!(far.ids(), [2, 1]);
}

/// The trigram index and the newest customers find the same, on every page.
#[tokio::test]
async fn list_customers__many_matches() {
    let (server, shop, _) = served_with_customers().await;
    let sql = "insert into customers (site_id, id, email, password_hash, first_name, created_at, updated_at)
        select 1, n, 'c' || n || '@example.com', '', case n % 100 when 0 then 'Ada' else 'Bo' end,
           timestamptz '2026-01-01' + n / 2 * interval '1 second', now()
        from generate_series(100, 12100) n";
    server.sql(sql).await;
    for (q, expected) in [("bo", 11880), ("ada", 121)] {
        let page = || {
            // A customer more than the limit of reads allows within a minute.
            server.pass(SECOND);
            server.get(CUSTOMERS).bearer(&shop).query("q", q).query("limit", "100")
        };
        let ids = all_ids(page).await;
        assert_eq!(ids.len(), expected, "{q}");
        assert!(ids.is_sorted_by(|one, next| one > next), "{q}");
    }
}

#[tokio::test]
async fn get_customer() {
    let (server, shop, _) = served_with_customers().await;
    let support = hired(&server, Some(1), "lin@harborgoods.example", &["support"]).await;
    let get =
        async |id: &str, token: &str| server.get(&format!("{CUSTOMERS}/{id}")).bearer(token).await;
    let shown = get("1", &shop).await.snapshot("get_customer__200");
    assert_eq!(shown.json, get("1", &support).await.json);
    order(&server, 1002, "paid", "customer_note", "'as a guest'").await;
    let orders = async || get("1", &shop).await.json["data"]["orders"].as_array().unwrap().len();
    assert_eq!(orders().await, 1, "the address is not verified");
    verify(&server, MARA).await;
    assert_eq!(orders().await, 2);
    get("99", &shop).await.snapshot("get_customer__404");
    get("x", &shop).await.snapshot("get_customer__400");
    get("9223372036854775808", &shop).await;
    assert_eq!(get("9223372036854775807", &shop).await.status(), 404);
    let other = hired(&server, Some(2), "odd@odds.example", &["owner"]).await;
    let elsewhere = server.get("/api/staff/sites/2/customers/1").bearer(&other).await;
    assert_eq!(elsewhere.message(), "Customer not found");
}

#[tokio::test]
async fn export_customer() {
    let (server, shop, mara) = served_with_customers().await;
    let export =
        async |id: i64| server.get(&format!("{CUSTOMERS}/{id}/export")).bearer(&shop).await;
    server
        .request("POST", "/api/storefront/1/account/support")
        .bearer(&mara)
        .json(&json!({"subject": "A seam", "body": "It came loose."}))
        .await;
    let exported = export(1).await.snapshot("export_customer__200");
    assert_eq!(exported.json["data"]["supportMessages"][0]["subject"], "A seam");
    export(99).await.snapshot("export_customer__404");
}

/// Lists of more items than the server reads at a time, with the command and with the operation.
#[tokio::test]
async fn export_customer__several_pages() {
    let (server, shop, _) = served_with_customers().await;
    let sql = "insert into designs (site_id, id, uuid, product_id, customer_id, name, layers, created_at, updated_at)
        select 1, 9000 + number, gen_random_uuid(), 1, 1, 'Design ' || number, '[]', now(), now()
        from generate_series(1, 24) number";
    server.sql(sql).await;
    let exported = server.get(&format!("{CUSTOMERS}/1/export")).bearer(&shop).await;
    let names: Vec<_> = exported.json["data"]["designs"].as_array().unwrap().iter().collect();
    assert_eq!(names.len(), 24);
    assert_eq!([&names[0]["name"], &names[23]["name"]], ["Design 1", "Design 24"]);
    assert_eq!(exported.json["data"]["images"], json!([]));

    let mara = stoa::commands::customers::find(&server.db(), Some(1), MARA).await.unwrap();
    let mut written = Vec::new();
    stoa::commands::customers::export(&server.db(), &mara, &server.files, &mut written)
        .await
        .unwrap();
    let written: Value = serde_json::from_slice(&written).unwrap();
    assert_eq!(written, exported.json["data"]);
}

#[tokio::test]
async fn erase_customer() {
    let (server, shop, mara) = served_with_customers().await;
    let erase =
        async |id: i64| server.request("DELETE", &format!("{CUSTOMERS}/{id}")).bearer(&shop).await;
    erase(1).await.snapshot("erase_customer__409");
    assert!(is_logged_in(&server, &mara).await);
    server.sql("update orders set status = 'shipped'").await;
    let erased = erase(1).await.snapshot("erase_customer__200");
    erase(1).await.snapshot("erase_customer__404");
    assert!(!is_logged_in(&server, &mara).await);
    assert_eq!(server.count("orders where customer_id is null and customer_email = ''").await, 1);
    let request_id = erased.header("x-request-id");
    assert_eq!(
        changes(&server).await,
        [format!("1 person eraseCustomer customer deleted {request_id}")]
    );
    let find = stoa::commands::customers::find(&server.db(), Some(1), "ida@example.com").await;
    stoa::commands::customers::erase(&server.db(), &find.unwrap()).await.unwrap();
    assert_eq!(changes(&server).await[1], "1 command_line stoa customer erase customer deleted");
}

#[tokio::test]
async fn end_customer_sessions() {
    let (server, shop, mara) = served_with_customers().await;
    let second = customers::token(&customers::log_in(&server, MARA, PASSWORD).await);
    let end = async |id: i64| {
        server.request("DELETE", &format!("{CUSTOMERS}/{id}/sessions")).bearer(&shop).await
    };
    let ended = end(1).await.snapshot("end_customer_sessions__200");
    end(99).await.snapshot("end_customer_sessions__404");
    for token in [&mara, &second] {
        assert!(!is_logged_in(&server, token).await);
    }
    assert_eq!(server.count("customer_sessions").await, 1, "the session of the other customer");
    let request_id = ended.header("x-request-id");
    assert_eq!(
        changes(&server).await,
        [format!("1 person endCustomerSessions customer sessions {request_id}")]
    );
    assert_eq!(customers::log_in(&server, MARA, PASSWORD).await.status(), 200);
}

/// The audit trail without the people who were hired.
pub async fn changes(server: &Server) -> Vec<String> {
    let entries = audited(server).await.into_iter();
    entries
        .filter(|entry| !entry.contains(" person name,password") && !entry.contains("stoa staff"))
        .collect()
}

/// An answer that is stored for an `Idempotency-Key` does not show an erased customer.
#[tokio::test]
async fn an_erasure_deletes_stored_answers() {
    let (server, shop, mara) = served_with_customers().await;
    let agent = hired(&server, Some(1), "agent@harborgoods.example", &["support"]).await;
    let seam = json!({"subject": "A seam", "body": "It came loose."});
    let written = server.post("/api/storefront/1/account/support", &seam);
    assert_eq!(written.bearer(&mara).await.status(), 201);
    let reply = || {
        let replies = server.request("POST", "/api/staff/sites/1/support-messages/1/replies");
        replies.bearer(&agent).header("idempotency-key", "one").json(&json!({"body": "Gladly"}))
    };
    assert_eq!(reply().await.status(), 201);
    assert_eq!(reply().await.status(), 201, "a replay");
    server.sql("update orders set status = 'shipped'").await;
    let erased = server.request("DELETE", &format!("{CUSTOMERS}/1")).bearer(&shop).await;
    assert_eq!(erased.status(), 200);
    assert_eq!(reply().await.message(), "A request with this Idempotency-Key is in progress");
}

/// An order that is placed during the erasure of its customer prevents the erasure, or is a guest's.
#[tokio::test]
async fn an_order_races_an_erasure() {
    let (server, shop, _) = served_with_customers().await;
    for round in 0..10 {
        server.pass(MINUTE);
        let email = format!("customer{round}@example.com");
        let token = customers::registered(&server, &email).await;
        let line = json!({"sessionId": email, "productId": 4, "quantity": 1});
        let added = server.request("POST", "/api/storefront/1/cart").bearer(&token).json(&line);
        assert_eq!(added.await.status(), 200);
        let found = stoa::commands::customers::find(&server.db(), Some(1), &email).await.unwrap();
        let order = json!({
            "sessionId": email,
            "customerEmail": email,
            "customerName": "Mara",
            "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
            "shippingRateId": 1,
        });
        let order =
            server.request("POST", "/api/storefront/1/checkout").bearer(&token).json(&order);
        let erasure = server.request("DELETE", &format!("{CUSTOMERS}/{}", found.id)).bearer(&shop);
        let (placed, erased) = tokio::join!(order.into_future(), erasure.into_future());
        let orders_of_customer = format!("orders where customer_id = {}", found.id);
        let expected = match (placed.status(), erased.status()) {
            (200, 409) => 1,
            (200 | 404, 200) => 0,
            other => panic!("{other:?}: {} {}", placed.message(), erased.message()),
        };
        assert_eq!(server.count(&orders_of_customer).await, expected, "{email}");
    }
}
