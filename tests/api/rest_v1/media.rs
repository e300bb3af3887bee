//! The operations tagged `media`.

use super::{ask, finds, refuses};
use crate::harness::{DEMO_KEY, ODDS_KEY, served_read_only};

const MEDIA: &str = "/api/v1/sites/2/media";

#[tokio::test]
async fn list_media() {
    let server = served_read_only().await;
    server
        .get("/api/v1/sites/1/media?mimeType=image&limit=3")
        .key(DEMO_KEY)
        .await
        .snapshot("list_media__200");
}

#[tokio::test]
async fn list_media__order_and_types() {
    let server = served_read_only().await;
    let all: &[i64] = &[4, 3, 2, 1, 5, 6, 7];
    let images: &[i64] = &[4, 2, 1];
    let table: &[(&str, &[i64])] = &[
        ("", all),
        ("mimeType=", all),
        ("mimeType=all", all),
        ("mimeType=image", &[4, 3, 2, 1]),
        ("mimeType=IMAGE", &[4, 3, 2, 1]),
        ("mimeType=image/", images),
        ("mimeType=image/svg", &[4]),
        ("mimeType=image/svg+xml", &[4]),
        ("mimeType=image/png", &[1]),
        ("mimeType=imag", &[4, 3, 2, 1]),
        ("mimeType=I", &[4, 3, 2, 1, 7]),
        ("mimeType=imagex", &[3]),
        ("mimeType=im_ge", &[7]),
        ("mimeType=text/plain", &[5]),
        ("mimeType=text/plain; charset=utf-8", &[]),
        ("mimeType=/", &[]),
        ("mimeType=%", &[]),
        ("mimeType=image/%", &[]),
        ("mimeType=ü", &[]),
        ("mimeType=image&limit=1&offset=1", &[3]),
        ("mimeType=image&offset=3", &[1]),
    ];
    finds(&server, MEDIA, ODDS_KEY, table).await;
    let list = ask(&server, MEDIA, ODDS_KEY, "mimeType=image&limit=1000").await;
    assert_eq!(list.json["pagination"], serde_json::json!({"limit": 100, "offset": 0, "total": 4}));
    let table = [
        ("limit=0", "limit must be at least 1"),
        ("offset=-1", "offset must be at least 0"),
        ("mimeType=\0", "mimeType must be valid text without NUL"),
    ];
    refuses(&server, MEDIA, ODDS_KEY, &table).await;
}
