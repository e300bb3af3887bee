//! One Postgres for the whole process, with one database for each test that writes: a copy of a template that has the
//! schema, with or without the seed. The templates are made once per build of this binary.
//!
//! A process takes the first data directory that no other process has locked, so concurrent runs do not collide. cargo
//! nextest runs each test in its own process, which works too. The next run reuses the directories.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use nix::sys::statvfs::statvfs;
use stoa_embedded_postgres::{BinarySource, Options, Postgres};
use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio_postgres::Client;
use tokio_postgres::config::{Config, Host};

use super::sites;

/// A database that is dropped together with this value.
pub struct Database {
    pub config: Config,
    /// A pooler in transaction mode, if servers connect through one.
    pub pooler: Option<Config>,
}

struct Cluster {
    config: Config,
    work: mpsc::UnboundedSender<Work>,
}

/// A Postgres, and a connection that creates databases in it.
struct Node {
    postgres: Postgres,
    client: Client,
}

enum Work {
    Create { name: String, template: &'static str, done: oneshot::Sender<()> },
    Drop { name: String },
}

/// Folder of files that Linux holds in memory.
const MEMORY: &str = "/dev/shm";

/// Name of the template with the schema and no rows.
const EMPTY: &str = "empty";
/// Name of the template with the schema and the sites of `sites.rs`.
const SEEDED: &str = "seeded";

static CLUSTER: LazyLock<Cluster> = LazyLock::new(|| {
    let (work, todo) = mpsc::unbounded_channel();
    let (ready, started) = std::sync::mpsc::channel();
    // Postgres ends with the thread that started it, and a test's thread ends too early.
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (_lock, node) = start().await;
            make_templates(&node).await;
            ready.send(node.postgres.config()).unwrap();
            work_off(todo, &node.client).await;
        });
    });
    Cluster { config: started.recv().expect("Postgres starts"), work }
});

/// Creates a database with the schema and the seed.
pub async fn seeded() -> Database {
    copy_of(SEEDED).await
}

/// Returns a database with the schema and the seed that many tests share, with a role that may only read.
pub async fn read_only() -> Arc<Database> {
    static SHARED: OnceCell<Arc<Database>> = OnceCell::const_new();
    let create = async || {
        let mut database = seeded().await;
        connect(&database.config).await.batch_execute(READER).await.unwrap();
        database.config.user("reader");
        Arc::new(database)
    };
    SHARED.get_or_init(create).await.clone()
}

/// Earlier runs may have created the role. It belongs to the whole cluster.
const READER: &str = "
    do $$ begin
        create role reader login;
    exception when duplicate_object then null;
    end $$;
    grant select on all tables in schema public to reader";

/// Creates a database with the schema and no rows.
pub async fn empty() -> Database {
    copy_of(EMPTY).await
}

/// Creates a database without the schema.
pub async fn bare() -> Database {
    copy_of("template0").await
}

async fn copy_of(template: &'static str) -> Database {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let (done, created) = oneshot::channel();
    CLUSTER.work.send(Work::Create { name: name.clone(), template, done }).ok().unwrap();
    created.await.unwrap();
    Database { config: named(&CLUSTER.config, &name), pooler: None }
}

impl Database {
    /// Creates a server's pool of connections.
    pub fn pool(&self, settings: stoa_db::Settings) -> stoa_db::Db {
        match &self.pooler {
            None => stoa_db::Db::connect(&self.config, settings),
            Some(pooler) => {
                let pooling = stoa_db::Pooling::Transaction;
                stoa_db::Db::connect(pooler, stoa_db::Settings { pooling, ..settings })
            }
        }
    }

    /// The database's URL, in the form of `--database-url`.
    pub fn url(&self) -> String {
        let [Host::Unix(folder)] = self.config.get_hosts() else {
            panic!("the tests' Postgres has a private socket")
        };
        format!(
            "host={} user={} dbname={}",
            folder.display(),
            self.config.get_user().unwrap_or_default(),
            self.config.get_dbname().unwrap_or_default()
        )
    }
}

/// Number of statements on the client's database that wait for a lock.
pub async fn waiting_statements(client: &Client) -> i64 {
    client.query_one(WAITING_STATEMENTS, &[]).await.unwrap().get(0)
}

pub const WAITING_STATEMENTS: &str = "select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'";

/// Ends all connections to the database and refuses new ones.
pub async fn lose(database: &Database) {
    assert_ne!(database.config.get_user(), Some("reader"), "other tests read this database");
    let name = database.config.get_dbname().unwrap_or_default();
    let server = connect(&CLUSTER.config).await;
    server.batch_execute(&format!("alter database {name} allow_connections false")).await.unwrap();
    let end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
    server.execute(end, &[&name]).await.unwrap();
}

/// Allows connections to the database again.
pub async fn regain(database: &Database) {
    let name = database.config.get_dbname().unwrap_or_default();
    let allow = format!("alter database {name} allow_connections true");
    connect(&CLUSTER.config).await.batch_execute(&allow).await.unwrap();
}

