//! A write by this process invalidates the cache. Every statement that writes a cached table must invalidate it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::{call, operations};
use crate::api::storefront::purchases::{Purchase, tell};
use crate::api::storefront::sweep::sweep;
use crate::harness::*;
use crate::invariants::sql_files::{files, sql_files};

/// Folders with statements that no server runs while it serves requests, and the reasons.
const NOT_WHILE_SERVING: [(&str, &str); 3] = [
    (
        "domain/site-bundle/",
        "an import is a command, or is done before the server listens; an apply of the server invalidates the site itself",
    ),
    ("domain/stores/src/demo/", "the demo is updated before the server listens"),
    (
        "domain/schema/src/backup",
        "an archive is restored by a command, before a server has the database",
    ),
];

const PATHS: [&str; 5] = [
    "/api/storefront/1/products",
    "/api/storefront/1/products/harbor-tote",
    "/api/storefront/1/products/4",
    "/api/v1/sites/1/products",
    "/api/v1/sites/1/products/harbor-tote",
];

async fn shown(server: &Server) -> Vec<Value> {
    let mut shown = Vec::new();
    for path in PATHS {
        let answer = server.get(path).key(DEMO_KEY).await;
        assert_eq!(answer.status(), 200, "{path}");
        shown.push(answer.json.clone());
    }
    shown
}

#[tokio::test]
async fn the_stock_is_current_after_an_order() {
    let server = served_with_cache(&["all=off"]).await;
    let other = server.another().await;
    let all = shown(&server).await;
    assert_eq!(shown(&other).await, all);

    let order = Purchase::new(&server, "a session").await;
    let taken = shown(&server).await;
    assert_ne!(taken, all);
    assert_eq!(shown(&server.another_without_cache().await).await, taken);
    assert_eq!(shown(&other).await, all, "by another server it is not known");
    other.pass(SECOND);
    assert_eq!(shown(&other).await, taken, "for longer than a second");

    // The order expires, because it is not paid in time.
    server.pass(Duration::from_secs(3600));
    shown(&server).await;
    assert_eq!(sweep(&server).await.expired, 1);
    assert_eq!(shown(&server).await, all);
    // A late payment takes the stock again.
    let paid = order.event("evt_1", "succeeded", server.now().timestamp());
    assert_eq!(tell(&server, &paid).await.status(), 200);
    assert_eq!(shown(&server).await, taken);
}

#[tokio::test]
async fn the_stock_is_current_after_an_order_is_replaced() {
    let server = served_with_cache(&["all=off"]).await;
    shown(&server).await;
    Purchase::new(&server, "a session").await;
    let taken = shown(&server).await;
    let more = serde_json::json!({"sessionId": "a session", "productId": 4, "quantity": 1});
    server.post("/api/storefront/1/cart", &more).await;
    Purchase::check_out(&server, "a session").await;
    let now = shown(&server).await;
    assert_ne!(now, taken);
    assert_eq!(now, shown(&server.another_without_cache().await).await);
}

/// An order changes the stock, which invalidates the cached responses, but not the store's settings.
#[tokio::test]
async fn an_order_does_not_reload_the_store() {
    let (server, recorder) = served_with_cache_and_recorder().await;
    let loads = || {
        let runs = recorder.runs().into_iter();
        runs.filter(|(sql, _)| sql.contains("as is_served")).map(|(_, count)| count).sum::<usize>()
    };
    Purchase::new(&server, "a session").await;
    server.get("/api/storefront/1/cart?sessionId=nobody").await.expect(200);
    assert_eq!(loads(), 1);
}

