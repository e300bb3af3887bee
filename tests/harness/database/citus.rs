//! A coordinator of Citus and two workers, if STOA_TEST_CITUS is set.

use std::env;
use std::fs;
use std::path::Path;

use tokio_postgres::Client;

use super::{Node, connect, named, start_node};

const SETTINGS: [&str; 3] = [
    "shared_preload_libraries = citus",
    "max_prepared_transactions = 200",
    // Each database has a background worker of Citus.
    "max_worker_processes = 100",
];

pub fn is_wanted() -> bool {
    env::var_os("STOA_TEST_CITUS").is_some_and(|wanted| !wanted.is_empty())
}

/// Starts empty nodes, because a run that was killed may leave distributed transactions, whose databases cannot be
/// dropped.
pub async fn start(data_dir: &Path) -> anyhow::Result<Vec<Node>> {
    if data_dir.exists() {
        fs::remove_dir_all(data_dir)?;
    }
    let mut nodes = Vec::new();
    for place in ["coordinator", "worker-1", "worker-2"] {
        nodes.push(start_with_citus(&data_dir.join(place)).await?);
    }
    Ok(nodes)
}

/// Starts Postgres. Sets what Citus needs and starts Postgres again if it lacks that.
async fn start_with_citus(data_dir: &Path) -> anyhow::Result<Node> {
    let node = start_node(data_dir).await?;
    let loaded = node.client.query_one("show shared_preload_libraries", &[]).await?;
    if loaded.get::<_, String>(0) == "citus" {
        return Ok(node);
    }
    for setting in SETTINGS {
        node.client.batch_execute(&format!("alter system set {setting}")).await?;
    }
    drop(node);
    start_node(data_dir).await
}

/// Makes the databases of this name one database of Citus. Every copy of them is one too, because Citus connects to the
/// databases of the same name on the other nodes.
pub async fn join(nodes: &[Node], database: &str) {
    for node in nodes {
        let client = connect(&named(&node.postgres.config(), database)).await;
        client.batch_execute("create extension citus").await.unwrap();
    }
    let coordinator = connect(&named(&nodes[0].postgres.config(), database)).await;
    set_shards(&coordinator).await;
    for (place, node) in nodes.iter().enumerate() {
        let add = if place == 0 { "citus_set_coordinator_host" } else { "citus_add_node" };
        let socket = node.postgres.socket_dir().display();
        coordinator.batch_execute(&format!("select {add}('{socket}', 5432)")).await.unwrap();
    }
}

/// Makes later connections distribute tables into few shards.
pub async fn set_shards(client: &Client) {
    let database: String = client.query_one("select current_database()", &[]).await.unwrap().get(0);
    let shards = format!("alter database {database} set citus.shard_count = 4");
    client.batch_execute(&shards).await.unwrap();
}
