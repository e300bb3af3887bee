//! The storefront with both clients.

mod designs;

use std::num::NonZeroU64;

use serde_json::{Value, json};
use stoa_progenitor_client::{Error, storefront as second};
use stoa_storefront_client::Client;

use super::tape::Tape;
use super::{Pair, both, complete, http, read};
use crate::api::storefront::cart::SESSION;
use crate::api::storefront::customers::{EMAIL, PASSWORD, reset_token};
use crate::api::storefront::drawings;
use crate::harness::{Server, served};

type Shop<'a> = Pair<'a, second::Client, Client>;

/// Clients with a customer's token, with the cookie of a designer session, or with neither.
fn shop<'a>(tape: &'a Tape, token: Option<&str>, session: Option<&str>) -> Shop<'a> {
    let mut ours = Client::builder(&tape.url()).retries(0);
    let mut headers = Vec::new();
    if let Some(token) = token {
        ours = ours.customer(token);
        headers.push(("authorization", format!("Bearer {token}")));
    }
    if let Some(session) = session {
        ours = ours.design_session(session);
        headers.push(("cookie", format!("svc_design_session={session}")));
    }
    let url = format!("{}{}", tape.url(), stoa_storefront_server::BASE_PATH);
    Pair {
        tape,
        theirs: second::Client::new_with_client(&url, http(&headers)),
        ours: ours.build().unwrap(),
    }
}

/// A member of `data` as a number.
fn number(body: &Value, member: &str) -> i64 {
    body["data"][member].as_f64().unwrap() as i64
}

fn text<'a>(body: &'a Value, member: &str) -> &'a str {
    body["data"][member].as_str().unwrap()
}

#[tokio::test]
async fn all_operations() {
    let server = served().await;
    drawings::without_photos(&server).await;
    server.sql("update stores set ai_provider = 'test'").await;
    let tape = Tape::new(&server).await;
    let visitor = shop(&tape, None, None);
    catalog(&visitor).await;
    let order_number = order(&visitor, &server).await;
    let token = authentication(&visitor, &server).await;
    account(&shop(&tape, Some(&token), None)).await;
    designs::designs(&tape, &server, &token).await;
    let refused = both!(visitor.get_order(1, &order_number, &read("ida@example.com")) as (1, &order_number, "ida@example.com"));
    assert_eq!(refused.unwrap_err(), "404: Order not found");
    complete("storefront", tape.succeeded());
}

async fn catalog(visitor: &Shop<'_>) {
    let (search, sort) = ("LETTERPRESS cards", read("price_asc"));
    both!(visitor.list_products(1, None, NonZeroU64::new(2), None, Some(search), Some(sort))
        as (1).search(search).sort(read("price_asc")).limit(2))
    .unwrap();
    for product in ["harbor-tote", "1", "anchor-mug"] {
        both!(visitor.get_product(1, product)).unwrap();
    }
    both!(visitor.list_product_styles(1, "harbor-tote")).unwrap();
    both!(visitor.list_categories(1)).unwrap();
    assert_eq!(both!(visitor.get_product(1, "a/b ?#")).unwrap_err(), "404: Product not found");
    assert_eq!(both!(visitor.list_categories(4)).unwrap_err(), "404: Store not found");

    let state = read("ME");
    // progenitor's client sends a list by repeating the parameter for each item.
    both!(visitor.list_shipping_rates(1, None, "US", None, None, None, None, Some(&state), Some(&vec![1, 2]))
        as (1, "US").state("ME").variant_ids(&[1, 2]))
    .unwrap();
    let code = json!({"code": "welcome10", "subtotal": 8200});
    both!(visitor.validate_discount(1, &read(&code))).unwrap();
    let code = json!({"code": "gift-7qhx-9kdm-2vwt"});
    both!(visitor.validate_gift_certificate(1, &read(&code))).unwrap();
    let code = json!({"code": "none"});
    let refused = both!(visitor.validate_discount(1, &read(&code))).unwrap_err();
    assert!(refused.starts_with("400: "), "{refused}");
}

