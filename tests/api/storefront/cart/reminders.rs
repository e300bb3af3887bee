//! Reminders of abandoned carts: the job, the mail, its links, and the mails' end.

mod races;
mod unsubscribe;

use std::sync::Arc;

use futures_util::future::join_all;
use stoa::serve::mail_context;
use stoa_commerce::carts::remind_abandoned;
use stoa_outbox::{MailContext, Outbox, SendReport};

use super::abandoned::{add_pouch, check_out, let_expire, served_with_reminders};
use super::*;
use crate::api::storefront::commands::stoa;
use crate::api::storefront::customers::{EMAIL, registered, verify, with_customer};
use crate::api::storefront::purchases::{Purchase, stored, tell};
use crate::operations::mails::mail_server::{MailServer, Taken, mailer};

const PAGE: &str = "/unsubscribe";

/// The context in which the server's mails are written, with the server's clock.
fn mails(server: &Server) -> MailContext {
    let outbox = Outbox::new(SECRET);
    let context = mail_context(&server.db(), outbox, server.files.clone(), PUBLIC_URL.into());
    MailContext { clock: server.orders.clock.clone(), ..context }
}

/// Runs a round of the job, and returns the number of reminders.
async fn remind(server: &Server) -> u64 {
    remind_abandoned(&server.db(), &Outbox::new(SECRET), server.now()).await.unwrap()
}

async fn send(server: &Server, mail_server: &MailServer) -> SendReport {
    stoa_outbox::send_due(&mails(server), &mail_server.mailer()).await.unwrap()
}

fn sent(sent: usize) -> SendReport {
    SendReport { sent, ..SendReport::default() }
}

fn given_up(given_up: usize) -> SendReport {
    SendReport { given_up, ..SendReport::default() }
}

/// A mail server, and a server with the abandoned cart of a customer, which holds three Salt Pouches.
async fn abandoned() -> Option<(MailServer, Server)> {
    let mail_server = MailServer::start().await?;
    Some((mail_server, served_with_abandoned().await))
}

async fn served_with_abandoned() -> Server {
    let (server, token) = with_customer(served_with_reminders().await).await;
    verify(&server, EMAIL).await;
    server.sql("delete from mails").await;
    let line = json!({"productId": 2, "quantity": 3});
    add(&server, CART, SESSION, line).bearer(&token).await.expect(200);
    server.pass(2 * HOUR);
    server
}

/// The path and query of the first link to this page.
fn link(text: &str, page: &str) -> String {
    let start = format!("{PUBLIC_URL}{page}?token=");
    let link = text.split_whitespace().find(|word| word.starts_with(&start));
    let link = link.unwrap_or_else(|| panic!("no link to {page}: {text}"));
    link.strip_prefix(PUBLIC_URL).unwrap().to_owned()
}

fn recovery_link(mail: &Taken) -> String {
    link(&mail.text, "/api/storefront/1/cart/recover")
}

fn unsubscribe_link(mail: &Taken) -> String {
    link(&mail.text, PAGE)
}

/// The mails of reminders that were sent.
fn reminders(mail_server: &MailServer) -> Vec<Taken> {
    let mut taken = mail_server.taken();
    taken.retain(|mail| mail.subject().starts_with("Your cart at"));
    taken
}

async fn events(server: &Server) -> i64 {
    server.count("events where kind = 'cart.abandoned'").await
}

