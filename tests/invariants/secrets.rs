//! Secrets stay out of the log and out of error responses. harness/log.rs checks the log of all tests for them.

use std::io::Write;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::api::storefront::customers::*;
use crate::api::storefront::designers::begun;
use crate::api::storefront::openai::{self, OpenAi};
use crate::api::storefront::stripe::{Mood, Stripe};
use crate::harness::*;
use crate::operations::mails::mail_server::{Encryption, LOGIN, MailServer, mailer};
use crate::operations::mails::{self, Customers};

/// Everything that `stoa serve --log trace` would log on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn begin() -> (Self, tracing::subscriber::DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let filter = stoa::log::filter("trace").unwrap();
        let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false);
        let subscriber = subscriber.with_writer(move || writer.clone()).finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn lacks<'a>(&self, secrets: impl IntoIterator<Item = &'a str>) {
        let text = self.text();
        for secret in secrets {
            let line = text.lines().find(|line| line.contains(secret));
            assert_eq!(line, None, "{secret}");
        }
    }
}

#[tokio::test]
async fn the_log_of_a_served_run() {
    let (log, _guard) = Log::begin();
    let server = served_read_only().await;
    for (key, _) in KEYS {
        server.get("/api/v1/sites/1/tags").key(key).await;
        server.get("/api/v1/sites/1/tags").bearer(key).await;
        // Places where a key does not belong, but where people put it.
        for target in [
            "/api/v1/sites/1/tags?x-api-key=",
            "/api/v1/sites/1/tags?a=",
            "/api/v1/sites/1/tags?",
            "/nowhere/",
        ] {
            server.get(&format!("{target}{key}")).await;
        }
    }
    for query in [
        "token=tok-1234",
        "email=ada@example.com",
        "sessionId=sess-5678",
        "to%6Ben=tok-1234",
        "q=ada%40example.com",
    ] {
        server.get(&format!("/api/v1/sites/1/tags?{query}")).key(DEMO_KEY).await;
    }
    log.lacks(KEYS.iter().map(|(key, _)| *key));
    log.lacks(["tok-1234", "ada@", "ada%40", "sess-5678"]);
    let text = log.text();
    let access = text.lines().filter(|line| line.contains("path=/api/v1/sites/1/tags"));
    assert_eq!(access.count(), KEYS.len() * 5 + 5, "a line for each request: {text}");
}

#[tokio::test]
#[should_panic(expected = "`a-logged-session` is in the log: ")]
async fn a_test_fails_if_its_secret_is_logged() {
    let server = served_read_only().await;
    server.get("/api/storefront/1/cart?sessionId=a-logged-session").await;
    tracing::warn!("the cart of a-logged-session");
}

#[tokio::test]
async fn the_log_of_a_checkout() {
    let (log, _guard) = Log::begin();
    let server = served().await;
    let line = json!({"sessionId": "sess-5678", "productId": 2});
    server.request("POST", "/api/storefront/1/cart").json(&line).await;
    let wish = json!({
        "sessionId": "sess-5678", "customerEmail": "mara@example.com", "customerName": "Mara Lindqvist",
        "customerPhone": "+1 207", "shippingAddress": {"line1": "4 Quay Street"},
    });
    let checkout = server.request("POST", "/api/storefront/1/checkout").json(&wish);
    let placed = checkout.header("idempotency-key", "key-9012").await;
    let secret = placed.json["data"]["clientSecret"].as_str().unwrap();
    assert!(!secret.is_empty());
    log.lacks([secret, "sess-5678", "mara@", "Lindqvist", "+1 207", "Quay", "key-9012"]);
}

/// The mail server's replies, which contain addresses, are not logged either.
#[tokio::test]
async fn the_log_of_mails() {
    let Some(mail_server) = MailServer::start_with(Encryption::Never, true).await else { return };
    let (log, _guard) = Log::begin();
    let server = served().await;
    let addresses = ["gone@example.com", "busy@example.com", "mara@example.com", "no address"];
    let context = mails::context(&server, Customers::new(&addresses));
    for address in addresses {
        mails::queue(&context, &mails::reset(address)).await;
    }
    let [user, password] = LOGIN;
    for login in ["stoa:a%25pass%20word@", "stoa:another%20word@"] {
        let mailer = mailer(&mail_server.url("smtp", login, ""), None);
        stoa_outbox::send_due(&context, &mailer).await.unwrap();
        server.pass(MINUTE);
    }
    let token = mail_server.only().token();
    let text = log.text();
    for told in
        ["the server put it off: 450", "the server refused it: 550", "our login", "kind=\"reset\""]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
    let login = BASE64_STANDARD.encode(format!("\0{user}\0{password}"));
    log.lacks(["@example", "gone", "busy", "mara", "Greylisted", &token]);
    log.lacks([password, "another word", &login]);
}