/// Fills a cart, places an order, and returns the order's number.
async fn order(visitor: &Shop<'_>, server: &Server) -> String {
    let tote = json!({"sessionId": SESSION, "productId": 1, "variantId": 1, "quantity": 2});
    let added = both!(visitor.add_cart_item(1, Some(&read("a line")), &read(&tote)) as (1, &read(&tote)).idempotency_key("a line")).unwrap();
    let three = json!({"cartItemId": number(&added, "id"), "quantity": 3});
    both!(visitor.update_cart_item(1, &read(&three))).unwrap();
    both!(visitor.get_cart(1, &read(SESSION)) as (1, SESSION)).unwrap();
    let too_many = json!({"sessionId": SESSION, "productId": 1, "variantId": 1, "quantity": 900});
    let refused = both!(visitor.add_cart_item(1, Some(&read("too many")), &read(&too_many)) as (1, &read(&too_many)).idempotency_key("too many")).unwrap_err();
    assert!(refused.starts_with("409: "), "{refused}");

    let checkout = json!({
        "sessionId": SESSION,
        "customerEmail": EMAIL,
        "customerName": "Mara Lindqvist",
        "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
        "shippingRateId": 1,
        "discountCode": "WELCOME10",
    });
    let key = read("a key");
    let placed = both!(visitor.place_order(1, Some(&key), &read(&checkout))
        as (1, &read(&checkout)).idempotency_key("a key"))
    .unwrap();
    let order_number = text(&placed, "orderNumber").to_owned();
    both!(visitor.get_order(1, &order_number, &read(EMAIL)) as (1, &order_number, EMAIL)).unwrap();
    both!(visitor.clear_cart(1, &read(SESSION)) as (1, SESSION)).unwrap();

    // progenitor's client accepts only 2xx as a success and returns the redirect as an error.
    let link = crate::api::storefront::cart::recovery::link(server).await;
    let token = link.split_once('=').unwrap().1;
    let theirs = async {
        match visitor.theirs.recover_cart(1, &read(token)).await {
            Err(Error::UnexpectedResponse(answer)) => Ok((answer.status().as_u16(), Value::Null)),
            other => panic!("{:?}", other.map(drop)),
        }
    };
    let ours = async {
        let answer = visitor.ours.recover_cart(1, token).await.unwrap();
        Ok((answer.status.as_u16(), Value::Null))
    };
    visitor.tape.compare("recover_cart", theirs, ours).await.unwrap();
    order_number
}

/// Calls every authentication action, and returns the token of a session that has not ended.
async fn authentication(visitor: &Shop<'_>, server: &Server) -> String {
    let credentials = |action| json!({"action": action, "email": EMAIL, "password": PASSWORD});
    both!(visitor.authenticate_customer(1, &read(&credentials("register")))).unwrap();
    let again = both!(visitor.authenticate_customer(1, &read(&credentials("register"))));
    assert!(again.unwrap_err().starts_with("409: "));
    both!(
        visitor
            .authenticate_customer(1, &read(&json!({"action": "forgot-password", "email": EMAIL})))
    )
    .unwrap();
    let token = reset_token(server, EMAIL).await;
    let reset = json!({"action": "reset-password", "token": token, "password": PASSWORD});
    both!(visitor.authenticate_customer(1, &read(&reset))).unwrap();
    let session = both!(visitor.authenticate_customer(1, &read(&credentials("login")))).unwrap();
    let leaving = shop(visitor.tape, Some(text(&session, "token")), None);
    both!(leaving.authenticate_customer(1, &read(&json!({"action": "me"})))).unwrap();
    both!(leaving.authenticate_customer(1, &read(&json!({"action": "logout"})))).unwrap();
    assert_eq!(both!(leaving.get_account(1)).unwrap_err(), "401: Unauthorized");
    let session = both!(visitor.authenticate_customer(1, &read(&credentials("login")))).unwrap();
    text(&session, "token").to_owned()
}

async fn account(customer: &Shop<'_>) {
    both!(customer.get_account(1)).unwrap();
    // The list is not empty, because progenitor's client omits an empty list.
    let changes = json!({"firstName": "Mara", "phone": "+1 207 555 0142", "addressBook": [{"city": "Rockport"}]});
    both!(customer.update_account(1, &read(&changes))).unwrap();

    let in_cart = json!({"sessionId": "mara", "productId": 4, "quantity": 1});
    both!(customer.add_cart_item(1, Some(&read("another line")), &read(&in_cart)) as (1, &read(&in_cart)).idempotency_key("another line")).unwrap();
    let checkout = json!({"sessionId": "mara", "customerEmail": EMAIL, "customerName": "Mara"});
    let key = read("another key");
    let placed = both!(customer.place_order(1, Some(&key), &read(&checkout))
        as (1, &read(&checkout)).idempotency_key("another key"))
    .unwrap();
    both!(customer.list_account_orders(1, NonZeroU64::new(5), None) as (1).limit(5)).unwrap();
    both!(customer.get_account_order(1, text(&placed, "orderNumber"))).unwrap();

    let seam = json!({"subject": "A seam came loose", "body": "The left one.", "orderId": number(&placed, "orderId")});
    let written = both!(customer.create_support_message(1, Some(&read("a seam")), &read(&seam)) as (1, &read(&seam)).idempotency_key("a seam")).unwrap();
    let id = number(&written, "id");
    let here = json!({"body": "Here it is."});
    both!(customer.reply_to_support_message(1, id, Some(&read("here")), &read(&here)) as (1, id, &read(&here)).idempotency_key("here"))
        .unwrap();
    both!(customer.get_support_message(1, id)).unwrap();
    both!(customer.list_support_messages(1, None, NonZeroU64::new(1)) as (1).page(1)).unwrap();
    assert_eq!(both!(customer.get_support_message(1, 99)).unwrap_err(), "404: Message not found");

    both!(customer.add_wishlist_item(1, &read(&json!({"productId": 4})))).unwrap();
    both!(customer.get_wishlist(1)).unwrap();
    both!(customer.remove_wishlist_item(1, &read(&json!({"productId": 4})))).unwrap();
}
