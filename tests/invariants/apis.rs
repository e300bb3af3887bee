//! The table of APIs has a row for each document, and no other file lists the APIs.

#[path = "../../build/apis.rs"]
mod list;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use stoa::apis::APIS;

use super::ROOT;

/// Folders with a part for each API, generated folders, and folders that git does not track.
const SKIPPED_FOLDERS: &[&str] =
    &["generated", "handlers", "migrations", "specs", "target", "tests/snapshots", ".git"];

/// A file that names more APIs probably lists all of them. Many tests name two.
const MAX_NAMED_APIS: usize = 2;

/// Files that name more, each with the reason. A new API needs a change only of the files whose reason says "add".
const EXCEPTIONS: &[(&str, &str)] = &[
    (".ci/clients/run_next_to_reqwest", "a program for each feature of the clients"),
    (".ci/python/run", "runs the programs of examples/python"),
    (".ci/typescript/run", "runs the programs of examples/typescript"),
    ("Cargo.toml", "cargo has globs for members, but not for dependencies: add the API's"),
    ("examples/typescript/redocly.yaml", "the documents that the programs next to it use"),
    ("src/apis.rs", "the table: add a row"),
    ("src/serve.rs", "the staff API may have a separate listener"),
    ("tests/api.rs", "the modules of tests: add one"),
    ("tests/clients/examples.rs", "a test for each example"),
    ("tests/clients/progenitor_client.rs", "the modules of tests: add one"),
    ("tests/api/staff/inbox.rs", "causes each event through its API"),
    ("tests/harness.rs", "the staff API may have a separate listener"),
    ("tests/invariants/statements.rs", "runs statements of several APIs"),
    ("tests/pages/api_reference.rs", "opens an operation of several APIs in a browser"),
];

fn documents() -> Vec<String> {
    list::apis(&Path::new(ROOT).join("specs")).unwrap()
}

#[test]
fn every_document_has_a_row() {
    let rows: BTreeSet<&str> = APIS.iter().map(|api| api.document.name).collect();
    assert_eq!(rows.len(), APIS.len(), "a row is repeated");
    let documents = documents();
    let documents: BTreeSet<&str> = documents.iter().map(String::as_str).collect();
    assert_eq!(rows, documents, "the rows of src/apis.rs and the documents in specs/");
}

#[test]
fn the_readme_names_every_document() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    for api in documents() {
        assert!(readme.contains(&format!("](specs/{api}.yaml)")), "{api}");
    }
}

#[test]
fn no_other_file_lists_the_apis() {
    let names: Vec<[String; 2]> =
        documents().into_iter().map(|name| [name.replace('-', "_"), name]).collect();
    let lists: BTreeSet<String> = files()
        .into_iter()
        .filter(|(_, text)| {
            let is_named = |spellings: &&[String; 2]| spellings.iter().any(|it| text.contains(it));
            names.iter().filter(is_named).count() > MAX_NAMED_APIS
        })
        .map(|(path, _)| path)
        .collect();
    let known: BTreeSet<String> = EXCEPTIONS.iter().map(|(path, _)| (*path).to_owned()).collect();
    let forgotten: Vec<_> = lists.difference(&known).collect();
    assert!(
        forgotten.is_empty(),
        "iterate over `APIS`, or read specs/ instead of naming the APIs: {forgotten:?}"
    );
    let outdated: Vec<_> = known.difference(&lists).collect();
    assert!(outdated.is_empty(), "no longer exceptions: {outdated:?}");
}

/// Path and text of the files in which a list might be. In pages for readers, lists are prose.
fn files() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(ROOT).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                let is_built = name.ends_with("/target") || name.ends_with("/node_modules");
                if !is_built && !SKIPPED_FOLDERS.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if name != "Cargo.lock"
                && !name.ends_with(".md")
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((name, text));
            }
        }
    }
    assert!(found.len() > 500, "{} files", found.len());
    found
}
