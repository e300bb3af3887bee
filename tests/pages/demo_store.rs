//! The demo's store page: when it is served, how its orders are paid, and that a real browser can buy on it and use an
//! account.

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::api::storefront::commands::stoa;
use crate::api::storefront::customers::{EMAIL, registered, verification_token};
use crate::harness::browser::Browser;
use crate::harness::*;

const STORE_PAGE: &str = "/demo/store";
const TEST_PAYMENTS: &str = "/demo/store/payments";
const API: &str = "/api/storefront/1";

#[tokio::test]
async fn is_served_while_the_demo_takes_test_payments() {
    let server = served().await;
    let page = server.get(STORE_PAGE).unchecked().await;
    assert_eq!(page.status, 200);
    // These paths are the targets of links in mails and of recovered carts.
    for path in ["reset-password", "forgot-password", "cart"] {
        let same = server.get(&format!("{STORE_PAGE}/{path}")).unchecked().await;
        assert_eq!((same.status, &same.body), (200, &page.body), "{path}");
    }
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'; script-src 'sha256-"), "{policy}");

    for taken_away in [
        "update stores set payment_provider = 'stripe' where site_id = 1",
        "update stores set payment_provider = 'test', enabled = false where site_id = 1",
        "update stores set enabled = true where site_id = 1; delete from api_keys where site_id = 1",
    ] {
        server.sql(taken_away).await;
        assert_eq!(server.get(STORE_PAGE).await.status(), 404, "{taken_away}");
        let payment = json!({"clientSecret": "pi_1_secret_1", "outcome": "succeeded"});
        let payment = server.request("POST", TEST_PAYMENTS).json(&payment).await;
        assert_eq!(payment.status(), 404, "{taken_away}");
    }
}

#[tokio::test]
async fn payments__by_the_client_secret_alone() {
    let server = served().await;
    let pay = async |client_secret: &str, outcome: &str| {
        let payment = json!({"clientSecret": client_secret, "outcome": outcome});
        server.request("POST", TEST_PAYMENTS).json(&payment).unchecked().await.status
    };
    let order = ordered(&server).await;
    let (secret, number) =
        (order["clientSecret"].as_str().unwrap(), order["orderNumber"].as_str().unwrap());
    let intent = secret.split("_secret_").next().unwrap();
    for unknown in ["", intent, &format!("{intent}_secret_0"), &format!("{secret}0"), "%", "\0"] {
        assert!([400, 404].contains(&pay(unknown, "succeeded").await), "{unknown}");
    }
    assert_eq!(pay(secret, "stolen").await, 400);
    assert_eq!(server.request("POST", TEST_PAYMENTS).unchecked().await.status, 400);

    let payment_status = async || {
        let path = format!("{API}/orders/{number}?email=mara@example.com");
        server.get(&path).await.json["data"]["paymentStatus"].clone()
    };
    assert_eq!(pay(secret, "failed").await, 200);
    assert_eq!(payment_status().await, "failed");
    assert_eq!(pay(secret, "succeeded").await, 200);
    assert_eq!(payment_status().await, "paid");
    assert_eq!(pay(secret, "succeeded").await, 200, "paying twice pays once");
    assert_eq!(pay(secret, "failed").await, 409);
    assert_eq!(payment_status().await, "paid");
}

