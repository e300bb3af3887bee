//! Traces: continued from the caller, passed on to providers, and exported without private data.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::collector::{Collector, Span};
use crate::api::storefront::stripe::Stripe;
use crate::harness::database::{self, Database};
use crate::harness::{OWN_KEY, eventually, wire};
use crate::operations::start_up::{Process, STRIPE_KEYS, run};

/// The example ids in W3C's recommendation.
const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

const SERVER_SPAN: i32 = 2;
const CLIENT: i32 = 3;

/// A store that is paid through Stripe.
async fn seeded() -> Database {
    let database = database::seeded().await;
    let client = database.client().await;
    let stripe = "update stores set payment_provider = 'stripe' where site_id = 1";
    client.execute(stripe, &[]).await.unwrap();
    database
}

fn start(database: &Database, collector: &Collector, stripe: &Stripe, share: &str) -> Process {
    let url = database.url();
    let arguments = ["--database-url", &url, "--otlp-url", &collector.url, "--trace-share", share];
    let stripe = ["--stripe-url", &stripe.url];
    Process::start(&[&arguments[..], &stripe, &STRIPE_KEYS].concat())
}

async fn ask(server: &Process, line: &str, headers: &str, body: Option<&Value>) -> wire::Response {
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{line} HTTP/1.1\r\nhost: shop.example:8080\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{headers}\r\n{body}",
        body.len(),
    );
    let address: SocketAddr = server.address.parse().unwrap();
    wire::exchange(address, request.as_bytes(), false).await
}

