//! The verification of an address by the link in the welcome mail.

use std::time::SystemTime;

use stoa::serve::mail_context;
use stoa_outbox::{MailContext, Outbox, staff as outbox};

use super::*;
use crate::api::storefront::commands::stoa;
use crate::api::storefront::purchases::Purchase;
use crate::operations::mails::mail_server::MailServer;

const PAGE: &str = "/verify-email";
const STORE_PAGE: &str = "https://harborgoods.example/store?verified=1";

fn verify_by<'a>(server: &'a Server, token: &str) -> Request<'a> {
    act(server, "verify-email", json!({"token": token}))
}

async fn is_verified(server: &Server) -> bool {
    server.count("customers where verified_at is not null").await == 1
}

/// The path and query of the link in the newest mail, as the operator sees it.
async fn shown_link(server: &Server) -> String {
    let (mail, complaint) =
        stoa(server, &["mail", "show", "--last", "--public-url", PUBLIC_URL], "").await;
    let link = mail.split_whitespace().find_map(|word| word.strip_prefix(PUBLIC_URL));
    link.unwrap_or_else(|| panic!("{mail}{complaint}")).to_owned()
}

fn text(body: &[u8]) -> &str {
    str::from_utf8(body).unwrap()
}

/// The context in which the server's mails are rendered, with the server's clock.
fn mails(server: &Server) -> MailContext {
    let outbox = Outbox::new(SECRET);
    let context = mail_context(&server.db(), outbox, server.files.clone(), PUBLIC_URL.into());
    MailContext { clock: server.orders.clock.clone(), ..context }
}

#[tokio::test]
async fn verify_email() {
    let (server, session) = with_customer(served().await).await;
    let token = "1.uX0aE2iO4vQZk3n0qV8sT1wY5bC7dF9gH2jK4lM6pR8";
    give_verification(&server, EMAIL, token).await.unwrap();
    verify_by(&server, token).await.snapshot("authenticate_customer__200_verify_email");
    assert!(is_verified(&server).await);
    verify_by(&server, token).await.snapshot("authenticate_customer__400_token");
    assert!(is_logged_in(&server, &session).await, "the session goes on");
}

/// A guest's order is in the history after a click on the link and on the page's button, whatever the case of its
/// address.
#[tokio::test]
async fn from_the_mail_to_the_orders() {
    let server = served().await;
    // The commands use the machine's clock.
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    let order = Purchase::new(&server, "a session").await;
    let session = registered(&server, EMAIL).await;
    let orders = async || {
        let orders = server.get("/api/storefront/1/account/orders").bearer(&session).await;
        let numbers = orders.each("orderNumber").into_iter();
        numbers.map(|number| number.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(orders().await, [""; 0]);
    let link = shown_link(&server).await;
    assert!(link.starts_with("/verify-email?token=1."), "{link}");
    for method in ["HEAD", "GET", "GET"] {
        let page = server.request(method, &link).unchecked().await;
        assert_eq!(page.status, 200);
        assert_eq!(page.headers["cache-control"], "no-store");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("form-action 'self' https://harborgoods.example;"), "{policy}");
        assert!(
            method == "HEAD" || text(&page.body).contains("Confirm your address"),
            "{}",
            text(&page.body)
        );
    }
    assert_eq!(orders().await, [""; 0], "scanners of mails follow links too");
    // The second click of a customer who clicks twice has the same result.
    for _ in 0..2 {
        let verified = server.request("POST", &link).unchecked().await;
        assert_eq!(
            (verified.status, &verified.headers["location"]),
            (303, &STORE_PAGE.parse().unwrap())
        );
        assert!(verified.headers.get("set-cookie").is_none());
    }
    assert_eq!(orders().await, [order.number.as_str()]);
    let page = server.get(&link).unchecked().await;
    assert!(text(&page.body).contains("Your e-mail address is confirmed."), "{}", text(&page.body));
    let token = link.split_once('=').unwrap().1;
    assert_eq!(verify_by(&server, token).await.outcome(), (400, "Invalid or expired token"));
}

/// The link in a mail is valid for 30 days from the sending of the mail.
#[tokio::test]
async fn the_mail_that_is_sent() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    registered(&server, "Mara@Example.com").await;
    server.pass(DAY);
    let report = stoa_outbox::send_due(&mails(&server), &mail_server.mailer()).await.unwrap();
    assert_eq!(report.sent, 1);
    let mail = mail_server.only();
    assert_eq!(
        (mail.to[0].as_str(), mail.subject()),
        ("Mara@example.com", "Welcome to Harbor Goods")
    );
    let token = mail.token();
    assert!(mail.text.contains(&format!("\n{PUBLIC_URL}/verify-email?token={token}\n")));
    let random = token.strip_prefix("1.").unwrap();
    assert_eq!(random.len(), 43, "256 bits");
    let stored = format!("email_verifications where token_sha256 = sha256('{token}')");
    assert_eq!(server.count(&stored).await, 1);
    server.pass(30 * DAY - SECOND);
    assert_eq!(verify_by(&server, &token).await.status(), 200);
}

