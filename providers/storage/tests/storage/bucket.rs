//! A bucket, an unreachable bucket, and a bucket that refuses the key.

use std::path::Path;

use stoa_storage::{S3Settings, Storage};
use tokio::net::TcpListener;

use super::seaweedfs::{BUCKET, SECRET_KEY, SeaweedFs, settings};
use super::{is_a_storage, put, read};

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket() {
    let Some(seaweedfs) = SeaweedFs::start(target()).await else { return };
    let storage = Storage::s3(&settings(seaweedfs.url.clone())).unwrap();
    assert!(!storage.is_local());
    is_a_storage(&storage).await;

    // The signed URL gives access, and no other URL does.
    let signed = storage.signed_url("2/b.png").await.unwrap().unwrap();
    assert!(signed.contains("X-Amz-Expires=3600"), "{signed}");
    let answer = reqwest::get(&signed).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "image/png");
    assert_eq!(answer.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(answer.text().await.unwrap(), "b");
    let unsigned = signed.split('?').next().unwrap();
    assert_eq!(unsigned, format!("{}/{BUCKET}/2/b.png", seaweedfs.url));
    for (url, status) in [
        (unsigned.to_owned(), 403),
        (signed.replace("2/b.png", "10/c.jpg"), 403),
        (signed.replace("X-Amz-Expires=3600", "X-Amz-Expires=36000"), 403),
    ] {
        assert_eq!(reqwest::get(&url).await.unwrap().status(), status, "{url}");
    }

    // A wrong key is refused.
    let settings =
        S3Settings { secret_access_key: "another".into(), ..settings(seaweedfs.url.clone()) };
    let stranger = Storage::s3(&settings).unwrap();
    let refused = stranger.put("1/d.png", "d".into(), "image/png").await.unwrap_err();
    let shown = format!("{refused} {refused:?} {settings:?} {stranger:?} {storage:?}");
    assert!(!shown.contains(SECRET_KEY) && !shown.contains("another"), "{shown}");
    assert!(read(&storage, "1/d.png").await.is_none());
    put(&storage, "1/d.png", "d").await;

    // An unreachable bucket may become reachable again.
    drop(seaweedfs);
    let away = storage.put("1/e.png", "e".into(), "image/png").await.unwrap_err();
    assert!(away.is_unavailable(), "{away:?}");
}

#[tokio::test]
async fn an_unreachable_bucket() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let storage = Storage::s3(&settings(format!("http://{free}"))).unwrap();
    let away = storage.get("1/a.png").await.err().unwrap();
    assert!(away.is_unavailable(), "{away:?}");
}

#[test]
fn invalid_endpoints() {
    for endpoint in
        ["", "s3.test", "ftp://s3.test", "https://key:secret@s3.test", "https://s3.test?a"]
    {
        assert!(Storage::s3(&settings(endpoint.into())).is_err(), "{endpoint}");
    }
}
