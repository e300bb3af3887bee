//! JSON and raw bodies: content type, length, syntax, and which values are accepted.

use std::time::{Duration, Instant};

use http::Request;
use http_body_util::Full;
use serde_json::json;
use stoa_runtime::{Bytes, Limits};

use crate::client::{CLIENT_TIMEOUT, start};
use crate::fixture::{call, data, failure, post_json, read};

const ORDER: &str = r#"{"widgetId":1,"visitorId":"v"}"#;

#[tokio::test]
async fn a_valid_body_reaches_the_handler() {
    let order = json!({ "widgetId": "7", "visitorId": "ü😀345678", "note": " hi \n", "unknown": { "x": 1 }, "weight": 2 });
    let data = data(call(post_json("/orders", order.to_string())).await).await;
    let expected = json!({ "widgetId": "7", "visitorId": "ü😀345678", "note": "hi", "items": null, "weight": 2.0 });
    assert_eq!(data["order"], expected);
}

#[tokio::test]
async fn the_content_type_is_not_a_form() {
    for (content_type, status) in [
        ("application/json", 200),
        ("Application/JSON; charset=utf-8", 200),
        ("application/json ;charset=UTF-8", 200),
        ("application/vnd.api+json", 200),
        ("text/plain;charset=UTF-8", 200),
        ("nonsense", 200),
        ("", 200),
        ("multipart/form-data; boundary=cut", 415),
        ("Application/x-www-form-urlencoded", 415),
    ] {
        let request = Request::post("/orders").header("content-type", content_type);
        let response = call(request.body(Full::from(ORDER)).unwrap()).await;
        assert_eq!(response.status(), status, "{content_type}");
        if status == 415 {
            assert_eq!(failure(response).await.1, "Expected application/json");
        }
    }
    let without = Request::post("/orders").body(Full::from(ORDER)).unwrap();
    assert_eq!(call(without).await.status(), 200);
}

#[tokio::test]
async fn invalid_json_is_400() {
    let deep = "[".repeat(200_000);
    let deep_object = r#"{"a":"#.repeat(100_000);
    for body in [
        "",
        "{",
        "nonsense",
        r#"{"widgetId":1,"visitorId":"v"} x"#,
        r#"{"widgetId":1e,"visitorId":"v"}"#,
        r#"{"widgetId":1,"visitorId":"\ud800"}"#,
        r#"{"widgetId":1,"visitorId":"\udc00\ud800"}"#,
        r#"{"widgetId":01,"visitorId":"v"}"#,
        r#"{"widgetId":NaN}"#,
        "[]",
        "null",
        "\"text\"",
        "5",
        "\u{FEFF}{}",
        &deep,
        &deep_object,
    ] {
        let response = call(post_json("/orders", body.to_owned())).await;
        assert_eq!(failure(response).await, (400, "Invalid JSON body".to_owned()), "{:.40}", body);
    }
    let not_utf8 = call(post_json("/orders", &b"{\"visitorId\":\"\xff\"}"[..])).await;
    assert_eq!(failure(not_utf8).await.1, "Invalid JSON body");
    let own_message = call(post_json("/actions", "{")).await;
    assert_eq!(failure(own_message).await, (400, "Send an action".to_owned()));
}