#[tokio::test]
async fn refused_tokens() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    let refused = async |token: &str| {
        assert_eq!(verify_by(&server, token).await.outcome(), (400, "Invalid or expired token"));
        for method in ["GET", "POST"] {
            let page = server.request(method, PAGE).query("token", token).unchecked().await;
            assert_eq!(page.status, 400, "{method} {token}");
            assert!(text(&page.body).contains("This link is not valid"), "{}", text(&page.body));
        }
    };
    let token = verification_token(&server, EMAIL).await;
    let long = "1.".repeat(10_000);
    for token in [
        "1.",
        "1",
        ".",
        "2.unknown",
        "99.unknown",
        "-1.unknown",
        "9223372036854775808.unknown",
        &token[2..],
        &format!("2.{}", &token[2..]),
        &format!("+{token}"),
        &format!("0{token}"),
        &format!("{token} "),
        &format!("{token}a"),
        &long,
        "1.'; drop table customers; --",
    ] {
        refused(token).await;
    }
    for page in [server.get(PAGE), server.get(PAGE).query("token", "1.\0")] {
        assert_eq!(page.unchecked().await.status, 400);
    }
    let twice = format!("{PAGE}?token={token}&token={token}");
    assert_eq!(server.get(&twice).unchecked().await.status, 400);
    let nul = verify_by(&server, "1.\0").await;
    assert_eq!(nul.status(), 400);
    // The token of one site's customer verifies nothing of another site's.
    let elsewhere = json!({"action": "verify-email", "token": token});
    let elsewhere = server.post("/api/storefront/2/auth", &elsewhere).await;
    assert_eq!(elsewhere.outcome(), (400, "Invalid or expired token"));

    server.pass(30 * DAY);
    refused(&token).await;
    assert!(!is_verified(&server).await);
    stoa_customers::delete_ended(&server.db(), server.now()).await.unwrap();
    assert_eq!(server.count("email_verifications").await, 0);
}

#[tokio::test]
async fn a_reset_voids_the_link() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let tokens =
        [verification_token(&server, EMAIL).await, verification_token(&server, EMAIL).await];
    let reset_token = reset_token(&server, EMAIL).await;
    assert_eq!(reset(&server, &reset_token, PASSWORD).await.status(), 200);
    assert!(is_verified(&server).await);
    for token in tokens {
        assert_eq!(verify_by(&server, &token).await.outcome(), (400, "Invalid or expired token"));
        // The reset has verified the address, so the link leads on to the store.
        let page = server.request("POST", PAGE).query("token", &token).unchecked().await;
        assert_eq!(page.headers["location"], STORE_PAGE);
    }
}

#[tokio::test]
async fn an_erased_customer() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let token = verification_token(&server, EMAIL).await;
    stoa(&server, &["customer", "erase", EMAIL], "").await;
    assert_eq!(verify_by(&server, &token).await.status(), 400);
    // A later customer with the same address has another token.
    registered(&server, EMAIL).await;
    assert_eq!(verify_by(&server, &token).await.status(), 400);
    assert!(!is_verified(&server).await);
}

/// The link of a store that is disabled or has no address stays valid.
#[tokio::test]
async fn a_store_without_a_page() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let token = verification_token(&server, EMAIL).await;
    for change in [
        "update stores set enabled = false where site_id = 1",
        "update stores set enabled = true, base_url = null where site_id = 1;
         update sites set domain = null where id = 1",
    ] {
        server.sql(change).await;
        server.pass(stoa_stores::STORE_TTL);
        for method in ["GET", "POST"] {
            let page = server.request(method, PAGE).query("token", &token).unchecked().await;
            assert_eq!(page.status, 400, "{method} {change}");
        }
    }
    server.sql("update sites set domain = 'harbor.test' where id = 1").await;
    let page = server.request("POST", PAGE).query("token", &token).unchecked().await;
    assert_eq!(page.headers["location"], "https://harbor.test/store?verified=1");
}

/// The name of a store is text, not HTML.
#[tokio::test]
async fn the_page_escapes_the_name_of_the_store() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let token = verification_token(&server, EMAIL).await;
    server.sql("update sites set name = '<script>alert(1)</script>' where id = 1").await;
    let page = server.get(PAGE).query("token", &token).unchecked().await;
    assert!(
        text(&page.body).contains("alert(1)") && !text(&page.body).contains("<script"),
        "{}",
        text(&page.body)
    );
}

/// A mail that is sent again contains the same token, until the token is used. A mail that the operator reads contains a
/// token that is valid for an hour.
#[tokio::test]
async fn the_tokens_of_mails() {
    let server = served().await;
    registered(&server, EMAIL).await;
    let give = async |email: &str| give_verification(&server, email, "1.a token").await;
    assert_eq!(give("ida@example.com").await, None);
    assert_eq!(give("MARA@example.com").await.as_deref(), Some(EMAIL));
    server.pass(DAY);
    assert_eq!(give(EMAIL).await.as_deref(), Some(EMAIL));
    assert_eq!(server.count("email_verifications").await, 1);

    let context = mails(&server);
    let mail = stoa::commands::mail::find(&context.db, Some(1), None).await.unwrap();
    let shown = async || {
        let letter = outbox::show(&context, mail).await.unwrap().unwrap();
        let (_, rest) = letter.text.split_once("?token=").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    };
    let (first, second) = (shown().await, shown().await);
    assert_ne!(first, second);
    server.pass(HOUR);
    assert_eq!(verify_by(&server, &second).await.status(), 400, "it was valid for an hour");
    server.pass(30 * DAY - HOUR - MINUTE);
    assert_eq!(verify_by(&server, "1.a token").await.status(), 200);
    assert_eq!(give(EMAIL).await, None, "it was used");
}