#[tokio::test]
async fn from_the_cart_to_its_recovery() {
    let Some((mail_server, server)) = abandoned().await else { return };
    assert_eq!((remind(&server).await, remind(&server).await), (1, 0));
    assert_eq!(send(&server, &mail_server).await, sent(1));
    let mail = mail_server.only();
    assert_eq!((mail.to[0].as_str(), mail.subject()), (EMAIL, "Your cart at Harbor Goods"));
    let unsubscribe = unsubscribe_link(&mail);
    assert_eq!(mail.header("List-Unsubscribe"), format!("<{PUBLIC_URL}{unsubscribe}>"));
    assert_eq!(mail.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let recovery = recovery_link(&mail);
    for text in [&mail.text, &mail.html] {
        for part in ["3 \u{d7} Salt Pouch", "42.00 USD", &recovery, &unsubscribe] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.to_lowercase().contains("mara"), "the address is sealed: {text}");
    }
    let token = recovery.split_once('=').unwrap().1;
    let ends_at = server.now() + stoa_outbox::RECOVERY_LINK_TTL;
    let tokens = "select expires_at, cart_id from cart_recovery_tokens";
    let tokens = stored(&server, tokens).await;
    let cart = tokens["cart_id"].clone();
    assert_eq!(tokens["expires_at"].as_str().unwrap()[..19], ends_at.to_rfc3339()[..19]);
    assert_eq!(token.len(), 43, "256 bits");

    let event =
        stored(&server, "select kind, resource, payload from events where kind = 'cart.abandoned'")
            .await;
    let path = format!("/api/staff/sites/1/carts/{cart}");
    assert_eq!(event["resource"], path.as_str());
    assert_eq!(event["payload"]["data"], json!({"siteId": 1, "cartId": cart, "path": path}));

    server.pass(72 * HOUR - SECOND);
    assert_eq!(server.get(&recovery).await.status(), 302);
    assert_eq!(server.get(&recovery).await.status(), 404, "it works once");
    assert_eq!(lines(&server).await, [(2, 3, 4_200)]);
    // A cart that is abandoned again gets no second mail, and no second event.
    server.pass(2 * HOUR);
    assert_eq!(remind(&server).await, 0);
    assert_eq!((events(&server).await, server.count("mails").await), (1, 1));
}

/// A cart ends when it expires. What the browser adds then is another cart, although it has the same id.
#[tokio::test]
async fn once_in_the_life_of_a_cart() {
    let server = served_with_abandoned().await;
    assert_eq!(remind(&server).await, 1);
    add_pouch(&server, SESSION, None).await;
    server.pass(2 * HOUR);
    assert_eq!(remind(&server).await, 0);
    server.pass(7 * DAY);
    add_pouch(&server, SESSION, None).await;
    assert_eq!(remind(&server).await, 0, "it has just been changed");
    server.pass(2 * HOUR);
    assert_eq!((remind(&server).await, remind(&server).await), (1, 0));
    assert_eq!((events(&server).await, server.count("mails").await), (2, 2));
}

/// A guest's address is known by a checkout that was not paid. A customer's is known once it is verified.
#[tokio::test]
async fn whose_address_is_known() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served_with_reminders().await;
    let token = registered(&server, EMAIL).await;
    server.sql("delete from mails").await;
    add_pouch(&server, "Mara's", Some(&token)).await;
    add_pouch(&server, SESSION, None).await;
    server.pass(2 * HOUR);
    assert_eq!(remind(&server).await, 0);
    check_out(&server, SESSION, "ida@example.com", None).await;
    assert_eq!(remind(&server).await, 0, "it is being paid");
    let_expire(&server).await;
    assert_eq!(remind(&server).await, 1);
    assert_eq!(send(&server, &mail_server).await, sent(1));
    assert_eq!(mail_server.only().to, ["ida@example.com"]);
    verify(&server, EMAIL).await;
    assert_eq!(remind(&server).await, 1);
    assert_eq!(send(&server, &mail_server).await, sent(1));
    assert_eq!(mail_server.taken()[1].to, [EMAIL]);
}