#[tokio::test]
async fn odd_but_valid_json_is_accepted() {
    for (body, widget_id) in [
        (r#"{"widgetId":1,"widgetId":2,"visitorId":"v"}"#, json!(2)),
        (r#"{"widgetId":1.0,"visitorId":"v"}"#, json!(1)),
        (r#"{"widgetId":1e2,"visitorId":"v"}"#, json!(100)),
        (r#"{"widgetId":1e17,"visitorId":"v"}"#, json!(100_000_000_000_000_000_i64)),
        (r#"{"widgetId":9223372036854775807,"visitorId":"v"}"#, json!(i64::MAX)),
        ("\n\t {\"widgetId\":1,\"visitorId\":\"\\u0041\"} \n", json!(1)),
    ] {
        let data = data(call(post_json("/orders", body)).await).await;
        assert_eq!(data["order"]["widgetId"], widget_id, "{body}");
    }
}

/// Returns the refusal of JSON with this text in place of a number.
async fn refused(before: &str, number: &str, after: &str) -> (u16, String) {
    failure(call(post_json("/orders", format!("{before}{number}{after}"))).await).await
}

#[tokio::test]
async fn integers_beyond_64_bits_are_400() {
    let item = r#"{"widgetId":1,"visitorId":"v","items":[{"productId":"#;
    let nines = "9".repeat(10_000);
    for (number, rule) in [
        ("9223372036854775808", "at most 9223372036854775807"),
        ("9223372036854775808.0", "at most 9223372036854775807"),
        ("123456789012345678901234567890", "at most 9223372036854775807"),
        ("1e400", "at most 9223372036854775807"),
        (nines.as_str(), "at most 9223372036854775807"),
        ("-1e25", "at least -9223372036854775808"),
        ("-1e99999999999999999999", "at least -9223372036854775808"),
        ("0.1", "an integer"),
    ] {
        let expected = (400, format!("items/0/productId must be {rule}"));
        assert_eq!(refused(item, number, r#","quantity":1}]}"#).await, expected, "{number:.40}");
        let variant =
            r#"{"widgetId":1,"visitorId":"v","items":[{"productId":1,"quantity":1,"variantId":"#;
        let own_message = (400, "variantId must be an integer".to_owned());
        assert_eq!(refused(variant, number, "}]}").await, own_message, "{number:.40}");
        let of_union = (400, "widgetId is required".to_owned());
        assert_eq!(refused(r#"{"widgetId":"#, number, r#","visitorId":"v"}"#).await, of_union);
    }
    let quantity = r#"{"widgetId":1,"visitorId":"v","items":[{"productId":1,"quantity":"#;
    let own_bound = (400, "items/0/quantity must be at most 999".to_owned());
    assert_eq!(refused(quantity, "1e400", "}]}").await, own_bound);
}

#[tokio::test]
async fn numbers_that_no_float_holds_are_400() {
    let order = r#"{"widgetId":1,"visitorId":"v","#;
    for (name, number, message) in [
        ("weight", "1e400", "weight must be less than 1.797693134862315e+308"),
        ("weight", "-1e400", "weight must be more than 0"),
        ("email", "1e400", "email must be a string"),
        ("address", "1e400", "Address is invalid"),
        ("items", "1e400", "items must be an array"),
        ("extra", r#"{"a":[0,1e400]}"#, "extra must have no number that is out of range"),
        ("contacts", r#"[{"a":-1e400}]"#, "Contacts are two small objects"),
    ] {
        let given = refused(&format!("{order}\"{name}\":"), number, "}").await;
        assert_eq!(given, (400, message.to_owned()), "{name} {number}");
    }
    let held = format!("{order}\"weight\":1.79e308}}");
    assert_eq!(data(call(post_json("/orders", held)).await).await["order"]["weight"], 1.79e308);
}

#[tokio::test]
async fn numbers_of_unknown_keys_are_ignored() {
    let long = format!("0.{}", "3".repeat(10_000));
    for number in ["1e400", "-1e400", "1e30", "123456789012345678901234567890", "0.1e-999", &long] {
        let unknown = format!(
            r#"{{"a":{number},"widgetId":1,"b":[{{"c":{number}}}],"visitorId":"v","items":[{{"productId":1,"quantity":1,"z":{number}}}]}}"#
        );
        let data = data(call(post_json("/orders", unknown)).await).await;
        assert_eq!(data["order"]["widgetId"], 1, "{number:.40}");
    }
}

#[tokio::test]
async fn nul_in_a_text_or_name_is_400() {
    for (body, message) in [
        (r#"{"widgetId":1,"visitorId":"a\u0000"}"#, "visitorId is required"),
        (
            r#"{"widgetId":1,"visitorId":"v","email":"a\u0000@b.c"}"#,
            "email must be valid text without NUL",
        ),
        (
            r#"{"widgetId":1,"visitorId":"v","free":{"a\u0000":1}}"#,
            "free must be valid text without NUL",
        ),
        (
            r#"{"widgetId":1,"visitorId":"v","free":["\u0000"]}"#,
            "free/0 must be valid text without NUL",
        ),
    ] {
        assert_eq!(
            failure(call(post_json("/orders", body)).await).await,
            (400, message.to_owned()),
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_body_over_the_limit_is_413() {
    let long = format!(r#"{{"widgetId":1,"visitorId":"v","note":"{}"}}"#, " ".repeat(1024 * 1024));
    let response = call(post_json("/orders", long)).await;
    assert_eq!(failure(response).await, (413, "Request body too large".to_owned()));
    let fits = format!(r#"{{"widgetId":1,"visitorId":"v"{}}}"#, " ".repeat(1024 * 1024 - 30));
    assert_eq!(fits.len(), 1024 * 1024);
    assert_eq!(data(call(post_json("/orders", fits)).await).await["order"]["visitorId"], "v");
}

#[tokio::test]
async fn a_length_over_the_limit_is_413_before_anything_is_read() {
    let request = Request::post("/orders")
        .header("content-type", "application/json")
        .header("content-length", "2000000");
    let response = call(request.body(Full::from("{")).unwrap()).await;
    assert_eq!(failure(response).await.0, 413);
}

#[tokio::test]
async fn a_body_of_many_values_is_413_before_it_is_parsed() {
    for (body, status) in [
        (format!("[{}0]", "[0],".repeat(250_000)), 413),
        (format!("[{}", "0,".repeat(400_000)), 413),
        (format!("[{}:::::]", "{},".repeat(60_000)), 413),
        (format!(r#"{{"widgetId":1,"visitorId":"v","free":[{}0]}}"#, "0,".repeat(60_000)), 413),
        (format!(r#"{{"widgetId":1,"visitorId":"v","free":[{}0]}}"#, "0,".repeat(10_000)), 200),
        (format!(r#"{{"widgetId":1,"visitorId":"v","free":"{}"}}"#, "[".repeat(60_000)), 200),
    ] {
        let response = call(post_json("/orders", body.clone())).await;
        assert_eq!(response.status(), status, "{body:.60}");
    }
    let many = format!("[{}0]", "0,".repeat(60_000));
    let expected = (413, "Request body too large".to_owned());
    assert_eq!(failure(call(post_json("/orders", many.clone())).await).await, expected);
    let raw = Request::post("/hooks").body(Full::from(many)).unwrap();
    assert_eq!(failure(call(raw).await).await, expected);
}

#[tokio::test]
async fn free_form_json_has_bounds() {
    const EXTRA: &str = "extra must have at most 60 bytes, a depth of 3, 2 keys and 9 values";
    const CONTACTS: &str = "Contacts are two small objects";
    for (more, message) in [
        (r#""extra":{"a":[[1,2,3,4],5]}"#.to_owned(), None),
        (r#""extra":null"#.to_owned(), None),
        (r#""extra":{"a":[[1,2,3,4],5,6,7]}"#.to_owned(), Some(EXTRA)),
        (r#""extra":{"a":[[[]]]}"#.to_owned(), Some(EXTRA)),
        (r#""extra":{"a":1,"b":2,"c":3}"#.to_owned(), Some(EXTRA)),
        (format!(r#""extra":{{"a":"{}"}}"#, "x".repeat(53)), Some(EXTRA)),
        (format!(r#""extra":{{"a":{}1}}"#, " ".repeat(60)), Some(EXTRA)),
        (r#""e\u0078tra":{"a":1,"b":2,"c":3}"#.to_owned(), Some(EXTRA)),
        (r#""extra":{"a":1,"b":2,"c":3},"extra":{}"#.to_owned(), Some(EXTRA)),
        (r#""extra":[1]"#.to_owned(), Some("extra must be an object")),
        (r#""contacts":[{"a":1},{}]"#.to_owned(), None),
        (r#""contacts":[{},{"a":[1]}]"#.to_owned(), Some(CONTACTS)),
        (r#""contacts":[{},{"a":"xxxxxxxxxxxxxxxxxxxx"}]"#.to_owned(), Some(CONTACTS)),
        (format!(r#""drawing":[{}{{}}]"#, "{},".repeat(25_000)), None),
        (
            format!(r#""drawing":[{}{{}}]"#, "{},".repeat(30_000)),
            Some("A drawing has at most 30000 values"),
        ),
    ] {
        let body = format!(r#"{{"widgetId":1,"visitorId":"v",{more}}}"#);
        let answer = read(call(post_json("/orders", body)).await).await;
        let expected = message.map_or(200, |_| 400);
        assert_eq!(answer.0, expected, "{more:.60}: {}", answer.1);
        assert!(answer.1.contains(message.unwrap_or("success")), "{more:.60}: {}", answer.1);
    }
    // The message is from the variant that the client means, although another variant comes first.
    let login = r#"{"action":"login","email":"a@b.c","device":[1,2]}"#;
    assert_eq!(
        failure(call(post_json("/actions", login)).await).await.1,
        "device must have at most 10 bytes, a depth of 1, 1 keys and 2 values"
    );
}

#[tokio::test]
async fn the_credential_is_checked_before_the_body() {
    let request = Request::post("/orders").header("x-api-key", "wrong");
    let response = call(request.body(Full::from("nonsense")).unwrap()).await;
    assert_eq!(failure(response).await, (401, "Invalid API key".to_owned()));
}

#[tokio::test]
async fn a_raw_body_is_unchanged() {
    let bytes = Bytes::from_static(b"\0 raw {");
    let request = Request::post("/webhooks").body(Full::new(bytes)).unwrap();
    assert_eq!(read(call(request).await).await, (200, "\0 raw {".to_owned()));
    let request = Request::post("/webhooks").body(Full::from("x".repeat(101))).unwrap();
    assert_eq!(failure(call(request).await).await.0, 413);
}

#[test]
fn an_invalid_document_is_reported() {
    static BROKEN: stoa_runtime::Schemas = stoa_runtime::Schemas::new("{");
    assert!(BROKEN.compile().is_err());
    static BAD_PATTERN: stoa_runtime::Schemas = stoa_runtime::Schemas::new(
        r#"{"components":{"schemas":{"A":{"type":"string","pattern":"(\n"}}}}"#,
    );
    assert!(BAD_PATTERN.compile().unwrap_err().starts_with("A: "));
    // A router with this schema is refused.
    let routes = stoa_runtime::Routes::new().holding_bodies_against(&BAD_PATTERN);
    let refusal = stoa_runtime::Router::new(routes).err().unwrap().to_string();
    assert!(refusal.starts_with("schema A: ") && refusal.lines().count() == 1, "{refusal}");
}

#[tokio::test]
async fn a_body_that_finds_no_room_is_503() {
    let limits = Limits { body_bytes_in_flight: 1000, ..Limits::default() };
    let server = start(limits).await;
    let head = |length: usize| {
        format!(
            "POST /orders HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    };
    let (mut first, mut second) = (server.connect().await, server.connect().await);
    first.send(head(990) + &" ".repeat(900)).await;
    let waiting = Instant::now();
    let small = head(ORDER.len()) + ORDER;
    let padded = head(ORDER.len() + 100) + ORDER + &" ".repeat(100);
    loop {
        second.send(&padded).await;
        // The request succeeds until the server has read the first body.
        let answer = second.answer().await;
        if answer.status == 200 && waiting.elapsed() < CLIENT_TIMEOUT {
            continue;
        }
        let unavailable = r#"{"success":false,"message":"Service unavailable, try again later"}"#;
        assert_eq!((answer.status, answer.body.as_str()), (503, unavailable));
        assert!(answer.head.contains("\r\nretry-after: 1\r\n"), "{}", answer.head);
        break;
    }
    assert!(waiting.elapsed() >= Duration::from_secs(1));
    first.send(" ".repeat(90)).await;
    assert_eq!(first.answer().await.status, 400);
    let mut third = server.connect().await;
    third.send(&small).await;
    assert_eq!(third.answer().await.status, 200);
}
