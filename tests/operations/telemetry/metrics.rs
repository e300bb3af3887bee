//! Metrics of a served shop, as Prometheus reads them.

use std::collections::BTreeSet;
use std::time::SystemTime;

use nix::sys::signal::Signal;
use serde_json::json;
use stoa::telemetry::metrics::{COUNTERS, GAUGES, HISTOGRAMS, names};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::promtool::{assert_content, promtool};
use super::scrape::{Scrape, start};
use crate::harness::{OWN_KEY, UNKNOWN_KEY, database, wire};
use crate::operations::start_up::Process;

/// Metrics that only a server in trouble has, or one with a certificate, replicas or a Valkey.
const OF_SOME: [&str; 6] = [
    "stoa_certificate_expiry_timestamp_seconds",
    "stoa_job_failures_total",
    "stoa_replica_age_seconds",
    "stoa_replica_reads_total",
    "stoa_valkey_fallbacks_total",
    "stoa_valkey_up",
];

async fn ask(server: &Process, line: &str, key: &str) -> u16 {
    wire::ask(&server.address, &format!("{line}\nx-api-key: {key}"), None).await.status
}

fn requests(operation: &str, status: &str) -> String {
    let api = if operation == "-" { "-" } else { "rest-v1" };
    format!("stoa_requests_total{{api=\"{api}\",operation=\"{operation}\",status=\"{status}\"}}")
}

