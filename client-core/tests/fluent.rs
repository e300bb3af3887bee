//! Calls as an application uses them: changed, then awaited.

use std::time::Duration;

use serde_json::Value;
use stoa_client_core::{Builder, Method, Transport};

use crate::stand_in::{answer, header, scripted, sent};

stoa_client_core::calls! {
    get_thing: GetThing "getThing" -> Json<Value>, ETag;
    get_image: GetImage "getImage" -> Bytes, ETag;
    make_thing: MakeThing "makeThing" -> Json<Value>;
    drop_thing: DropThing "dropThing" -> Empty;
}

impl GetThing {
    fn sort(self, sort: &str) -> Self {
        Self(self.0.query("sort", sort))
    }

    fn search(self, search: &str) -> Self {
        Self(self.0.query("search", search))
    }
}

fn ok() -> String {
    answer("200 OK", "", "{}")
}

fn busy() -> String {
    answer("503 Service Unavailable", "retry-after: 0\r\n", "")
}

fn get_thing(transport: &Transport) -> GetThing {
    GetThing(transport.call("getThing", Method::GET, "/things/{id}").path("id", 7))
}

fn make_thing(transport: &Transport) -> MakeThing {
    let call = transport.call("makeThing", Method::POST, "/things");
    MakeThing(call.json(&Value::Null).idempotent())
}

#[tokio::test]
async fn settings_apply_to_one_call() {
    let (builder, requests) = scripted(&[busy(), busy(), ok()]).await;
    let transport = builder.settings(|all| all.header("x-all", "1")).build().unwrap();
    let once = get_thing(&transport).retries(0).header("x-this", "2").await;
    assert_eq!(once.unwrap_err().status().unwrap(), 503);
    get_thing(&transport).header("X-All", "3").await.unwrap();
    get_thing(&transport).await.unwrap();
    let requests = sent(requests);
    let headers = |name| requests.iter().map(move |request| header(request, name));
    assert!(headers("x-all").eq([Some("1"), Some("3"), Some("3"), Some("1")]));
    assert!(headers("x-this").eq([Some("2"), None, None, None]));
}

#[tokio::test]
async fn the_last_of_repeated_settings_counts() {
    let (builder, requests) = scripted(&[ok()]).await;
    let call = get_thing(&builder.build().unwrap()).sort("price").search("mug").sort("name");
    call.header("x-note", "1").header("x-note", "2").await.unwrap();
    let request = sent(requests).remove(0);
    assert!(request.starts_with("GET /api/things/7?search=mug&sort=name HTTP/1.1"), "{request}");
    assert_eq!(request.matches("x-note").count(), 1);
    assert_eq!(header(&request, "x-note"), Some("2"));
}

#[tokio::test]
async fn a_call_is_not_sent_until_awaited() {
    let (builder, requests) = scripted(&[ok()]).await;
    let transport = builder.build().unwrap();
    drop(get_thing(&transport).sort("name"));
    drop(get_thing(&transport).into_future());
    get_thing(&transport).sort("price").await.unwrap();
    let requests = sent(requests);
    assert!(requests.len() == 1 && requests[0].contains("sort=price"), "{requests:?}");
}

/// A call owns everything that it needs, and can move to another thread.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_borrows_nothing() {
    let (builder, requests) = scripted(&[ok()]).await;
    let call = {
        let (transport, sort) = (builder.build().unwrap(), String::from("name"));
        get_thing(&transport).sort(&sort)
    };
    tokio::spawn(call.into_future()).await.unwrap().unwrap();
    assert!(sent(requests)[0].contains("?sort=name"));
}

/// No runtime is needed, because nothing happens before the call is awaited.
#[test]
fn a_call_needs_no_runtime() {
    let transport = Builder::new("http://127.0.0.1:1", "", "test/1").build().unwrap();
    let call = make_thing(&transport).timeout(Duration::from_secs(1));
    let shown = format!("{call:?}");
    assert!(shown.starts_with("MakeThing(Call { operation: \"makeThing\""), "{shown}");
    #[cfg(feature = "events")]
    drop(events::stream_things(&transport).idle_timeout(Duration::from_secs(1)));
}

