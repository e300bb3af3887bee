//! Every `.sql` file: it is used once, Postgres takes each of its variants, and its aliases are words. `plans.rs` says
//! what each may read.

use std::collections::{BTreeMap, BTreeSet};
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

#[test]
#[ignore = "until no statement has an alias of one letter: cargo test -p stoa --test stoa -- --ignored aliases_are_words"]
fn aliases_are_words() {
    let faults: Vec<String> = sql_files()
        .into_iter()
        .flat_map(|(path, text)| {
            let letters = words(&text).filter(|word| word.len() == 1).collect::<BTreeSet<_>>();
            (!letters.is_empty()).then(|| format!("{}: {letters:?}", path.display()))
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Keywords and names, without comments and what is quoted.
fn words(sql: &str) -> impl Iterator<Item = String> {
    let code = sql.lines().map(|line| match line.strip_prefix("--[") {
        Some(optional) => optional.split_once(']').map_or("", |(_, code)| code),
        None => line.split("--").next().unwrap_or_default(),
    });
    let code = code.collect::<Vec<_>>().join("\n");
    let bare = code.split(['\'', '"']).step_by(2).collect::<Vec<_>>().join(" ");
    let is_of_word = |letter: char| letter.is_alphanumeric() || "_$".contains(letter);
    let words: Vec<String> = bare.split(|letter| !is_of_word(letter)).map(str::to_owned).collect();
    words.into_iter().filter(|word| word.starts_with(char::is_alphabetic))
}

pub fn sql_files() -> BTreeMap<PathBuf, String> {
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
