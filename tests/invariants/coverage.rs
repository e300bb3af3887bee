//! Every documented status of every served operation has a snapshot or a row in a shared snapshot, and
//! every snapshot and row belongs to a documented status.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::contract::document::{self, Operation};
use crate::harness::exchange::{SHARED, SNAPSHOTS};

#[test]
fn every_documented_status_has_a_snapshot() {
    let snapshots = snapshots();
    let documented = operations().flat_map(|operation| {
        operation.statuses().into_iter().map(move |status| (operation, status))
    });
    let missing: Vec<PathBuf> = documented
        .filter(|(_, status)| *status != 500)
        .map(|(operation, status)| name(operation, status))
        .filter(|name| !snapshots.iter().any(|snapshot| is_of(snapshot, name)))
        .collect();
    assert!(missing.is_empty(), "no snapshot of {missing:?}");
}

#[test]
fn every_snapshot_is_of_a_documented_status() {
    let is_known = |snapshot: &PathBuf| {
        // Any operation may answer 503, although its document does not list it.
        let statuses = |operation: &Operation| operation.statuses().into_iter().chain([503]);
        snapshot.to_str().unwrap().starts_with("elsewhere__")
            || operations().any(|operation| {
                statuses(operation).any(|status| is_of(snapshot, &name(operation, status)))
            })
    };
    let unknown: Vec<PathBuf> =
        snapshots().into_iter().filter(|snapshot| !is_known(snapshot)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

fn operations() -> impl Iterator<Item = &'static Operation> {
    document::all().iter().flat_map(|document| &document.operations)
}

/// Name of this status's snapshots, without their case: `storefront/list_products__200`.
fn name(operation: &Operation, status: u16) -> PathBuf {
    Path::new(operation.folder).join(format!("{}__{status}", operation.id))
}

fn is_of(snapshot: &Path, name: &Path) -> bool {
    let case = snapshot.to_str().unwrap().strip_prefix(name.to_str().unwrap());
    case.is_some_and(|case| case.is_empty() || case.starts_with('_'))
}

/// All snapshot files without their extension, and the rows of shared snapshots.
fn snapshots() -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![PathBuf::from(SNAPSHOTS)];
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.parent().unwrap().ends_with(SHARED) {
                let text = fs::read_to_string(path).unwrap();
                let (_, rows) = text.trim_start_matches("---\n").split_once("---\n").unwrap();
                found.extend(rows.lines().map(|row| row.split(':').next().unwrap().into()));
            } else if path.extension().is_some_and(|extension| extension == "snap") {
                found.insert(path.strip_prefix(SNAPSHOTS).unwrap().with_extension(""));
            }
        }
    }
    found
}