/// The names of products are the shop's own text. HTML in them is escaped.
#[tokio::test]
async fn the_content_at_the_time_of_sending() {
    let Some((mail_server, server)) = abandoned().await else { return };
    assert_eq!(remind(&server).await, 1);
    let sql = "update products set name = E'Salt <b>\\r\\nPouch', price = 1500 where site_id = 1 and id = 2";
    server.sql(sql).await;
    assert_eq!(send(&server, &mail_server).await, sent(1));
    let mail = mail_server.only();
    assert!(mail.text.contains("3 \u{d7} Salt <b> Pouch  45.00 USD"), "{}", mail.text);
    assert!(mail.html.contains("Salt &#60;b&#62; Pouch"), "{}", mail.html);
}

/// Between the job and the mail, the cart may stop being abandoned in several ways.
#[tokio::test]
async fn given_up_if_the_cart_is_not_abandoned_any_more() {
    let Some(mail_server) = MailServer::start().await else { return };
    for case in ["changed", "emptied", "paid", "paid elsewhere", "pending", "unset"] {
        let server = served_with_abandoned().await;
        assert_eq!(remind(&server).await, 1);
        server.pass(SECOND);
        match case {
            "changed" => add_pouch(&server, SESSION, None).await,
            "emptied" => assert_eq!(clear(&server).await.status(), 200),
            "paid" => check_out(&server, SESSION, "ida@example.com", None).await.pay(&server).await,
            "paid elsewhere" => {
                add_pouch(&server, "elsewhere", None).await;
                check_out(&server, "elsewhere", "MARA@Example.com", None).await.pay(&server).await;
            }
            "pending" => _ = check_out(&server, SESSION, EMAIL, None).await,
            _ => server.sql("update stores set cart_reminder_hours = null").await,
        }
        server.sql("delete from mails where kind <> 'cart_reminder'").await;
        assert_eq!(send(&server, &mail_server).await, given_up(1), "{case}");
        let note = stored(&server, "select note from mails").await;
        assert_eq!(note["note"], "its cart is not abandoned any more", "{case}");
        assert_eq!(server.count("cart_recovery_tokens").await, 0, "{case}");
    }
    assert_eq!(mail_server.taken().len(), 0);
}

/// Strangers check out many carts with somebody's address. It gets one mail a day.
#[tokio::test]
async fn one_mail_a_day_to_an_address() {
    let server = served_with_reminders().await;
    for (session, email) in
        [("1", EMAIL), ("2", "MARA@Example.com"), ("3", EMAIL), ("4", "ida@example.com")]
    {
        add_pouch(&server, session, None).await;
        check_out(&server, session, email, None).await;
    }
    let_expire(&server).await;
    server.pass(2 * HOUR);
    assert_eq!(remind(&server).await, 4);
    assert_eq!((events(&server).await, server.count("mails").await), (4, 2));
    let another = async |session: &str| {
        server.sql("delete from mails").await;
        add_pouch(&server, session, None).await;
        check_out(&server, session, EMAIL, None).await;
        let_expire(&server).await;
        server.pass(2 * HOUR);
        assert_eq!(remind(&server).await, 1);
        server.count("mails").await
    };
    assert_eq!(another("5").await, 0);
    server.pass(DAY);
    assert_eq!(another("6").await, 1);
    // The digests are deleted after a day, unless the address ended the mails.
    let db = server.db();
    stoa_commerce::carts::end_reminders(&db, 1, "ida@example.com", server.now()).await.unwrap();
    let delete = || stoa_commerce::carts::delete_old_addresses(&db, 1, server.now());
    assert_eq!(delete().await.unwrap(), 0);
    server.pass(DAY);
    assert_eq!(delete().await.unwrap(), 1);
    assert_eq!(server.count("reminder_addresses").await, 1);
}