impl Drop for Database {
    fn drop(&mut self) {
        let name = self.config.get_dbname().unwrap_or_default();
        let _ = CLUSTER.work.send(Work::Drop { name: name.to_owned() });
    }
}

/// Returns when this binary was built. The seed is imported later, so its rows without a fixed time have a later time.
pub fn built_at() -> SystemTime {
    fs::metadata(env::current_exe().unwrap()).unwrap().modified().unwrap()
}

async fn start() -> (File, Node) {
    // As root, Postgres runs as another user, which cannot enter a target folder below /root.
    let name = format!("stoa-tests-{}", nix::unistd::geteuid());
    let in_memory = has_memory().then(|| Path::new(MEMORY).join(&name));
    let on_disk = [PathBuf::from(env!("CARGO_TARGET_TMPDIR")), env::temp_dir().join(name)];
    let mut refusals = Vec::new();
    for folder in in_memory.into_iter().chain(on_disk) {
        let (lock, data_dir) = free_data_dir(&folder);
        match start_node(&data_dir).await {
            Ok(node) => return (lock, node),
            Err(error) => refusals.push(format!("{error:#}")),
        }
    }
    panic!("Postgres does not start: {refusals:?}")
}

/// Whether files in memory have the space that the databases of concurrent tests need. A copy of a template has 800 files.
/// On a disk, creating and deleting them takes a sixth of the CPU time of all tests.
fn has_memory() -> bool {
    let space = statvfs(MEMORY).map(|disk| disk.blocks_available() * disk.fragment_size());
    space.is_ok_and(|space| space >= 8 << 30)
}

async fn start_node(data_dir: &Path) -> anyhow::Result<Node> {
    let data_dir = data_dir.to_owned();
    let options = Options { data_dir, durable: false, binaries: BinarySource::Auto };
    let postgres = stoa_embedded_postgres::start(&options)?;
    let client = connect(&postgres.config()).await;
    Ok(Node { postgres, client })
}

fn free_data_dir(folder: &Path) -> (File, PathBuf) {
    fs::create_dir_all(folder).unwrap();
    let free = (0..).find_map(|number| {
        let lock = File::create(folder.join(format!("postgres-{number}.lock"))).unwrap();
        lock.try_lock().ok().map(|()| (lock, folder.join(format!("postgres-{number}"))))
    });
    free.unwrap()
}

/// Drops databases of earlier runs and builds, and makes the templates if this build has none yet.
async fn make_templates(Node { postgres, client }: &Node) {
    let build = format!("built_{}", built_at().duration_since(UNIX_EPOCH).unwrap().as_millis());
    let databases = "select datname::text from pg_database where datname ~ '^(test|built)_'";
    let databases = client.query(databases, &[]).await.unwrap();
    let databases: Vec<&str> = databases.iter().map(|row| row.get(0)).collect();
    let is_made = databases.contains(&build.as_str());
    let leftovers = databases.into_iter().filter(|name| *name != build);
    for name in leftovers.chain(if is_made { vec![] } else { vec![EMPTY, SEEDED] }) {
        drop_database(client, name).await;
    }
    if is_made {
        return;
    }
    let config = postgres.config();
    client.batch_execute(&format!("create database {EMPTY}")).await.unwrap();
    let mut schema = connect(&named(&config, EMPTY)).await;
    stoa_schema::migrations::migrate(&mut schema).await.unwrap();
    drop(schema);
    close(client, EMPTY).await;
    copy(client, EMPTY, SEEDED).await;
    let mut seed = connect(&named(&config, SEEDED)).await;
    sites::import(&mut seed).await;
    drop(seed);
    close(client, SEEDED).await;
    // The database with this name marks the templates as complete.
    copy(client, SEEDED, &build).await;
}

async fn work_off(mut todo: mpsc::UnboundedReceiver<Work>, client: &Client) {
    while let Some(work) = todo.recv().await {
        match work {
            Work::Create { name, template, done } => {
                copy(client, template, &name).await;
                let _ = done.send(());
            }
            Work::Drop { name } => drop_database(client, &name).await,
        }
    }
}

/// Ends all connections to a template, because Postgres copies only databases without connections. Refuses new ones.
async fn close(client: &Client, template: &str) {
    let refuse = format!("alter database {template} allow_connections false");
    client.batch_execute(&refuse).await.unwrap();
    let end = "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1";
    client.execute(end, &[&template]).await.unwrap();
}

async fn copy(client: &Client, template: &str, name: &str) {
    let copy = format!("create database {name} template {template} strategy file_copy");
    client.batch_execute(&copy).await.unwrap();
}

async fn drop_database(client: &Client, name: &str) {
    let drop = format!("drop database if exists {name} with (force)");
    client.batch_execute(&drop).await.unwrap();
}

fn named(config: &Config, database: &str) -> Config {
    let mut config = config.clone();
    config.dbname(database);
    config
}

async fn connect(config: &Config) -> Client {
    stoa::database::connect(config).await.unwrap()
}
