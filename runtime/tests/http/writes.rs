//! A database without room: operations that grow the database are refused before they begin. All others work.

use std::sync::Arc;

use http::{HeaderMap, HeaderValue, header};
use stoa_runtime::{
    Body, Documents, Error, Operation, Reply, Router, RouterSettings, Routes, Unavailable,
};
use tower::ServiceExt;

use crate::client::start_with;
use crate::fixture::{failure, post_json, request, router};

fn read_only() -> Router {
    let accepts_writes = Arc::new(|| false);
    router().with_settings(RouterSettings { accepts_writes, ..RouterSettings::default() })
}

/// The constant headers of an operation are on every response, also if the operation's code does not run.
#[tokio::test]
async fn constant_headers() {
    let valid = r#"{"widgetId":1,"visitorId":"v"}"#;
    for (router, body, status) in
        [(router(), valid, 200), (router(), "nonsense", 400), (read_only(), "nonsense", 503)]
    {
        let answer = router.oneshot(post_json("/orders", body)).await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["deprecation"]),
            (status, &HeaderValue::from_static("@1793491200"))
        );
    }
    let answer = router().oneshot(request("GET", "/sites/1/posts")).await.unwrap();
    assert!(!answer.headers().contains_key("deprecation"));
}

async fn assert_refused(answer: http::Response<Body>, id: &str) {
    let headers: &HeaderMap = answer.headers();
    assert_eq!(headers[header::RETRY_AFTER], "5");
    assert_eq!(headers[header::CACHE_CONTROL], "no-store");
    assert_eq!(headers["x-request-id"], id);
    let refusal = (503, "Service unavailable, try again later".to_owned());
    assert_eq!(failure(answer).await, refusal);
}

/// A client that waits for `100 Continue` gets none.
#[tokio::test]
async fn a_refused_body_is_not_requested() {
    let server = start_with(read_only()).await;
    let mut client = server.connect().await;
    client
        .send(
            "POST /orders HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
             Expect: 100-continue\r\nContent-Length: 400000\r\n\r\n",
        )
        .await;
    let answer = client.answer().await;
    assert_eq!(answer.status, 503, "and no 100 before: {}", answer.head);
}

/// A handler may refuse a write with the same response as the router.
#[tokio::test]
async fn a_handler_refuses_as_the_router_does() {
    struct Recover;
    impl Operation for Recover {
        const ID: &'static str = "recover";
    }
    impl Documents<400> for Recover {}
    let routes = Routes::new().get("/", &Arc::new(()), |_, call| {
        Box::pin(async move {
            call.never_store();
            let refused: Result<Reply, Error<Recover>> = Err(Unavailable.into());
            refused
        })
    });
    let mut request = request("GET", "/");
    request.headers_mut().insert("x-request-id", "w-2".parse().unwrap());
    let answer = Router::new(routes).unwrap().oneshot(request).await.unwrap();
    assert_refused(answer, "w-2").await;
}
