//! Every documented status of every served operation has a snapshot, and every snapshot is of one.

use std::collections::BTreeSet;
use std::fs;

use crate::contract::document::{DOCUMENTS, Operation};

#[test]
fn every_documented_status_has_a_snapshot() {
    let snapshots = snapshots();
    let documented = operations().flat_map(|operation| {
        operation.statuses().into_iter().map(move |status| (operation, status))
    });
    let missing: Vec<String> = documented
        .filter(|(_, status)| *status != 500)
        .map(|(operation, status)| format!("{}__{status}", operation.id))
        .filter(|name| !snapshots.iter().any(|snapshot| is_of(snapshot, name)))
        .collect();
    assert!(missing.is_empty(), "no snapshot of {missing:?}");
}

#[test]
fn every_snapshot_is_of_a_documented_status() {
    let is_known = |snapshot: &String| {
        let statuses = |operation: &Operation| operation.statuses().into_iter().chain([304]);
        snapshot.starts_with("elsewhere__")
            || operations().any(|operation| {
                statuses(operation)
                    .any(|status| is_of(snapshot, &format!("{}__{status}", operation.id)))
            })
    };
    let unknown: Vec<String> =
        snapshots().into_iter().filter(|snapshot| !is_known(snapshot)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

fn operations() -> impl Iterator<Item = &'static Operation> {
    DOCUMENTS.iter().flat_map(|document| &document.operations)
}

fn is_of(snapshot: &str, name: &str) -> bool {
    snapshot.strip_prefix(name).is_some_and(|case| case.is_empty() || case.starts_with('_'))
}

fn snapshots() -> BTreeSet<String> {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".snap").map(str::to_owned)).collect()
}