/// Fills a cart and checks out, with this `traceparent` header.
async fn check_out(server: &Process, traceparent: &str) {
    let line = json!({"sessionId": "sess-5678", "productId": 2, "quantity": 1});
    let filled = ask(server, "POST /api/storefront/1/cart", "", Some(&line)).await;
    assert_eq!(filled.status, 200);
    let wish = json!({
        "sessionId": "sess-5678", "customerEmail": "mara@harbor.test", "customerName": "Mara Lindqvist",
    });
    let headers = format!("x-request-id: checkout-1\r\ntraceparent: {traceparent}\r\n");
    let target = "POST /api/storefront/1/checkout?sessionId=sess-5678";
    let placed = ask(server, target, &headers, Some(&wish)).await;
    assert_eq!(placed.status, 200, "{}", String::from_utf8_lossy(&placed.body));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_is_one_trace() {
    let (database, collector, stripe) =
        (seeded().await, Collector::new().await, Stripe::new().await);
    let server = start(&database, &collector, &stripe, "0");
    check_out(&server, &format!("00-{TRACE_ID}-{CALLER}-01")).await;
    let logged = server.stop();

    // With a share of 0, only requests that their caller traces are traced.
    let spans = collector.spans();
    let [operation] = &of_kind(&spans, SERVER_SPAN)[..] else { panic!("{spans:#?}") };
    assert_eq!(operation.name, "POST /api/storefront/{siteId}/checkout");
    assert_eq!((&*operation.trace_id, &*operation.parent_id), (TRACE_ID, CALLER));
    assert_eq!((operation.status, operation.events), (0, 0));
    let said = |name: &str| operation.attributes.get(name).map(String::as_str);
    for (name, value) in [
        ("http.request.method", "POST"),
        ("http.route", "/api/storefront/{siteId}/checkout"),
        ("http.response.status_code", "200"),
        ("server.address", "shop.example"),
        ("server.port", "8080"),
        ("stoa.operation", "placeOrder"),
        ("stoa.request_id", "checkout-1"),
    ] {
        assert_eq!(said(name), Some(value), "{name}: {:?}", operation.attributes);
    }
    assert_eq!(operation.resource["service.name"], "stoa");
    assert_eq!(operation.resource["service.version"], env!("CARGO_PKG_VERSION"));

    // Every statement belongs to the operation's span, even a statement of the task that places the order.
    let (statements, calls): (Vec<_>, Vec<_>) = of_kind(&spans, CLIENT)
        .into_iter()
        .partition(|span| span.attributes.contains_key("db.system.name"));
    assert!(statements.len() >= 5, "{statements:#?}");
    for statement in &statements {
        assert_eq!(
            (&statement.trace_id, &statement.parent_id),
            (&operation.trace_id, &operation.id)
        );
        assert_eq!(statement.attributes["db.system.name"], "postgresql");
        assert!(!statement.attributes["db.query.text"].is_empty());
    }
    let texts: Vec<&str> =
        statements.iter().map(|span| &*span.attributes["db.query.text"]).collect();
    assert!(texts.iter().any(|text| text.contains("insert into orders")), "{texts:#?}");
    let insert_order = "commerce/orders/place/store/insert_order";
    let named = statements.iter().find(|span| span.name == insert_order).unwrap();
    assert_eq!(named.attributes["db.query.summary"], insert_order);

    // So does the call to Stripe, which gets the trace's id.
    let [call] = &calls[..] else { panic!("{calls:#?}") };
    assert_eq!((&*call.name, &call.parent_id), ("POST stripe", &operation.id));
    for (name, value) in [
        ("http.request.method", "POST"),
        ("http.response.status_code", "200"),
        ("server.address", "127.0.0.1"),
    ] {
        assert_eq!(call.attributes[name], value, "{:?}", call.attributes);
    }
    let told = format!("00-{TRACE_ID}-{}-01", call.id);
    assert_eq!(stripe.traceparents(), [told]);

    // The log contains the trace's id.
    let lines: Vec<&str> = logged.lines().filter(|line| line.contains(TRACE_ID)).collect();
    let access = lines.iter().find(|line| line.contains("operation=\"placeOrder\"")).unwrap();
    assert!(access.contains("request_id=\"checkout-1\""), "{access}");
    assert!(logged.lines().any(|line| line.contains("addCartItem") && !line.contains(TRACE_ID)));

    holds_nothing_private(&spans);
}

/// The caller decides whether its trace is recorded. The trace id is passed on in any case.
#[tokio::test(flavor = "multi_thread")]
async fn an_unsampled_caller() {
    let (database, collector, stripe) =
        (seeded().await, Collector::new().await, Stripe::new().await);
    let server = start(&database, &collector, &stripe, "1");
    check_out(&server, &format!("00-{TRACE_ID}-{CALLER}-00")).await;
    for headers in ["", "traceparent: 00-zz-zz-01\r\n", "x-api-key: svc_live_unknown\r\n"] {
        let answer = ask(&server, "GET /api/v1/sites/1/tags?q=sess-5678", headers, None).await;
        assert_eq!(answer.status, 401);
    }
    let broken = "alter table tags rename column slug to snail";
    database.client().await.execute(broken, &[]).await.unwrap();
    let headers = format!("x-api-key: {OWN_KEY}\r\n");
    assert_eq!(ask(&server, "GET /api/v1/sites/1/tags", &headers, None).await.status, 500);
    assert_eq!(ask(&server, "GET /nowhere", "", None).await.status, 404);
    assert_eq!(ask(&server, "GET /docs", "", None).await.status, 200);
    let logged = server.stop();

    let spans = collector.spans();
    assert!(spans.iter().all(|span| span.trace_id != TRACE_ID), "{spans:#?}");
    let [told] = &stripe.traceparents()[..] else { panic!("Stripe is asked once") };
    assert!(told.starts_with(&format!("00-{TRACE_ID}-")) && told.ends_with("-00"), "{told}");
    assert!(!told.contains(CALLER), "{told}");

    // All other operations are traced with a share of 1, each as its own trace. Pages are not operations.
    let operations = of_kind(&spans, SERVER_SPAN);
    let mut statuses: Vec<(&str, &str)> = operations
        .iter()
        .map(|span| {
            (&*span.attributes["stoa.operation"], &*span.attributes["http.response.status_code"])
        })
        .collect();
    statuses.sort_unstable();
    let expected = [
        ("addCartItem", "200"),
        ("listTags", "401"),
        ("listTags", "401"),
        ("listTags", "401"),
        ("listTags", "500"),
    ];
    assert_eq!(statuses, expected);
    for span in &operations {
        assert_eq!(span.parent_id, "", "{span:?}");
        let failed = span.attributes["http.response.status_code"] == "500";
        assert_eq!(span.status, if failed { 2 } else { 0 }, "{span:?}");
        assert_eq!(span.attributes.contains_key("error.type"), failed, "{span:?}");
    }
    // The log has the cause of the failure, under the same trace id.
    let failed = operations.iter().find(|span| span.status == 2).unwrap();
    let cause = logged.lines().find(|line| line.contains("internal error")).unwrap();
    assert!(cause.contains(&format!("trace_id=\"{}\"", failed.trace_id)), "{cause}");
    holds_nothing_private(&spans);
}

/// A round of a job begins a trace.
#[tokio::test(flavor = "multi_thread")]
async fn rounds_of_jobs() {
    let (database, collector, stripe) =
        (seeded().await, Collector::new().await, Stripe::new().await);
    let server = start(&database, &collector, &stripe, "1");
    let is_round = |span: &&Span| span.name == "sweep orders";
    eventually("a round was exported", async || {
        collector.spans().iter().any(|span| is_round(&span))
    })
    .await;
    server.stop();
    let spans = collector.spans();
    let round = spans.iter().find(is_round).unwrap();
    assert_eq!((&*round.parent_id, &*round.attributes["stoa.job"]), ("", "sweep orders"));
    let sites = "commerce/orders/sweep/due_sites";
    let statement = spans.iter().find(|span| span.name == sites && span.parent_id == round.id);
    assert_eq!(statement.unwrap().trace_id, round.trace_id);
    holds_nothing_private(&spans);
}

/// Calls to the bucket and to the mail server have spans, which contain neither keys nor addresses.
#[tokio::test(flavor = "multi_thread")]
async fn calls_to_the_bucket_and_the_mail_server() {
    let (database, collector) = (database::seeded().await, Collector::new().await);
    // The fake Stripe answers 404 to everything that it does not know, which a bucket may do too.
    let (url, bucket) = (database.url(), Stripe::new().await);
    let traces = ["--otlp-url", &collector.url, "--trace-share", "1"];
    let files = ["--s3-bucket", "harbor", "--s3-endpoint", &bucket.url];
    let keys = ["--s3-access-key-id", "AKIA_HARBOR", "--s3-secret-access-key", "secret_harbor"];
    // Nothing listens at this address.
    let mails = ["--smtp-url", "smtp://127.0.0.1:1", "--mail-from", "shop@harbor.test"];
    let arguments = [&["--database-url", &url][..], &traces, &files, &keys, &mails];
    let server = Process::start(&arguments.concat());
    let email = "mara@harbor.test";
    let account = json!({"action": "register", "email": email, "password": "a long password 1"});
    let registered = ask(&server, "POST /api/storefront/1/auth", "", Some(&account)).await;
    assert_eq!(registered.status, 201, "{}", String::from_utf8_lossy(&registered.body));
    let forgotten = json!({"action": "forgot-password", "email": email});
    let answer = ask(&server, "POST /api/storefront/1/auth", "", Some(&forgotten)).await;
    assert_eq!(answer.status, 200);
    let has = |name: &str| collector.spans().iter().any(|span| span.name == name);
    eventually("both were called", async || has("GET s3") && has("send mail")).await;
    server.stop();
    let spans = collector.spans();
    for (name, job) in [("GET s3", "sweep files"), ("send mail", "send mails")] {
        let call = spans.iter().find(|span| span.name == name).unwrap();
        let round = spans.iter().find(|span| span.id == call.parent_id).unwrap();
        assert_eq!((&*round.name, call.kind), (job, CLIENT), "{call:?}");
        assert_eq!(call.attributes["server.address"], "127.0.0.1");
        // Both failed.
        assert_eq!(call.status, 2, "{call:?}");
    }
    holds_nothing_private(&spans);
    assert!(!format!("{spans:?}").contains("AKIA_HARBOR"));
}

#[tokio::test]
async fn an_unreachable_collector() {
    let database = database::seeded().await;
    let url = database.url();
    // Nothing listens at this address.
    let away = ["--otlp-url", "http://127.0.0.1:1", "--trace-share", "1"];
    let server = Process::start(&[&["--database-url", &url][..], &away].concat());
    for _ in 0..20 {
        let headers = format!("x-api-key: {OWN_KEY}\r\n");
        assert_eq!(ask(&server, "GET /api/v1/sites/1/tags", &headers, None).await.status, 200);
    }
    let logged = server.stop();
    let told: Vec<&str> =
        logged.lines().filter(|line| line.contains("traces cannot be exported")).collect();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("WARN") && told[0].contains("STOA_OTLP_URL"), "{}", told[0]);
}

