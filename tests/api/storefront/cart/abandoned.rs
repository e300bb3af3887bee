//! Which carts count as abandoned, as `stoa cart abandoned` lists them.

use ::stoa::commands::carts::abandoned;
use chrono::{DateTime, Utc};
use stoa_commerce::carts::list_abandoned;
use stoa_staff_types::CartSummary;

use super::*;
use crate::api::storefront::commands::stoa;
use crate::api::storefront::customers::{EMAIL, registered, verify, with_customer};
use crate::api::storefront::purchases::{Purchase, tell};
use crate::api::storefront::sweep::sweep;

const CHECKOUT: &str = "/api/storefront/1/checkout";

/// Before the first abandoned cart.
const START: (DateTime<Utc>, i64) = (DateTime::UNIX_EPOCH, 0);

/// A server whose store counts a cart as abandoned after two hours.
pub async fn served_with_reminders() -> Server {
    let server = served_without_limits().await;
    server.sql("update stores set cart_reminder_hours = 2 where site_id = 1").await;
    server
}

async fn carts(server: &Server) -> Vec<CartSummary> {
    list_abandoned(&server.db(), 1, START, 100, server.now()).await.unwrap()
}

/// The addresses of abandoned carts.
async fn addresses(server: &Server) -> Vec<String> {
    carts(server).await.into_iter().map(|cart| cart.email).collect()
}

/// Adds a Salt Pouch to the session's cart, with a customer's token.
pub async fn add_pouch(server: &Server, session: &str, token: Option<&str>) {
    let add = add(server, CART, session, json!({"productId": 2}));
    let added = match token {
        Some(token) => add.bearer(token).await,
        None => add.await,
    };
    assert_eq!(added.status(), 200, "{}", added.message());
}

/// Checks out the session's cart.
pub async fn check_out(
    server: &Server,
    session: &str,
    email: &str,
    token: Option<&str>,
) -> Purchase {
    let body = checkout_body(session, json!({"customerEmail": email}));
    let call = server.post(CHECKOUT, &body);
    let placed = match token {
        Some(token) => call.bearer(token).await,
        None => call.await,
    };
    Purchase::placed(server, &placed).await
}

/// Lets pending orders expire.
pub async fn let_expire(server: &Server) {
    server.pass(HOUR);
    sweep(server).await;
}

#[tokio::test]
async fn the_cart_of_a_customer_with_a_verified_address() {
    let (server, token) = with_customer(served_with_reminders().await).await;
    add_pouch(&server, SESSION, Some(&token)).await;
    server.pass(2 * HOUR);
    assert_eq!(addresses(&server).await, [""; 0], "a stranger may have typed the address");
    verify(&server, EMAIL).await;
    let [cart] = <[_; 1]>::try_from(carts(&server).await).unwrap();
    assert_eq!((cart.email.as_str(), cart.line_count), (EMAIL, 1));
    assert_eq!(cart.updated_at.0, server.now() - chrono::TimeDelta::hours(2));
    // A change, a recovery too, starts the time again.
    add_pouch(&server, SESSION, None).await;
    server.pass(2 * HOUR - SECOND);
    assert_eq!(addresses(&server).await, [""; 0]);
    server.pass(SECOND);
    assert_eq!(addresses(&server).await, [EMAIL]);
    let link = recovery::link_to(&server, cart.id).await;
    assert_eq!(server.get(&link).await.status(), 302);
    assert_eq!(addresses(&server).await, [""; 0]);
    server.pass(2 * HOUR);
    assert_eq!(addresses(&server).await, [EMAIL]);
    // The cart expires.
    server.pass(7 * DAY - 2 * HOUR - SECOND);
    assert_eq!(addresses(&server).await, [EMAIL]);
    server.pass(SECOND);
    assert_eq!(addresses(&server).await, [""; 0]);
}

#[tokio::test]
async fn a_cart_without_lines() {
    let (server, token) = with_customer(served_with_reminders().await).await;
    verify(&server, EMAIL).await;
    add_pouch(&server, SESSION, Some(&token)).await;
    assert_eq!(clear(&server).await.status(), 200);
    server.pass(2 * HOUR);
    assert_eq!(addresses(&server).await, [""; 0]);
}

#[tokio::test]
async fn the_cart_of_a_guest() {
    let server = served_with_reminders().await;
    add_pouch(&server, SESSION, None).await;
    server.pass(2 * HOUR);
    assert_eq!(addresses(&server).await, [""; 0], "no address is known");
    check_out(&server, SESSION, "ida@example.com", None).await;
    assert_eq!(addresses(&server).await, [""; 0], "the customer may be about to pay");
    let_expire(&server).await;
    assert_eq!(addresses(&server).await, ["ida@example.com"]);
    // The address of the latest checkout counts.
    check_out(&server, SESSION, EMAIL, None).await;
    let_expire(&server).await;
    assert_eq!(addresses(&server).await, [EMAIL]);
    // The verified address of the cart's customer takes precedence.
    let token = registered(&server, "lin@example.com").await;
    add_pouch(&server, SESSION, Some(&token)).await;
    server.pass(2 * HOUR);
    assert_eq!(addresses(&server).await, [EMAIL]);
    verify(&server, "lin@example.com").await;
    assert_eq!(addresses(&server).await, ["lin@example.com"]);
}

/// A customer's own checkout proves nothing about the address that it names.
#[tokio::test]
async fn the_checkout_of_a_customer_without_a_verified_address() {
    let (server, token) = with_customer(served_with_reminders().await).await;
    add_pouch(&server, SESSION, Some(&token)).await;
    check_out(&server, SESSION, "ida@example.com", Some(&token)).await;
    let_expire(&server).await;
    server.pass(HOUR);
    assert_eq!(addresses(&server).await, [""; 0]);
}

