//! Cached reads on a streaming replica that lags, stops and comes back.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use stoa_embedded_postgres::{Options, Postgres};
use tokio::task::block_in_place;
use tokio::time::sleep;
use tokio_postgres::Client;

use crate::harness::{eventually, sites, skipped, wire};
use crate::operations::embedded_postgres::harness::Folder;
use crate::operations::start_up::{Process, is_done, is_refused, run};
use crate::operations::telemetry::scrape::{self, Scrape};

/// The `x-cache-seconds` of all cached operations.
const CACHED_FOR: Duration = Duration::from_secs(1);

/// A Postgres with its own data directory. It stops when it is dropped.
struct Node {
    postgres: Postgres,
    folder: Folder,
}

impl Node {
    fn start(folder: Folder) -> Self {
        let options = Options { durable: true, ..folder.options() };
        Self {
            postgres: block_in_place(|| stoa_embedded_postgres::start(&options)).unwrap(),
            folder,
        }
    }

    /// A primary with the seed.
    async fn primary() -> Self {
        let node = Self::start(Folder::new());
        let mut client = node.client().await;
        stoa_schema::migrations::migrate(&mut client).await.unwrap();
        sites::import(&mut client).await;
        node
    }

    /// Starts a streaming replica. If `pg_basebackup` is not installed, prints a notice and returns `None`.
    fn replica(&self) -> Option<Self> {
        let cluster = self.folder.cluster();
        let pid = fs::read_to_string(cluster.join("postmaster.pid")).unwrap();
        let server = fs::read_link(format!("/proc/{}/exe", pid.lines().next().unwrap())).unwrap();
        let program = server.with_file_name("pg_basebackup");
        if !program.exists() {
            skipped("a replica needs pg_basebackup");
            return None;
        }
        let folder = Folder::new();
        let copy = folder.path.join(cluster.file_name().unwrap());
        let copied = Command::new(program)
            .args(["--write-recovery-conf", "--checkpoint=fast", "--username=postgres"])
            .arg(format!("--host={}", self.postgres.socket_dir().display()))
            .arg("--pgdata")
            .arg(&copy)
            .output()
            .unwrap();
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        let owner = fs::metadata(&cluster).unwrap();
        give(&copy, owner.uid(), owner.gid());
        Some(Self::start(folder))
    }

    fn url(&self) -> String {
        format!("host={} user=postgres dbname=stoa", self.postgres.socket_dir().display())
    }

    async fn client(&self) -> Client {
        stoa::database::connect(&self.postgres.config()).await.unwrap()
    }

    async fn sql(&self, statement: &str) {
        self.client().await.batch_execute(statement).await.unwrap();
    }
}

/// Gives a folder with its content to the user of Postgres.
fn give(path: &Path, user: u32, group: u32) {
    if nix::unistd::geteuid().is_root() {
        chown(path, Some(user), Some(group)).unwrap();
    }
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        entries.for_each(|entry: PathBuf| give(&entry, user, group));
    }
}

async fn get(address: &str, path: &str) -> (u16, String) {
    let answer = wire::ask(address, &format!("GET {path}"), None).await;
    (answer.status, String::from_utf8(answer.body).unwrap())
}

/// Statements of cached reads that the replica and the primary have answered.
async fn reads(admin: SocketAddr, replica: &Node) -> (f64, f64) {
    let scrape = Scrape::of(admin).await;
    let of = |name: &str| {
        scrape.get(&format!("stoa_replica_reads_total{{replica=\"{name}\"}}")).unwrap_or_default()
    };
    (of(&replica.postgres.socket_dir().display().to_string()), of("none"))
}

/// Waits until the replica answers reads.
async fn until_used(server: &Process, admin: SocketAddr, replica: &Node) {
    eventually("the replica answers", async || {
        let before = reads(admin, replica).await.0;
        assert_eq!(get(&server.address, "/api/storefront/1/categories").await.0, 200);
        sleep(Duration::from_millis(100)).await;
        reads(admin, replica).await.0 > before
    })
    .await;
}

const LIST: &str = "/api/storefront/1/products?limit=100";