#[tokio::test]
async fn metrics_of_a_served_shop() {
    let database = database::seeded().await;
    let url = database.url();
    let (server, admin) = start(&["--database-url", &url, "--check-responses", "1"]);
    for (line, key, status, times) in [
        ("GET /api/v1/sites/1/tags", OWN_KEY, 200, 3),
        ("HEAD /api/v1/sites/1/tags", OWN_KEY, 200, 1),
        ("GET /api/v1/sites/1/tags", UNKNOWN_KEY, 401, 2),
        ("GET /api/v1/sites/1/products?limit=0", OWN_KEY, 400, 1),
        ("GET /api/v1/sites/1/posts/nothing", OWN_KEY, 404, 1),
        // Requests outside of operations differ only in their status.
        ("GET /api/nowhere", OWN_KEY, 404, 2),
        ("GET /wp-login.php", OWN_KEY, 404, 1),
        ("DELETE /api/v1/sites/1/tags", OWN_KEY, 405, 1),
        ("GET /openapi.yaml", OWN_KEY, 200, 1),
        ("GET /docs/rest-v1", OWN_KEY, 200, 1),
    ] {
        for _ in 0..times {
            assert_eq!(ask(&server, line, key).await, status, "{line}");
        }
    }
    let scrape = Scrape::until(admin, |scrape| {
        scrape.get("stoa_mails_waiting").is_some()
            && scrape.get("stoa_webhook_deliveries_waiting").is_some()
            && scrape.get("stoa_responses_checked_total").is_some_and(|checked| checked >= 8.0)
            && scrape.get("stoa_connections") == Some(1.0)
            && scrape.get("stoa_job_stale{name=\"sweep orders\"}").is_some()
    })
    .await;
    for (operation, status, times) in [
        ("listTags", "200", 4.0),
        ("listTags", "401", 2.0),
        ("listProducts", "400", 1.0),
        ("getPostBySlug", "404", 1.0),
        ("-", "404", 3.0),
        ("-", "405", 1.0),
        ("-", "200", 2.0),
    ] {
        assert_eq!(scrape.get(&requests(operation, status)), Some(times), "{operation} {status}");
    }
    let durations = "{api=\"rest-v1\",operation=\"listTags\"";
    let of_tags = |what: &str, rest: &str| {
        scrape.get(&format!("stoa_request_duration_seconds_{what}{durations}{rest}}}")).unwrap()
    };
    assert_eq!(of_tags("count", ""), 6.0);
    assert_eq!(of_tags("bucket", ",le=\"+Inf\""), 6.0);
    assert!(of_tags("bucket", ",le=\"0.001\"") <= of_tags("bucket", ",le=\"10\""));
    assert!(of_tags("sum", "") > 0.0);
    for (sample, value) in [
        ("stoa_requests_in_flight", 0.0),
        ("stoa_event_streams", 0.0),
        ("stoa_responses_disagreed_total", 0.0),
        ("stoa_mails_waiting", 0.0),
        ("stoa_mails_oldest_seconds", 0.0),
        ("stoa_webhook_deliveries_oldest_seconds", 0.0),
        ("stoa_webhook_deliveries_waiting", 0.0),
        ("stoa_database_read_only", 0.0),
        ("stoa_unavailable_total{reason=\"pool\"}", 0.0),
        ("stoa_takes_writes", 1.0),
        ("stoa_database_up", 1.0),
        ("stoa_pool_connections{state=\"limit\"}", 16.0),
        ("stoa_pool_waiting", 0.0),
        ("stoa_job_stale{name=\"sweep orders\"}", 0.0),
        (concat!("stoa_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
    ] {
        assert_eq!(scrape.get(sample), Some(value), "{sample}: {}", scrape.text);
    }
    // Each call with a key looks the key up in the cache.
    let of_keys =
        |what| scrape.get(&format!("stoa_cache_{what}_total{{cache=\"api-keys\"}}")).unwrap();
    assert_eq!(of_keys("hits") + of_keys("misses"), 8.0);
    assert!(of_keys("hits") >= 1.0 && of_keys("misses") >= 3.0, "{}", scrape.text);
    // Each call of a cached operation looks its response up in the cache. Here these are the calls for tags, and the
    // call for a post that does not exist.
    let of_answers = |what| scrape.get(&format!("stoa_cache_{what}{{cache=\"answers\"}}")).unwrap();
    assert_eq!(of_answers("hits_total") + of_answers("misses_total"), 4.0 + 1.0);
    assert!(of_answers("misses_total") >= 2.0 && of_answers("bytes") > 500.0, "{}", scrape.text);
    assert_eq!(of_answers("stale_total"), 0.0);
    assert!((1e6..1e12).contains(&scrape.get("process_resident_memory_bytes").unwrap()));
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
    let age = now - scrape.get("process_start_time_seconds").unwrap();
    assert!((-1.0..86_400.0).contains(&age), "{age}");
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
}

/// Gauges return to zero after a disconnect, and refusals of the rate limit are counted.
#[tokio::test]
async fn gauges_and_refusals() {
    let database = database::seeded().await;
    let url = database.url();
    let (server, admin) = start(&["--database-url", &url, "--limit", "reads=1/86400"]);

    // A request waits for a lock in the database, and its client disconnects.
    let mut client = database.client().await;
    let lock = client.transaction().await.unwrap();
    lock.execute("lock table tags", &[]).await.unwrap();
    let mut hanging = TcpStream::connect(&server.address).await.unwrap();
    let request =
        format!("GET /api/v1/sites/1/tags HTTP/1.1\r\nhost: shop\r\nx-api-key: {OWN_KEY}\r\n\r\n");
    hanging.write_all(request.as_bytes()).await.unwrap();
    let flying = |scrape: &Scrape| scrape.get("stoa_requests_in_flight") == Some(1.0);
    let scrape = Scrape::until(admin, flying).await;
    assert_eq!(scrape.get("stoa_connections"), Some(2.0), "and the one that reads");
    let busy = scrape.get("stoa_pool_connections{state=\"busy\"}");
    assert!(busy.is_some_and(|busy| busy >= 1.0), "{}", scrape.text);
    drop(hanging);
    let left = requests("listTags", "499");
    let has_left = |scrape: &Scrape| {
        (scrape.get(&left), scrape.get("stoa_requests_in_flight")) == (Some(1.0), Some(0.0))
    };
    Scrape::until(admin, has_left).await;
    drop(lock);

    let stream = event_stream(&server.address).await;
    Scrape::until(admin, |scrape| scrape.get("stoa_event_streams") == Some(1.0)).await;
    drop(stream);
    Scrape::until(admin, |scrape| scrape.get("stoa_event_streams") == Some(0.0)).await;

    for status in [200, 429, 429] {
        assert_eq!(ask(&server, "GET /api/storefront/1/products", "").await, status);
    }
    let scrape = Scrape::of(admin).await;
    let refused = "stoa_rate_limit_refusals_total{api=\"storefront\",limit=\"reads\"}";
    assert_eq!(scrape.get(refused), Some(2.0), "{}", scrape.text);
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
}

/// Every metric of the server is in the list, and every one in the list exists.
#[tokio::test]
async fn each_metric_is_described() {
    let database = database::seeded().await;
    let url = database.url();
    let (server, admin) = start(&["--database-url", &url, "--check-responses", "1"]);
    assert_eq!(ask(&server, "GET /api/v1/sites/1/tags", OWN_KEY).await, 200);
    assert_eq!(ask(&server, "GET /api/storefront/1/products", "").await, 200);
    // Some gauges are only updated periodically, and appear a moment after the start.
    let has = |scrape: &Scrape, name| scrape.text.lines().any(|line| line.starts_with(name));
    let late = [
        "stoa_mails_waiting",
        "stoa_webhook_deliveries_waiting",
        "stoa_job_age_seconds{",
        "stoa_job_stale{",
        "stoa_retention_backlog{",
        "stoa_sweep_backlog{",
        "stoa_disk_free_bytes{",
    ];
    let scrape = Scrape::until(admin, |scrape| late.iter().all(|name| has(scrape, *name))).await;
    let listed: BTreeSet<&str> = names().collect();
    assert_eq!(listed.len(), names().count());
    assert!([COUNTERS, GAUGES, HISTOGRAMS].iter().all(|metrics| metrics.is_sorted()), "by name");
    let described: BTreeSet<&str> = scrape.described().into_iter().collect();
    let unlisted: Vec<_> = described.difference(&listed).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
    let missing: Vec<_> =
        listed.difference(&described).filter(|name| !OF_SOME.contains(name)).collect();
    assert!(missing.is_empty(), "no server has these: {missing:?}\n{}", scrape.text);
    // Each metric with samples has a description.
    let types =
        scrape.text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let types: BTreeSet<&str> = types.collect();
    assert_eq!(types, described);
    // Client input is never a label.
    let labels = scrape.text.lines().filter(|line| line.contains("operation=")).count();
    assert!(labels < 60, "{labels}: {}", scrape.text);
    if let Some(output) = promtool(&["check", "metrics"], &scrape.text) {
        assert_content(&output);
    }
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
}

/// Starts a conversation and opens its event stream.
async fn event_stream(address: &str) -> TcpStream {
    let start = json!({"widgetId": 1, "visitorId": "visitor-1"});
    let started = wire::ask(address, "POST /api/public/chat/start", Some(&start)).await;
    let started: serde_json::Value = serde_json::from_slice(&started.body).unwrap();
    let (token, id) = (&started["data"]["ephemeralToken"], &started["data"]["conversationId"]);
    let request = format!(
        "GET /api/public/chat/stream?conversationId={id} HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer {}\r\n\r\n",
        token.as_str().unwrap_or_else(|| panic!("{started}"))
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}