#[tokio::test]
async fn a_purchase_in_chromium() {
    let server = served_with_pictures().await;
    let Some(browser) = Browser::open().await else { return };
    browser.go(&format!("{}{STORE_PAGE}", server.url())).await;
    browser.shows("#lines", "Your cart is empty.").await;
    browser.click("#harbor-tote .look").await;
    browser.shows("#look", "Harbor Tote, made in the harbor.").await;
    let pictures = "return document.querySelectorAll('#pictures img').length";
    assert_eq!(browser.run(pictures).await, 3);
    browser.click("#look .close").await;
    browser.click("#anchor-mug button").await;
    browser.shows("#lines", "Anchor Mug").await;
    browser.click("#lines button[aria-label='One more of Anchor Mug']").await;
    browser.shows("#lines .quantity", "2").await;
    browser.shows("#lines button:focus", "+").await;
    browser.click("#harbor-tote button").await;
    browser.shows("#harbor-tote select", "Navy / Medium, $32.00").await;
    browser.click("#harbor-tote button").await;
    browser.shows("#lines", "Harbor Tote, Navy / Medium").await;
    browser.shows("#subtotal", "$68.00").await;

    browser.reload().await;
    browser.shows("#subtotal", "$68.00").await;
    browser.shows("#shipping", "Standard, 3–6 days: $6.00").await;
    browser.write("#name", "Mara Lindqvist").await;
    browser.write("#email", "mara@example.com").await;
    browser.write("#discount", "NO-SUCH-CODE").await;
    browser.click("#place").await;
    browser.shows("#error", "Invalid discount code").await;
    browser.write("#discount", "welcome10").await;
    browser.click("#place").await;
    browser.shows("#status", "pending, payment unpaid").await;
    // 6800 - 680 + 600 + 7.25 % of 6120, rounded half up.
    browser.shows("#totals", "$71.64").await;

    browser.click("#decline").await;
    browser.shows("#status", "pending, payment failed").await;
    browser.click("#pay").await;
    browser.shows("#status", "paid, payment paid").await;
    browser.shows("#lines", "Your cart is empty.").await;
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

/// On a phone the cart is far below the products; the page still shows and announces the effect of a click.
#[tokio::test]
async fn the_cart_on_a_phone() {
    let server = served_with_pictures().await;
    // Product 4 has no picture, and the file of product 2's picture is missing.
    let gone = format!("{}/files/1/00000000000000000000000000000009.png", server.url());
    server
        .sql(&format!(
            "delete from product_images where site_id = 1 and product_id = 4;
             update product_images set url = '{gone}' where site_id = 1 and product_id = 2"
        ))
        .await;
    let Some(browser) = Browser::open().await else { return };
    browser.resize(390, 844).await;
    browser.go(&format!("{}{STORE_PAGE}", server.url())).await;
    browser.shows("#lines", "Your cart is empty.").await;
    browser.shows("#count", "0").await;
    for (name, text) in [("anchor-mug", "Anchor Mug"), ("salt-pouch", "Salt Pouch")] {
        browser.click(&format!("#{name} button")).await;
        browser
            .shows("header #news[role='status']", &format!("{text} added, 1 in the cart."))
            .await;
        browser.shows(&format!("#{name} button:focus"), "Add to cart").await;
    }
    browser.click("#harbor-tote button").await;
    browser.shows("#news", "Choose a variant of Harbor Tote, then add it.").await;
    browser.shows("#harbor-tote button:focus", "Add to cart").await;
    browser.shows("#count", "2").await;
    let is_in_sight =
        "const {top, bottom, right} = document.getElementById('cart-link').getBoundingClientRect();
        return scrollY > 844 && top >= 0 && bottom < 100 && right <= 390";
    assert_eq!(browser.run(is_in_sight).await, true);
    let names = "const all = [...document.querySelectorAll('#products button:not([hidden])')];
        return [all.length, new Set(all.map(button => button.ariaLabel)).size]";
    let names = browser.run(names).await;
    assert_eq!(names[0], names[1], "each button has a name of its own");
    browser.shows("#harbor-tote button[aria-label='Add Harbor Tote to cart']", "Add to cart").await;
    browser.run("document.getElementById('salt-pouch').scrollIntoView()").await;
    browser.until("!document.querySelector('#salt-pouch img, #anchor-mug img')").await;
    browser.click("#cart-link").await;
    browser.until("document.activeElement.id === 'cart-title'").await;
    browser.click("#lines button[aria-label='One less of Anchor Mug']").await;
    browser.shows("#count", "1").await;
    browser.until("document.activeElement.id === 'cart-title'").await;
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

#[tokio::test]
async fn an_account_in_chromium() {
    let server = served_with_pictures().await;
    // The commands use the machine's clock.
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    let Some(browser) = Browser::open().await else { return };
    browser.go(&format!("{}{STORE_PAGE}", server.url())).await;
    browser.shows("#lines", "Your cart is empty.").await;
    browser.write("#login-email", "mara@example.com").await;
    browser.write("#password", "short").await;
    browser.click("#register").await;
    browser.shows("#error", "Password must be at least 8 characters").await;
    browser.write("#password", "a lighthouse over a wave").await;
    browser.click("#login").await;
    browser.shows("#error", "Invalid email or password").await;
    browser.click("#register").await;
    browser.shows("#note", "Logged in as mara@example.com.").await;
    browser.shows("#note", "cargo run -- mail show --last").await;
    browser.shows("#orders", "No orders yet.").await;

    browser.click("#anchor-mug .heart").await;
    browser.shows("#anchor-mug .heart[aria-pressed='true']", "♥").await;
    browser.click("#harbor-tote .heart").await;
    browser.shows("#harbor-tote .heart[aria-pressed='true']", "♥").await;
    browser.click("#harbor-tote .heart").await;
    browser.shows("#harbor-tote .heart[aria-pressed='false']", "♡").await;
    browser.write("#first-name", "Mara").await;
    browser.click("#save").await;
    browser.shows("#note", "Saved.").await;

    browser.click("#anchor-mug button").await;
    browser.shows("#shipping", "Standard, 3–6 days: $6.00").await;
    browser.click("#place").await;
    browser.shows("#status", "pending, payment unpaid").await;
    browser.click("#pay").await;
    browser.shows("#status", "paid, payment paid").await;
    browser.shows("#history", "paid: ").await;
    browser.shows("#orders", "paid").await;
    browser.shows("#summary", "mara@example.com, orders: 1, spent: $").await;

    browser.click("#send").await;
    browser.shows("#error", "subject is required").await;
    browser.write("#subject", "A question").await;
    browser.write("#body", "May I have it\nin <b>blue</b>?").await;
    browser.click("#send").await;
    browser.shows("#messages", "in <b>blue</b>?").await;
    let id = "select min(id)::text from support_messages where site_id = 1";
    let id: String = server.one(id).await;
    browser.shows("#note", &format!("cargo run -- support reply {id} --name Ines")).await;
    stoa(&server, &["support", "reply", &id, "--name", "Ines", "Gladly!"], "").await;
    browser.reload().await;
    browser.shows("#messages", "Ines: Gladly!").await;
    browser.shows("#anchor-mug .heart[aria-pressed='true']", "♥").await;
    browser.click("#orders button").await;
    browser.shows("#items", "1 × Anchor Mug").await;

    browser.click("#logout").await;
    browser.shows("#note", "Logged out.").await;
    browser.write("#login-email", "mara@example.com").await;
    // From now on, times are later than the mail of the reply, which a command has queued.
    server.pass(Duration::from_secs(60));
    browser.click("#forgot").await;
    browser.shows("#note", "cargo run -- mail show --last").await;
    let (mail, complaint) = stoa(&server, &["mail", "show", "--last"], "").await;
    let address = "https://harborgoods.example/store";
    let (_, link) = mail.split_once(address).unwrap_or_else(|| panic!("{mail}{complaint}"));
    let link = link.split_whitespace().next().unwrap();
    browser.go(&format!("{}{STORE_PAGE}{link}", server.url())).await;
    browser.shows("#reset", "New password").await;
    browser.write("#new-password", "light").await;
    browser.click("#set-password").await;
    browser.shows("#error", "Password must be at least 8 characters").await;
    browser.write("#new-password", "two lighthouses over a wave").await;
    browser.click("#set-password").await;
    browser.shows("#note", "The password is set").await;
    browser.write("#login-email", "mara@example.com").await;
    browser.write("#password", "two lighthouses over a wave").await;
    browser.click("#login").await;
    browser.shows("#summary", "mara@example.com, orders: 1, spent: $").await;

    // The link is valid once.
    browser.go(&format!("{}{STORE_PAGE}{link}", server.url())).await;
    browser.shows("#reset", "New password").await;
    browser.write("#new-password", "three lighthouses over a wave").await;
    browser.click("#set-password").await;
    browser.shows("#error", "Invalid or expired reset token").await;
    browser.click("#keep-password").await;
    // The account is still on the page. After the account reloads, it has the focus.
    browser.shows("#account-title:focus", "Account").await;
    browser.shows("#summary", "mara@example.com, orders: 1, spent: $").await;

    // The session ends elsewhere: the page asks the customer to log in.
    server.sql("delete from customer_sessions where site_id = 1").await;
    browser.click("#save").await;
    browser.shows("#error", "Unauthorized").await;
    browser.shows("#entry", "Log in").await;
    browser.reload().await;
    browser.shows("#entry", "Log in").await;
    assert_eq!(browser.complaints().await, "", "the page breaks no rule of its policy");
}

/// The button of a welcome mail leads to a page of the server, whose button leads on to the store at another origin.
#[tokio::test]
async fn a_verification_in_chromium() {
    let server = served_with_pictures().await;
    let Some(browser) = Browser::open().await else { return };
    let elsewhere = server.url().replace("127.0.0.1", "localhost");
    server.sql(&format!("update stores set base_url = '{elsewhere}/demo' where site_id = 1")).await;
    registered(&server, EMAIL).await;
    let token = verification_token(&server, EMAIL).await;
    let page = format!("{}/verify-email?token={token}", server.url());
    browser.go(&page).await;
    browser.shows("h1", "Harbor Goods").await;
    browser.click("button").await;
    browser.shows("#note", "Your e-mail address is confirmed.").await;
    browser.go(&page).await;
    browser.shows("body", "Your e-mail address is confirmed.").await;
    browser.go(&page.replace("token=1.", "token=1.0")).await;
    browser.shows("h1", "This link is not valid").await;
    assert_eq!(browser.complaints().await, "", "no page breaks a rule of its policy");
}

/// The checkout of a cart with one mug.
async fn ordered(server: &Server) -> Value {
    let item = json!({"sessionId": "demo store", "productId": 4});
    assert_eq!(server.request("POST", &format!("{API}/cart")).json(&item).await.status(), 200);
    let checkout = json!({
        "sessionId": "demo store",
        "customerEmail": "mara@example.com",
        "customerName": "Mara Lindqvist",
    });
    let placed = server.request("POST", &format!("{API}/checkout")).json(&checkout).await;
    placed.json["data"].clone()
}