#[tokio::test]
async fn an_erased_purchaser() {
    let server = served_with_reminders().await;
    add_pouch(&server, SESSION, None).await;
    check_out(&server, SESSION, EMAIL, None).await;
    let_expire(&server).await;
    server.pass(HOUR);
    assert_eq!(addresses(&server).await, [EMAIL]);
    registered(&server, EMAIL).await;
    verify(&server, EMAIL).await;
    stoa(&server, &["customer", "erase", EMAIL], "").await;
    assert_eq!(addresses(&server).await, [""; 0]);
}

/// A cart is not listed if a customer or a guest has ordered with its address, in any letter case, since its last
/// change.
#[tokio::test]
async fn an_address_that_has_ordered_since() {
    for (is_customer, email, has_token) in [
        (false, "MARA@Example.com", false),
        (true, EMAIL, false),
        (true, "gift@example.com", true),
        (false, "gift@example.com", true),
    ] {
        let server = served_with_reminders().await;
        let token = registered(&server, EMAIL).await;
        let token = Some(token.as_str());
        match is_customer {
            true => {
                verify(&server, EMAIL).await;
                add_pouch(&server, SESSION, token).await;
            }
            false => {
                add_pouch(&server, SESSION, None).await;
                check_out(&server, SESSION, EMAIL, None).await;
            }
        }
        let_expire(&server).await;
        server.pass(HOUR);
        assert_eq!(addresses(&server).await, [EMAIL]);
        let token = token.filter(|_| has_token);
        add_pouch(&server, "elsewhere", token).await;
        let order = check_out(&server, "elsewhere", email, token).await;
        assert_eq!(addresses(&server).await, [EMAIL], "not paid yet");
        order.pay(&server).await;
        assert_eq!(addresses(&server).await, [""; 0], "{is_customer} {email} {has_token}");
        // A later change of the cart starts the time again.
        server.pass(MINUTE);
        add_pouch(&server, SESSION, None).await;
        server.pass(2 * HOUR);
        assert_eq!(addresses(&server).await, [EMAIL]);
    }
}

#[tokio::test]
async fn a_payment_that_is_being_processed() {
    let (server, token) = with_customer(served_with_reminders().await).await;
    verify(&server, EMAIL).await;
    add_pouch(&server, "elsewhere", None).await;
    let order = check_out(&server, "elsewhere", EMAIL, None).await;
    server.pass(MINUTE);
    add_pouch(&server, SESSION, Some(&token)).await;
    let event = order.event("evt_1", "processing", server.now().timestamp());
    assert_eq!(tell(&server, &event).await.status(), 200);
    server.pass(2 * HOUR);
    assert_eq!(addresses(&server).await, [""; 0]);
}

/// Lines that the customer adds after a checkout stay in the cart when the order is paid. An earlier checkout may name
/// another address than the order.
#[tokio::test]
async fn lines_that_an_order_leaves_behind() {
    let server = served_with_reminders().await;
    add_pouch(&server, SESSION, None).await;
    check_out(&server, SESSION, "ida@example.com", None).await;
    let order = check_out(&server, SESSION, EMAIL, None).await;
    add_pouch(&server, SESSION, None).await;
    order.pay(&server).await;
    server.pass(2 * HOUR);
    assert_eq!(lines(&server).await, [(2, 1, 1_400)]);
    assert_eq!(addresses(&server).await, [""; 0]);
}

/// Carts of other sites, and their orders, have no effect.
#[tokio::test]
async fn another_site() {
    let server = served_with_reminders().await;
    server.sql("update stores set cart_reminder_hours = 2 where site_id = 2").await;
    let token = registered(&server, EMAIL).await;
    verify(&server, EMAIL).await;
    add_pouch(&server, SESSION, Some(&token)).await;
    server.pass(2 * HOUR);
    let sql = "insert into orders (site_id, number, status, payment_status, customer_email, customer_name, currency,
           subtotal, total, payment_provider, expires_at, created_at, updated_at, paid_at)
        select 2, '1', 'paid', 'paid', 'mara@example.com', '', 'USD', 0, 0, 'test', now(), now(), now(), now()";
    server.sql(sql).await;
    assert_eq!(addresses(&server).await, [EMAIL]);
    let elsewhere = list_abandoned(&server.db(), 2, START, 100, server.now()).await.unwrap();
    assert_eq!(elsewhere, []);
}

#[tokio::test]
async fn abandoned__listed() {
    let server = served_without_limits().await;
    let listed = async |site: i64| {
        let mut out = Vec::new();
        let listed = abandoned(&server.db(), site, server.now(), &mut out).await;
        listed.map(|()| String::from_utf8(out).unwrap()).map_err(|error| error.to_string())
    };
    let unset = "the store of site 1 has no cartReminderHours, so no cart is abandoned";
    assert_eq!(listed(1).await, Err(unset.into()));
    assert_eq!(listed(9).await, Err("site 9 has no store".into()));
    server.sql("update stores set cart_reminder_hours = 2 where site_id = 1").await;
    for (session, email) in [("one", EMAIL), ("two", "ida@example.com")] {
        add_pouch(&server, session, None).await;
        check_out(&server, session, email, None).await;
        server.pass(MINUTE);
    }
    let_expire(&server).await;
    server.pass(HOUR);
    assert_eq!(
        listed(1).await.unwrap(),
        "CART  E-MAIL            LINES  LAST CHANGE\n\
         1     mara@example.com  1      2026-06-01T12:00:10Z\n\
         2     ida@example.com   1      2026-06-01T12:01:10Z\n"
    );
}
