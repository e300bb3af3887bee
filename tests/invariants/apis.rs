//! The table of APIs and the README have a row for each document.

#[path = "../../build/apis.rs"]
mod list;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use stoa::apis::APIS;

use super::ROOT;

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