#[tokio::test]
async fn the_log_of_a_customer() {
    let (log, _guard) = Log::begin();
    let server = served().await;
    let fields = json!({
        "email": "Mara@example.com", "password": "a lighthouse-1234", "firstName": "Mara",
        "lastName": "Lindqvist",
    });
    let token = token(&act(&server, "register", fields.clone()).await);
    act(&server, "register", fields).await;
    log_in(&server, "mara@example.com", "a lighthouse-5678").await;
    act(&server, "forgot-password", json!({"email": "mara@example.com"})).await;
    let reset_token = reset_token(&server, "mara@example.com").await;
    let changes = json!({"phone": "+1 207 555", "addressBook": [{"line1": "4 Quay Street"}]});
    let patch = server.request("PATCH", ACCOUNT).json(&changes).bearer(&token);
    assert_eq!(patch.await.status(), 200);
    server.get(&format!("{ACCOUNT}?token={token}")).bearer("not-a-token").await;
    let message = json!({"subject": "About scurvy", "body": "I have gout."});
    let write =
        || server.request("POST", &format!("{ACCOUNT}/support")).json(&message).bearer(&token);
    assert_eq!(write().await.status(), 201);
    // Failing statements must not reveal the values either.
    server.sql("alter table customers rename column updated_at to changed_at").await;
    server.sql("alter table support_messages rename column updated_at to changed_at").await;
    for request in [
        write(),
        server.request("PATCH", ACCOUNT).json(&changes).bearer(&token),
        reset(&server, &reset_token, "a lighthouse-9012"),
    ] {
        assert_eq!(request.unchecked().await.status, 500);
    }
    let text = log.text();
    assert!(text.contains("changed_at") || text.contains("updated_at"), "{text}");
    log.lacks([&*token, &reset_token, "not-a-token", "lighthouse", "$argon2"]);
    log.lacks(["mara@", "Mara@", "Lindqvist", "+1 207", "Quay", "scurvy", "gout"]);
}

#[tokio::test]
async fn an_internal_error_is_only_in_the_log() {
    let (log, _guard) = Log::begin();
    let server = served().await;
    server.sql("alter table tags rename column slug to snail").await;
    let request =
        server.get("/api/v1/sites/1/tags").key(DEMO_KEY).header("x-request-id", "look-me-up");
    let response = request.unchecked().await;
    assert_eq!(response.status, 500);
    assert_eq!(response.body, br#"{"success":false,"message":"Internal server error"}"#);
    assert_eq!(response.headers["x-request-id"], "look-me-up");
    let text = log.text();
    let causes: Vec<&str> =
        text.lines().filter(|line| line.contains("tag.slug does not exist")).collect();
    assert_eq!(causes.len(), 1, "logged once: {text}");
    assert!(causes[0].contains("ERROR") && causes[0].contains("look-me-up"), "{}", causes[0]);

    server.sql("alter table tags rename column snail to slug").await;
    assert_eq!(server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await.status(), 200);
}

#[tokio::test]
async fn the_log_of_a_payment() {
    let (log, _guard) = Log::begin();
    let stripe = Stripe::new().await;
    let server = served_with_stripe(&stripe.url).await;
    server.sql("update stores set payment_provider = 'stripe' where site_id = 1").await;
    let line = json!({"sessionId": "sess-5678", "productId": 2, "quantity": 1});
    assert_eq!(server.request("POST", "/api/storefront/1/cart").json(&line).await.status(), 200);
    let wish = json!({"sessionId": "sess-5678", "customerEmail": "ada@example.com", "customerName": "Ada"});
    for (mood, status) in [(Mood::Down, 503), (Mood::Overcharging, 503), (Mood::Well, 200)] {
        stripe.is(mood);
        let placed = server.request("POST", "/api/storefront/1/checkout").json(&wish).await;
        assert_eq!(placed.status(), status, "{mood:?}: {}", placed.message());
    }
    let text = log.text();
    assert!(text.contains("an order cannot be paid"), "{text}");
    log.lacks(["sk_test_harbor", "secret_harbor", "ada@", "ada%40", "sess-5678"]);
}

#[tokio::test]
async fn the_log_of_ai() {
    let (log, _guard) = Log::begin();
    let openai = OpenAi::new().await;
    let server = served_with_openai(&openai.url, &["all=off"]).await;
    let design = begun(&server).await;
    for (mood, status) in [
        (openai::Mood::Down, 503),
        (openai::Mood::Strict, 400),
        (openai::Mood::Opaque, 503),
        (openai::Mood::Well, 201),
    ] {
        openai.is(mood);
        let path = format!("{}/ai-image", design.id);
        let call = design.designer.of(&server, "POST", path);
        let drawn = call.json(&json!({"prompt": "Zwei Wale vor Rockport"})).await;
        assert_eq!(drawn.status(), status, "{mood:?}: {}", drawn.message());
    }
    let text = log.text();
    assert!(text.contains("STOA_OPENAI_IMAGE_MODEL"), "{text}");
    let session = design.designer.session.unwrap();
    log.lacks([OPENAI_KEY, "Zwei Wale", "Zwei%20Wale", &session]);
}

#[tokio::test]
async fn without_a_database() {
    let (log, _guard) = Log::begin();
    let server = served().await;
    server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await;
    server.lose_database().await;
    let unavailable = server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await;
    unavailable.snapshot("list_tags__503");
    let text = log.text();
    let causes = text
        .lines()
        .filter(|line| line.contains("ERROR stoa_runtime") && line.contains("unavailable"));
    assert_eq!(causes.count(), 1, "logged once: {text}");
    // Operations that need no database continue to work.
    assert_eq!(server.get("/api/v1/sites/1/blocks").await.status(), 200);
    assert_eq!(server.get("/openapi.yaml").await.status(), 200);
}

/// At these levels tokio-postgres logs every statement with its values.
#[test]
fn log_levels_that_reveal_values_are_refused() {
    for louder in [
        "tokio_postgres=debug",
        "info, tokio_postgres::query=trace",
        "tokio_postgres",
        "tokio_postgres[span]=debug",
    ] {
        let refusal = stoa::log::filter(louder).unwrap_err().to_string();
        assert!(refusal.starts_with("--log takes no level for "), "{louder}: {refusal}");
    }
    for quiet in ["info", "trace", "warn,stoa_runtime=debug", "tokio=debug"] {
        assert!(stoa::log::filter(quiet).is_ok(), "{quiet}");
    }
}
