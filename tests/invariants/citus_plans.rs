//! The plan of every statement on Citus: it runs on the node of one site, unless ARCHITECTURE.md lists it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use stoa_db::{Db, Settings};

use super::ROOT;
use crate::harness::database;
use crate::harness::skipped::skipped;
use crate::invariants::sql_files::sql_files;

#[tokio::test]
async fn only_the_listed_statements_ask_several_shards() {
    if !database::is_citus() {
        return skipped("the plans of Citus need STOA_TEST_CITUS=1 and an installed Citus");
    }
    let database = database::empty().await;
    let settings = Settings { connections: 1, ..Settings::default() };
    let db = Db::connect(database.config.clone(), settings);
    let (mut several, mut distributed) = (BTreeSet::new(), 0);
    for (path, text) in sql_files() {
        for sql in stoa_db::variants(&text) {
            let mut tasks = Vec::new();
            find_tasks(&plan(&db, &path, &sql).await, &mut tasks);
            distributed += usize::from(!tasks.is_empty());
            if tasks.iter().any(|count| *count > 1) {
                let path = path.strip_prefix(Path::new(ROOT).canonicalize().unwrap()).unwrap();
                several.insert(path.display().to_string());
            }
        }
    }
    assert!(distributed > 300, "the schema is not distributed: {distributed}");
    assert_eq!(several, listed(), "the statements of the table in ARCHITECTURE.md");
}

/// The first column of the table of statements that ask several shards.
fn listed() -> BTreeSet<String> {
    let page = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(".sql` |"));
    rows.map(|(path, _)| format!("{path}.sql")).collect()
}

/// The plan for certain values, as Citus makes it at each call. Citus cannot explain an `insert … select` of a prepared
/// statement, so the values are written into the text.
async fn plan(db: &Db, path: &Path, sql: &str) -> Value {
    db.execute(&format!("prepare planned as {sql}"), &[]).await.unwrap();
    let types = "select parameter_types::text[] from pg_prepared_statements where name = 'planned'";
    let (types,): (Vec<String>,) = db.one(types, &[]).await.unwrap();
    db.execute("deallocate planned", &[]).await.unwrap();
    let code = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
    let mut code = code.collect::<Vec<_>>().join("\n");
    for (place, kind) in types.iter().enumerate().rev() {
        let value = match kind.as_str() {
            "text" | "uuid" => "00000000000000000000000000000001",
            "boolean" => "true",
            "bytea" => "\\x00",
            "date" | "timestamp with time zone" => "2026-01-01",
            "json" | "jsonb" => "{}",
            array if array.ends_with("[]") => "{}",
            _ => "1",
        };
        code = code.replace(&format!("${}", place + 1), &format!("'{value}'::{kind}"));
    }
    let planned = db.one(&format!("explain (format json) {code}"), &[]).await;
    let (plan,) = planned.unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
    plan
}

/// How many shards each step of the statement asks.
fn find_tasks(plan: &Value, tasks: &mut Vec<u64>) {
    match plan {
        Value::Array(nodes) => nodes.iter().for_each(|node| find_tasks(node, tasks)),
        Value::Object(members) => {
            tasks.extend(members.get("Task Count").and_then(Value::as_u64));
            members.values().for_each(|member| find_tasks(member, tasks));
        }
        _ => {}
    }
}
