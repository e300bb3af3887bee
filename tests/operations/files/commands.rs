//! `stoa file`.

use std::fs;

use stoa::commands::files::{add, list, remove};
use tempfile::TempDir;

use super::{is_served, pictures};
use crate::harness::*;

fn refusal<T>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.err().expect("a refusal"))
}

async fn listed(server: &Server, site_id: Option<i64>) -> String {
    let mut out = Vec::new();
    list(&server.db(), site_id, &mut out).await.unwrap();
    String::from_utf8(out).unwrap()
}

#[tokio::test]
async fn a_picture_is_added_and_removed() {
    let server = served().await;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mug \u{1b}[31m.png");
    fs::write(&path, pictures::png(30, 20)).unwrap();
    let url = add(&server.files, 1, &path).await.unwrap();
    let key = server.files.key_of(1, &url).unwrap();
    assert!(is_served(&server, 1, key).await);
    add(&server.files, 2, &path).await.unwrap();

    let lines = listed(&server, Some(1)).await;
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("SITE  KEY "), "{}", lines[0]);
    assert!(
        lines[1].starts_with(&format!("1     {key}  mug  [31m.png  image/png  ")),
        "{}",
        lines[1]
    );
    assert!(lines[1].contains("  30 x 20  2026-06-01T12:00:10Z"), "{}", lines[1]);
    assert_eq!(listed(&server, None).await.lines().count(), 3);

    let mut out = Vec::new();
    let gone = remove(&server.files, 2, key, &mut out).await;
    assert_eq!(
        refusal(gone),
        format!("site 2 has no added file {key}: `stoa file list` lists them")
    );
    remove(&server.files, 1, key, &mut out).await.unwrap();
    assert!(out.is_empty() && !is_served(&server, 1, key).await);
    assert!(remove(&server.files, 1, key, &mut out).await.is_err());
    assert!(remove(&server.files, 1, "../secret", &mut out).await.is_err());
    assert_eq!(listed(&server, Some(1)).await.lines().count(), 1);
}

/// A file that a customer's design uses is not removed.
#[tokio::test]
async fn a_picture_that_a_design_uses() {
    let server = served().await;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mug.png");
    fs::write(&path, pictures::png(30, 20)).unwrap();
    let url = add(&server.files, 1, &path).await.unwrap();
    let key = server.files.key_of(1, &url).unwrap();
    server
        .sql(&format!(
            "insert into customers (site_id, id, email, password_hash, created_at, updated_at)
             overriding system value values (1, 1, 'files@example.com', 'x', now(), now());
             insert into design_assets (site_id, customer_id, file_key, created_at)
             values (1, 1, '{key}', now())"
        ))
        .await;
    let mut out = Vec::new();
    remove(&server.files, 1, key, &mut out).await.unwrap();
    let told = String::from_utf8(out).unwrap();
    assert_eq!(
        told,
        format!(
            "the media library, a design or an order uses {key}: it is removed with the last of them\n"
        )
    );
    assert!(is_served(&server, 1, key).await);
    assert_eq!(listed(&server, Some(1)).await.lines().count(), 1, "it is nobody's to remove");
    server.sql("delete from design_assets").await;
    server.pass(25 * HOUR);
    stoa_files::sweep::sweep(&server.files).await.unwrap();
    assert!(!is_served(&server, 1, key).await);
}

#[tokio::test]
async fn refused_files() {
    let server = served().await;
    let folder = TempDir::new().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let svg = file("logo.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let large = file("large.png", &pictures::png_claiming(60_000, 60_000));
    let good = file("mug.png", &pictures::png(3, 2));
    for (site_id, path, reason) in [
        (1, &svg, "is not a PNG, JPEG, WebP or GIF image, or is damaged"),
        (
            1,
            &large,
            "has more than 50 megapixels, or a side of more than 12,000 pixels, or would take more than 8 \
             times its bytes plus 1 MiB in the storage",
        ),
        (
            1,
            &folder.path().join("nothing.png"),
            "cannot be read: No such file or directory (os error 2)",
        ),
        (99, &good, "there is no site 99"),
    ] {
        let told = refusal(add(&server.files, site_id, path).await);
        assert!(told.ends_with(reason), "{told}");
    }
    assert_eq!(listed(&server, None).await.lines().count(), 1);
}