/// Cached tables are the tables that the statements of cached operations read.
#[tokio::test]
async fn every_statement_that_writes_a_cached_table_invalidates_it() {
    let (server, recorder) = served_with_cache_and_recorder().await;
    // Keys and stores have separate caches, which these calls fill.
    server.get("/api/v1/sites/1/blocks").key(DEMO_KEY).await;
    server.get("/api/storefront/1/shipping/rates").await;
    server.get("/api/storefront/1/cart?sessionId=nobody").await;
    let before = recorder.runs();
    for operation in operations() {
        assert_eq!(call(&server, operation, "1").key(DEMO_KEY).await.status(), 200);
    }
    server.get("/api/storefront/1/products/1").await;
    let tables = tables();
    let runs = recorder.runs();
    let read = runs.keys().filter(|sql| !before.contains_key(*sql));
    let read: BTreeSet<&str> = read.flat_map(|sql| named(sql, &tables)).collect();
    for known in ["posts", "products", "product_variants", "media", "sites", "navigation_items"] {
        assert!(read.contains(known), "{known}: {read:?}");
    }
    for unknown in ["api_keys", "orders", "carts", "customers"] {
        assert!(!read.contains(unknown), "{unknown}: {read:?}");
    }
    let mut invalidating = BTreeSet::new();
    let mut faults = Vec::new();
    for (path, text, source) in statements() {
        let written = written(&text, &tables);
        let Some(table) = written.intersection(&read).next() else { continue };
        if NOT_WHILE_SERVING.iter().any(|(folder, _)| path.starts_with(folder)) {
            continue;
        }
        match source.contains(".invalidate_cache(") {
            true => _ = invalidating.insert(path),
            false => faults.push(format!(
                "{path} writes {table}, of which responses are cached: call \
                 Transaction::invalidate_cache next to it"
            )),
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(invalidating.len() >= 3, "{invalidating:?}");
}

fn tables() -> BTreeSet<String> {
    let created: Vec<String> = files(&["migrations"], "sql").into_values().collect();
    let names = created.iter().flat_map(|text| text.split("create table ").skip(1));
    names.filter_map(|rest| rest.split_whitespace().next()).map(str::to_owned).collect()
}

/// Returns the path, text and calling source of each `.sql` file. Each Rust source is also returned, because it may
/// contain statements. A Rust source counts as its own caller.
fn statements() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let relative = |path: &Path| path.strip_prefix(root).unwrap().display().to_string();
    let sources = files(&["base", "domain", "handlers", "providers", "src"], "rs");
    let mut runs = BTreeMap::<PathBuf, String>::new();
    for (source, text) in &sources {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for name in code.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            if name.ends_with(".sql") && name != ".sql" {
                let path = fs::canonicalize(source.parent().unwrap().join(name)).unwrap();
                runs.entry(path).or_default().push_str(text);
            }
        }
    }
    let of_files = sql_files().into_iter().map(|(path, text)| {
        let source = runs.get(&path).cloned().unwrap_or_default();
        (relative(&path), text, source)
    });
    let of_sources = sources.iter().map(|(path, text)| {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        (relative(path), code.collect::<Vec<_>>().join("\n"), text.clone())
    });
    of_files.chain(of_sources).collect()
}

fn words(sql: &str) -> Vec<&str> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let code = sql.lines().map(|line| match line.strip_prefix("--[") {
        Some(optional) => optional.split_once(']').map_or("", |(_, code)| code),
        None => line.split("--").next().unwrap_or_default(),
    });
    let words = code.flat_map(move |line| line.split(move |letter| !is_of_word(letter)));
    words.filter(|word| !word.is_empty()).collect()
}

/// The words of a statement that are names of tables, with repetitions.
fn named<'a>(sql: &str, tables: &'a BTreeSet<String>) -> Vec<&'a str> {
    words(sql).into_iter().filter_map(|word| tables.get(word)).map(String::as_str).collect()
}

/// The tables that a statement inserts into, updates, deletes from or truncates.
fn written<'a>(sql: &str, tables: &'a BTreeSet<String>) -> BTreeSet<&'a str> {
    let words = words(sql);
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let target = |at: usize| lower.get(at).and_then(|word| tables.get(word)).map(String::as_str);
    let all = lower.iter().enumerate().filter_map(|(at, word)| match word.as_str() {
        "into" | "update" | "truncate" => target(at + 1),
        "from" if at > 0 && lower[at - 1] == "delete" => target(at + 1),
        _ => None,
    });
    all.collect()
}
