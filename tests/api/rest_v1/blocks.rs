//! The operations tagged `blocks`.

use std::collections::HashSet;

use crate::harness::{DEMO_KEY, served_read_only};

#[tokio::test]
async fn list_blocks() {
    let server = served_read_only().await;
    let blocks = server.get("/api/v1/sites/1/blocks").await.snapshot("list_blocks__200");
    let different = |member| {
        blocks.each(member).into_iter().map(|value| value.to_string()).collect::<HashSet<_>>()
    };
    assert!(different("type").len() >= 20);
    assert_eq!(different("type").len(), blocks.each("type").len());
    assert_eq!(different("category").len(), 5);

    let with_key = server
        .get("/api/v1/sites/1/blocks")
        .key(DEMO_KEY)
        .await
        .snapshot("list_blocks__200_with_key");
    assert_eq!(with_key.json, blocks.json);
    // Without a key, the site may be anything: unknown, inactive, not a number.
    for site in
        ["2", "3", "999", "-1", "9223372036854775808", "home", "%00", "%FF", "%C3%BC", "%2F"]
    {
        let anywhere = server.get(&format!("/api/v1/sites/{site}/blocks")).await;
        assert_eq!(anywhere.json, blocks.json, "{site}");
    }
}
