//! A cluster of its own, whose workers a test stops, and to which a test adds workers.

use std::fs;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use stoa_embedded_postgres::{Options, Postgres};
use tokio::task::block_in_place;
use tokio_postgres::Client;

use crate::operations::embedded_postgres::harness::Folder;

const SETTINGS: [&str; 5] = [
    "shared_preload_libraries = citus",
    "max_prepared_transactions = 200",
    "max_worker_processes = 100",
    // Shards move to other workers by logical replication.
    "wal_level = logical",
    "fsync = off",
];

/// The coordinator, then the workers.
pub struct Cluster(Vec<Node>);

pub struct Node {
    postgres: Option<Postgres>,
    folder: Folder,
    /// The folder of the socket, by which the nodes reach each other.
    pub address: String,
}

impl Cluster {
    /// Starts a coordinator and two workers.
    pub async fn start() -> Self {
        let mut cluster = Self(vec![Node::start().await]);
        let coordinator = cluster.client().await;
        let this = format!("select citus_set_coordinator_host('{}', 5432)", cluster.0[0].address);
        coordinator.batch_execute("alter database stoa set citus.shard_count = 4").await.unwrap();
        coordinator.batch_execute(&this).await.unwrap();
        for _ in 0..2 {
            cluster.add_worker().await;
        }
        cluster
    }

    pub async fn add_worker(&mut self) {
        let node = Node::start().await;
        let add = format!("select citus_add_node('{}', 5432)", node.address);
        self.client().await.batch_execute(&add).await.unwrap();
        self.0.push(node);
    }

    pub fn worker(&mut self, address: &str) -> &mut Node {
        self.0.iter_mut().find(|node| node.address == address).unwrap()
    }

    /// A connection to the coordinator.
    pub async fn client(&self) -> Client {
        self.0[0].client().await
    }

    /// The coordinator's URL, in the form of `--database-url`.
    pub fn url(&self) -> String {
        format!("host={} user=postgres dbname=stoa", self.0[0].address)
    }
}

impl Node {
    async fn start() -> Self {
        let mut node = Self { postgres: None, folder: Folder::new(), address: String::new() };
        node.resume();
        for setting in SETTINGS {
            node.client()
                .await
                .batch_execute(&format!("alter system set {setting}"))
                .await
                .unwrap();
        }
        node.stop();
        node.resume();
        let client = node.client().await;
        // By this name a node connects to itself.
        let name = format!("alter system set citus.local_hostname = '{}'", node.address);
        for sql in [&*name, "select pg_reload_conf()", "create extension citus"] {
            client.batch_execute(sql).await.unwrap();
        }
        node
    }

    pub fn stop(&mut self) {
        block_in_place(|| drop(self.postgres.take()));
    }

    /// Starts the node again.
    pub fn resume(&mut self) {
        let options = Options { durable: true, ..self.folder.options() };
        let postgres = block_in_place(|| stoa_embedded_postgres::start(&options)).unwrap();
        self.address = postgres.socket_dir().display().to_string();
        self.postgres = Some(postgres);
    }

    /// Sends a signal to the first process of Postgres. After SIGKILL, Postgres starts again.
    pub fn signal(&self, signal: Signal) {
        let file = self.folder.cluster().join("postmaster.pid");
        let pid = fs::read_to_string(file).unwrap();
        kill(Pid::from_raw(pid.lines().next().unwrap().parse().unwrap()), signal).unwrap();
    }

    async fn client(&self) -> Client {
        let config = self.postgres.as_ref().unwrap().config();
        stoa::database::connect(&config).await.unwrap()
    }
}
