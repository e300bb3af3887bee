//! Checks of responses against their document: their findings, their log lines, and no effect on responses.

use http::{HeaderMap, HeaderName, HeaderValue, Request};
use serde_json::{Value, json};
use stoa_runtime::{Answer, CheckCounts, DocumentedResponses, ResponseChecks, RouterSettings};
use tower::ServiceExt;

use crate::{
    fixture::{read, request, router},
    log::Lines,
};

/// A document of the API in `operations`. `caller` is the type of one field. A test sets another type than the API's to
/// get a disagreement.
fn document(caller: &str) -> DocumentedResponses {
    let error = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/ErrorResponse" } } });
    let tag = json!({ "schema": { "type": "string" } });
    let document = json!({
        "paths": {
            "/sites/{siteId}/posts": { "get": { "responses": {
                "200": {
                    "headers": { "X-RateLimit-Remaining": { "$ref": "#/components/headers/Remaining" }, "ETag": tag },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Listed" } } }
                },
                "204": { "description": "Nothing" },
                "400": {
                    "headers": { "X-RateLimit-Remaining": { "schema": { "type": "integer" } } },
                    "content": error
                }
            } } },
            "/events/{room}": { "get": { "responses": { "201": {}, "x-cases": ["joined"] } } }
        },
        "components": {
            "headers": { "Remaining": { "required": true, "schema": { "type": "integer" } } },
            "schemas": {
                "ErrorResponse": {
                    "type": "object",
                    "required": ["success", "message"],
                    "properties": { "success": { "const": false }, "message": { "type": "string" } }
                },
                "Listed": {
                    "type": "object",
                    "required": ["success", "data"],
                    "properties": { "success": { "const": true }, "data": { "$ref": "#/components/schemas/Data" } }
                },
                "Data": {
                    "type": "object",
                    "required": ["caller"],
                    "properties": {
                        "caller": { "type": caller },
                        "request": { "type": "object", "additionalProperties": true },
                        "at": { "type": "string", "format": "date-time" },
                        "labels": { "type": "object", "additionalProperties": { "type": "string" } },
                        "parent": { "oneOf": [{ "$ref": "#/components/schemas/Data" }, { "type": "null" }] }
                    }
                }
            }
        }
    });
    DocumentedResponses::new("", &document.to_string()).unwrap()
}

