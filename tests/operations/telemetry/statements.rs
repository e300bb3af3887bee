//! Statements are measured, logged and traced by the names of their files, and sites by their use of the pool.

use std::collections::BTreeSet;

use stoa::telemetry::STATEMENTS;

use super::scrape::{Scrape, start};
use crate::harness::{OWN_KEY, database, wire};
use crate::invariants::sql_files::sql_files;

async fn list_tags(address: &str) -> u16 {
    let head = format!("GET /api/v1/sites/1/tags\nx-api-key: {OWN_KEY}");
    wire::ask(address, &head, None).await.status
}

/// The build script computes the same digests as the pool.
#[test]
fn every_file_has_a_name() {
    let files = sql_files();
    let mut names = BTreeSet::new();
    for (path, text) in &files {
        let digest = stoa_db::digest(text);
        let (_, name) = STATEMENTS.iter().find(|(known, _)| *known == digest).unwrap();
        // Files with the same text share a name.
        assert_eq!(path.file_stem().unwrap().to_str(), name.rsplit('/').next(), "{name}");
        names.insert(*name);
    }
    assert_eq!(names.len(), STATEMENTS.len());
    assert!(files.len() - names.len() < 5, "few files have the same text");
}

#[tokio::test]
async fn statements_are_measured() {
    let database = database::seeded().await;
    let url = database.url();
    let (server, admin) = start(&["--database-url", &url, "--cache-bytes", "0"]);
    for _ in 0..3 {
        assert_eq!(list_tags(&server.address).await, 200);
    }
    let scrape = Scrape::of(admin).await;
    let count = "stoa_statement_duration_seconds_count{statement=\"rest-v1/taxonomy/list_tags\"}";
    assert_eq!(scrape.get(count), Some(3.0), "{}", scrape.text);
    // Other statements have names too, such as those that look up the key.
    let named = scrape.text.lines().filter(|line| {
        line.starts_with("stoa_statement_duration_seconds_count") && !line.contains("\"other\"")
    });
    assert!(named.count() > 3, "{}", scrape.text);
    server.stop();
}

/// The line has the statement's name, its duration and its site, but no parameter.
#[tokio::test]
async fn a_slow_statement_is_logged() {
    let database = database::seeded().await;
    let url = database.url();
    let slow = ["--slow-statement-milliseconds", "1", "--cache-bytes", "0"];
    let (server, _) = start(&[&["--database-url", &url][..], &slow].concat());
    let client = database.client().await;
    client.batch_execute("begin; lock table tags in access exclusive mode").await.unwrap();
    // A transaction sees pg_stat_activity as it was at its first look.
    let observer = database.client().await;
    let address = server.address.clone();
    let waiting = tokio::spawn(async move { list_tags(&address).await });
    let is_waiting = async || {
        assert!(!waiting.is_finished(), "the request did not wait: it was refused");
        database::waiting_statements(&observer).await > 0
    };
    crate::harness::eventually("the statement waits", is_waiting).await;
    // Longer than the limit.
    client.batch_execute("select pg_sleep(0.01); rollback").await.unwrap();
    assert_eq!(waiting.await.unwrap(), 200);
    let logged = server.stop();
    let line =
        logged.lines().find(|line| line.contains("statement=\"rest-v1/taxonomy/list_tags\""));
    let line = line.unwrap_or_else(|| panic!("{logged}"));
    assert!(line.contains("a statement was slow") && line.contains("site_id=1"), "{line}");
    assert!(!line.contains("select"), "{line}");
}

#[tokio::test]
async fn slow_statements_need_not_be_logged() {
    let database = database::seeded().await;
    let url = database.url();
    let off = ["--slow-statement-milliseconds", "0"];
    let (server, _) = start(&[&["--database-url", &url][..], &off].concat());
    assert_eq!(list_tags(&server.address).await, 200);
    assert!(!server.stop().contains("a statement was slow"));
}
