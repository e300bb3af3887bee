//! A rolling restart under load loses nothing and does nothing twice. Two servers use one database behind HAProxy, with
//! the configuration that we deliver.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use stoa_live_chat_client::Client as ChatClient;
use stoa_live_chat_types::{StartRequest, WidgetId};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

use super::load::Load;
use super::{ask, free_address, ready};
use crate::harness::{database, eventually, skipped};
use crate::operations::start_up::Process;

/// One of the servers, at a fixed address.
struct Node {
    address: String,
    admin: String,
    arguments: Vec<String>,
    process: Option<Process>,
}

impl Node {
    async fn start(database_url: &str, drain_delay: &str) -> Self {
        let (address, admin) = (free_address(), free_address());
        let arguments = ["--database-url", database_url, "--drain-delay", drain_delay]
            .into_iter()
            .chain(["--listen", &address, "--admin-listen", &admin])
            .chain(["--trusted-proxies", "1", "--limit", "all=off"])
            // All calls come from one client, which would be refused its calls beyond its share.
            .chain(["--database-queue-milliseconds", "0"])
            .map(str::to_owned)
            .collect();
        let mut node = Self { address, admin, arguments, process: None };
        node.run().await;
        node
    }

    async fn run(&mut self) {
        let arguments = self.arguments.clone();
        let start = move || {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            Process::start(&arguments)
        };
        self.process = Some(tokio::task::spawn_blocking(start).await.unwrap());
        eventually("it is ready", async || ready(&self.admin).await.0 == 200).await;
    }

    /// Restarts the server as an orchestrator does.
    async fn restart(&mut self) {
        let mut process = self.process.take().unwrap();
        process.signal(Signal::SIGTERM);
        let status = tokio::task::spawn_blocking(move || process.ended()).await.unwrap();
        assert_eq!(status.code(), Some(0));
        self.run().await;
    }

    fn signal(&self, signal: Signal) {
        self.process.as_ref().unwrap().signal(signal);
    }

    fn admin_port(&self) -> String {
        self.admin.rsplit(':').next().unwrap().to_owned()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.signal(Signal::SIGKILL);
            process.ended();
        }
    }
}

/// HAProxy in front of both servers. It ends when it is dropped.
struct Proxy {
    process: Child,
    address: String,
    folder: TempDir,
}

