//! Mails about orders: each real change of an order causes one mail, which shows the order at the time of sending.

use std::time::SystemTime;

use serde_json::json;
use stoa::commands::orders as commands;
use stoa_commerce::orders::Parcel;

use super::mail_server::MailServer;
use super::*;
use crate::api::storefront::purchases::{Purchase, left, stored, tell};
use crate::api::storefront::sweep::sweep;
use crate::harness::designs::{Design, What};

/// Kinds of the mails in the outbox.
async fn queued(server: &Server) -> serde_json::Value {
    let kinds = "select coalesce(json_agg(kind order by id), '[]') as kinds from mails";
    stored(server, kinds).await["kinds"].clone()
}

async fn found(server: &Server, order: &Purchase) -> stoa_commerce::orders::staff::FoundOrder {
    commands::find(&server.db(), None, &order.number).await.unwrap()
}

#[tokio::test]
async fn from_payment_to_refund() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    // The commands use the machine's clock.
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    let context = context(&server, Customers::new(&[]));
    let order = Purchase::new(&server, "a session").await;
    let number = &order.number;
    assert_eq!(queued(&server).await, json!([]), "an order that nobody has paid");
    for repeat in ["evt_1", "evt_1", "evt_2"] {
        let event = order.event(repeat, "succeeded", server.now().timestamp());
        assert_eq!(tell(&server, &event).await.status(), 200);
    }
    let at = found(&server, &order).await;
    let parcel = Parcel {
        carrier: "USPS",
        tracking_number: "9400111899223100012345",
        tracking_url: Some("https://tracking.example/94"),
    };
    assert_eq!(send(&context, &mail_server).await, sent(1));
    commands::ship(&server.db(), &at, parcel).await.unwrap();
    commands::ship(&server.db(), &at, parcel).await.unwrap_err();
    server.pass(MINUTE);
    assert_eq!(send(&context, &mail_server).await, sent(1));
    // A partial refund is not a full one.
    for (event, amount) in [("evt_3", 100), ("evt_4", order.total), ("evt_5", order.total)] {
        let event = order.refunded(event, amount, server.now().timestamp());
        assert_eq!(tell(&server, &event).await.status(), 200);
    }
    assert_eq!(send(&context, &mail_server).await, sent(1));
    assert_eq!(
        queued(&server).await,
        json!(["order_confirmed", "order_shipped", "order_refunded"])
    );
    let [confirmed, shipped, refunded] = mail_server.taken().try_into().unwrap();
    for mail in [&confirmed, &shipped, &refunded] {
        assert_eq!(mail.to, ["Mara@example.com"]);
        assert!(mail.text.starts_with("Hello Mara Lindqvist,\n\n"), "{}", mail.text);
        for part in ["2 \u{d7} Harbor Tote (", "6 \u{d7} ", "Discount: -", "Total: "] {
            assert!(mail.text.contains(part), "{part}: {}", mail.text);
        }
    }
    assert_eq!(confirmed.subject(), format!("Thank you for your order {number}"));
    assert!(
        confirmed.text.contains("We send it to:\n\n  4 Quay Street\n  Rockport\n  ME\n  US\n"),
        "{}",
        confirmed.text
    );
    assert_eq!(shipped.subject(), format!("Your order {number} is on its way"));
    for text in [&shipped.text, &shipped.html] {
        assert!(text.contains("by USPS") && text.contains("9400111899223100012345"), "{text}");
        assert!(text.contains("https://tracking.example/94"), "{text}");
    }
    assert_eq!(refunded.subject(), format!("Your order {number} was refunded"));
    let total = format!("{}.{:02} USD", order.total / 100, order.total % 100);
    assert!(refunded.text.contains(&total), "{total}: {}", refunded.text);
}