#[tokio::test]
async fn without_a_collector_nothing_is_traced() {
    let database = seeded().await;
    let (url, stripe) = (database.url(), Stripe::new().await);
    let arguments = ["--database-url", &url, "--stripe-url", &stripe.url];
    let server = Process::start(&[&arguments[..], &STRIPE_KEYS].concat());
    check_out(&server, &format!("00-{TRACE_ID}-{CALLER}-01")).await;
    let logged = server.stop();
    assert_eq!(stripe.traceparents(), [""], "no trace is told");
    assert!(!logged.contains("trace_id"), "{logged}");
}

#[test]
fn invalid_collector_urls() {
    for wrong in
        ["collector:4317", "http://user:hunter2@collector", "http://collector/?key=hunter2"]
    {
        let refused = run(&["--otlp-url", wrong]);
        assert_eq!(refused.status, Some(2), "{refused:?}");
        assert!(refused.complaint.contains("write http://HOST:4318"), "{refused:?}");
    }
}

fn of_kind(spans: &[Span], kind: i32) -> Vec<Span> {
    spans.iter().filter(|span| span.kind == kind).cloned().collect()
}

/// Asserts that spans contain neither values nor queries.
fn holds_nothing_private(spans: &[Span]) {
    assert!(!spans.is_empty());
    let all = format!("{spans:?}");
    for private in [
        "sess-5678",
        "mara@",
        "Lindqvist",
        "svc_live_",
        "sk_test_",
        "_secret_",
        "secret_harbor",
        "?q=",
    ] {
        let span = spans.iter().find(|span| format!("{span:?}").contains(private));
        assert!(!all.contains(private), "{private}: {span:#?}");
    }
}
