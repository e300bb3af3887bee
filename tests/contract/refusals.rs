//! Wrong responses that the contract check must refuse: a check that accepts everything proves nothing.

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;

use super::{Answer, check, document, events};
use crate::api::rest_v1::TAGS;

const OK: &str = r#"{"success":true,"data":[{"id":1,"name":"Sea","slug":"sea"}]}"#;
const HEADERS: &[(&str, &str)] = &[
    ("content-type", "application/json"),
    ("x-request-id", "id"),
    ("x-ratelimit-limit", "300"),
    ("x-ratelimit-remaining", "0"),
    ("etag", "\"tag\""),
    ("cache-control", "private, no-cache"),
];
const LIMITED: &[(&str, &str)] = &[
    ("content-type", "application/json"),
    ("x-request-id", "id"),
    ("x-ratelimit-limit", "300"),
    ("x-ratelimit-remaining", "0"),
    ("retry-after", "12"),
];
const PLAIN: &[(&str, &str)] = &[("content-type", "application/json"), ("x-request-id", "id")];

fn refusal(request: &str, status: u16, headers: &[(&str, &str)], body: &str) -> Option<String> {
    let headers: HeaderMap = headers
        .iter()
        .map(|(name, value)| {
            (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
        })
        .collect();
    let (method, path) = request.split_once(' ').unwrap();
    check(&Answer { method, path, status, headers: &headers, body: body.as_bytes() })
        .err()
        .map(|error| format!("{error:#}"))
}

fn error(message: &str) -> String {
    json!({"success": false, "message": message}).to_string()
}

/// `HEADERS` with a new value for the header `name`, or without that header.
fn headers_with(
    name: &'static str,
    value: Option<&'static str>,
) -> Vec<(&'static str, &'static str)> {
    let others = HEADERS.iter().copied().filter(|(other, _)| *other != name);
    others.chain(value.map(|value| (name, value))).collect()
}

#[test]
fn valid_responses_are_accepted() {
    let get = format!("GET {TAGS}");
    assert_eq!(refusal(&get, 200, HEADERS, OK), None);
    assert_eq!(refusal(&format!("HEAD {TAGS}"), 200, HEADERS, ""), None);
    assert_eq!(refusal(&get, 304, &HEADERS[1..], ""), None);
    assert_eq!(refusal(&get, 401, PLAIN, &error("Invalid API key")), None);
    assert_eq!(refusal(&get, 429, LIMITED, &error("Rate limit exceeded")), None);
    assert_eq!(refusal("GET /nowhere", 404, PLAIN, &error("Not found")), None);
    let not_allowed = [PLAIN, &[("allow", "GET, HEAD, OPTIONS")]].concat();
    assert_eq!(
        refusal(&format!("PUT {TAGS}"), 405, &not_allowed, &error("Method not allowed")),
        None
    );
    assert_eq!(refusal(&format!("OPTIONS {TAGS}"), 200, PLAIN, ""), None);
    assert_eq!(refusal(&get, 414, PLAIN, &error("Request target too long")), None);
    assert_eq!(refusal(&get, 431, PLAIN, &error("Request headers too large")), None);
    assert_eq!(refusal(&get, 400, PLAIN, &error("Host is given twice")), None);
    let unavailable = [PLAIN, &[("retry-after", "5")]].concat();
    let message = error("Service unavailable, try again later");
    assert_eq!(refusal(&get, 503, &unavailable, &message), None);
    let posts = "GET /api/v1/sites/1/posts";
    let limits = &headers_with("etag", None)[..4];
    assert_eq!(refusal(posts, 400, limits, &error("limit must be at least 1")), None);
}

#[test]
fn invalid_responses_are_refused() {
    let get = format!("GET {TAGS}");
    let with = headers_with;
    let product = "GET /api/v1/sites/1/products/tote";
    #[rustfmt::skip]
    let table = [
        (get.as_str(), 201, HEADERS.to_vec(), OK.into(), "the status is not documented"),
        (&get, 500, PLAIN.to_vec(), error("Internal server error"), "the status is not documented"),
        (&get, 200, with("content-type", None), OK.into(), "Content-Type is missing"),
        (&get, 200, with("content-type", Some("text/html")), OK.into(), "text/html is not documented"),
        (&get, 200, with("x-request-id", None), OK.into(), "X-Request-Id is missing"),
        (&get, 200, with("etag", None), OK.into(), "ETag is missing"),
        (&get, 200, with("x-ratelimit-limit", None), OK.into(), "X-RateLimit-Limit is missing"),
        (&get, 200, with("x-ratelimit-limit", Some("many")), OK.into(), "X-RateLimit-Limit: many"),
        (&get, 200, [HEADERS, &[("etag", "\"b\"")]].concat(), OK.into(), "ETag is there twice"),
        (&get, 200, HEADERS.to_vec(), "{".into(), "the body is no JSON"),
        (&get, 200, HEADERS.to_vec(), r#"{"success":true}"#.into(), "\"data\" is a required property"),
        (&get, 200, HEADERS.to_vec(), r#"{"success":false,"data":[]}"#.into(), "true was expected"),
        (&get, 200, HEADERS.to_vec(), OK.replace("\"id\":1", "\"id\":\"1\""), "is not of type \"integer\""),
        (&get, 200, HEADERS.to_vec(), OK.replace("\"id\"", "\"secret\":0,\"id\""), "'secret' was unexpected"),
        (&format!("HEAD {TAGS}"), 200, HEADERS.to_vec(), OK.into(), "a body on HEAD"),
        (&get, 304, HEADERS[1..].to_vec(), OK.into(), "a body, where the document has none"),
        (&get, 304, HEADERS.to_vec(), "".into(), "Content-Type without a body"),
        (&get, 304, with("etag", None)[1..].to_vec(), "".into(), "ETag is missing"),
        (&get, 401, PLAIN.to_vec(), error("No such key"), "`No such key` is not documented"),
        (&get, 401, HEADERS[..3].to_vec(), error("Invalid API key"), "x-ratelimit-limit is not documented"),
        (&get, 401, PLAIN.to_vec(), r#"{"message":"Invalid API key","success":false}"#.into(), "exactly success and"),
        (&get, 401, PLAIN.to_vec(), r#"{"success":false,"message":"Invalid API key","at":1}"#.into(), "'at' was unexp"),
        (&get, 404, PLAIN.to_vec(), error("Store not found"), "`Store not found` is not documented"),
        (&get, 400, PLAIN.to_vec(), error("color must be an integer"), "is not documented"),
        (&get, 429, PLAIN.to_vec(), error("Rate limit exceeded"), "Retry-After is missing"),
        (&get, 429, [&LIMITED[..4], &[("retry-after", "0")]].concat(), error("Rate limit exceeded"), "Retry-After: 0"),
        (&get, 429, [PLAIN, &[("retry-after", "9"), ("x-ratelimit-limit", "3"), ("x-ratelimit-remaining", "1")]].concat(),
            error("Rate limit exceeded"), "a 429 with X-RateLimit-Remaining"),
        (product, 404, PLAIN.to_vec(), error("Store not found"), "`Store not found` is not documented"),
        ("GET /api/v1/sites/1/blocks", 404, PLAIN.to_vec(), error("Not found"), "the status is not documented"),
        ("GET /nowhere", 404, PLAIN.to_vec(), error("Nothing here"), "the body is not"),
        ("GET /nowhere", 200, PLAIN.to_vec(), OK.into(), "200 in place of 404"),
        (&format!("PUT {TAGS}"), 405, PLAIN.to_vec(), error("Method not allowed"), "405 without Allow"),
        (&format!("PUT {TAGS}"), 200, [PLAIN, &[("allow", "GET, HEAD, OPTIONS")]].concat(), OK.into(), "200 in place of 405"),
        (&format!("OPTIONS {TAGS}"), 200, PLAIN.to_vec(), OK.into(), "OPTIONS is answered by CORS"),
        (&format!("OPTIONS {TAGS}"), 200, vec![], "".into(), "X-Request-Id is missing"),
        (&get, 431, PLAIN.to_vec(), error("Too many"), "the body is not"),
        (&get, 503, PLAIN.to_vec(), error("Service unavailable, try again later"), "503 without Retry-After"),
        ("GET /openapi.yaml", 200, PLAIN.to_vec(), "{}".into(), "a document is application/yaml"),
    ];
    for (request, status, headers, body, because) in table {
        let refusal = refusal(request, status, &headers, &body);
        let refusal = refusal.unwrap_or_else(|| panic!("accepted, but: {because}"));
        assert!(refusal.contains(because), "refused for `{refusal}`, not for `{because}`");
    }
}

#[test]
fn streams_are_checked_event_by_event() {
    let document = document::of("live-chat");
    let mut operations = document.operations.iter();
    let operation = operations.find(|operation| operation.id == "stream_events").unwrap();
    let check = |stream: &str| {
        events::check(document, operation, stream).map_err(|error| format!("{error:#}"))
    };
    let hello = "retry: 3000\nevent: hello\nid: 7\ndata: {\"conversationId\":12}\n\n";
    let message = r#"{"kind":"message","eventId":"8","occurredAt":"2026-03-16T10:01:30.000Z","data":{"id":32,
"conversationId":12,"authorKind":"agent","authorName":"Ines","body":"Not yet","occurredAt":"2026-03-16T10:01:30.000Z"}}"#;
    let message = format!("event: message\nid: 8\ndata: {}\n\n", message.replace('\n', "\ndata: "));
    check(&format!("{hello}: ping\n\n{message}event: cut off")).unwrap();
    assert_eq!(
        events::parse(hello).unwrap(),
        [events::Event {
            id: Some("7".into()),
            event: "hello".into(),
            data: r#"{"conversationId":12}"#.into()
        }]
    );

    let refused = [
        (hello.replace("hello", "goodbye"), "event goodbye"),
        (hello.replace("12", "\"12\""), "event hello"),
        (hello.replace("data: {", "data: "), "data: "),
        (hello.replace("retry: 3000", "retry: soon"), "retry: soon"),
        (hello.replace("id: 7", "number: 7"), "`number` is no field"),
        (hello.replace('\n', "\r\n"), "a carriage return"),
        (message.replace("\"authorKind\":\"agent\",", ""), "event message"),
    ];
    for (stream, because) in refused {
        let refusal = check(&stream).expect_err(because);
        assert!(refusal.contains(because), "refused for `{refusal}`, not for `{because}`");
    }
}