#[tokio::test]
async fn cancelled() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    let pending = Purchase::new(&server, "a session").await;
    commands::cancel(&server.orders, &found(&server, &pending).await).await.unwrap();
    assert_eq!(queued(&server).await, json!([]), "nobody has paid it");
    let paid = Purchase::check_out(&server, "a session").await;
    paid.pay(&server).await;
    let at = found(&server, &paid).await;
    commands::cancel(&server.orders, &at).await.unwrap();
    commands::cancel(&server.orders, &at).await.unwrap_err();
    sweep(&server).await;
    let told = json!(["order_confirmed", "order_cancelled", "order_refunded"]);
    assert_eq!(queued(&server).await, told);
    assert_eq!(send(&context, &mail_server).await, sent(3));
    let taken = mail_server.taken();
    let cancelled = taken.iter().find(|mail| mail.subject().ends_with("was cancelled")).unwrap();
    assert!(cancelled.text.contains("the way you paid it"), "{}", cancelled.text);
}

/// Without a payment by card, nothing is refunded to a card.
#[tokio::test]
async fn an_order_without_a_payment() {
    let server = served().await;
    let line = json!({"sessionId": "a session", "productId": 4, "quantity": 1});
    server.request("POST", "/api/storefront/1/cart").json(&line).await;
    let body = checkout_body("a session", json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"}));
    let placed = server.request("POST", "/api/storefront/1/checkout").json(&body).await;
    assert_eq!(placed.json["data"]["total"], 0, "{}", placed.message());
    assert_eq!(queued(&server).await, json!(["order_confirmed"]));
    let number = placed.json["data"]["orderNumber"].as_str().unwrap();
    let at = commands::find(&server.db(), None, number).await.unwrap();
    commands::cancel(&server.orders, &at).await.unwrap();
    assert_eq!(queued(&server).await, json!(["order_confirmed", "order_cancelled"]));
    let context = context(&server, Customers::new(&[]));
    let mut shown = Vec::new();
    let mail = stoa::commands::mail::find(&server.db(), None, None).await.unwrap();
    stoa::commands::mail::show(&context, mail, false, &mut shown).await.unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("was cancelled") && !shown.contains("the way you paid"), "{shown}");
}

/// The mail shows the customer's design.
#[tokio::test]
async fn the_thumbnail_of_a_design() {
    let server = served().await;
    let design = Design::finalized(&server, 1, 4).await;
    let line = json!({
        "sessionId": "a session", "productId": 4, "quantity": 12, "designId": design.uuid,
    });
    server.request("POST", "/api/storefront/1/cart").json(&line).await;
    Purchase::check_out(&server, "a session").await.pay(&server).await;
    let context = context(&server, Customers::new(&[]));
    let url = format!("/files/1/{}", design.key(1, What::Thumbnail));
    for (html, before, after) in
        [(false, "Your design: http", "\n"), (true, "<img src=\"http", "\"")]
    {
        let mut shown = Vec::new();
        let mail = stoa::commands::mail::find(&server.db(), None, None).await.unwrap();
        stoa::commands::mail::show(&context, mail, html, &mut shown).await.unwrap();
        let shown = String::from_utf8(shown).unwrap();
        let (_, shown) =
            shown.split_once(before).unwrap_or_else(|| panic!("{before} is not in {shown}"));
        let (shown, _) = shown.split_once(after).unwrap();
        assert!(shown.ends_with(&url), "{shown}");
    }
}

#[tokio::test]
async fn concurrent_events_of_one_payment() {
    let server = served().await;
    let order = Purchase::new(&server, "a session").await;
    let events: Vec<_> = (0..50)
        .map(|number| order.event(&format!("evt_{number}"), "succeeded", server.now().timestamp()))
        .collect();
    let told = events.iter().map(|event| async { tell(&server, event).await.status() });
    let answers = futures_util::future::join_all(told).await;
    assert!(answers.iter().all(|status| *status == 200), "{answers:?}");
    assert_eq!(queued(&server).await, json!(["order_confirmed"]));
    assert_ne!(left(&server).await[0], 0);
}

/// The order, or its address, was erased.
#[tokio::test]
async fn an_order_without_an_address() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    Purchase::new(&server, "a session").await.pay(&server).await;
    server.sql("update orders set customer_email = ''").await;
    let given_up = SendReport { given_up: 1, ..SendReport::default() };
    assert_eq!(send(&context, &mail_server).await, given_up);
    assert_eq!(mail_server.taken().len(), 0);
}
