//! Rules for `.sql` files: each is included once, Postgres can prepare each of its variants, and an option is one clause.
//! `query_plans.rs` checks what each may read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::ROOT;
use crate::harness::database;

/// The folders of the server's code.
const SERVER: [&str; 5] = ["base", "domain", "handlers", "providers", "src"];

/// The server's folders and the benchmark's.
const WITH_STATEMENTS: [&str; 6] = ["base", "bench", "domain", "handlers", "providers", "src"];

#[tokio::test]
async fn every_variant_prepares() {
    let database = database::empty().await;
    let client = database.client().await;
    let mut faults = Vec::new();
    for (path, text) in files(&WITH_STATEMENTS, "sql") {
        for variant in stoa_db::variants(&text) {
            if let Err(error) = client.prepare(&variant).await {
                let cause = error
                    .as_db_error()
                    .map_or(error.to_string(), |error| error.message().to_owned());
                faults.push(format!("{}: {cause}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn each_is_included_once() {
    let mut used: BTreeMap<PathBuf, usize> =
        files(&WITH_STATEMENTS, "sql").into_keys().map(|path| (path, 0)).collect();
    for (source, text) in files(&WITH_STATEMENTS, "rs") {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for name in code.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            // Skips a fragment of a name, as in a macro.
            if name.ends_with(".sql") && name != ".sql" {
                let path = source.parent().unwrap().join(name).canonicalize();
                let path = path.unwrap_or_else(|error| {
                    panic!("{} includes {name}: {error}", source.display())
                });
                *used.get_mut(&path).unwrap() += 1;
            }
        }
        // A macro in the bundle's sections derives the file's name from its table.
        if text.contains(r#"include_str!(concat!("insert/", $table, ".sql"))"#) {
            for (path, count) in &mut used {
                let table = path.file_stem().unwrap().display();
                if path.parent().unwrap().ends_with("insert") {
                    let [plain, numbered] = ["table", "numbered"]
                        .map(|name| text.matches(&format!("{name}!(\"{table}\"")).count());
                    *count += plain + numbered;
                }
            }
        }
    }
    let wrong: Vec<_> = used.iter().filter(|(_, count)| **count != 1).collect();
    assert!(wrong.is_empty(), "not included exactly once: {wrong:#?}");
}

/// The lines of an option are consecutive, because an option is one clause. A choice of `order by` may occur twice,
/// because a page is selected and returned in the same order.
#[test]
fn an_option_is_one_clause() {
    let faults: Vec<String> = files(&WITH_STATEMENTS, "sql")
        .into_iter()
        .filter(|(_, text)| {
            let options = text.lines().map(|line| stoa_db::optional(line).unwrap_or_default());
            let mut clauses: Vec<_> =
                options.filter(|(_, code)| !code.trim().starts_with("order by")).collect();
            clauses.dedup_by_key(|(option, _)| *option);
            let named: Vec<_> =
                clauses.iter().map(|(option, _)| *option).filter(|it| !it.is_empty()).collect();
            named.iter().collect::<BTreeSet<_>>().len() < named.len()
        })
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The server's statements.
pub fn sql_files() -> BTreeMap<PathBuf, String> {
    files(&SERVER, "sql")
}

pub fn files(folders: &[&str], extension: &str) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut folders: Vec<PathBuf> = folders.iter().map(|name| Path::new(ROOT).join(name)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path().canonicalize().unwrap();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == extension) {
                let text = fs::read_to_string(&path).unwrap();
                files.insert(path, text);
            }
        }
    }
    files
}
