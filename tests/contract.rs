//! The contract check: compares a response with its OpenAPI document. The harness checks every response that it
//! receives before it hands it to the test.

pub mod document;
pub mod events;
mod refusals;

use anyhow::{Context, Result, bail, ensure};
use http::HeaderMap;
use serde_json::Value;

use document::{Document, Operation};

/// A request's method and path, and its whole response with the body decompressed.
pub struct Answer<'a> {
    pub method: &'a str,
    /// Without the query.
    pub path: &'a str,
    pub status: u16,
    pub headers: &'a HeaderMap,
    pub body: &'a [u8],
}

/// The body of the response to a request with two `Host` headers.
const TWO_HOSTS: &[u8] = br#"{"success":false,"message":"Host is given twice"}"#;

/// Documented headers that a response may lack only if its status is from 300 to 428 and not 304.
const NEVER_MISSING: [&str; 6] = [
    "Cache-Control",
    "ETag",
    "Retry-After",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-Request-Id",
];

/// Checks a response. Fails with the mismatch, or returns the operation that gave the response, if any.
pub fn check(answer: &Answer) -> Result<Option<&'static Operation>> {
    let request_id = answer.header("x-request-id")?.context("X-Request-Id is missing")?;
    ensure!(
        !request_id.is_empty() && request_id.len() <= 128,
        "X-Request-Id `{request_id}` is not sane"
    );

    // The CORS layer answers before the router. Without a CORS policy, the router answers.
    if answer.method == "OPTIONS" {
        let is_by_router = answer.status == 204 && answer.header("allow")?.is_some();
        ensure!(
            (answer.status == 200 || is_by_router) && answer.body.is_empty(),
            "OPTIONS is answered by CORS: 200, no body"
        );
        return Ok(None);
    }
    // A request head that is too long or ambiguous is refused before routing.
    match answer.status {
        400 if answer.body == TWO_HOSTS => {
            return envelope(answer, 400, "Host is given twice").map(|()| None);
        }
        414 => return envelope(answer, 414, "Request target too long").map(|()| None),
        431 => return envelope(answer, 431, "Request headers too large").map(|()| None),
        _ => {}
    }

    let at_path = document::all().iter().find_map(|document| document.operations_at(answer.path));
    let Some((document, operations)) = at_path else {
        return outside_of_operations(answer).map(|()| None);
    };
    let method = if answer.method == "HEAD" { "GET" } else { answer.method };
    let Some(operation) = operations.iter().find(|operation| operation.method == method) else {
        let allow = answer.header("allow")?.context("405 without Allow")?;
        ensure!(
            allow == allowed(&operations),
            "Allow is `{allow}`, not `{}`",
            allowed(&operations)
        );
        return envelope(answer, 405, "Method not allowed").map(|()| None);
    };
    operation_answer(answer, document, operation)
        .with_context(|| format!("{} {}", operation.id, answer.status))?;
    Ok(Some(operation))
}

fn operation_answer(
    answer: &Answer,
    document: &'static Document,
    operation: &'static Operation,
) -> Result<()> {
    // Any operation may answer 503 with the general message. If the operation documents a 503, that 503 has its own
    // messages.
    let of_all = envelope(answer, 503, "Service unavailable, try again later");
    if answer.status == 503 && (of_all.is_ok() || operation.response(503).is_none()) {
        ensure!(answer.header("retry-after")?.is_some(), "503 without Retry-After");
        return of_all;
    }
    let response = operation.response(answer.status).context("the status is not documented")?;
    headers(answer, &response["headers"])?;
    let body = (answer.method != "HEAD").then_some(answer.body);
    let found = document.responses.check(
        &operation.method,
        &operation.path,
        &stoa_runtime::Answer { status: answer.status, headers: answer.headers, body },
    );
    document::agree(found.context("the document has no such operation")?)?;
    if answer.method == "HEAD" {
        ensure!(answer.body.is_empty(), "a body on HEAD");
        return Ok(());
    }
    if response["content"].is_null() {
        ensure!(answer.header("content-type")?.is_none(), "Content-Type without a body");
    }
    if answer.header("content-type")? == Some("text/event-stream") {
        return events::check(document, operation, std::str::from_utf8(answer.body)?);
    }
    if answer.status >= 400 {
        let body: Value = serde_json::from_slice(answer.body)?;
        message(answer.status, operation, &response["content"]["application/json"], &body)?;
    }
    Ok(())
}

