//! A database that Citus distributes over workers: the tests that only such a database needs. All other tests run on it
//! too, with STOA_TEST_CITUS=1.

mod archives;
mod cluster;
mod jobs;
mod migrations;
mod servers;
mod workers;

use std::fs;

use serde_json::{Value, json};
use stoa_site_bundle::Existing;
use tokio_postgres::Client;

use crate::harness::database;
use crate::harness::skipped;

/// Two sites with the same content on different workers.
const SHOPS: [i64; 2] = [1, 2];

/// Whether the tests run on Citus. Prints a notice if they do not.
fn is_citus() -> bool {
    if !database::is_citus() {
        skipped("a test of Citus needs STOA_TEST_CITUS=1 and an installed Citus");
    }
    database::is_citus()
}

/// The demo's bundle as another site. Its chat widgets have their own ids.
fn bundle(site_id: i64) -> Value {
    let mut bundle: Value = serde_json::from_str(stoa::demo::BUNDLE).unwrap();
    bundle["site"]["id"] = site_id.into();
    bundle["apiKeys"] = json!([]);
    bundle["chatWidgets"] = json!([{"id": widget_id(site_id)}]);
    bundle
}

fn widget_id(site_id: i64) -> i64 {
    100 + site_id
}

async fn import_shops(client: &mut Client) {
    let file = tempfile::NamedTempFile::new().unwrap();
    for site_id in SHOPS {
        fs::write(file.path(), bundle(site_id).to_string()).unwrap();
        stoa_site_bundle::import(client, file.path(), Existing::Refuse).await.unwrap();
    }
}

/// The name of the node that has the rows of a site.
async fn node_of(client: &Client, site_id: i64) -> String {
    let node = "select shard.nodename from citus_shards shard
        where shard.shardid = get_shard_id_for_distribution_column('sites', $1::bigint)";
    client.query_one(node, &[&site_id]).await.unwrap().get(0)
}

async fn count(client: &Client, sql: &str) -> i64 {
    client.query_one(sql, &[]).await.unwrap().get(0)
}

/// The tables with `site_id` that Citus does not distribute.
const UNDISTRIBUTED: &str =
    "select count(*) from pg_attribute site join pg_class relation on relation.oid = attrelid
    where attname = 'site_id' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    and not exists (select from pg_dist_partition where logicalrelid = relation.oid)";
