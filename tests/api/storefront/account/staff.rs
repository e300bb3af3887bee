//! `stoa customer`.

use std::time::SystemTime;

use super::*;
use crate::api::storefront::commands::stoa;
use crate::api::storefront::purchases::{Purchase, stored};
use crate::harness::designs;

/// Runs `stoa customer` and returns its output and errors.
async fn customer(server: &Server, arguments: &[&str]) -> (String, String) {
    stoa(server, &[&["customer"], arguments].concat(), "").await
}

/// Returns a server, an order placed as a guest, and the token of the customer with the order's address. The server's
/// clock is set to the machine's, which the commands use.
async fn served_with_a_customer() -> (Server, Purchase, String) {
    let server = served().await;
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    let order = Purchase::with_fixed_names(&server).await;
    let fields = json!({
        "email": EMAIL, "password": PASSWORD, "firstName": "Mara", "lastName": "Lind\u{1b}[31m",
    });
    let token = token(&act(&server, "register", fields).await);
    verify(&server, EMAIL).await;
    (server, order, token)
}

#[tokio::test]
async fn show_and_list() {
    let (server, _, token) = served_with_a_customer().await;
    let (list, _) = customer(&server, &["list"]).await;
    assert!(list.starts_with("SITE  CUSTOMER  E-MAIL"), "{list}");
    assert!(list.contains("mara@example.com  Mara Lind [31m"), "{list}");
    let (none, _) = customer(&server, &["list", "--site", "2"]).await;
    assert!(!none.contains("mara"), "{none}");
    for who in ["MARA@example.com", "1"] {
        let (shown, complaint) = customer(&server, &["show", who]).await;
        assert!(shown.contains("E-mail            mara@example.com"), "{shown}{complaint}");
        assert!(shown.contains("Orders            1"), "{shown}");
        assert!(!shown.contains("argon2") && !shown.contains('\u{1b}'), "{shown}");
    }
    let (sessions, _) = customer(&server, &["sessions", EMAIL]).await;
    assert_eq!(sessions.lines().count(), 2, "{sessions}");
    assert!(!sessions.contains(&token), "{sessions}");

    for (arguments, complaint) in [
        (
            ["show", "ida@example.com"].as_slice(),
            "there is no customer ida@example.com: `stoa customer list`",
        ),
        (&["show", "2"], "there is no customer 2"),
        (&["show", EMAIL, "--site", "2"], "there is no customer"),
    ] {
        let (said, complained) = customer(&server, arguments).await;
        assert!(said.is_empty() && complained.contains(complaint), "{said}{complained}");
    }
    let there = json!({"action": "register", "email": EMAIL, "password": PASSWORD});
    server.post("/api/storefront/2/auth", &there).await;
    let (_, several) = customer(&server, &["erase", EMAIL]).await;
    assert!(
        several.contains("customer mara@example.com is in several sites: name one"),
        "{several}"
    );
    assert_eq!(server.count("customers").await, 2);
}

