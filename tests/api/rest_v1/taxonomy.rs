//! The operations tagged `taxonomy`.

use super::finds;
use crate::harness::{BARE_KEY, DEMO_KEY, ODDS_KEY, served_read_only};

#[tokio::test]
async fn list_categories() {
    let server = served_read_only().await;
    server.get("/api/v1/sites/1/categories").key(DEMO_KEY).await.snapshot("list_categories__200");
    // Categories are sorted by name, ignoring case and with accents in their usual order, then by id.
    finds(&server, "/api/v1/sites/2/categories", ODDS_KEY, &[("", &[3, 2, 4, 6, 5, 1])]).await;
    finds(&server, "/api/v1/sites/5/categories", BARE_KEY, &[("", &[])]).await;
}

#[tokio::test]
async fn list_tags() {
    let server = served_read_only().await;
    server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await.snapshot("list_tags__200");
    finds(&server, "/api/v1/sites/2/tags", ODDS_KEY, &[("", &[4, 2, 1, 3])]).await;
    finds(&server, "/api/v1/sites/5/tags", BARE_KEY, &[("", &[])]).await;
}