/// Returns the place and the rule of each difference, in the order in which they are found.
fn found(status: u16, headers: &[(&str, &str)], body: Option<&str>) -> Vec<String> {
    let headers: HeaderMap = headers
        .iter()
        .map(|(name, value)| {
            (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
        })
        .collect();
    let answer = Answer { status, headers: &headers, body: body.map(str::as_bytes) };
    let found = document("string").check("GET", "/sites/{siteId}/posts", &answer).unwrap();
    found.iter().map(|found| format!("{}: {}", found.pointer, found.rule)).collect()
}

const HEADERS: [(&str, &str); 2] =
    [("x-ratelimit-remaining", "7"), ("content-type", "application/json")];

fn found_in(data: Value) -> Vec<String> {
    found(200, &HEADERS, Some(&json!({ "success": true, "data": data }).to_string()))
}

#[test]
fn bodies() {
    let inner = json!({ "caller": "b", "parent": null, "at": "2026-01-31T09:00:00.000Z" });
    assert_eq!(found_in(json!({ "caller": "a", "parent": inner })), [""; 0]);
    for (data, expected) in [
        (json!({}), "/data/caller: required"),
        (json!({ "caller": 5 }), "/data/caller: type"),
        (json!({ "caller": "a", "unheard-of": 1 }), "/data: additionalProperties"),
        (json!({ "caller": "a", "labels": { "mara@example.com": 1 } }), "/data/labels/*: type"),
        (json!({ "caller": "a", "labels": { "5551234567": 1 } }), "/data/labels/*: type"),
        (json!({ "caller": "a", "at": "2026-01-31T09:00:00Z" }), "/data/at: format"),
        (json!({ "caller": "a", "at": "2026-13-31T09:00:00.000Z" }), "/data/at: format"),
        (json!({ "caller": "a", "parent": { "caller": 1 } }), "/data/parent/caller: type"),
        (json!({ "caller": "a", "parent": 1 }), "/data/parent: oneOf"),
    ] {
        assert_eq!(found_in(data.clone()), [expected], "{data}");
    }
    assert_eq!(found(200, &HEADERS, Some("{")), [": JSON"]);
    assert_eq!(found(204, &[], Some("x")), [": content"]);
    assert_eq!(
        found(400, &HEADERS[1..], Some(r#"{"success":true,"message":"m"}"#)),
        ["/success: const"]
    );
    // A body that is not checked is not reported.
    assert_eq!(found(200, &HEADERS, None), [""; 0]);
}

#[test]
fn statuses_and_headers() {
    for status in [201, 304, 404, 429, 502] {
        assert_eq!(found(status, &HEADERS, None), ["status: status"], "{status}");
    }
    for of_all in [408, 500, 503] {
        assert_eq!(found(of_all, &[], None), [""; 0], "{of_all}");
    }
    let with = |name, value| [&HEADERS[..], &[(name, value)]].concat();
    assert_eq!(found(200, &HEADERS[1..], None), ["header X-RateLimit-Remaining: required"]);
    let many = [("x-ratelimit-remaining", "many"), HEADERS[1]];
    assert_eq!(found(200, &many, None), ["header X-RateLimit-Remaining: type"]);
    assert_eq!(found(200, &with("etag", "\"a\""), None), [""; 0]);
    assert_eq!(found(200, &with("location", "/"), None), ["header location: header"]);
    assert_eq!(found(200, &with("x-other", "1"), None), [""; 0]);
    assert_eq!(found(200, &HEADERS[..1], None), ["header Content-Type: content"]);
    let text = [HEADERS[0], ("content-type", "text/html")];
    assert_eq!(found(200, &text, None), ["header Content-Type: content"]);
}

/// Checks this share of responses, and records the log.
fn checks(lines: &Lines, share: f64, document: DocumentedResponses) -> ResponseChecks {
    tracing::subscriber::with_default(lines.subscriber(), || {
        ResponseChecks::begin(share, vec![document]).unwrap()
    })
}

/// Returns status and body of a response from a checked API.
async fn checked(checks: &ResponseChecks, path: &str) -> (u16, String) {
    let mut request: Request<_> = request("GET", path);
    request.headers_mut().insert("x-request-id", HeaderValue::from_static("r-1"));
    let settings = RouterSettings { checks: Some(checks.clone()), ..RouterSettings::default() };
    let router = router().with_settings(settings);
    read(router.oneshot(request).await.unwrap()).await
}

fn counted(checks: &ResponseChecks) -> CheckCounts {
    checks.settle();
    checks.counts()
}

#[tokio::test]
async fn an_undocumented_response_is_logged_and_sent() {
    let lines = Lines::default();
    let checks = checks(&lines, 1.0, document("integer"));
    let sent = checked(&checks, "/sites/1/posts?search=mara").await;
    assert_eq!(sent, read(crate::fixture::get("/sites/1/posts?search=mara").await).await);
    let counts = counted(&checks);
    assert_eq!(counts, CheckCounts { checked: 1, disagreed: 1, skipped: 0 });
    assert_eq!(
        lines.text(),
        " WARN stoa_runtime::response_check: an answer is not as documented operation=\"listPosts\" \
         status=200 pointer=\"/data/caller\" rule=\"type\" more=0 request_id=\"r-1\"\n"
    );
}

#[tokio::test]
async fn documented_responses_are_counted() {
    let lines = Lines::default();
    let checks = checks(&lines, 1.0, document("string"));
    for path in ["/sites/1/posts", "/sites/1/posts?limit=x", "/nowhere", "/fail/error"] {
        checked(&checks, path).await;
    }
    // Neither the unknown path nor `/fail/error`, which the document lacks, is checked.
    assert_eq!(counted(&checks), CheckCounts { checked: 2, disagreed: 0, skipped: 0 });
    assert_eq!(lines.text(), "");
}

#[tokio::test]
async fn a_stream_is_checked_before_it_flows() {
    let checks = checks(&Lines::default(), 1.0, document("string"));
    let (status, text) = checked(&checks, "/events/short").await;
    assert!(status == 200 && text.contains("event: hello"), "{text}");
    assert_eq!(counted(&checks), CheckCounts { checked: 1, disagreed: 1, skipped: 0 });
}

#[tokio::test]
async fn a_share_of_zero_checks_nothing() {
    let checks = checks(&Lines::default(), 0.0, document("integer"));
    for _ in 0..100 {
        checked(&checks, "/sites/1/posts").await;
    }
    assert_eq!(counted(&checks), CheckCounts::default());
}

/// While the log is blocked, the checking thread waits. Responses do not wait: those that find the queue full are not
/// checked.
#[tokio::test]
async fn a_flood_is_not_delayed() {
    let lines = Lines::default();
    let checks = checks(&lines, 1.0, document("integer"));
    {
        let _held = lines.0.lock().unwrap();
        for _ in 0..100 {
            let (status, _) =
                futures_util::FutureExt::now_or_never(checked(&checks, "/sites/1/posts"))
                    .expect("an answer at once");
            assert_eq!(status, 200);
        }
        assert!(checks.counts().skipped >= 80, "{:?}", checks.counts());
    }
    let counts = counted(&checks);
    assert_eq!((counts.disagreed, counts.checked + counts.skipped), (counts.checked, 100));
}
