//! Every `.sql` file: it is used once, Postgres takes each of its variants, and but for the commands' it asks for one site.

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
    // Commands and staff look through all sites where none is named.
    let commands = Path::new(ROOT).join("src").canonicalize().unwrap();
    let files = sql_files().into_iter().filter(|(path, text)| {
        !path.starts_with(&commands) && !text.contains("$1::bigint is null")
    });
    let variants = files.flat_map(|(path, text)| {
        stoa_db::variants(&text).into_iter().map(move |sql| (path.clone(), sql))
    });
    let mut checked = 0;
    let mut faults = Vec::new();
    for (path, sql) in variants {
        checked += 1;
        let lacking = guards_lacking(&sql, &tables);
        faults.extend(lacking.into_iter().map(|guard| format!("{}: {guard}", path.display())));
    }
    faults.dedup();
    assert!(checked > 10 && faults.is_empty(), "lacking: {faults:#?}");
}

/// `alias.site_id = $1` of each table that is read or changed under an alias.
fn guards_lacking(sql: &str, tables: &[String]) -> Vec<String> {
    let code = sql.lines().filter_map(|line| line.split("--").next()).collect::<Vec<_>>().join(" ");
    let words: Vec<&str> = code
        .split(|letter: char| letter.is_whitespace() || "(),".contains(letter))
        .filter(|word| !word.is_empty())
        .collect();
    let used = words.windows(3).filter_map(|three| {
        let [before, table, alias] = three else { return None };
        let is_used = ["from", "join", "update"].contains(before);
        (is_used && tables.iter().any(|other| other == table)).then_some((*table, *alias))
    });
    used.map(|(table, alias)| {
        let column = if table == "sites" { "id" } else { "site_id" };
        format!("{alias}.{column} = $1")
    })
    .filter(|guard| !words.windows(3).any(|three| three.join(" ") == *guard))
    .collect()
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

/// The files of the server with this extension.
fn files(extension: &str) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut folders: Vec<PathBuf> = ["base", "domain", "handlers", "providers", "src"]
        .map(|name| Path::new(ROOT).join(name))
        .into();
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
