//! Moving the embedded Postgres to another major version by an archive.

use std::fs;
use std::path::Path;
use std::process::Command;

use nix::sys::signal::Signal;

use super::archive::Archive;
use crate::harness::{DEMO_KEY, skipped, wire};
use crate::operations::embedded_postgres::harness::{Folder, copy_npm_package};
use crate::operations::start_up::{Process, is_done, is_refused, run};

const TARGET: &str = "/api/v1/sites/1/products";

async fn products(server: &Process) -> (u16, Vec<u8>) {
    let head = format!("GET {TARGET}\nx-api-key: {DEMO_KEY}");
    let answer = wire::ask(&server.address, &head, None).await;
    (answer.status, answer.body)
}

/// The installed Postgres creates the data directory, which moves to the version that npm provides.
#[tokio::test]
async fn to_another_major_version() {
    let npm = Command::new("npm").arg("--version").output();
    if !npm.is_ok_and(|npm| npm.status.success()) {
        return skipped("a Postgres of another major version needs npm");
    }
    let (old, new) = (Folder::new(), Folder::new());
    let old_dir = ["--data-dir", old.path.to_str().unwrap()];
    let public = ["--public-url", "https://api.stoa.test"];
    let installed = ["--postgres-binaries", "installed"];
    let server = Process::start(&[&old_dir[..], &installed, &public].concat());
    let before = products(&server).await;
    assert_eq!(before.0, 200);
    // Backs up while the server runs.
    let archive = old.path.join("archive");
    let archive = archive.to_str().unwrap();
    is_done(run(&[&["backup", archive][..], &old_dir].concat()));
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
    let version = Archive::read(archive).head.postgres;
    if version.starts_with("18") {
        return skipped("the Postgres that is installed is npm's version already");
    }

    // The new version refuses the old version's data directory and says why.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    copy_npm_package(cache, &old.path);
    copy_npm_package(cache, &new.path);
    let refused = run(&[&["migrate", "--postgres-binaries", "npm"][..], &old_dir].concat());
    is_refused(&refused, "was written by Postgres");
    let advice = "to move to another version, `stoa backup` by that one and `stoa restore` into a new data directory";
    is_refused(&refused, advice);

    let new_dir = ["--data-dir", new.path.to_str().unwrap(), "--postgres-binaries", "npm"];
    let done = run(&[&["restore", archive][..], &new_dir].concat());
    if done.complaint.contains("npm could not fetch") {
        return skipped(done.complaint.trim_end());
    }
    let said = is_done(done);
    assert!(said.contains("copy the file `secret` of its data directory to"), "{said}");
    fs::copy(old.path.join("secret"), new.path.join("secret")).unwrap();
    let server = Process::start(&[&new_dir[..], &public].concat());
    assert!(products(&server).await == before);
    let again = new.path.join("archive");
    is_done(run(&[&["backup", again.to_str().unwrap()][..], &new_dir].concat()));
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
    let (before, after) = (Archive::read(archive), Archive::read(&again));
    assert!(after.head.postgres.starts_with("18"), "{}", after.head.postgres);
    assert_eq!(after.end.files.files, before.end.files.files);
    assert_eq!(after.rows("products"), before.rows("products"));
    copy_npm_package(&new.path, cache);
}
