//! A folder on this machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use stoa_storage::Storage;
use tempfile::TempDir;

use super::{is_a_storage, listed, put, read};

#[tokio::test]
async fn a_folder() {
    let folder = TempDir::new().unwrap();
    // The folder does not exist yet.
    let storage = Storage::local(&folder.path().join("data/files"));
    assert!(storage.is_local());
    is_a_storage(&storage).await;
    assert_eq!(storage.signed_url("2/b.png").await.unwrap(), None);
    assert!(!folder.path().join("data/a.png").exists(), "nothing stands above it");
}

/// The other storage simulates another server on the same machine.
#[tokio::test]
async fn two_servers_share_a_folder() {
    let folder = TempDir::new().unwrap();
    let (one, other) = (Storage::local(folder.path()), Storage::local(folder.path()));
    put(&one, "1/a.png", "a").await;
    assert_eq!(read(&other, "1/a.png").await.unwrap(), "a");
    other.delete("1/a.png").await.unwrap();
    assert_eq!(listed(&one).await, [""; 0]);
}

#[tokio::test]
async fn a_folder_that_cannot_be_created() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("files"), "a file").unwrap();
    let storage = Storage::local(&folder.path().join("files"));
    assert!(storage.put("1/a.png", "a".into(), "image/png").await.is_err());
    assert!(storage.get("1/a.png").await.is_err());
}

/// Other users of the machine have no access.
#[tokio::test]
async fn files_are_private_to_the_server() {
    let folder = TempDir::new().unwrap();
    let files = folder.path().join("files");
    put(&Storage::local(&files), "1/a.png", "a").await;
    assert_eq!(fs::metadata(&files).unwrap().permissions().mode() & 0o077, 0);
}