/// Checks that an error has exactly `success` and `message`, and that its message is in the document.
fn message(status: u16, operation: &Operation, content: &Value, body: &Value) -> Result<()> {
    let keys: Vec<&String> = body.as_object().context("an error is an object")?.keys().collect();
    ensure!(
        keys == ["success", "message"],
        "an error has exactly success and message, not {keys:?}"
    );
    let message = body["message"].as_str().context("the message is text")?;
    let examples =
        content["examples"].as_object().into_iter().flat_map(|examples| examples.values());
    let is_shown =
        examples.map(|example| &example["value"]["message"]).any(|shown| shown == message);
    // The document shows only some messages of a 400. The others name a parameter and its rule, the whole body, or the
    // body member that holds a NUL.
    let names_parameter =
        || operation.parameters.iter().any(|it| message.starts_with(&format!("{} must ", it.name)));
    // A repeated parameter has this message with any `x-status`.
    let is_twice =
        || operation.parameters.iter().any(|it| message == format!("{} is given twice", it.name));
    let names_body = || {
        !operation.body.is_null()
            && (message.starts_with("body must ")
                || message.ends_with(" must be valid text without NUL"))
    };
    ensure!(
        is_shown || is_twice() || (status == 400 && (names_parameter() || names_body())),
        "the message `{message}` is not documented"
    );
    Ok(())
}

/// Checks that no header is missing or repeated, and that the headers of a 429 are plausible. The document check covers
/// the values of headers.
fn headers(answer: &Answer, documented: &Value) -> Result<()> {
    for name in documented.as_object().into_iter().flat_map(|all| all.keys()) {
        let may_be_missing = matches!(answer.status, 300..=303 | 305..=428)
            || !NEVER_MISSING.contains(&name.as_str());
        ensure!(may_be_missing || answer.header(name)?.is_some(), "{name} is missing");
    }
    if answer.status == 429 {
        let seconds: u64 =
            answer.header("retry-after")?.context("429 without Retry-After")?.parse()?;
        ensure!((1..=86_400).contains(&seconds), "Retry-After: {seconds}");
        let remaining = answer.header("x-ratelimit-remaining")?;
        ensure!(
            remaining.is_none_or(|left| left == "0"),
            "a 429 with X-RateLimit-Remaining {remaining:?}"
        );
    }
    Ok(())
}

/// Checks a response at the path of a served document, or at an unknown path.
fn outside_of_operations(answer: &Answer) -> Result<()> {
    let served = document::all()
        .iter()
        .flat_map(|document| &document.served_at)
        .find(|(path, _)| path == answer.path);
    let Some((_, media_type)) = served else {
        return envelope(answer, 404, "Not found");
    };
    match answer.status {
        200 => ensure!(
            answer.header("content-type")? == Some(*media_type),
            "a document is {media_type}"
        ),
        304 => ensure!(answer.body.is_empty(), "304 with a body"),
        405 => envelope(answer, 405, "Method not allowed")?,
        status => bail!("a document is answered {status}"),
    }
    Ok(())
}

fn envelope(answer: &Answer, status: u16, message: &str) -> Result<()> {
    ensure!(answer.status == status, "{} in place of {status} {message}", answer.status);
    ensure!(answer.header("content-type")? == Some("application/json"), "an error is JSON");
    let expected = format!(r#"{{"success":false,"message":"{message}"}}"#);
    ensure!(
        answer.method == "HEAD" || answer.body == expected.as_bytes(),
        "the body is not {expected}"
    );
    Ok(())
}

fn allowed(operations: &[&Operation]) -> String {
    let mut methods: Vec<&str> =
        operations.iter().map(|operation| operation.method.as_str()).collect();
    methods.push("OPTIONS");
    if methods.contains(&"GET") {
        methods.push("HEAD");
    }
    methods.sort();
    methods.join(", ")
}

impl Answer<'_> {
    fn header(&self, name: &str) -> Result<Option<&str>> {
        let mut values = self.headers.get_all(name).iter();
        let first = values.next().map(|value| value.to_str()).transpose()?;
        ensure!(values.next().is_none(), "{name} is there twice");
        Ok(first)
    }
}
