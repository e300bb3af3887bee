//! `stoa site import` and `export`, `stoa backup` and `stoa restore`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_postgres::Client;

use super::{SHOPS, UNDISTRIBUTED, bundle, count, is_citus, node_of};
use crate::harness::database::{self, Database};
use crate::harness::{checkout_body, served_from};

async fn connected(database: &Database) -> Client {
    stoa::database::connect(&database.config).await.unwrap()
}

fn run(database: &Database, arguments: &[&str]) -> Output {
    crate::operations::start_up::run(&[arguments, &["--database-url", &database.url()]].concat())
}

/// The output of a command that succeeds.
fn printed(database: &Database, arguments: &[&str]) -> String {
    let output = run(database, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Writes the bundles of both shops into files.
fn bundles(folder: &Path) -> Vec<String> {
    let write = |site_id: i64| {
        let path = folder.join(format!("{site_id}.json"));
        fs::write(&path, bundle(site_id).to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    SHOPS.map(write).into()
}

/// The rows of every table, as JSON.
async fn rows(client: &Client) -> BTreeMap<String, Vec<String>> {
    let mut rows = BTreeMap::new();
    for table in stoa_schema::migrations::tables() {
        let all = format!("select to_jsonb(each)::text from {table} each");
        let all = client.query(&all, &[]).await.unwrap();
        let mut all: Vec<String> = all.iter().map(|row| row.get(0)).collect();
        all.sort();
        rows.insert(table, all);
    }
    rows
}

#[tokio::test]
async fn import_and_export() {
    if !is_citus() {
        return;
    }
    let database = database::empty().await;
    let folder = TempDir::new().unwrap();
    let files = bundles(folder.path());
    let [one, other] = [&*files[0], &*files[1]];
    assert!(printed(&database, &["site", "import", one, other]).contains("imported site 2"));
    assert_eq!(printed(&database, &["site", "list"]).matches("Harbor Goods").count(), 2);
    let exported =
        SHOPS.map(|site_id| printed(&database, &["site", "export", &site_id.to_string()]));
    let products = |text: &str| serde_json::from_str::<Value>(text).unwrap()["products"].clone();
    assert_eq!(products(&exported[0]), products(&exported[1]));

    // Replacing one site leaves the other as it is.
    let mut changed = bundle(SHOPS[1]);
    changed["site"]["name"] = json!("Harbor Goods too");
    changed["products"].as_array_mut().unwrap().pop();
    fs::write(other, changed.to_string()).unwrap();
    printed(&database, &["site", "import", "--replace", other]);
    assert_eq!(printed(&database, &["site", "export", "1"]), exported[0]);
    assert!(printed(&database, &["site", "export", "2"]).contains("Harbor Goods too"));
    let refused = run(&database, &["site", "import", one]);
    assert_eq!(refused.status.code(), Some(1));
}

#[tokio::test]
async fn backup_and_restore() {
    if !is_citus() {
        return;
    }
    let (full, folder) = (database::empty().await, TempDir::new().unwrap());
    let files = bundles(folder.path());
    printed(&full, &["site", "import", &files[0], &files[1]]);
    let server = served_from(full, &["all=off"]).await;
    for site_id in SHOPS {
        buy(&server, site_id).await;
    }
    let path = folder.path().join("archive");
    let path = path.to_str().unwrap();
    printed(server.database(), &["backup", path, "--files", "no"]);
    let all = rows(&server.client().await).await;
    assert!(all["orders"].len() == 2 && all["products"].len() > 10, "{all:?}");

    // A restore loads the coordinator, and the database is distributed then.
    let copy = database::joined().await;
    printed(&copy, &["restore", path, "--files", "no"]);
    let client = connected(&copy).await;
    assert_eq!(rows(&client).await, all);
    printed(&copy, &["migrate", "--citus"]);
    assert_eq!(count(&client, UNDISTRIBUTED).await, 0);
    assert_ne!(node_of(&client, SHOPS[0]).await, node_of(&client, SHOPS[1]).await);
    assert_eq!(rows(&client).await, all);
    let refused = run(&copy, &["restore", path, "--files", "no"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("restore into one that is empty"));
    let copy = served_from(copy, &["all=off"]).await;
    for site_id in SHOPS {
        buy(&copy, site_id).await;
    }

    // The archive also leads back to one Postgres.
    let plain = database::bare().await;
    printed(&plain, &["restore", path, "--files", "no"]);
    assert_eq!(rows(&connected(&plain).await).await, all);
}

/// Places an order from a new cart.
async fn buy(server: &crate::harness::Server, site_id: i64) {
    let line = json!({"sessionId": "a new session", "productId": 4, "quantity": 1});
    let added =
        server.request("POST", &format!("/api/storefront/{site_id}/cart")).json(&line).await;
    assert_eq!(added.status(), 200, "{}", added.message());
    let address =
        json!({"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"});
    let checkout =
        checkout_body("a new session", json!({"shippingAddress": address, "shippingRateId": 1}));
    let placed = server
        .request("POST", &format!("/api/storefront/{site_id}/checkout"))
        .json(&checkout)
        .await;
    assert_eq!(placed.status(), 200, "{}", placed.message());
}
