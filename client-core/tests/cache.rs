//! The cache: responses with a tag are stored and revalidated.

use serde_json::{Value, json};
use stoa_client_core::{Builder, Method, Transport};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::stand_in::{answer, answering, get, header, post, scripted, sent};

const TAGGED: &str = "etag: \"a\"\r\nx-request-id: r-1\r\n";

/// A server with one resource. It answers 304 to a client that has the resource's tag.
async fn tagging() -> (Builder, UnboundedReceiver<String>) {
    answering(|request| match header(request, "if-none-match") {
        Some("\"a\"") => "HTTP/1.1 304 Not Modified\r\netag: \"a\"\r\nx-request-id: r-2\r\n\
             x-ratelimit-limit: 300\r\nx-ratelimit-remaining: 41\r\nconnection: close\r\n\r\n"
            .to_owned(),
        _ => answer("200 OK", TAGGED, "{\"name\":\"mug\"}"),
    })
    .await
}

fn tags(requests: UnboundedReceiver<String>) -> Vec<Option<String>> {
    let tag = |request: &String| header(request, "if-none-match").map(str::to_owned);
    sent(requests).iter().map(tag).collect()
}

async fn read(transport: &Transport) -> Value {
    get(transport).send::<Value>().await.unwrap().body
}

#[tokio::test]
async fn an_unchanged_response_is_not_sent_again() {
    let (builder, requests) = tagging().await;
    let transport = builder.cache(100_000).build().unwrap();
    let first = get(&transport).send::<Value>().await.unwrap();
    let second = get(&transport.clone()).send::<Value>().await.unwrap();
    assert_eq!(second.body, json!({"name": "mug"}));
    assert_eq!((first.body, first.status), (second.body.clone(), second.status));
    // The second response has the headers of the 304.
    assert_eq!(
        (first.headers["x-request-id"].clone(), second.request_id()),
        ("r-1".parse().unwrap(), Some("r-2"))
    );
    assert_eq!(second.rate_limit().unwrap().remaining, 41);
    assert_eq!(second.headers["content-length"], "14");
    assert_eq!(tags(requests), [None, Some("\"a\"".to_owned())]);
}

/// Received values are slices of larger buffers, but the cache counts only the values. The cache must therefore copy
/// them.
#[tokio::test]
async fn a_cached_response_owns_its_bytes() {
    let (builder, _requests) = tagging().await;
    let transport = builder.cache(100_000).build().unwrap();
    let [first, second] = [
        get(&transport).send::<Value>().await.unwrap(),
        get(&transport).send::<Value>().await.unwrap(),
    ];
    let [sent, kept] = [&first, &second].map(|answer| &answer.headers["content-length"]);
    assert_eq!(sent, kept);
    assert_ne!(sent.as_bytes().as_ptr(), kept.as_bytes().as_ptr());
}

#[tokio::test]
async fn nothing_is_cached_by_default() {
    let (builder, requests) = tagging().await;
    let transport = builder.build().unwrap();
    assert_eq!(read(&transport).await, read(&transport).await);
    assert_eq!(tags(requests), [None, None]);
}

#[tokio::test]
async fn a_changed_response_replaces_the_cached_one() {
    let answers = ["a", "b", "c"]
        .map(|tag| answer("200 OK", &format!("etag: \"{tag}\"\r\n"), &format!("\"{tag}\"")));
    let (builder, requests) = scripted(&answers).await;
    let transport = builder.cache(100_000).build().unwrap();
    for body in ["a", "b", "c"] {
        assert_eq!(read(&transport).await, body);
    }
    assert_eq!(tags(requests), [None, Some("\"a\"".to_owned()), Some("\"b\"".to_owned())]);
}