/// Other mails do not wait behind the reminders of many carts.
#[tokio::test]
async fn at_most_50_at_a_time() {
    let server = served_with_reminders().await;
    add_pouch(&server, SESSION, None).await;
    check_out(&server, SESSION, EMAIL, None).await;
    let_expire(&server).await;
    server
        .sql(
            "insert into carts (site_id, session_id, expires_at, created_at, updated_at)
            select 1, 'many ' || n, cart.expires_at, cart.created_at, cart.updated_at
            from carts cart
            cross join generate_series(1, 69) n;
            insert into cart_items (site_id, id, cart_id, product_id, quantity, created_at, updated_at)
            select 1, 1000 + cart.id, cart.id, 2, 1, cart.created_at, cart.updated_at
            from carts cart
            where cart.session_id like 'many %';
            insert into orders (site_id, id, number, status, cart_id, customer_email, customer_name, currency, subtotal,
                total, payment_provider, expires_at, created_at, updated_at)
            select 1, 1000 + cart.id, 'MANY-' || cart.id, 'expired', cart.id, cart.id || '@example.com', '', 'USD', 0, 0, 'test',
                cart.created_at, cart.created_at, cart.updated_at
            from carts cart
            where cart.session_id like 'many %'",
        )
        .await;
    server.pass(2 * HOUR);
    assert_eq!((remind(&server).await, remind(&server).await), (50, 0));
    server.sql("update mails set sent_at = created_at").await;
    assert_eq!((remind(&server).await, remind(&server).await), (20, 0));
}

/// The reminder is stored with its mark: a server that ends before the mail is sent loses nothing.
#[tokio::test]
async fn the_mail_server_is_away() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    let away = mailer("smtp://127.0.0.1:1", None);
    let report = stoa_outbox::send_due(&mails(&server), &away).await.unwrap();
    assert_eq!((report.put_off, report.sent), (1, 0));
    server.pass(HOUR);
    assert_eq!(remind(&server).await, 0);
    assert_eq!(send(&server, &mail_server).await, sent(1));
}

/// Without a base URL, a link would lead nowhere, so carts wait until the store has one.
#[tokio::test]
async fn a_store_without_a_base_url() {
    let Some((mail_server, server)) = abandoned().await else { return };
    server.sql("update stores set base_url = null where site_id = 1").await;
    assert_eq!((remind(&server).await, events(&server).await), (0, 0));
    server.sql("update stores set base_url = 'https://harborgoods.example'").await;
    assert_eq!(remind(&server).await, 1);
    server.sql("update stores set base_url = null where site_id = 1").await;
    assert_eq!(send(&server, &mail_server).await.put_off, 1);
    let note = stored(&server, "select note from mails").await;
    assert_eq!(note["note"], "store has no address");
    server.sql("update stores set base_url = 'https://harborgoods.example'").await;
    server.pass(HOUR);
    assert_eq!(send(&server, &mail_server).await, sent(1));
    // Nor does a site get reminders that is not served.
    server.sql("update carts set abandoned_at = null; update sites set active = false").await;
    assert_eq!(remind(&server).await, 0);
}

/// The operator sees the mail as it would be sent, with a link of its own.
#[tokio::test]
async fn shown_by_the_command() {
    let server = served_with_abandoned().await;
    // The commands use the machine's clock.
    let ahead = std::time::SystemTime::now().duration_since(server.now().into()).unwrap();
    server.pass(ahead);
    add_pouch(&server, SESSION, None).await;
    server.sql("update carts set updated_at = updated_at - interval '3 hours'").await;
    assert_eq!(remind(&server).await, 1);
    let show = ["mail", "show", "--last", "--public-url", PUBLIC_URL];
    let (mail, complaint) = stoa(&server, &show, "").await;
    assert!(mail.contains(&format!("\nTo: {EMAIL}\n")), "{mail}{complaint}");
    let unsubscribe = link(&mail, PAGE);
    assert!(mail.contains(&format!("\nList-Unsubscribe: <{PUBLIC_URL}{unsubscribe}>\n")), "{mail}");
    let recovery = link(&mail, "/api/storefront/1/cart/recover");
    assert_eq!(server.get(&recovery).await.status(), 302);
    let (listed, _) = stoa(&server, &["mail", "list"], "").await;
    assert!(listed.contains("cart_reminder"), "{listed}");
}