#[tokio::test]
async fn an_unchanged_response_is_none() {
    let tagged = |status, body| answer(status, "etag: \"2\"\r\n", body);
    let unchanged = tagged("304 Not Modified", "");
    let answers =
        [unchanged.clone(), tagged("200 OK", "[1]"), tagged("404 Not Found", ""), unchanged];
    let (builder, requests) = scripted(&answers).await;
    let transport = builder.build().unwrap();
    let asked = || get_thing(&transport).if_none_match("\"1\"");
    assert!(asked().await.unwrap().is_none());
    let changed = asked().await.unwrap().unwrap();
    assert_eq!((changed.etag(), &changed.body), (Some("\"2\""), &Value::from(vec![1])));
    assert_eq!(asked().await.unwrap_err().status().unwrap(), 404);
    let image = transport.call("getImage", Method::GET, "/images/1");
    assert!(GetImage(image).if_none_match("\"1\"").await.unwrap().is_none());
    // Without `if_none_match`, a 304 is an error.
    assert_eq!(get_thing(&transport).await.unwrap_err().status().unwrap(), 304);
    let requests = sent(requests);
    let tags = requests.iter().map(|request| header(request, "if-none-match"));
    assert!(tags.eq([Some("\"1\""); 4].into_iter().chain([None])));
}

#[tokio::test]
async fn an_answer_may_have_no_body() {
    let (builder, requests) = scripted(&[answer("204 No Content", "", "")]).await;
    let call = builder.build().unwrap().call("dropThing", Method::DELETE, "/things/7");
    DropThing(call.expect(&[204])).await.unwrap();
    assert!(sent(requests)[0].starts_with("DELETE /api/things/7 "));
}

#[cfg(feature = "events")]
mod events {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    pub struct Counted {
        data: u64,
    }

    stoa_client_core::calls! {
        stream_things: StreamThings "streamThings" -> Events<Counted>;
    }

    impl StreamThings {
        fn last_event_id(self, last_event_id: &str) -> Self {
            Self(self.0.header("last-event-id", last_event_id))
        }
    }

    pub fn stream_things(transport: &Transport) -> StreamThings {
        StreamThings(transport.call("streamThings", Method::GET, "/events").events(&["counted"]))
    }

    #[tokio::test]
    async fn a_stream_has_its_calls_settings() {
        let first = stream("retry: 1\nid: 1\nevent: counted\ndata: 1\n\n");
        let second = stream(
            "id: 2\nevent: counted\ndata: 2\n\nid: 3\nevent: counted\ndata: 3\n\nevent: counted\ndata: 4\n\n",
        );
        let (builder, requests) = scripted(&[first, second]).await;
        let reconnections = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&reconnections);
        let call = stream_things(&builder.build().unwrap()).last_event_id("0");
        let call = call.until(|event| event.data == 3).header("x-note", "1");
        let call = call.on_reconnect(move |_| _ = counter.fetch_add(1, Ordering::Relaxed));
        let mut events = call.await.unwrap();
        let mut received = Vec::new();
        while let Some(event) = events.next().await {
            received.push(event.unwrap().event.data);
        }
        assert_eq!((received, reconnections.load(Ordering::Relaxed)), (vec![1, 2, 3], 1));
        let requests = sent(requests);
        let ids = requests.iter().map(|request| header(request, "last-event-id"));
        assert!(ids.eq([Some("0"), Some("1")]));
        assert!(requests.iter().all(|request| header(request, "x-note") == Some("1")));
    }

    fn stream(events: &str) -> String {
        answer("200 OK", "content-type: text/event-stream\r\n", events)
    }
}
