//! The access log: one line for each request, without secrets.

use std::{sync::Arc, time::Duration};

use http::{HeaderValue, Request};
use http_body_util::Full;
use stoa_runtime::{Bytes, Connection, RequestRoom, RouterSettings, Trusted};
use tower::ServiceExt;
use tracing::instrument::WithSubscriber;

use crate::{
    fixture::{connection, request, router},
    log::Lines,
};

/// Returns the log lines of one request.
async fn log_of(request: Request<Full<Bytes>>) -> String {
    log_trusting(Trusted { proxies: 1, ..Trusted::default() }, request).await
}

async fn log_trusting(trusted: Trusted, request: Request<Full<Bytes>>) -> String {
    let router = router().with_settings(RouterSettings { trusted, ..RouterSettings::default() });
    log_while(async { drop(router.oneshot(request).await) }).await
}

async fn log_while(work: impl Future<Output = ()>) -> String {
    let lines = Lines::default();
    work.with_subscriber(lines.subscriber()).await;
    lines.text()
}

#[tokio::test]
async fn a_request_is_one_line() {
    let mut request = request("GET", "/sites/1/posts?limit=5");
    request.headers_mut().insert("x-request-id", "r-1".parse().unwrap());
    let line = log_of(request).await;
    assert_eq!(line.lines().count(), 1, "{line}");
    let start = r#" INFO access: method="GET" path=/sites/1/posts?limit=5 status=200 operation="listPosts" ms="#;
    assert!(line.starts_with(start), "{line}");
    assert!(line.ends_with("client=0.0.0.0 request_id=\"r-1\"\n"), "{line}");
}

#[tokio::test]
async fn an_internal_error_is_logged_once_with_its_cause() {
    let lines = log_of(request("GET", "/fail/error")).await;
    assert_eq!(lines.matches("secret table missing").count(), 1, "{lines}");
    assert_eq!(lines.matches("ERROR").count(), 1, "{lines}");
    let panic = log_of(request("GET", "/fail/panic")).await;
    assert_eq!(panic.matches("a handler panicked: the handler's own fault").count(), 1, "{panic}");
}

#[tokio::test]
async fn secrets_are_redacted() {
    for (path, logged) in [
        ("/nothing?token=abc&conversationId=5", "/nothing?token=-&conversationId=5"),
        ("/nothing?sessionId=abc", "/nothing?sessionId=-"),
        ("/nothing?customerEmail=a", "/nothing?customerEmail=-"),
        ("/nothing?recipientName=Mara&city=Rockport", "/nothing?recipientName=-&city=-"),
        ("/nothing?postalCode=04856&country=US", "/nothing?postalCode=-&country=US"),
        ("/nothing?search=ann@example.com", "/nothing?search=-"),
        ("/nothing?search=ann%40example.com", "/nothing?search=-"),
        ("/nothing?to%6Ben=abc", "/nothing?to%6Ben=-"),
        ("/nothing?a=pi_3MtwBwLkdIwHu7ix28a3tqPa", "/nothing?a=-"),
        ("/nothing?0123456789abcdef0123456789abcdef", "/nothing?-"),
        ("/nothing/0123456789abcdef0123456789abcdef", "/nothing/-"),
        ("/nothing/zqW9-kJ3_dLm8XcVbN0aPoI7uYtReWq1", "/nothing/-"),
        (
            "/sites/1/posts/how-to-build-a-house-in-30-days",
            "/sites/1/posts/how-to-build-a-house-in-30-days",
        ),
        ("/nothing?x", "/nothing?x"),
    ] {
        let line = log_of(request("GET", path)).await;
        assert!(line.contains(&format!(" path={logged} ")), "{line}");
    }
}

