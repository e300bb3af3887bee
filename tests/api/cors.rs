//! Which browser pages may call which API (CORS).

use crate::harness::{DEMO_KEY, Exchange, UNKNOWN_KEY, served, served_read_only};

const ORIGIN: &str = "https://shop.example";

fn allowed<'a>(exchange: &'a Exchange, names: &[&str]) -> Vec<&'a str> {
    names.iter().map(|name| exchange.header(&format!("access-control-allow-{name}"))).collect()
}

#[tokio::test]
async fn preflights() {
    let server = served_read_only().await;
    // REST v1 is open to every origin, the storefront echoes the origin, and chat allows POST.
    for (path, origin, methods) in [
        ("/api/v1/sites/1/posts", "*", "GET,HEAD"),
        ("/openapi.json", "*", "GET,HEAD"),
        ("/nowhere", "*", "GET,HEAD"),
        ("/api/storefront/1/cart", ORIGIN, "PUT"),
        ("/api/public/chat/messages", "*", "GET,HEAD,POST"),
    ] {
        let preflight = server
            .request("OPTIONS", path)
            .header("origin", ORIGIN)
            .header("access-control-request-method", "PUT")
            .header("access-control-request-headers", "x-api-key,content-type");
        let answer = preflight.await;
        let expected = [origin, methods, "x-api-key,content-type", ""];
        assert_eq!(
            allowed(&answer, &["origin", "methods", "headers", "credentials"]),
            expected,
            "{path}"
        );
        assert_eq!(answer.header("access-control-max-age"), "3600");
    }
}

#[tokio::test]
async fn responses() {
    let server = served_read_only().await;
    for (target, key, status) in [
        ("/api/v1/sites/1/posts?limit=1", DEMO_KEY, 200),
        ("/api/v1/sites/1/posts?limit=0", DEMO_KEY, 400),
        ("/api/v1/sites/1/posts", UNKNOWN_KEY, 401),
        ("/api/v1/sites/1/orders", DEMO_KEY, 404),
    ] {
        let answer = server.get(target).key(key).header("origin", ORIGIN).await;
        assert_eq!(answer.status(), status);
        assert_eq!(allowed(&answer, &["origin", "credentials"]), ["*", ""], "{target}");
        let exposed = answer.header("access-control-expose-headers");
        for name in [
            "etag",
            "link",
            "retry-after",
            "x-ratelimit-limit",
            "x-error-code",
            "x-ratelimit-remaining",
            "x-request-id",
        ] {
            assert!(
                exposed.split(',').any(|other| other == name),
                "{name} can be read by scripts: {exposed}"
            );
        }
    }
    let storefront = server.get("/api/storefront/1/products").header("origin", ORIGIN).await;
    assert_eq!(allowed(&storefront, &["origin", "credentials"]), [ORIGIN, ""]);
}

#[tokio::test]
async fn credentials_only_from_the_stores_own_origin() {
    let server = served().await;
    let own = "https://harborgoods.example";
    let credentials = async |method, path: &str, origin: &str| {
        let request = server.request(method, path).header("origin", origin);
        let answer = request.header("access-control-request-method", "POST").await;
        assert_eq!(allowed(&answer, &["origin"]), [origin]);
        answer.header("access-control-allow-credentials").to_owned()
    };
    for (method, path) in
        [("OPTIONS", "/api/storefront/1/cart"), ("GET", "/api/storefront/1/products")]
    {
        assert_eq!(credentials(method, path, own).await, "true", "{method}");
        for other in [
            "null",
            "http://harborgoods.example",
            "https://harborgoods.example:8443",
            "https://harborgoods.example.evil.example",
            "https://shop.harborgoods.example",
        ] {
            assert_eq!(credentials(method, path, other).await, "", "{method} {other}");
        }
    }
    assert_eq!(credentials("GET", "/api/storefront/2/products", own).await, "", "another's page");
    // Only the origin of the store's URL matters, not its path. A URL without an origin matches no page.
    for (base_url, origin, expected) in [
        ("https://Shop.example:443/canvas", "https://shop.example", "true"),
        ("http://127.0.0.1:3000", "http://127.0.0.1:3000", "true"),
        ("data:,", "null", ""),
    ] {
        let change = format!("update stores set base_url = '{base_url}' where site_id = 1");
        server.sql(&change).await;
        server.pass(stoa_stores::STORE_TTL);
        let products = "/api/storefront/1/products";
        assert_eq!(credentials("GET", products, origin).await, expected, "{base_url}");
    }
}

#[tokio::test]
async fn responses_vary_by_origin() {
    let server = served_read_only().await;
    for target in [
        "/api/v1/sites/1/posts",
        "/api/storefront/1/products",
        "/openapi.json",
        "/openapi/live-chat-3.0.json",
    ] {
        let plain = server.get(target).key(DEMO_KEY).await;
        let for_browser = server.get(target).key(DEMO_KEY).header("origin", ORIGIN).await;
        assert_eq!(allowed(&plain, &["origin"]), [""], "{target}");
        assert!(plain.varies_by("origin") && for_browser.varies_by("origin"), "{target}");
    }
}
