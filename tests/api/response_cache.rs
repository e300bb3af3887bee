//! The response cache of a whole server (`x-cache-seconds`): which responses it serves, and to which callers. The tests
//! of `stoa-cache` and the runtime cover its mechanism.

mod authorization;
mod own_writes;
mod stale;

use serde_json::Value;

use crate::api::storefront::call_with;
use crate::contract::document::{Document, Operation, all, of};
use crate::harness::*;

/// All operations with cached responses.
fn operations() -> Vec<&'static Operation> {
    let of_document = |document: &'static Document| {
        let is_cached = |operation: &&Operation| {
            let path = operation.path.strip_prefix(document.base_path).unwrap();
            !document.json["paths"][path][&operation.method.to_lowercase()]["x-cache-seconds"]
                .is_null()
        };
        document.operations.iter().filter(is_cached)
    };
    let operations: Vec<_> = all().iter().flat_map(of_document).collect();
    for (document, least) in [(of("rest-v1"), 10), (of("storefront"), 4)] {
        let is_of = |operation: &&&Operation| operation.path.starts_with(document.base_path);
        assert!(operations.iter().filter(is_of).count() >= least);
    }
    operations
}

/// A call with the document's examples, but without the token of a preview, with which a response is not cached.
fn call<'a>(server: &'a Server, operation: &'static Operation, site: &str) -> Request<'a> {
    call_with(server, operation, &[("siteId", site.as_bytes()), ("previewToken", b"")])
}

/// Status and body.
fn told(exchange: &Exchange) -> (u16, Value) {
    (exchange.status(), exchange.json.clone())
}

#[tokio::test]
async fn a_write_of_another_process_is_seen_a_second_later() {
    let server = served_with_cache(&["all=off"]).await;
    let reading = server.another_without_cache().await;
    for operation in operations() {
        call(&server, operation, "1").key(DEMO_KEY).await;
    }
    server.sql(CHANGE_ALL).await;
    let mut unchanged = Vec::new();
    for operation in operations() {
        let new = call(&reading, operation, "1").key(DEMO_KEY).await;
        let old = call(&server, operation, "1").key(DEMO_KEY).await;
        assert_eq!(old.header("age"), "", "{}", operation.id);
        if told(&old) == told(&new) {
            unchanged.push(operation.id.as_str());
        }
    }
    // Almost all responses must change. The exceptions are examples that match no data of the demo, and fonts, which
    // are not in the database.
    assert!(unchanged.len() <= 5, "{unchanged:?}");
    server.pass(SECOND);
    for operation in operations() {
        let new = call(&reading, operation, "1").key(DEMO_KEY).await;
        let now = call(&server, operation, "1").key(DEMO_KEY).await;
        assert_eq!(told(&now), told(&new), "{}", operation.id);
    }
}

/// A cached response counts toward the limit of searches. Other searches are counted by the handler, which does not run
/// for a cached response.
#[tokio::test]
async fn a_cached_response_counts_toward_the_limits() {
    let server = served_with_cache(&["searches=2/60"]).await;
    for status in [200, 200, 429] {
        let found = server.get("/api/storefront/1/products?search=mug").await;
        assert_eq!(found.status(), status);
    }
}

/// Changes every table from which cached responses are made.
const CHANGE_ALL: &str = "
    update sites set name = name || '!', branding = jsonb_set(branding, '{tagline}', '\"!\"');
    update posts set title = title || '!';
    update products set name = name || '!';
    update product_categories set name = name || '!';
    update product_styles set name = name || '!';
    update categories set name = name || '!';
    update tags set name = name || '!';
    update media set filename = filename || '!';
    update navigation_items set label = label || '!';
";

#[tokio::test]
async fn concurrent_requests_share_one_query() {
    let (server, recorder) = served_with_cache_and_recorder().await;
    let server = std::sync::Arc::new(server);
    // This caches the API key.
    server.get("/api/v1/sites/1/categories").key(DEMO_KEY).await;
    let lock = server.client().await;
    lock.batch_execute("begin; lock table tags in access exclusive mode").await.unwrap();
    let calls: Vec<_> = (0..200)
        .map(|_| {
            let server = server.clone();
            tokio::spawn(async move {
                server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await.json["data"].clone()
            })
        })
        .collect();
    until_waiting(&server, 1).await;
    lock.batch_execute("commit").await.unwrap();
    for call in calls {
        assert!(!call.await.unwrap().as_array().unwrap().is_empty());
    }
    let statement = include_str!("../../handlers/rest-v1/src/taxonomy/list_tags.sql");
    assert_eq!(recorder.runs()[statement], 1);
}
