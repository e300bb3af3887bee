//! Files in a bucket, to which the server redirects.

use std::path::Path;

use stoa_storage::Storage;

use super::seaweedfs::{KEY_ID, SECRET_KEY, SeaweedFs, settings};
use super::{is_served, pass_since_now, pictures, store};
use crate::harness::*;

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_a_bucket() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let Some(seaweedfs) = SeaweedFs::start(target).await else { return };
    let storage = || Storage::s3(&settings(seaweedfs.url.clone())).unwrap();
    let server = served_with_files_in(storage()).await;
    let another = server.another().await;
    let key = store(&server, 1).await;

    for server in [&server, &another] {
        let led = server.get(&format!("/files/1/{key}")).unchecked().await;
        assert_eq!(led.status, 302);
        assert_eq!(led.headers["cache-control"], "public, max-age=1800");
        assert_eq!(led.headers["access-control-allow-origin"], "*");
        assert_eq!(led.headers["x-content-type-options"], "nosniff");
        let signed = led.headers["location"].to_str().unwrap();
        assert!(signed.contains(KEY_ID) && !signed.contains(SECRET_KEY), "{signed}");
        let file = reqwest::get(signed).await.unwrap();
        assert_eq!(file.status(), 200);
        assert_eq!(file.headers()["content-type"], "image/png");
        assert!(file.bytes().await.unwrap() == pictures::png(3, 2));
        let unsigned = signed.split('?').next().unwrap();
        assert_eq!(reqwest::get(unsigned).await.unwrap().status(), 403);
        assert!(!is_served(server, 2, &key).await);
        assert!(!is_served(server, 1, &key.replace(&key[..4], "0000")).await);
        let read = server.files.read(1, &key, 1 << 20).await.unwrap();
        assert!(read.unwrap() == pictures::png(3, 2));
    }

    // One file has no row, and nothing refers to the other file.
    let orphan = format!("1/{}.png", "0".repeat(32));
    storage().put(&orphan, "left behind".into(), "image/png").await.unwrap();
    pass_since_now(&server, 25 * HOUR);
    let swept = stoa_files::sweep::sweep(&server.files).await.unwrap();
    assert_eq!((swept.unnamed, swept.without_row), (1, 1));
    assert!(!is_served(&another, 1, &key).await);
    for path in [&orphan, &format!("1/{key}")] {
        assert!(storage().get(path).await.unwrap().is_none(), "{path}");
    }
}

/// The server answers an unreachable bucket as a temporary failure, so that the caller retries.
#[tokio::test]
async fn an_unreachable_bucket() {
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = settings(format!("http://{}", free.local_addr().unwrap()));
    drop(free);
    let server = served_with_files_in(Storage::s3(&settings).unwrap()).await;
    assert!(server.files.store(1, &super::picture()).await.is_err());
    let stored: i64 = server.one("select count(*) from files").await;
    assert_eq!(stored, 0, "first the file, then its row");
    assert!(!is_served(&server, 1, &format!("{}.png", "0".repeat(32))).await);
}
