//! Postgres accepts connections but answers nothing, as on a machine whose disk hangs.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::harness::{eventually, sites, wire};
use crate::operations::embedded_postgres::harness::{Folder, start};
use crate::operations::start_up::Process;

/// How long a request waits for a Postgres that does not answer.
const POSTGRES_WAIT: Duration = Duration::from_secs(2);

/// Number of cached responses.
const READS: usize = 200;

/// Sends a signal to all processes of a Postgres. On drop, resumes them, because a frozen Postgres cannot be stopped.
struct Frozen<'a>(&'a Path);

impl<'a> Frozen<'a> {
    fn new(folder: &'a Path) -> Self {
        let frozen = Self(folder);
        frozen.signal(Signal::SIGSTOP);
        frozen
    }

    fn signal(&self, signal: Signal) {
        for process in fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
            let is_ours = |folder: std::path::PathBuf| folder.starts_with(self.0);
            if fs::read_link(process.path().join("cwd")).is_ok_and(is_ours) {
                let pid = process.file_name().to_str().unwrap().parse().unwrap();
                kill(Pid::from_raw(pid), signal).unwrap();
            }
        }
    }
}

impl Drop for Frozen<'_> {
    fn drop(&mut self) {
        self.signal(Signal::SIGCONT);
    }
}

async fn ask(address: &str, request_line: &str) -> (wire::Response, Duration) {
    let began = Instant::now();
    let address: SocketAddr = address.parse().unwrap();
    let request = format!("{request_line} HTTP/1.1\r\nhost: stoa\r\nconnection: close\r\n\r\n");
    (wire::exchange(address, request.as_bytes(), false).await, began.elapsed())
}

/// Reads with different keys. They are not simultaneous, because they would then wait for each other's CPU time.
async fn read_all(address: &str) -> Vec<(wire::Response, Duration)> {
    let mut answers = Vec::new();
    for first in (0..READS).step_by(10) {
        let reads = (first..first + 10).map(|read| async move {
            ask(address, &format!("GET /api/storefront/1/products?search=none{read}")).await
        });
        answers.extend(join_all(reads).await);
    }
    answers
}

/// Without the probe, each request would wait for Postgres.
#[tokio::test(flavor = "multi_thread")]
async fn cached_reads_do_not_wait_for_a_frozen_database() {
    let folder = Folder::new();
    let postgres = tokio::task::block_in_place(|| start(&folder));
    let mut client = stoa::database::connect(&postgres.config()).await.unwrap();
    stoa_schema::migrations::migrate(&mut client).await.unwrap();
    sites::import(&mut client).await;
    drop(client);
    let url = format!("host={} user=postgres dbname=stoa", postgres.socket_dir().display());
    // Without its queue, no read is refused because it comes from the same client as the others.
    let queue = ["--database-queue-milliseconds", "0"];
    let server =
        Process::start(&[&["--database-url", &url, "--limit", "all=off"], &queue[..]].concat());
    let address = server.address.clone();
    for (answer, _) in read_all(&address).await {
        assert_eq!(answer.status, 200);
        assert!(!answer.headers.contains_key("age"));
    }

    let frozen = Frozen::new(&folder.path);
    let is_stale = async || {
        let (answer, _) = ask(&address, "GET /api/storefront/1/products?search=none0").await;
        answer.headers.contains_key("age")
    };
    eventually("one read has waited in vain", is_stale).await;
    let answers = read_all(&address).await;
    for (answer, _) in &answers {
        assert_eq!(answer.status, 200);
        assert!(answer.headers.contains_key("age"));
    }
    let fastest = answers.iter().map(|(_, took)| *took).min().unwrap();
    assert!(fastest < POSTGRES_WAIT, "each of the reads waited: {fastest:?}");
    let refusals =
        join_all((0..10).map(|_| ask(&address, "DELETE /api/storefront/1/cart?sessionId=one")))
            .await;
    for (refused, _) in &refusals {
        assert_eq!((refused.status, refused.headers["retry-after"].to_str().unwrap()), (503, "5"));
    }
    let fastest = refusals.iter().map(|(_, took)| *took).min().unwrap();
    assert!(fastest < POSTGRES_WAIT, "each of the writes waited: {fastest:?}");
    assert_eq!(server.logged().matches("the database is down: requests").count(), 1);

    drop(frozen);
    eventually("responses are fresh again", async || !is_stale().await).await;
    eventually("writes work again", async || {
        ask(&address, "DELETE /api/storefront/1/cart?sessionId=one").await.0.status == 200
    })
    .await;
    server.stop();
    tokio::task::block_in_place(|| postgres.stop());
}
