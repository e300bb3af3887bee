//! The credentials that a guard gets.

use http::Request;

use crate::fixture::{call, data};

/// The credential with this name, as the guard gets it.
async fn credential(request: http::request::Builder, name: &str) -> String {
    let data = data(call(request.body(Default::default()).unwrap()).await).await;
    let mut found = data["caller"].as_str().unwrap().split("; ");
    found.find_map(|found| found.strip_prefix(name)?.strip_prefix(' ')).unwrap().to_owned()
}

#[tokio::test]
async fn a_header_is_given_once() {
    let posts = || Request::get("/sites/1/posts");
    assert_eq!(credential(posts(), "key").await, "absent");
    assert_eq!(credential(posts().header("x-api-key", ""), "key").await, "given ");
    assert_eq!(credential(posts().header("X-API-KEY", "a b"), "key").await, "given a b");
    assert_eq!(credential(posts().header("x-api-key", "ü"), "key").await, "malformed");
    let twice = posts().header("x-api-key", "a").header("x-api-key", "a");
    assert_eq!(credential(twice, "key").await, "malformed");
}

#[tokio::test]
async fn cookies() {
    for (value, expected) in [
        ("a=1; session=abc; session=def", "given abc"),
        ("session2=x; session=\"quoted\"", "given quoted"),
        ("session=ü", "given ü"),
        ("session=", "given "),
        ("session", "absent"),
        ("xsession=1", "absent"),
    ] {
        let request = Request::get("/sites/1/posts").header("cookie", value);
        assert_eq!(credential(request, "session").await, expected, "{value}");
    }
    // Other paths and hosts of a site may each have set a cookie of this name.
    let several = Request::get("/sites/1/posts");
    let several = several.header("cookie", "session=a").header("cookie", "session=b");
    assert_eq!(credential(several, "session").await, "given a");
    let not_text = Request::get("/sites/1/posts").header("cookie", &b"session=\xff"[..]);
    assert_eq!(credential(not_text, "session").await, "malformed");
}

#[tokio::test]
async fn query_parameters_are_decoded() {
    for (query, expected) in [
        ("", "absent"),
        ("tokens=a&Token=a", "absent"),
        ("token=a", "given a"),
        ("limit=1&%74oken=a%2Bb+c%c3%bc", "given a+b cü"),
        ("token=a=b", "given a=b"),
        ("token=%ff", "given \u{fffd}"),
        ("token=", "given "),
        ("token", "given "),
        ("token=a&token=a", "malformed"),
    ] {
        let request = Request::get(format!("/sites/1/posts?{query}"));
        assert_eq!(credential(request, "token").await, expected, "{query}");
    }
}
