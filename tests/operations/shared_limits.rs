//! Limits that several servers count together in a Valkey.

mod valkey;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::future::join_all;
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use self::valkey::{PASSWORD, ValkeyProcess};
use super::start_up::{Process, is_done, is_refused, on, ran};
use super::telemetry::scrape::{Scrape, start};
use crate::harness::{database, database::Database, eventually, wire};

/// Windows of a day, so that tests hardly ever see one end.
const LIMITS: &str = "reads=60/86400,conversations=20/86400";

/// Servers that share a database and a Valkey.
struct Servers(Vec<(Process, SocketAddr)>);

impl Servers {
    fn start(count: usize, database: &Database, valkey_url: &str, more: &[&str]) -> Self {
        let url = database.url();
        let arguments = [
            &["--database-url", &url, "--valkey-url", valkey_url, "--limit", LIMITS],
            // Without the queue, a busy machine would answer some of the calls 503.
            &["--trusted-proxies", "1", "--database-queue-milliseconds", "0"][..],
            more,
        ]
        .concat();
        Self((0..count).map(|_| start(&arguments)).collect())
    }

    fn address(&self, number: usize) -> SocketAddr {
        self.0[number % self.0.len()].0.address.parse().unwrap()
    }

    async fn metric(&self, number: usize, name: &str) -> Option<f64> {
        Scrape::of(self.0[number].1).await.get(name)
    }

    async fn are_up(&self, up: f64) {
        for number in 0..self.0.len() {
            let is_so = async || self.metric(number, "stoa_valkey_up").await == Some(up);
            eventually("the metric says whether Valkey answers", is_so).await;
        }
    }

    /// Measures with a client that no other measurement uses. Measures again with another client if a server counted by
    /// itself in between: on a busy machine, an answer of Valkey may take too long.
    async fn together<T>(&self, measure: impl AsyncFn(&str) -> T) -> T {
        let name = "stoa_valkey_fallbacks_total";
        let fallbacks = async || join_all((0..self.0.len()).map(|it| self.metric(it, name))).await;
        for number in 1..20 {
            self.are_up(1.0).await;
            let before = fallbacks().await;
            let measured = measure(&format!("203.0.113.{number}")).await;
            if fallbacks().await == before {
                return measured;
            }
        }
        panic!("Valkey never answers for long enough");
    }

    /// Sends this many calls to each server, all at once, and returns the number of allowed calls of each server.
    async fn allowed(&self, calls: usize, client: &str) -> Vec<usize> {
        let of_server = async |number: usize| {
            let statuses = join_all((0..calls).map(|_| read(self.address(number), client))).await;
            assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
            statuses.into_iter().filter(|status| *status == 200).count()
        };
        join_all((0..self.0.len()).map(of_server)).await
    }
}

/// A call that counts toward `reads`, and its status.
async fn read(address: SocketAddr, client: &str) -> u16 {
    let head = format!("GET /api/storefront/1/categories\nx-forwarded-for: {client}");
    wire::ask(&address.to_string(), &head, None).await.status
}

/// Starts the visitor's conversation, or resumes it with another token.
async fn start_chat(address: SocketAddr, client: &str, visitor: &str) -> wire::Response {
    let body = json!({"widgetId": 1, "visitorId": visitor, "email": "ada@example.org"});
    let head = format!("POST /api/public/chat/start\nx-forwarded-for: {client}");
    wire::ask(&address.to_string(), &head, Some(&body)).await
}

/// Opens a stream, and returns it with its status.
async fn stream(address: SocketAddr, client: &str, started: &Value) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /api/public/chat/stream?conversationId={} HTTP/1.1\r\nhost: stoa\r\nx-forwarded-for: {client}\r\n\
         authorization: Bearer {}\r\n\r\n",
        started["conversationId"],
        started["ephemeralToken"].as_str().unwrap()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    let status = String::from_utf8_lossy(&head[9..]).into_owned();
    (stream, status)
}

fn is_within_5_percent(count: usize, of: usize) -> bool {
    20 * count.abs_diff(of) <= of
}