impl Proxy {
    /// Starts the proxy. If HAProxy is not installed, prints a notice and returns `None`.
    fn start(nodes: &[Node; 2]) -> Option<Self> {
        let is_there = Command::new("haproxy").arg("-v").stdout(Stdio::null()).status();
        if !is_there.is_ok_and(|status| status.success()) {
            skipped("a rolling restart needs haproxy; .ci/run installs it");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let address = free_address();
        // The proxy reports its view of the servers on this socket.
        let stats = folder.path().join("stats.cfg");
        let socket = folder.path().join("stats.sock");
        std::fs::write(&stats, format!("global\n    stats socket {}\n", socket.display())).unwrap();
        let process = Command::new("haproxy")
            .arg("-f")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/haproxy.cfg"))
            .arg("-f")
            .arg(&stats)
            .env("PROXY_BIND", &address)
            .env("PROXY_SERVER_1", &nodes[0].address)
            .env("PROXY_SERVER_2", &nodes[1].address)
            .env("PROXY_SERVER_1_ADMIN_PORT", nodes[0].admin_port())
            .env("PROXY_SERVER_2_ADMIN_PORT", nodes[1].admin_port())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Some(Self { process, address, folder })
    }

    /// Number of servers with this status.
    async fn servers(&self, status: &str) -> usize {
        let socket = self.folder.path().join("stats.sock");
        let Ok(mut stream) = UnixStream::connect(socket).await else { return 0 };
        stream.write_all(b"show stat\n").await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let columns = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        columns
            .filter(|line| line[0] == "stoa" && line[1] != "BACKEND" && line[17] == status)
            .count()
    }

    async fn has_both(&self) {
        eventually("both are up for the proxy", async || self.servers("UP").await == 2).await;
    }

    /// Opens a visitor's event stream and reads its first event.
    async fn stream(&self, visitor: &str) -> TcpStream {
        let client = ChatClient::new(&format!("http://{}", self.address)).unwrap();
        let visitor = StartRequest {
            widget_id: WidgetId::Integer(1),
            visitor_id: visitor.to_owned(),
            name: None,
            email: None,
        };
        let started = client.start_conversation(&visitor).data().await.unwrap();
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let request = format!(
            "GET /api/public/chat/stream?conversationId={} HTTP/1.1\r\nhost: stoa\r\nauthorization: Bearer {}\r\n\r\n",
            started.conversation_id, started.ephemeral_token
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"HTTP/1.1 200");
        stream
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_restart_loses_nothing() {
    let database = database::seeded().await;
    let mut nodes =
        [Node::start(&database.url(), "5").await, Node::start(&database.url(), "5").await];
    let Some(proxy) = Proxy::start(&nodes) else { return };
    proxy.has_both().await;
    let load = Load::begin(proxy.address.parse().unwrap());
    for _ in 0..2 {
        for node in &mut nodes {
            let asked = load.counts().reads.load(Ordering::Relaxed);
            eventually("it is asked", async || {
                let failures = load.counts().failures.lock().unwrap().len();
                load.counts().reads.load(Ordering::Relaxed) > asked + 200 || failures > 1000
            })
            .await;
            node.restart().await;
            proxy.has_both().await;
        }
    }
    let counts = load.end().await;
    let failures = counts.failures.lock().unwrap();
    assert!(failures.is_empty(), "{}: {:#?}", failures.len(), &failures[..failures.len().min(20)]);
    assert!(counts.reopened.load(Ordering::Relaxed) > 0, "streams came again");
}

/// The first read fills the servers' caches. While the database is down, the proxy refuses other requests itself.
#[tokio::test(flavor = "multi_thread")]
async fn cached_reads_pass_the_proxy_while_the_database_is_down() {
    let database = database::seeded().await;
    let nodes = [Node::start(&database.url(), "0").await, Node::start(&database.url(), "0").await];
    let Some(proxy) = Proxy::start(&nodes) else { return };
    proxy.has_both().await;
    const READ: &str = "GET /api/storefront/1/products";
    for node in &nodes {
        assert_eq!(ask(&node.address, READ).await.unwrap().status, 200);
    }

    database::lose(&database).await;
    eventually("no server is ready", async || proxy.servers("NOLB").await == 2).await;
    eventually("the cached responses are stale", async || {
        let answer = ask(&proxy.address, READ).await.unwrap();
        assert_eq!(answer.status, 200);
        answer.headers.contains_key("age")
    })
    .await;
    let refused = ask(&proxy.address, "POST /api/storefront/1/cart").await.unwrap();
    assert_eq!((refused.status, refused.headers["retry-after"].to_str().unwrap()), (503, "5"));
    let body: Value = serde_json::from_slice(&refused.body).unwrap();
    let expected = json!({"success": false, "message": "Service unavailable, try again later"});
    assert_eq!(body, expected);

    database::regain(&database).await;
    proxy.has_both().await;
}

/// Event streams stay with a draining server until it stops. The proxy closes the streams of a server that hangs, so
/// that their readers connect to the other server.
#[tokio::test(flavor = "multi_thread")]
async fn streams_leave_a_hanging_server() {
    let database = database::seeded().await;
    let nodes =
        [Node::start(&database.url(), "60").await, Node::start(&database.url(), "60").await];
    let Some(proxy) = Proxy::start(&nodes) else { return };
    proxy.has_both().await;
    // The proxy balances by the number of connections.
    let mut streams = [proxy.stream("one").await, proxy.stream("two").await];
    nodes[0].signal(Signal::SIGTERM);
    eventually("one server drains", async || proxy.servers("NOLB").await == 1).await;
    // This is longer than the proxy's health checks take to mark a server down.
    tokio::time::sleep(Duration::from_secs(4)).await;
    for stream in &mut streams {
        assert!(!has_ended(stream).await, "a server that drains keeps its streams");
    }
    nodes[1].signal(Signal::SIGSTOP);
    eventually("the other server is down", async || proxy.servers("DOWN").await == 1).await;
    let mut ended = 0;
    for stream in &mut streams {
        ended += usize::from(has_ended(stream).await);
    }
    assert_eq!(ended, 1, "the streams of the server that hangs have ended");
    assert_eq!(proxy.servers("NOLB").await, 1);
}

/// Whether the stream ends after all that was sent so far.
async fn has_ended(stream: &mut TcpStream) -> bool {
    let mut bytes = [0; 4096];
    loop {
        match timeout(Duration::from_secs(1), stream.read(&mut bytes)).await {
            Err(_) => return false,
            Ok(Ok(0) | Err(_)) => return true,
            Ok(Ok(_)) => {}
        }
    }
}