#[tokio::test]
async fn export() {
    let (server, order, token) = served_with_a_customer().await;
    let changes = json!({"phone": "+1 207 555 0142", "addressBook": [{"line1": "4 Quay Street"}]});
    patch(&server, &token, &changes).await;
    let (exported, complaint) = customer(&server, &["export", EMAIL]).await;
    let exported: Value = serde_json::from_str(&exported).expect(&complaint);
    assert_eq!(exported["customer"]["email"], EMAIL);
    assert_eq!(exported["customer"]["phone"], "+1 207 555 0142");
    assert_eq!(exported["customer"]["addressBook"], changes["addressBook"]);
    assert_eq!(exported["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(exported["orders"][0]["orderNumber"], *order.number);
    assert_eq!(exported["orders"][0]["shippingAddress"]["line1"], "4 Quay Street");
    assert_eq!(exported["orders"][0]["items"].as_array().unwrap().len(), 2);
    let text = exported.to_string();
    assert!(!text.contains("argon2") && !text.contains(&token), "{text}");
}

/// An export has designs and images, including deleted ones.
#[tokio::test]
async fn export__with_designs() {
    let (server, _, _) = served_with_a_customer().await;
    designs::fill(&server).await;
    let (exported, complaint) = customer(&server, &["export", EMAIL]).await;
    let exported: Value = serde_json::from_str(&exported).expect(&complaint);
    let ids = |what: &str| {
        let items = exported[what].as_array().unwrap().iter();
        items.map(|item| item["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids("designs"), [2, 3, 5]);
    let (design, legacy) = (&exported["designs"][0], &exported["designs"][1]);
    assert_eq!(design["layers"], json!([{"type": "text", "text": "Whales"}]));
    assert_eq!(legacy["layersBySurface"]["front"][0]["text"], "Whales");
    let print = design["drawings"][0]["printUrl"].as_str().unwrap();
    let expected = designs::Design::named(2).key(1, designs::What::Print(0));
    assert!(print.ends_with(&format!("/files/1/{expected}")), "{print}");
    assert_eq!(ids("images").len(), 2);
    assert!(exported["images"][0]["url"].as_str().unwrap().contains("/files/1/"));
}

/// Erasing a customer deletes the designs, but not the print files of orders.
#[tokio::test]
async fn erase__with_designs() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let design = designs::fill(&server).await;
    server.sql("update designs set customer_id = 1, session_sha256 = null where id = 1").await;
    let line = json!({
        "sessionId": "another session", "productId": 1, "variantId": 1, "designId": design.uuid,
    });
    server.post("/api/storefront/1/cart", &line).await;
    let body = checkout_body("another session", json!({"customerEmail": EMAIL}));
    server.post("/api/storefront/1/checkout", &body).await.expect(200);
    let sql = "update orders set customer_id = 1, status = 'delivered';
        update order_item_drawings set print_key = null";
    server.sql(sql).await;
    let (_, complaint) = customer(&server, &["erase", EMAIL]).await;
    assert!(
        complaint.contains("lacks the print file of a design of mara@example.com"),
        "{complaint}"
    );
    server.sql("update order_item_drawings set print_key = mockup_key").await;
    let (said, complaint) = customer(&server, &["erase", EMAIL]).await;
    assert_eq!((said.as_str(), complaint.contains("stoa: ")), ("", false), "{complaint}");
    assert_eq!(server.count("designs where customer_id is not null").await, 0);
    assert_eq!(server.count("designs").await, 1, "the template");
    assert_eq!(server.count("design_revisions where design_id <> 4").await, 0);
    assert_eq!(server.count("design_assets where customer_id is not null").await, 0);
    assert_eq!(server.count("order_item_drawings").await, 2);
    assert_eq!(server.count("order_items where design_thumbnail_key is not null").await, 1);
}

#[tokio::test]
async fn erase() {
    let (server, order, token) = served_with_a_customer().await;
    let (_, complaint) = customer(&server, &["erase", EMAIL]).await;
    assert!(
        complaint.contains("is not shipped yet and needs its address: ship or cancel it first"),
        "{complaint}"
    );
    assert!(is_logged_in(&server, &token).await, "nothing is half erased");
    let sql = "update orders set status = 'delivered', customer_phone = '+1', customer_note = 'By the boat'";
    server.sql(sql).await;
    let (said, complaint) = customer(&server, &["erase", EMAIL]).await;
    assert_eq!((said.as_str(), complaint.contains("stoa: ")), ("", false), "{complaint}");
    assert!(!is_logged_in(&server, &token).await);
    for table in [
        "customers",
        "customer_networks",
        "customer_sessions",
        "email_verifications",
        "password_resets",
    ] {
        assert_eq!(server.count(table).await, 0, "{table}");
    }
    let left =
        "select number, customer_id, customer_email, customer_name, customer_phone, customer_note,
            shipping_address, billing_address from orders";
    assert_eq!(
        stored(&server, left).await,
        json!({
            "number": order.number, "customer_id": null, "customer_email": "", "customer_name": "",
            "customer_phone": null, "customer_note": null, "shipping_address": null, "billing_address": null,
        })
    );
    assert_eq!(server.count("order_items").await, 2, "what was ordered stays");
    for email in [EMAIL, " ", "%20"] {
        let order = format!("/api/storefront/1/orders/{}", order.number);
        assert_eq!(server.get(&order).query("email", email).await.status(), 404, "{email}");
    }
    // The customer can register the address again, and gets none of the old data.
    let token = registered(&server, EMAIL).await;
    verify(&server, EMAIL).await;
    let profile = server.get(ACCOUNT).bearer(&token).await;
    assert_eq!(profile.json["data"]["orderCount"], 0);
}