#[tokio::test]
async fn the_cache_is_scoped_by_caller() {
    let (builder, requests) = tagging().await;
    let builder = builder.cache(100_000);
    let ann = builder.clone().bearer("of-ann").build().unwrap();
    let others = [
        builder.clone().bearer("of-bob").build().unwrap(),
        builder.build().unwrap(),
        ann.with(|settings| settings.header("authorization", "Bearer of-cid")),
        ann.with(|settings| settings.header("accept-language", "de")),
    ];
    read(&ann).await;
    for other in &others {
        read(other).await;
    }
    // Another operation with the same URL, and another URL of the same operation.
    ann.call("seeThing", Method::GET, "/things/7").send::<Value>().await.unwrap();
    ann.call("getThing", Method::GET, "/things/8").send::<Value>().await.unwrap();
    read(&ann.with(|settings| settings.retries(0))).await;
    let tags = tags(requests);
    assert_eq!(tags[..7], [const { None }; 7]);
    assert_eq!(tags[7].as_deref(), Some("\"a\""));
}

#[tokio::test]
async fn uncacheable_responses() {
    for headers in [
        "",
        "etag: \"a\"\r\ncache-control: private, no-store\r\n",
        "etag: \"a\"\r\nset-cookie: session=x\r\n",
        "etag: \"a\"\r\nvary: *\r\n",
    ] {
        let (builder, requests) = scripted(&[answer("200 OK", headers, "{}")]).await;
        let transport = builder.cache(100_000).build().unwrap();
        assert_eq!(read(&transport).await, read(&transport).await);
        assert_eq!(tags(requests), [None, None], "{headers}");
    }
    let (builder, requests) = scripted(&[answer("200 OK", TAGGED, "{}")]).await;
    let transport = builder.cache(100_000).build().unwrap();
    let silent = transport.with(|settings| settings.header("cache-control", "no-store"));
    for _ in 0..2 {
        post(&transport).send::<Value>().await.unwrap();
        // A `GET` that must not be repeated, because it has side effects.
        get(&transport).once().send::<Value>().await.unwrap();
        get(&silent).send::<Value>().await.unwrap();
    }
    assert_eq!(tags(requests), [const { None }; 6]);
}

#[tokio::test]
async fn a_calls_own_etag_bypasses_the_cache() {
    let (builder, requests) = tagging().await;
    let transport = builder.cache(100_000).build().unwrap();
    read(&transport).await;
    for (tag, status) in [("\"a\"", 304), ("\"b\"", 200)] {
        let tagged = transport.with(|settings| settings.header("if-none-match", tag));
        let answer = get(&tagged).send::<Value>().await;
        let found =
            answer.as_ref().map_or_else(|error| error.status(), |answer| Some(answer.status));
        assert_eq!(found.unwrap(), status);
    }
    assert_eq!(tags(requests).len(), 3);
}

#[tokio::test]
async fn a_refusal_leaves_the_cached_response() {
    let refused = answer("403 Forbidden", "", "{}");
    let answers = [answer("200 OK", TAGGED, "{}"), refused, answer("200 OK", TAGGED, "{}")];
    let (builder, requests) = scripted(&answers).await;
    let transport = builder.cache(100_000).build().unwrap();
    read(&transport).await;
    assert_eq!(get(&transport).send::<Value>().await.unwrap_err().status().unwrap(), 403);
    read(&transport).await;
    let tag = Some("\"a\"".to_owned());
    assert_eq!(tags(requests), [None, tag.clone(), tag]);
}

#[tokio::test]
async fn the_cache_is_bounded_in_bytes() {
    let body = format!("\"{}\"", "x".repeat(1_000));
    let (builder, requests) = scripted(&[answer("200 OK", TAGGED, &body)]).await;
    let transport = builder.clone().cache(10_000).build().unwrap();
    let thing = |id: u32| transport.call("getThing", Method::GET, "/things/{id}").path("id", id);
    for _ in 0..2 {
        for id in 0..100 {
            thing(id).send::<Value>().await.unwrap();
        }
    }
    let kept = format!("{transport:?}");
    assert!(kept.contains("answers: ") && !kept.contains("answers: 0"), "{kept}");
    let known = tags(requests).iter().flatten().count();
    assert!(known < 10, "{known} of 100 answers were kept");
    let tiny = builder.cache(500).build().unwrap();
    read(&tiny).await;
    assert!(format!("{tiny:?}").contains("answers: 0"), "{tiny:?}");
}
