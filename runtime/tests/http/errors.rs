//! Failures: the responses, and the causes that clients do not see.

use std::sync::Arc;

use http::{Request, Response};
use stoa_runtime::{
    Body, Conflict, Error, ErrorBody, ErrorMember, Internal, NotFound, PayloadTooLarge, Reply,
    Router, RouterSettings, Routes,
};
use tower::ServiceExt;

use crate::{
    fixture::{TestShop, call, failure, get, post_json, read, request, router},
    operations::{Act, CreateOrder, Fail, GetPost, Order, SCHEMAS, routes},
};

#[tokio::test]
async fn an_internal_error_reveals_nothing() {
    for path in ["/fail/error", "/fail/panic"] {
        let response = get(path).await;
        assert!(response.headers().contains_key("x-request-id"));
        assert_eq!(failure(response).await, (500, "Internal server error".to_owned()), "{path}");
    }
}

/// The application decides which errors are transient.
#[tokio::test]
async fn temporary_errors_are_a_503() {
    let settings = RouterSettings {
        is_transient: |cause| cause.is::<Internal>(),
        ..RouterSettings::default()
    };
    let router = router().with_settings(settings);
    for (path, expected) in [
        ("/fail/error", (503, "Service unavailable, try again later".to_owned())),
        ("/fail/panic", (500, "Internal server error".to_owned())),
    ] {
        let response = router.clone().oneshot(request("GET", path)).await.unwrap();
        let retry_after = response.headers().contains_key("retry-after");
        assert_eq!(retry_after, expected.0 == 503, "{path}");
        assert_eq!(failure(response).await, expected);
    }
}

#[tokio::test]
async fn failures_have_the_guards_headers() {
    let request = Request::get("/sites/1/posts")
        .header("x-api-key", "slow-down")
        .body(Default::default())
        .unwrap();
    let response = call(request).await;
    assert_eq!(response.headers()["x-ratelimit-remaining"], "7");
    assert_eq!(response.headers()["retry-after"], "3");
    assert_eq!(failure(response).await, (429, "Too many requests".to_owned()));
}

#[test]
fn every_kind_of_error_converts() {
    let error: Error<GetPost> = NotFound(format!("No post {}", 7)).into();
    assert_eq!((error.status(), error.message()), (404, "No post 7"));
    let error: Error<CreateOrder> = Conflict("Taken").into();
    assert_eq!((error.status(), error.message()), (409, "Taken"));
    let error: Error<CreateOrder> = PayloadTooLarge("Too long").into();
    assert_eq!((error.status(), error.message()), (413, "Too long"));
    let error: Error<Fail> = Internal("no rows".into()).into();
    assert_eq!((error.status(), error.message()), (500, "Internal server error"));
    let error: Error<Fail> = std::io::Error::other("disk").into();
    assert_eq!((error.status(), error.message()), (500, "Internal server error"));
}

/// The compiler does not check the statuses in a schema. A status that is not in the operation's `TakesBody::STATUSES`
/// becomes a 500.
#[tokio::test]
async fn a_status_of_a_schema_is_one_of_its_operation() {
    let order = r#"{"visitorId": "v1", "widgetId": 1, "note": "too long"}"#;
    let create = call(post_json("/orders", order)).await;
    assert_eq!(failure(create).await, (413, "Note too long".to_owned()));
    let routes = Routes::new().post("/", &Arc::new(()), |_, call| {
        Box::pin(async move {
            call.json::<Order>(&SCHEMAS, "Order").await?;
            // The `STATUSES` of this operation are empty.
            Ok::<_, Error<Act>>(Reply::empty(204))
        })
    });
    let response = Router::new(routes).unwrap().oneshot(post_json("/", order)).await.unwrap();
    assert_eq!(failure(response).await, (500, "Internal server error".to_owned()));
}

#[tokio::test]
async fn an_invalid_reply_is_a_500() {
    let replies: [fn() -> Reply; 2] = [
        || Reply::json(200, &std::collections::HashMap::from([((1, 2), 3)])),
        || Reply::redirect(302, "/a\r\nSet-Cookie: evil=1"),
    ];
    for reply in replies {
        let response = answer(reply).await;
        assert!(!response.headers().contains_key("set-cookie"));
        assert_eq!(failure(response).await, (500, "Internal server error".to_owned()));
    }
}

/// The response of an operation with this reply.
async fn answer(reply: fn() -> Reply) -> Response<Body> {
    let routes = Routes::new().get("/", &Arc::new(()), move |_, _| {
        Box::pin(async move { Ok::<_, Error<Fail>>(reply()) })
    });
    Router::new(routes).unwrap().oneshot(request("GET", "/")).await.unwrap()
}

/// RFC 9457. The router answers an unknown path in the format of its API.
#[tokio::test]
async fn an_api_has_its_own_error_body() {
    static PROBLEM: ErrorBody = ErrorBody {
        media_type: "application/problem+json",
        members: &[
            ("type", ErrorMember::Text("about:blank")),
            ("title", ErrorMember::StatusName),
            ("status", ErrorMember::Status),
            ("detail", ErrorMember::Message),
            ("ok", ErrorMember::Boolean(false)),
            ("version", ErrorMember::Integer(2)),
        ],
    };
    let routes = routes(&Arc::new(TestShop)).with_error_body(&PROBLEM);
    let router = Router::new(Routes::new().merge(routes)).unwrap();
    for (path, title, detail) in [
        ("/sites/1/posts/unknown", "Not Found", "Not found"),
        ("/nowhere", "Not Found", "Not found"),
        ("/fail/error", "Internal Server Error", "Internal server error"),
    ] {
        let response = router.clone().oneshot(request("GET", path)).await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/problem+json", "{path}");
        let (status, text) = read(response).await;
        let expected = format!(
            r#"{{"type":"about:blank","title":"{title}","status":{status},"detail":"{detail}","ok":false,"version":2}}"#
        );
        assert_eq!(text, expected, "{path}");
    }
}
