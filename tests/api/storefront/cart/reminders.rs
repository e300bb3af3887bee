//! Reminders of abandoned carts: the job, the mail, its links, and the mails' end.

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

/// Mail scanners open links, so only the page's button ends the mails.
#[tokio::test]
async fn unsubscribe__by_the_page() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    send(&server, &mail_server).await;
    let link = unsubscribe_link(&mail_server.only());
    for method in ["HEAD", "GET", "GET"] {
        let page = server.request(method, &link).unchecked().await;
        assert_eq!(
            (page.status, &page.headers["cache-control"].to_str().unwrap()[..]),
            (200, "no-store")
        );
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("form-action 'self';"), "{policy}");
        assert!(method == "HEAD" || text(&page.body).contains("End these mails"));
    }
    assert_eq!(server.count("reminder_optouts").await, 0);
    // A customer may click twice.
    for _ in 0..2 {
        let ended = server.request("POST", &link).unchecked().await;
        assert_eq!(ended.status, 200);
        assert!(
            text(&ended.body)
                .contains("You get no more mails about items in your cart from Harbor Goods.")
        );
    }
    let optout = format!(
        "reminder_optouts where site_id = 1 and email_sha256 = sha256(convert_to('1 {EMAIL}', 'UTF8'))"
    );
    assert_eq!(server.count(&optout).await, 1);
}

/// A mail program posts to the link without a cookie, from no page (RFC 8058). The mails end for the address in any
/// letter case and for this store alone, and also after the customer was erased.
#[tokio::test]
async fn unsubscribe__by_one_click() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    send(&server, &mail_server).await;
    let link = unsubscribe_link(&mail_server.only());
    let body = "List-Unsubscribe=One-Click";
    let head = format!(
        "POST {link} HTTP/1.1\r\nhost: api.stoa.test\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let answer = wire::exchange(server.address, head.as_bytes(), false).await;
    assert_eq!(answer.status, 200);
    server.sql("delete from cart_items").await;
    for (session, email) in [("one", "MARA@Example.com"), ("two", "ida@example.com")] {
        add_pouch(&server, session, None).await;
        check_out(&server, session, email, None).await;
    }
    let_expire(&server).await;
    server.pass(2 * HOUR);
    assert_eq!(remind(&server).await, 1, "Ida's");
    server.sql("update reminder_optouts set site_id = 2").await;
    assert_eq!(remind(&server).await, 1, "another store's mails have not ended");
    server.sql("update reminder_optouts set site_id = 1").await;
    stoa(&server, &["customer", "erase", EMAIL], "").await;
    assert_eq!(server.count("reminder_optouts").await, 1);
}

/// A mail that waits for the mail server is not sent after its address has ended such mails.
#[tokio::test]
async fn unsubscribe__while_a_mail_waits() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    stoa_commerce::carts::end_reminders(&server.db(), 1, "Mara@EXAMPLE.com", server.now())
        .await
        .unwrap();
    assert_eq!(send(&server, &mail_server).await, given_up(1));
    assert_eq!(mail_server.taken().len(), 0);
}

#[tokio::test]
async fn unsubscribe__refused_links() {
    let server = served().await;
    let token = "1.uX0aE2iO4vQZk3n0qV8sT1wY5bC7dF9gH2jK4lM6pR8";
    for token in
        ["", "1", "1.", ".", token, "99.x", "-1.x", "9223372036854775808.x", &"1.".repeat(5_000)]
    {
        for method in ["GET", "POST"] {
            let page = server.request(method, PAGE).query("token", token).unchecked().await;
            assert_eq!(page.status, 400, "{method} {token}");
            assert!(text(&page.body).contains("This link is not valid"), "{}", text(&page.body));
        }
    }
    assert_eq!(server.get(PAGE).unchecked().await.status, 400);
    assert_eq!(server.count("reminder_optouts").await, 0);
}

fn text(body: &[u8]) -> &str {
    str::from_utf8(body).unwrap()
}

/// Two servers run the job at the same time, as after a lease has expired.
#[tokio::test]
async fn two_servers__one_mail_and_one_event_for_each_cart() {
    const CARTS: u64 = 20;
    let server = served_with_reminders().await;
    let another = server.another().await;
    for number in 0..CARTS {
        let session = format!("session {number}");
        add_pouch(&server, &session, None).await;
        check_out(&server, &session, &format!("{number}@example.com"), None).await;
    }
    let_expire(&server).await;
    server.pass(2 * HOUR);
    let (db, other) = (server.db(), another.db());
    let outbox = Outbox::new(SECRET);
    let rounds = [&db, &other, &db, &other].map(|db| remind_abandoned(db, &outbox, server.now()));
    let reminded: u64 = join_all(rounds).await.into_iter().map(Result::unwrap).sum();
    assert_eq!(reminded, CARTS);
    assert_eq!(events(&server).await, CARTS as i64);
    assert_eq!(server.count("mails where kind = 'cart_reminder'").await, CARTS as i64);
}

