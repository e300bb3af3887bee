//! Postgres accepts connections but answers nothing, as on a machine whose disk hangs.

use std::fs;
use std::path::Path;

use futures_util::future::join_all;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::harness::{eventually, sites, wire};
use crate::operations::embedded_postgres::harness::{Folder, start};
use crate::operations::telemetry::scrape::{self, Scrape};

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

/// Reads with different keys. They are not simultaneous, because they would then wait for each other's CPU time.
async fn read_all(address: &str) -> Vec<wire::Response> {
    let mut answers = Vec::new();
    for first in (0..READS).step_by(10) {
        let reads = (first..first + 10).map(|read| async move {
            wire::ask(address, &format!("GET /api/storefront/1/products?search=none{read}"), None)
                .await
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
    let (server, admin) =
        scrape::start(&[&["--database-url", &url, "--limit", "all=off"], &queue[..]].concat());
    let address = server.address.clone();
    for answer in read_all(&address).await {
        assert_eq!(answer.status, 200);
        assert!(!answer.headers.contains_key("age"));
    }

    let frozen = Frozen::new(&folder.path);
    let is_stale = async || {
        let answer = wire::ask(&address, "GET /api/storefront/1/products?search=none0", None).await;
        answer.headers.contains_key("age")
    };
    eventually("one read has waited in vain", is_stale).await;
    let waits = async || Scrape::of(admin).await.get("stoa_pool_wait_seconds_count").unwrap();
    let before = waits().await;
    for answer in read_all(&address).await {
        assert_eq!(answer.status, 200);
        assert!(answer.headers.contains_key("age"));
    }
    let write = || wire::ask(&address, "DELETE /api/storefront/1/cart?sessionId=one", None);
    for refused in join_all((0..10).map(|_| write())).await {
        assert_eq!((refused.status, refused.headers["retry-after"].to_str().unwrap()), (503, "5"));
    }
    // Jobs that began before may have waited until now.
    let waited = waits().await - before;
    assert!(waited < 20.0, "{waited} requests have waited for a connection");
    assert_eq!(server.logged().matches("the database is down: requests").count(), 1);

    drop(frozen);
    eventually("responses are fresh again", async || !is_stale().await).await;
    eventually("writes work again", async || write().await.status == 200).await;
    server.stop();
    tokio::task::block_in_place(|| postgres.stop());
}
