//! Hostile values in every parameter and body of every served operation. The contract check refuses an undocumented
//! status and every body that does not fit the document.

use serde_json::{Value, json};

use super::customers::with_customer;
use super::{call, call_with, operations};
use crate::api::fifty;
use crate::contract::document::{Key, Operation};
use crate::harness::{
    Exchange, MINUTE, Request, Server, hostile::VALUES, served, served_limited, wire,
};

#[tokio::test]
async fn every_value_in_every_parameter() {
    let (server, token) = with_customer(served_without_daily_message_limit().await).await;
    let long = "a".repeat(50_000);
    for operation in operations() {
        for parameter in &operation.parameters {
            let values = VALUES.into_iter().chain([long.as_bytes()]);
            for value in values.filter(|value| can_be_sent(&parameter.place, value)) {
                let values = [(parameter.name.as_str(), value), ("siteId", &b"1"[..])];
                // Attempts at codes are rate limited.
                server.pass(MINUTE);
                let request = call_with(&server, operation, &values);
                let answer = logged_in(request, operation, &token).await;
                let shown = String::from_utf8_lossy(value);
                assert_no_500(
                    &answer,
                    &format!("{} {} {shown:.100}", operation.id, parameter.name),
                );
            }
        }
    }
    still_answers(&server).await;
}

#[tokio::test]
async fn every_parameter_twice() {
    let (server, token) = with_customer(served_without_daily_message_limit().await).await;
    for operation in operations() {
        for parameter in &operation.parameters {
            let name = parameter.name.as_str();
            server.pass(MINUTE);
            let lists: [(&str, &[u8]); 2] = [("variantIds", b"1"), ("productIds", b"1")];
            // A list parameter may be repeated.
            if lists.iter().any(|(list, _)| *list == name) {
                continue;
            }
            let values = [&[(name, &b"1"[..]), ("siteId", b"1")], &lists[..]].concat();
            let request = call_with(&server, operation, &values);
            let request = match parameter.place.as_str() {
                "query" => request.query(name, "1"),
                "header" => request.header(name, "1"),
                _ => continue,
            };
            let refused = logged_in(request, operation, &token).await;
            let expected = format!("{name} is given twice");
            assert_eq!(refused.outcome(), (400, expected.as_str()));
        }
    }
}

#[tokio::test]
async fn every_value_in_every_part_of_a_body() {
    let (server, token) = with_customer(served_without_daily_message_limit().await).await;
    for operation in operations().filter(|operation| !operation.body.is_null()) {
        let mut pointers = vec![String::new()];
        collect_pointers(&operation.body, "", &mut pointers);
        for pointer in pointers {
            for value in hostile_values() {
                let mut body = operation.body.clone();
                *body.pointer_mut(&pointer).unwrap() = value.clone();
                server.pass(MINUTE);
                let mut request = call(&server, operation, "1");
                request.body = body.to_string();
                let answer = logged_in(request, operation, &token).await;
                assert_no_500(&answer, &format!("{} {pointer} {value:.100}", operation.id));
            }
        }
    }
    still_answers(&server).await;
}