/// Carts that were abandoned by guests whose payments arrive late, in the moment in which the reminders are due: no cart
/// that was paid gets a mail, whether the payment or the job comes first.
#[tokio::test]
async fn races__a_late_payment() {
    let Some(mail_server) = MailServer::start().await else { return };
    for round in 0..6 {
        let server = served_with_reminders().await;
        let mut orders = Vec::new();
        for number in 0..4 {
            let (session, email) = (format!("{number}"), format!("{number}@example.com"));
            add_pouch(&server, &session, None).await;
            orders.push(check_out(&server, &session, &email, None).await);
        }
        let_expire(&server).await;
        server.pass(2 * HOUR);
        let pay = || join_all(orders.iter().map(|order| pay_late(&server, order)));
        let reminded = match round {
            0 => {
                pay().await;
                remind(&server).await
            }
            1 => {
                let reminded = remind(&server).await;
                pay().await;
                reminded
            }
            _ => tokio::join!(pay(), remind(&server)).1,
        };
        match round {
            0 => assert_eq!(reminded, 0),
            1 => assert_eq!(reminded, 4),
            _ => assert!(reminded <= 4),
        }
        assert_eq!(events(&server).await, reminded as i64);
        let report = send(&server, &mail_server).await;
        assert_eq!(report.given_up as u64, reminded, "{report:?}");
    }
    assert_eq!(reminders(&mail_server).len(), 0);
}

/// The provider announces the payment of an order that has expired.
async fn pay_late(server: &Server, order: &Purchase) {
    let event = order.event(&format!("evt_{}", order.id), "succeeded", server.now().timestamp());
    assert_eq!(tell(server, &event).await.status(), 200);
    assert_eq!(order.status(server).await, "paid");
}

/// A customer checks out and pays in the moment in which the reminder is due.
#[tokio::test]
async fn races__a_checkout() {
    let Some(mail_server) = MailServer::start().await else { return };
    let mut outcomes = [0, 0];
    for round in 0..8 {
        let server = served_with_abandoned().await;
        let ready = Arc::new(tokio::sync::Barrier::new(2));
        let buy = async {
            ready.wait().await;
            check_out(&server, SESSION, EMAIL, None).await.pay(&server).await;
        };
        let reminding = async {
            ready.wait().await;
            // Let the checkout come further in each round.
            for _ in 0..round * 4 {
                tokio::task::yield_now().await;
            }
            remind(&server).await
        };
        let ((), reminded) = tokio::join!(buy, reminding);
        outcomes[reminded as usize] += 1;
        assert_eq!(events(&server).await, reminded as i64);
        let report = send(&server, &mail_server).await;
        assert_eq!(report.given_up as u64, reminded, "{report:?}");
    }
    assert_eq!(reminders(&mail_server).len(), 0, "{outcomes:?}");
}

/// The worker dies after the mail server has the mail: the second letter is the first one again, with the same links to
/// the cart.
#[tokio::test]
async fn sent_again_after_a_crash() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    assert_eq!(send(&server, &mail_server).await, sent(1));
    server.sql("update mails set sent_at = null, claimed_until = null").await;
    server.pass(10 * MINUTE);
    assert_eq!(send(&server, &mail_server).await, sent(1));
    let [first, second] = <[Taken; 2]>::try_from(mail_server.taken()).unwrap();
    assert_eq!(first.header("Message-ID"), second.header("Message-ID"));
    assert_eq!(recovery_link(&first), recovery_link(&second));
    assert_eq!(server.count("cart_recovery_tokens").await, 1);
    assert_eq!(server.get(&recovery_link(&first)).await.status(), 302);
    assert_eq!(server.get(&recovery_link(&second)).await.status(), 404);
    // Once the link was used, the cart is not abandoned, so another attempt makes no new link.
    server.sql("update mails set sent_at = null, claimed_until = null").await;
    server.pass(10 * MINUTE);
    assert_eq!(send(&server, &mail_server).await, given_up(1));
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
