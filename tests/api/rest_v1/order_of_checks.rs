//! The order of checks: route, path, site, credential, rate limit, query, operation. The first failure is answered.

use super::{operations, path};
use crate::harness::*;

#[tokio::test]
async fn the_first_failure_is_answered() {
    let server = served_read_only().await;
    for _ in 0..3 {
        server.get("/api/v1/sites/2/tags").key(SLOW_KEY).await;
    }
    #[rustfmt::skip]
    let table = [
        // The route is checked before everything else.
        ("GET", "/api/v1/sites/x/nothing?limit=0", UNKNOWN_KEY, 404, "Not found"),
        ("PUT", "/api/v1/sites/x/posts?limit=0", UNKNOWN_KEY, 405, "Method not allowed"),
        // The path is checked before the key and the rate limit.
        ("GET", "/api/v1/sites/x/posts?limit=0", UNKNOWN_KEY, 400, "Invalid site ID"),
        ("GET", "/api/v1/sites/1/posts/%00", UNKNOWN_KEY, 400, "slug must be valid text without NUL"),
        ("GET", "/api/v1/sites/x/posts/%00", UNKNOWN_KEY, 400, "Invalid site ID"),
        ("GET", "/api/v1/sites/2/posts/%00", SLOW_KEY, 400, "slug must be valid text without NUL"),
        ("GET", "/api/v1/sites/x/branding", UNKNOWN_KEY, 400, "Invalid site ID"),
        // This operation accepts any text as a site.
        ("GET", "/api/v1/sites/x/blocks", UNKNOWN_KEY, 401, "Invalid API key"),
        // The key is checked before the site, even where the key is optional: a key that is sent must be valid.
        ("GET", "/api/v1/sites/999/branding", UNKNOWN_KEY, 401, "Invalid API key"),
        ("GET", "/api/v1/sites/3/config", UNKNOWN_KEY, 401, "Invalid API key"),
        ("GET", "/api/v1/sites/3/config", CLOSED_KEY, 404, "Not found"),
        // Where the key is required, only the site's own key reveals that the site is inactive.
        ("GET", "/api/v1/sites/3/posts?limit=0", UNKNOWN_KEY, 401, "Invalid API key"),
        ("GET", "/api/v1/sites/3/posts?limit=0", CLOSED_KEY, 404, "Not found"),
        ("GET", "/api/v1/sites/999/posts?limit=0", DEMO_KEY, 401, "Invalid API key"),
        // The store is checked before the query.
        ("GET", "/api/v1/sites/4/products?page=0", SHUTTERED_KEY, 404, "Store not found"),
        ("GET", "/api/v1/sites/5/products?sort=up", BARE_KEY, 404, "Store not found"),
        ("GET", "/api/v1/sites/3/products?page=0", CLOSED_KEY, 404, "Not found"),
        // The key is checked before the query.
        ("GET", "/api/v1/sites/1/posts?limit=0", UNKNOWN_KEY, 401, "Invalid API key"),
        ("GET", "/api/v1/sites/1/products?page=0", ODDS_KEY, 401, "Invalid API key"),
        // The rate limit is checked before query and operation.
        ("GET", "/api/v1/sites/2/posts?limit=0", SLOW_KEY, 429, "Rate limit exceeded"),
        ("GET", "/api/v1/sites/2/posts/no-such-post", SLOW_KEY, 429, "Rate limit exceeded"),
        ("GET", "/api/v1/sites/2/branding", SLOW_KEY, 429, "Rate limit exceeded"),
        // The query is checked before the operation.
        ("GET", "/api/v1/sites/1/posts?category=no-such-category&limit=0", DEMO_KEY, 400, "limit must be at least 1"),
        // Of several faults in the query, the answer names the parameter that the document lists first.
        ("GET", "/api/v1/sites/1/posts?search=%00&offset=-1&limit=0", DEMO_KEY, 400, "limit must be at least 1"),
    ];
    for (method, target, key, status, message) in table {
        let answer = server.request(method, target).key(key).await;
        assert_eq!(answer.outcome(), (status, message), "{method} {target}");
    }
}

#[tokio::test]
async fn a_site_id_is_an_integer() {
    let server = served_read_only().await;
    let mut refusals = SharedResponses::default();
    for operation in operations().filter(|operation| operation.id != "list_blocks") {
        let invalid = server.get(&path(operation, "home")).key(DEMO_KEY).await;
        refusals.add(&invalid);
    }
    refusals.snapshot("rest_v1__site_id");
    for site in [
        "1.0",
        "1e0",
        "0x1",
        "%201",
        "1%20",
        "9223372036854775808",
        "-9223372036854775809",
        "%00",
        "%FF",
        "%D9%A1",
    ] {
        let invalid = server.get(&format!("/api/v1/sites/{site}/tags")).key(DEMO_KEY).await;
        assert_eq!(invalid.outcome(), (400, "Invalid site ID"), "{site}");
    }
}

#[tokio::test]
async fn repeated_parameters() {
    let server = served_read_only().await;
    for operation in operations() {
        let query = operation.parameters.iter().filter(|parameter| parameter.place == "query");
        for name in query.map(|parameter| &parameter.name) {
            let target = format!("{}?{name}=1&{name}=1", path(operation, "1"));
            let refused = server.get(&target).key(DEMO_KEY).await;
            let expected = match name.as_str() {
                // A token that is not valid counts as absent.
                "previewToken" => (200, String::new()),
                _ => (400, format!("{name} is given twice")),
            };
            assert_eq!(refused.outcome(), (expected.0, expected.1.as_str()));
            assert_eq!(server.get(&target).key("wrong").await.status(), 401);
        }
        for request in [
            server.get(&path(operation, "1")).key(DEMO_KEY).key(DEMO_KEY),
            server.get(&path(operation, "1")).bearer(DEMO_KEY).bearer(DEMO_KEY),
        ] {
            assert_eq!(request.await.status(), 401, "{}", operation.id);
        }
    }
}

#[tokio::test]
async fn invalid_query_parameters() {
    let server = served_read_only().await;
    for (name, target) in [
        ("list_posts__400_limit", "/api/v1/sites/1/posts?limit=0"),
        ("list_pages__400_offset", "/api/v1/sites/1/pages?offset=-1"),
        ("list_media__400_limit", "/api/v1/sites/1/media?limit=many"),
        ("list_products__400_sort", "/api/v1/sites/1/products?sort=cheapest"),
        ("list_products__400_page", "/api/v1/sites/1/products?page=0"),
    ] {
        let invalid = server.get(target).key(DEMO_KEY).await.snapshot(name);
        // The server accepted the caller, so even its errors have the header of the remaining calls.
        assert_ne!(invalid.header("x-ratelimit-remaining"), "", "{target}");
    }
}