/// JSON has several ways to write a number, some of which are out of range.
#[tokio::test]
async fn numbers() {
    let server = served().await;
    let long = "9".repeat(10_000);
    let long = format!(r#"{{"code":"x","{long}":{long},"subtotal":{long}}}"#);
    let required = "productId is required";
    let layers = "layers must be a list of at most 500 objects with at most 1048576 bytes, 50000 values and a depth of 120";
    for (path, body, status, message) in [
        ("cart", r#"{"sessionId":"s","unknown":1e400,"productId":4.0,"quantity":2e0}"#, 200, ""),
        ("cart", r#"{"sessionId":"s","unknown":1e30,"productId":1e17}"#, 404, "Product not found"),
        ("cart", r#"{"sessionId":"s","productId":1e400}"#, 400, "productId is required"),
        // As a float, this is an integer. The next ones are just outside of 64 bits.
        ("cart", r#"{"sessionId":"s","productId":123456789012345678.5}"#, 404, "Product not found"),
        ("cart", r#"{"sessionId":"s","productId":-9223372036854775809}"#, 400, required),
        ("cart", r#"{"sessionId":"s","productId":-9223372036854775808.5}"#, 400, required),
        // `serde_json` alone would parse the text of this key, again and again.
        (
            "cart",
            r#"{"sessionId":"s","productId":4,"x":[{"\u0024serde_json::private::RawValue":"[]"}]}"#,
            400,
            "Invalid JSON body",
        ),
        ("discount/validate", &long, 400, "subtotal must be an integer from 0 to 9007199254740991"),
        ("designs", r#"{"productId":4,"layers":[{"x":1e400}]}"#, 400, layers),
    ] {
        let request = server.request("POST", &format!("/api/storefront/1/{path}"));
        let mut request = request.header("content-type", "application/json");
        request.body = body.to_owned();
        assert_eq!(request.await.outcome(), (status, message), "{body:.80}");
    }
    // A number outside of 64 bits breaks the first rule of `quantity`, which repeats the type.
    let (range, line) =
        ("quantity must be between 0 and 999", "A cart line may have a quantity of at most 999");
    for (quantity, message) in [
        ("1e18", line),
        ("9223372036854775807", line),
        ("9223372036854775808", range),
        ("1e19", range),
        ("1e400", range),
    ] {
        let mut request = server.request("PUT", "/api/storefront/1/cart");
        request = request.header("content-type", "application/json");
        request.body = format!(r#"{{"cartItemId":1,"quantity":{quantity}}}"#);
        assert_eq!(request.await.outcome(), (400, message), "{quantity}");
    }
}

#[tokio::test]
async fn bodies_that_are_not_json() {
    let (server, token) = with_customer(served().await).await;
    let deep = "[".repeat(100_000);
    let wide = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(100_000));
    let bodies: [&[u8]; 12] = [
        b"",
        b"\0",
        b"\xff\xfe",
        b"{\"sessionId\":\"\xc3\x28\"}",
        b"{\"sessionId\":\"\\ud800\"}",
        b"{\"sessionId\":\"\\u0000\",\"code\":\"\\u0000\"}",
        b"\xef\xbb\xbf{}",
        b"{} {}",
        b"{'a':1}",
        b"{\"a\":NaN,\"b\":1e999}",
        deep.as_bytes(),
        wide.as_bytes(),
    ];
    let has_body = |operation: &&Operation| operation.statuses().contains(&413);
    for operation in operations().filter(has_body) {
        for body in bodies {
            server.pass(MINUTE);
            let answer = send(&server, operation, &token, body).await;
            let shown = String::from_utf8_lossy(body);
            assert_no_500(&answer, &format!("{} {shown:.100}", operation.id));
            let may_succeed = body.is_empty() && operation.is_body_optional;
            assert!(may_succeed || answer.status() / 100 != 2, "{} {shown:.100}", operation.id);
        }
    }
    still_answers(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_at_once() {
    let server = served().await;
    fifty(&server, async |server, client| {
        for operation in operations().cycle().skip(client).take(2 * operations().count()) {
            let answer = call(server, operation, "1").await;
            assert_no_500(&answer, &operation.id);
        }
    })
    .await;
    still_answers(&server).await;
}

/// A server with the documented limits, except the customer's daily limit of messages.
async fn served_without_daily_message_limit() -> Server {
    served_limited(&["support-messages-a-day=off"]).await
}

/// Calls the operation on the demo site with this body, which need not be UTF-8.
async fn send(
    server: &Server,
    operation: &'static Operation,
    token: &str,
    body: &[u8],
) -> Exchange {
    let mut request = logged_in(call(server, operation, "1"), operation, token);
    request.body = String::new();
    let head = request.header("content-length", &body.len().to_string());
    let sent = [&head.bytes()[..], body].concat();
    let response = wire::exchange(server.address, &sent, false).await;
    Exchange::checked(head.method, head.target, head.headers, "", response)
}

/// Adds the token if the operation needs one.
fn logged_in<'a>(request: Request<'a>, operation: &Operation, token: &str) -> Request<'a> {
    match operation.key {
        Key::Required | Key::OrSessionId => request.bearer(token),
        _ => request,
    }
}

/// Whether HTTP can carry the value at this place, and the resulting path still matches the operation.
fn can_be_sent(place: &str, value: &[u8]) -> bool {
    match place {
        "path" => !value.is_empty(),
        "header" => std::str::from_utf8(value).is_ok() && !value.iter().any(u8::is_ascii_control),
        _ => true,
    }
}

/// Every operation documents 500, but none should ever answer it.
fn assert_no_500(answer: &Exchange, case: &str) {
    assert_ne!(answer.status(), 500, "{case}");
}

/// Pointers to every member and element of the body, at any depth.
fn collect_pointers(value: &Value, at: &str, pointers: &mut Vec<String>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            members.iter().map(|(name, part)| (format!("{at}/{name}"), part)).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, part)| (format!("{at}/{index}"), part)).collect()
        }
        _ => Vec::new(),
    };
    for (pointer, part) in parts {
        collect_pointers(part, &pointer, pointers);
        pointers.push(pointer);
    }
}

pub fn hostile_values() -> Vec<Value> {
    let texts = VALUES.into_iter().filter_map(|value| std::str::from_utf8(value).ok());
    let others = [
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(9_007_199_254_740_993_i64),
        json!([]),
        json!([[[[[]]]]]),
        json!({}),
        json!({"": {"\0": null}}),
        json!("a".repeat(100_000)),
        json!("🦀".repeat(300)),
    ];
    texts.map(Value::from).chain(others).collect()
}

async fn still_answers(server: &Server) {
    let products = server.get("/api/storefront/1/products?limit=1").await;
    assert_eq!(products.ids(), [9]);
}
