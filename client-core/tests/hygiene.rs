//! Parameters with special characters cannot change the rest of the request.

use serde_json::Value;
use stoa_client_core::{Builder, ErrorKind, Method};

use crate::stand_in::{answer, get, header, scripted, sent};

#[tokio::test]
async fn a_value_is_one_segment_of_the_path() {
    for (value, segment) in [
        ("a/../b", "a%2F..%2Fb"),
        ("../..", "..%2F.."),
        ("%2e%2e", "%252e%252e"),
        ("..\\..", "..%5C.."),
        ("a;b=c", "a%3Bb%3Dc"),
        ("a?b#c", "a%3Fb%23c"),
        ("a\r\nb: c", "a%0D%0Ab%3A%20c"),
        ("\0", "%00"),
        ("ü\u{2024}\u{2024}", "%C3%BC%E2%80%A4%E2%80%A4"),
        ("{id}", "%7Bid%7D"),
        ("...", "..."),
    ] {
        let (builder, requests) = scripted(&[answer("200 OK", "", "{}")]).await;
        let transport = builder.build().unwrap();
        let call = transport.call("getThing", Method::GET, "/{name}/of/{id}");
        call.path("name", value).path("id", 7).send::<Value>().await.unwrap();
        let request = sent(requests).remove(0);
        let target = request.lines().next().unwrap();
        let id = if value == "{id}" { "%7Bid%7D" } else { segment };
        assert_eq!(target, format!("GET /api/{id}/of/7 HTTP/1.1"));
    }
}

#[tokio::test]
async fn no_value_ends_its_header() {
    let (builder, requests) = scripted(&[answer("200 OK", "", "{}")]).await;
    for value in ["a\r\nb: c", "a\nb", "a\rb", "a\0b", "a\u{7f}b", "ü", "\u{10a}"] {
        let in_cookie = builder.clone().cookie("session", value).build();
        let in_settings = builder.clone().settings(|all| all.header("x-note", value)).build();
        let built = [
            in_cookie,
            in_settings,
            builder.clone().bearer(value).build(),
            builder.clone().header("x-key", value).build(),
        ];
        for built in built {
            assert!(matches!(built.unwrap_err().kind, ErrorKind::Request(_)), "{value:?}");
        }
        let transport = builder.clone().build().unwrap();
        let call = get(&transport.with(|settings| settings.header("x-note", value)));
        let error = call.send::<Value>().await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Request(_)), "{value:?}");
    }
    let swapped = get(&builder.clone().build().unwrap()).any_header("Bearer s3cret", "x-note");
    let error = swapped.send::<Value>().await.unwrap_err();
    assert_eq!(
        error.kind.to_string(),
        "nothing was sent: HTTP does not allow a header of such a name"
    );
    assert!(sent(requests).is_empty());
}

#[tokio::test]
async fn huge_values_are_sent_or_refused_whole() {
    let (builder, requests) = scripted(&[answer("200 OK", "", "{}")]).await;
    let huge = "x".repeat(100_000);
    let transport = builder.bearer(&huge).build().unwrap();
    let call = transport.call("getThing", Method::GET, "/{name}").path("name", &huge);
    let error = call.send::<Value>().await.unwrap_err();
    assert!(
        matches!(error.kind, ErrorKind::Request(_)) && error.to_string().len() < 200,
        "{error}"
    );
    get(&transport).send::<Value>().await.unwrap();
    let requests = sent(requests);
    assert_eq!(requests.len(), 1);
    assert_eq!(header(&requests[0], "authorization").unwrap().len(), huge.len() + 7);
}

#[test]
fn a_base_url_has_no_credentials() {
    for url in ["https://user@shop.example", "https://user:s3cret@shop.example"] {
        let error = Builder::new(url, "/api", "test/1").build().unwrap_err();
        assert!(!format!("{error} {error:?}").contains("s3cret"));
    }
}

#[tokio::test]
async fn a_new_credential_replaces_the_first() {
    let (builder, requests) = scripted(&[answer("200 OK", "", "{}")]).await;
    let builder = builder.settings(|all| all.header("x-note", "kept"));
    let first = builder.bearer("first").cookie("a", "1").cookie("ab", "2").build().unwrap();
    let second = first.to_builder().bearer("second").cookie("a", "3").build().unwrap();
    get(&second).send::<Value>().await.unwrap();
    get(&first).send::<Value>().await.unwrap();
    let told = |request: &str| {
        let names = ["authorization", "cookie", "x-note", "user-agent"];
        names.map(|name| header(request, name).unwrap().to_owned()).join(", ")
    };
    let requests = sent(requests);
    assert_eq!(told(&requests[0]), "Bearer second, ab=2; a=3, kept, test/1");
    assert_eq!(told(&requests[1]), "Bearer first, a=1; ab=2, kept, test/1");
}

#[tokio::test]
async fn a_credential_in_the_query_is_one_parameter() {
    let (builder, requests) = scripted(&[answer("200 OK", "", "{}")]).await;
    let first = builder.query("key", "first").query("token", "a&b=c #ü").build().unwrap();
    let second = first.to_builder().query("key", "second").build().unwrap();
    get(&first).query("limit", 5).send::<Value>().await.unwrap();
    get(&second).query("token", "own").send::<Value>().await.unwrap();
    let targets = sent(requests);
    let queries = targets.iter().map(|request| request.split(['?', ' ']).nth(2).unwrap());
    let expected = ["key=first&token=a%26b%3Dc%20%23%C3%BC&limit=5", "key=second&token=own"];
    assert_eq!(queries.collect::<Vec<_>>().join("\n"), expected.join("\n"));
}
