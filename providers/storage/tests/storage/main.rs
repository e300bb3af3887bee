//! A folder, and a bucket of SeaweedFS, which has the S3 API (`.ci/run` installs it).

#![cfg(test)]

mod bucket;
mod folder;
mod seaweedfs;

use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt;
use stoa_storage::Storage;

/// The content of a file; `None` if it does not exist.
async fn read(storage: &Storage, path: &str) -> Option<Bytes> {
    let mut found = storage.get(path).await.unwrap()?;
    let mut bytes = BytesMut::new();
    while let Some(piece) = found.pieces.try_next().await.unwrap() {
        bytes.extend_from_slice(&piece);
    }
    assert_eq!(bytes.len() as u64, found.size);
    Some(bytes.freeze())
}

async fn put(storage: &Storage, path: &str, text: &'static str) {
    storage.put(path, text.into(), "image/png").await.unwrap();
}

async fn listed(storage: &Storage) -> Vec<String> {
    let mut paths: Vec<String> =
        storage.list().map_ok(|file| file.path).try_collect().await.unwrap();
    paths.sort();
    paths
}

async fn is_a_storage(storage: &Storage) {
    assert_eq!(listed(storage).await, [""; 0]);
    assert!(read(storage, "1/a.png").await.is_none());
    put(storage, "1/a.png", "a").await;
    put(storage, "2/b.png", "b").await;
    let large = Bytes::from((0..3_000_000_u32).map(|number| number as u8).collect::<Vec<_>>());
    storage.put("10/c.jpg", large.clone(), "image/jpeg").await.unwrap();
    assert_eq!(read(storage, "1/a.png").await.unwrap(), "a");
    assert!(read(storage, "10/c.jpg").await.unwrap() == large);
    assert_eq!(listed(storage).await, ["1/a.png", "10/c.jpg", "2/b.png"]);

    // A stored file cannot be replaced.
    let again = storage.put("1/a.png", "other".into(), "image/png").await;
    assert!(!again.unwrap_err().is_unavailable());
    assert_eq!(read(storage, "1/a.png").await.unwrap(), "a");

    for _ in 0..2 {
        storage.delete("1/a.png").await.unwrap();
    }
    assert!(read(storage, "1/a.png").await.is_none());
    assert_eq!(listed(storage).await, ["10/c.jpg", "2/b.png"]);

    for path in ["../a.png", "1/../../a.png", "", "/", "1//a.png", "1/./a.png"] {
        assert!(storage.put(path, "a".into(), "image/png").await.is_err(), "{path}");
        assert!(!matches!(storage.get(path).await, Ok(Some(_))), "{path}");
    }
}
