//! Every `.sql` file: it is used once, Postgres takes each of its variants, and in handlers/ it asks for one site.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::database;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[tokio::test]
async fn every_variant_prepares() {
    let database = database::empty().await;
    let client = stoa::database::connect(&database.config).await.unwrap();
    let mut faults = Vec::new();
    for (path, text) in sql_files() {
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
        sql_files().into_keys().map(|path| (path, 0)).collect();
    for (source, text) in files("rs") {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let included = code.flat_map(|line| line.split("include_str!(\"").skip(1));
        for name in included.filter_map(|rest| rest.split('"').next()) {
            if name.ends_with(".sql") {
                let path = source.parent().unwrap().join(name).canonicalize();
                let path = path.unwrap_or_else(|error| {
                    panic!("{} includes {name}: {error}", source.display())
                });
                *used.get_mut(&path).unwrap() += 1;
            }
        }
        // A macro of the bundle's sections names the file by its table.
        if text.contains(r#"include_str!(concat!("insert/", $table, ".sql"))"#) {
            for (path, count) in &mut used {
                let named = format!("!(\"{}\")", path.file_stem().unwrap().display());
                if path.parent().unwrap().ends_with("insert") {
                    *count += text.matches(&named).count();
                }
            }
        }
    }
    let wrong: Vec<_> = used.iter().filter(|(_, count)| **count != 1).collect();
    assert!(wrong.is_empty(), "not included exactly once: {wrong:#?}");
}

/// On Citus a table that is not asked for one site is asked for on every shard; on one Postgres it shows
/// another site's rows.
#[test]
fn every_table_is_asked_for_one_site() {
    let tables = tables();
    let mut faults = Vec::new();
    for (path, text) in
        sql_files().into_iter().filter(|(path, _)| path.starts_with(format!("{ROOT}/handlers")))
    {
        for variant in stoa_db::variants(&text) {
            let sql: String = variant
                .lines()
                .filter_map(|line| line.split("--").next())
                .flat_map(|line| [line, " "])
                .collect();
            let words: Vec<&str> = sql
                .split(|letter: char| letter.is_whitespace() || "(),".contains(letter))
                .collect();
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            for three in
                words.windows(3).filter(|three| tables.iter().any(|table| table == three[1]))
            {
                let [before, table, alias] = [three[0], three[1], three[2]];
                if !["from", "join", "update"].contains(&before) {
                    continue;
                }
                let column = if table == "sites" { "id" } else { "site_id" };
                let guard = [format!("{alias}.{column}"), "=".into(), "$1".into()];
                if !words.windows(3).any(|three| three == guard) {
                    faults.push(format!("{}: {}", path.display(), guard.join(" ")));
                }
            }
        }
    }
    faults.dedup();
    assert!(faults.is_empty(), "lacking: {faults:#?}");
}

fn tables() -> Vec<String> {
    let migrations = fs::read_dir(format!("{ROOT}/migrations")).unwrap();
    let texts = migrations.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let names = texts.flat_map(|text| {
        let created =
            text.lines().filter_map(|line| line.strip_prefix("create table ")?.split(' ').next());
        created.map(str::to_owned).collect::<Vec<_>>()
    });
    // A directory tells which site it is.
    names.filter(|table| !table.ends_with("_directory")).collect()
}

fn sql_files() -> BTreeMap<PathBuf, String> {
    let found = files("sql");
    assert!(found.len() > 10);
    found
}

/// The files of handlers/ and src/ with this extension.
fn files(extension: &str) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![Path::new(ROOT).join("handlers"), Path::new(ROOT).join("src")];
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