#[tokio::test(flavor = "multi_thread")]
async fn three_servers_allow_the_calls_of_one() {
    let Some(valkey) = ValkeyProcess::start() else { return };
    let database = database::seeded().await;
    let servers = Servers::start(3, &database, &valkey.url(), &[]);
    let reads = async |client: &str| {
        let first = servers.allowed(10, client).await;
        (first, servers.allowed(30, client).await)
    };
    let (first, then) = servers.together(reads).await;
    assert_eq!(first, [10; 3]);
    assert!(is_within_5_percent(30 + then.iter().sum::<usize>(), 60), "{then:?}");

    let starts = async |client: &str| {
        let start = async |number: usize| {
            let visitor = format!("visitor {number} at {client}");
            start_chat(servers.address(number), client, &visitor).await.status
        };
        join_all((0..40).map(start)).await
    };
    let starts = servers.together(starts).await;
    let begun = starts.iter().filter(|status| **status == 200).count();
    assert!(is_within_5_percent(begun, 20), "{starts:?}");
    assert!(starts.iter().all(|status| [200, 429].contains(status)), "{starts:?}");

    let contents = valkey.contents();
    assert!(contents.contains("stoa:"), "{contents}");
    for personal in ["203.0.113", "\\xcb\\x00q", "ada@", "visitor"] {
        assert!(!contents.contains(personal), "{personal}: {contents}");
    }
}