/// Renames the products. A read that arrives after the time of the document must see the new name.
async fn renames(server: &Process, primary: &Node, name: &str) {
    primary.sql(&format!("update products set name = '{name}' where site_id = 1")).await;
    sleep(CACHED_FOR).await;
    let (status, body) = get(&server.address, LIST).await;
    assert!(status == 200 && body.contains(name), "{status} {body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_answers_cached_reads_while_its_data_is_young() {
    let primary = Node::primary().await;
    let Some(replica) = primary.replica() else { return };
    let (url, replica_url) = (primary.url(), replica.url());
    let databases = ["--database-url", &url, "--replica-url", &replica_url];
    let (server, admin) = scrape::start(&[&databases, &["--limit", "all=off"][..]].concat());
    until_used(&server, admin, &replica).await;
    for round in 0..3 {
        renames(&server, &primary, &format!("round {round}")).await;
    }

    replica.sql("select pg_wal_replay_pause()").await;
    for round in 0..3 {
        renames(&server, &primary, &format!("paused {round}")).await;
    }
    let (by_replica, by_primary) = reads(admin, &replica).await;
    renames(&server, &primary, "still paused").await;
    let (still, more) = reads(admin, &replica).await;
    assert!(still == by_replica && more > by_primary, "the primary took the reads");
    replica.sql("select pg_wal_replay_resume()").await;
    until_used(&server, admin, &replica).await;
    renames(&server, &primary, "resumed").await;

    let Node { postgres, folder } = replica;
    block_in_place(|| postgres.stop());
    for round in 0..3 {
        renames(&server, &primary, &format!("without replica {round}")).await;
    }
    drop(folder);
    server.stop();
}

/// A server on a standby needs no restart when the standby is promoted.
#[tokio::test(flavor = "multi_thread")]
async fn a_standby_as_the_only_database() {
    let primary = Node::primary().await;
    let Some(replica) = primary.replica() else { return };
    let (server, admin) = scrape::start(&["--database-url", &replica.url()]);
    let ready = async |target: &str| get(&admin.to_string(), target).await;
    eventually("it is ready for reads", async || ready("/readyz?for=reads").await.0 == 200).await;
    let (status, report) = ready("/readyz").await;
    assert!(status == 503 && report.contains("the database is read-only"), "{status} {report}");
    assert_eq!(get(&server.address, LIST).await.0, 200);
    let empty_cart =
        || wire::ask(&server.address, "DELETE /api/storefront/1/cart?sessionId=one", None);
    let refused = empty_cart().await;
    assert_eq!((refused.status, refused.headers["retry-after"].to_str().unwrap()), (503, "5"));
    // Jobs would begin at once, and fail at once.
    sleep(Duration::from_secs(2)).await;
    assert!(!server.logged().contains("a job failed"), "{}", server.logged());

    let promoted = replica.client().await.query_one("select pg_promote()", &[]).await.unwrap();
    assert!(promoted.get::<_, bool>(0));
    eventually("it is ready", async || ready("/readyz").await.0 == 200).await;
    assert_eq!(empty_cart().await.status, 200);
    eventually("jobs run", async || {
        let job = replica.client().await.query_opt("select from job_leases limit 1", &[]).await;
        job.unwrap().is_some()
    })
    .await;
    server.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn urls_that_are_no_replica_are_refused() {
    let primary = Node::primary().await;
    let other = crate::harness::database::empty().await;
    let url = primary.url();
    for (replica, complaint) in [
        (other.url(), "leads to another database than DATABASE_URL"),
        ("nonsense".to_owned(), "STOA_REPLICA_URL is not the URL of a Postgres"),
    ] {
        is_refused(&run(&["--database-url", &url, "--replica-url", &replica]), complaint);
    }
    let checked = run(&["check", "--database-url", &url, "--replica-url", &other.url()]);
    assert!(checked.printed.contains("refused: STOA_REPLICA_URL"), "{checked:?}");
    is_refused(&run(&["--replica-url", &url]), "--replica-url needs --database-url");
}

/// After a failover, servers start again before their settings are changed.
#[tokio::test(flavor = "multi_thread")]
async fn a_primary_among_the_replicas_is_left_out() {
    let primary = Node::primary().await;
    let url = primary.url();
    let arguments = ["--database-url", &url, "--replica-url", &url];
    let checked = is_done(run(&[&["check"], &arguments[..]].concat()));
    assert!(checked.contains("is left out for now: it is a primary"), "{checked}");
    let server = Process::start(&arguments);
    assert_eq!(get(&server.address, LIST).await.0, 200);
    let logged = server.stop();
    assert!(logged.contains("the replica is left out for now"), "{logged}");
}
