//! The limit of requests that belong to no operation.

use crate::harness::{MINUTE, Request, Server, served_behind_proxies_limited};

const LIMITS: [&str; 2] = ["other-requests=3/60", "reads=1/60"];
const PRODUCTS: &str = "/api/storefront/1/products";

fn from<'a>(server: &'a Server, method: &'static str, path: &str, client: &str) -> Request<'a> {
    server.request(method, path).header("x-forwarded-for", client)
}

/// Pages and preflights share a limit. They do not count toward those of operations, and operations not toward theirs.
#[tokio::test]
async fn other_requests() {
    let server = served_behind_proxies_limited(1, &LIMITS).await;
    let (one, other) = ("192.0.2.1", "192.0.2.2");
    let preflight = |client: &str| {
        let request =
            from(&server, "OPTIONS", PRODUCTS, client).header("origin", "https://a.example");
        request.header("access-control-request-method", "GET")
    };
    for (method, path) in [("GET", "/openapi.json"), ("HEAD", "/nowhere")] {
        assert_ne!(from(&server, method, path, one).await.status(), 429);
    }
    assert_eq!(preflight(one).await.status(), 200);
    let refused = [
        preflight(one),
        from(&server, "OPTIONS", "/api/staff/me", one),
        from(&server, "GET", "/openapi.json", one),
        from(&server, "GET", "/files/1/x.png", one),
        from(&server, "GET", "/docs", one).header("origin", "https://a.example"),
    ];
    for request in refused {
        let answer = request.unchecked().await;
        assert_eq!(answer.status, 429);
        let rest: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&rest), "{rest}");
        assert_eq!(answer.headers["x-error-code"], "too_many_requests");
        assert!(answer.headers.contains_key("x-request-id"));
        let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(body["message"], "Too many requests, slow down");
    }
    assert_eq!(from(&server, "GET", PRODUCTS, one).await.status(), 200);
    assert_eq!(from(&server, "GET", PRODUCTS, one).await.status(), 429, "reads");
    assert_eq!(preflight(other).await.status(), 200);
    server.pass(MINUTE);
    assert_eq!(preflight(one).await.status(), 200);
}