#[tokio::test]
async fn proxies_and_trusted_clients_forward_addresses() {
    let pages = "10.1.2.3:5000";
    for (proxies, peer, forwarded, client) in [
        (0, pages, &["203.0.113.9"][..], "203.0.113.9"),
        // Entries further left come from the page's visitor and do not count.
        (0, pages, &["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        (0, pages, &["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
        (0, pages, &["1.1.1.1, [2001:db8::1]:443"], "2001:db8::1"),
        (0, pages, &["::ffff:203.0.113.9"], "203.0.113.9"),
        (0, "[::ffff:10.1.2.3]:5000", &["203.0.113.9"], "203.0.113.9"),
        (0, "[2001:db8:5::7]:5000", &["203.0.113.9"], "203.0.113.9"),
        // A trusted client that names no address counts as itself.
        (0, pages, &[], "10.1.2.3"),
        (0, pages, &[""], "10.1.2.3"),
        (0, pages, &["unknown"], "10.1.2.3"),
        (0, pages, &["203.0.113.9, unknown"], "10.1.2.3"),
        (0, pages, &["203.0.113.9, \u{e9}"], "10.1.2.3"),
        (0, pages, &["203.0.113.9,"], "10.1.2.3"),
        (0, pages, &["203.0.113.9; 1.1.1.1"], "10.1.2.3"),
        // The address that a trusted client names is final, even if it is a trusted client's too.
        (0, pages, &["203.0.113.9, 10.1.2.4"], "10.1.2.4"),
        // No other client is trusted.
        (0, "10.2.0.1:5000", &["203.0.113.9"], "10.2.0.1"),
        (0, "192.0.2.1:5000", &["203.0.113.9, 10.1.2.3"], "192.0.2.1"),
        // Behind a proxy, the client is the address that the proxy saw.
        (1, "192.0.2.1:80", &["203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        (1, "192.0.2.1:80", &["1.1.1.1, 203.0.113.9", "10.1.2.3"], "203.0.113.9"),
        (1, "192.0.2.1:80", &["10.1.2.3"], "10.1.2.3"),
        (1, "192.0.2.1:80", &["10.1.2.3, 203.0.113.9"], "203.0.113.9"),
        (2, "192.0.2.1:80", &["203.0.113.9, 10.1.2.3, 192.0.2.2"], "203.0.113.9"),
        (1, "[::ffff:192.0.2.1]:80", &["203.0.113.9"], "203.0.113.9"),
        (1, "[::ffff:192.0.2.1]:80", &["1.1.1.1,[2001:db8::1]:443"], "2001:db8::1"),
        (1, "[::ffff:192.0.2.1]:80", &["unknown"], "192.0.2.1"),
        (1, "192.0.2.1:80", &["1.1.1.1, \u{e9}"], "192.0.2.1"),
        (1, "192.0.2.1:80", &[], "192.0.2.1"),
        // Another entry is not text, but the proxy's entry after it still counts.
        (1, "192.0.2.1:80", &["\u{e9}, 203.0.113.9"], "203.0.113.9"),
        // The peer is not the expected proxy: its header lacks a valid entry.
        (1, pages, &["203.0.113.9, unknown"], "10.1.2.3"),
        (2, pages, &["203.0.113.9"], "10.1.2.3"),
    ] {
        let clients = ["10.1.0.0/16", "2001:db8:5::7"].map(|text| text.parse().unwrap());
        let trusted = Trusted { proxies, clients: clients.into() };
        let line = log_trusting(trusted, forwarded_by(peer, forwarded)).await;
        let case = format!("{peer} behind {proxies}, {forwarded:?}: {line}");
        assert!(line.contains(&format!(" client={client} ")), "{case}");
    }
}

/// A request over a connection from this peer, with these lines of `X-Forwarded-For`.
fn forwarded_by(peer: &str, lines: &[&str]) -> Request<Full<Bytes>> {
    let mut request = over(peer, RequestRoom::new(9), "/");
    for line in lines {
        let line = HeaderValue::from_bytes(line.as_bytes()).unwrap();
        request.headers_mut().append("x-forwarded-for", line);
    }
    request
}

/// A request over a connection from this peer.
fn over(peer: &str, requests: RequestRoom, path: &str) -> Request<Full<Bytes>> {
    let mut request = request("GET", path);
    let connection = Connection { requests, ..connection(peer) };
    request.extensions_mut().insert(Arc::new(connection));
    request
}

/// Of the refused requests of a client, 100 a minute are logged. The others are counted in one line. Other requests of the
/// client and those of other clients are logged.
#[tokio::test(start_paused = true)]
async fn a_flood_of_refused_requests() {
    let requests = RequestRoom::new(9);
    let send = async |peer: &str, path: &str| {
        drop(router().oneshot(over(peer, requests.clone(), path)).await);
    };
    let log = log_while(async {
        for _ in 0..150 {
            send("192.0.2.1:80", "/nothing").await;
        }
        send("192.0.2.1:80", "/sites/1/posts?limit=5").await;
        send("192.0.2.1:80", "/fail/error").await;
        send("192.0.2.2:80", "/nothing").await;
        tokio::time::sleep(Duration::from_secs(61)).await;
        send("192.0.2.1:80", "/nothing").await;
    })
    .await;
    let count = |text: &str| log.matches(text).count();
    assert_eq!((count("status=404"), count("status=200"), count("status=500")), (102, 1, 1));
    assert_eq!(count("refused requests that are not logged client=192.0.2.1 also=50"), 1, "{log}");
    assert_eq!(count("also="), 1);
    let summary = log.find("also=").unwrap();
    assert!(log[summary..].contains("status=404"), "the minute after is logged again: {log}");
}

#[tokio::test]
async fn a_client_that_disconnects_is_499() {
    let line = log_while(async {
        let request = router().oneshot(request("GET", "/fail/forever"));
        let left = tokio::time::timeout(Duration::from_millis(10), request).await;
        assert!(left.is_err());
    })
    .await;
    assert!(line.contains("status=499 operation=\"fail\""), "{line}");
}
