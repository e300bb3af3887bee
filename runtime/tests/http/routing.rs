//! Routing by method and path.

use http::Method;
use serde_json::json;
use stoa_runtime::{Router, Routes};

use crate::fixture::{call, data, failure, get, read, request};

#[tokio::test]
async fn options_tells_the_methods() {
    let response = call(request("OPTIONS", "/orders")).await;
    assert_eq!(response.headers()["allow"], "OPTIONS, POST");
    assert_eq!(read(response).await, (204, String::new()));
}

#[tokio::test]
async fn static_segments_win_over_parameters() {
    assert_eq!(data(get("/sites/1/posts/latest").await).await, json!({ "latestOf": "1" }));
    assert_eq!(data(get("/sites/1/posts/latest2").await).await["slug"], "latest2");
}

#[tokio::test]
async fn segments_are_decoded_after_matching() {
    for (path, slug) in [
        ("/sites/1/posts/a%2Fb", "a/b"),
        ("/sites/1/posts/a%2fb%3Fc%23", "a/b?c#"),
        ("/sites/1/posts/%6C%61test", "latest"),
        ("/sites/1/posts/a+b", "a+b"),
        ("/sites/1/posts/%C3%BCber", "über"),
        ("/sites/1/posts/%", "%"),
        ("/sites/1/posts/%zz", "%zz"),
        ("/sites/1/posts/..", ".."),
        ("/sites/1/posts/%2e%2e", ".."),
        ("/sites/1/posts/%25", "%"),
    ] {
        assert_eq!(data(get(path).await).await["slug"], slug, "{path}");
    }
}

#[tokio::test]
async fn segments_that_are_not_text_are_400() {
    for path in
        ["/sites/1/posts/%00", "/sites/1/posts/a%00b", "/sites/1/posts/%FF", "/sites/1/posts/%C3"]
    {
        assert_eq!(
            failure(get(path).await).await,
            (400, "slug must be valid text without NUL".to_owned()),
            "{path}"
        );
    }
    assert_eq!(data(get("/sites/%FF/posts/latest").await).await, json!({ "latestOf": "\u{FFFD}" }));
}

#[test]
fn routes_that_cannot_be_told_apart_do_not_build() {
    let twice = crate::operations::routes(&shop()).merge(crate::operations::routes(&shop()));
    let error = Router::new(twice).err().expect("a conflict");
    assert_eq!(error.to_string(), "route /sites/{siteId}/posts: GET is there already");
    for path in ["orders", "/a{b}", "/{}", "/*"] {
        let routes = Routes::new().route(Method::GET, path, &shop(), |_, _| endless());
        assert!(Router::new(routes).is_err(), "{path}");
    }
}

#[tokio::test]
async fn a_base_path_may_have_parameters() {
    use tower::ServiceExt;
    let routes = crate::operations::routes(&shop()).nest("/api/{tenant}");
    let router = Router::new(routes).unwrap();
    let response = router.oneshot(request("GET", "/api/acme/sites/1/posts/hello")).await.unwrap();
    assert_eq!(data(response).await, json!({ "siteId": 1, "slug": "hello" }));
}

fn shop() -> std::sync::Arc<crate::fixture::TestShop> {
    std::sync::Arc::new(crate::fixture::TestShop)
}

fn endless<'a>() -> stoa_runtime::EndpointFuture<'a, crate::operations::Fail> {
    Box::pin(std::future::pending())
}