/// A conversation has 20 places. The places of a server that is killed are free again when its leases end.
#[tokio::test(flavor = "multi_thread")]
async fn three_servers_have_the_stream_places_of_one() {
    let Some(valkey) = ValkeyProcess::start() else { return };
    let database = database::seeded().await;
    let mut servers = Servers::start(3, &database, &valkey.socket_url(), &[]);
    let data_of = |started: wire::Response| {
        assert_eq!(started.status, 200);
        serde_json::from_slice::<Value>(&started.body).unwrap()["data"].clone()
    };
    let measure = async |client: &str| {
        // The starts after the first resume the conversation and issue another token.
        let mut tokens = Vec::new();
        for number in 0..11 {
            tokens.push(data_of(start_chat(servers.address(number), client, client).await));
        }
        let open = async |number: usize| {
            (number % 3, stream(servers.address(number), client, &tokens[number % 10]).await)
        };
        let mut streams = join_all((0..30).map(open)).await;
        streams.retain(|(_, (_, status))| status == "200");
        let opened = streams.len();
        // Closes one, and those that a server counted alone because Valkey did not answer in time.
        streams.truncate(19);
        let holder = streams[0].0;
        let token = tokens[10].clone();
        let reopened = Mutex::new(Vec::new());
        eventually("the place of a closed stream is free", async || {
            let (stream, status) = stream(servers.address(1), client, &token).await;
            let is_open = status == "200";
            reopened.lock().unwrap().extend(is_open.then_some(stream));
            is_open
        })
        .await;
        let (_, one_more) = stream(servers.address(2), client, &token).await;
        (opened, one_more, holder, client.to_owned(), token, (streams, reopened))
    };
    let (opened, one_more, holder, client, token, _open) = servers.together(measure).await;
    assert!(is_within_5_percent(opened, 20), "{opened}");
    assert_eq!(one_more, "429", "one stream was closed");

    // On a busy machine, one of the servers may have no place.
    let (killed, _) = servers.0.remove(holder);
    killed.signal(Signal::SIGKILL);
    let open = async || stream(servers.address(0), &client, &token).await;
    eventually("the places of a killed server are free", async || open().await.1 == "200").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn valkey_is_killed_under_load() {
    let Some(mut valkey) = ValkeyProcess::start() else { return };
    let database = database::seeded().await;
    let servers = Arc::new(Servers::start(2, &database, &valkey.url(), &[]));
    servers.are_up(1.0).await;
    let has_ended = Arc::new(AtomicBool::new(false));
    let load = (0..8).map(|number| {
        let (servers, has_ended) = (servers.clone(), has_ended.clone());
        tokio::spawn(async move {
            let mut statuses = Vec::new();
            while !has_ended.load(Ordering::Relaxed) {
                let client = format!("198.51.100.{}", statuses.len() % 20);
                statuses.push(read(servers.address(number), &client).await);
            }
            statuses
        })
    });
    let load: Vec<_> = load.collect();
    // The load uses up the limits of some clients.
    eventually("calls are refused", async || {
        let name = "stoa_rate_limit_refusals_total{api=\"storefront\",limit=\"reads\"}";
        servers.metric(0, name).await.is_some_and(|refusals| refusals > 0.0)
    })
    .await;

    valkey.kill();
    servers.are_up(0.0).await;
    let allowed = servers.allowed(80, "192.0.2.2").await;
    assert_eq!(allowed, [60, 60], "each server counts by itself");
    for number in 0..2 {
        let fallbacks = servers.metric(number, "stoa_valkey_fallbacks_total").await;
        assert!(fallbacks.is_some_and(|fallbacks| fallbacks >= 80.0), "{fallbacks:?}");
    }

    valkey.run();
    let allowed = servers.together(async |client| servers.allowed(60, client).await).await;
    assert!(is_within_5_percent(allowed.iter().sum(), 60), "{allowed:?}");

    has_ended.store(true, Ordering::Relaxed);
    let statuses = join_all(load).await.into_iter().flat_map(Result::unwrap).collect::<Vec<_>>();
    println!("{} calls under load", statuses.len());
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
}

/// Only the first requests wait in vain, for a tenth of a second.
#[tokio::test(flavor = "multi_thread")]
async fn valkey_freezes() {
    let Some(valkey) = ValkeyProcess::start() else { return };
    let database = database::seeded().await;
    let servers = Servers::start(1, &database, &valkey.url(), &["--limit", "reads=1000/86400"]);
    servers.are_up(1.0).await;
    valkey.signal(Signal::SIGSTOP);
    for _ in 0..200 {
        assert_eq!(read(servers.address(0), "192.0.2.1").await, 200);
    }
    servers.are_up(0.0).await;
    // Requests wait for an answer only while the server has a connection, and this one was lost once.
    assert_eq!(servers.0[0].0.logged().matches("Valkey failed").count(), 1);
    valkey.signal(Signal::SIGCONT);
    servers.are_up(1.0).await;
    let status = servers.together(async |client| read(servers.address(0), client).await).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn valkey_with_tls() {
    let Some(valkey) = ValkeyProcess::start() else { return };
    let database = database::seeded().await;
    let authority = ["--provider-ca", &valkey.authority()];
    let servers = Servers::start(2, &database, &valkey.tls_url(), &authority);
    let allowed = servers.together(async |client| servers.allowed(60, client).await).await;
    assert!(is_within_5_percent(allowed.iter().sum(), 60), "{allowed:?}");
    // Without the authority, the server warns and counts alone.
    let servers = Servers::start(1, &database, &valkey.tls_url(), &[]);
    assert_eq!(servers.metric(0, "stoa_valkey_up").await, Some(0.0));
    let logged = servers.0[0].0.logged();
    assert!(logged.contains("Valkey cannot be reached") && !logged.contains(PASSWORD), "{logged}");
    assert_eq!(servers.allowed(61, "192.0.2.1").await, [60]);
}

#[tokio::test]
async fn an_unreachable_valkey_and_an_invalid_url() {
    let database = database::seeded().await;
    let servers = Servers::start(1, &database, "redis://ada:swordfish@127.0.0.1:1/0", &[]);
    assert_eq!(servers.allowed(61, "192.0.2.1").await, [60]);
    let logged = servers.0[0].0.logged();
    assert!(logged.contains("Valkey cannot be reached"), "{logged}");
    assert!(!logged.contains("swordfish"), "{logged}");

    let mut command = on(&database, &["serve"]);
    command.env("STOA_VALKEY_URL", "redis://ada:swordfish@");
    let refused = ran(command);
    is_refused(&refused, "STOA_VALKEY_URL must be");
    assert!(!refused.complaint.contains("swordfish"), "{}", refused.complaint);
    let report =
        is_done(ran(on(&database, &["check", "--valkey-url", "redis://a:swordfish@valkey"])));
    assert!(report.contains("in the Valkey at valkey:6379\n"), "{report}");
    assert!(!report.contains("swordfish"), "{report}");
}
