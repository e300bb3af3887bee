//! Event streams: framing, pings, end.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt, stream};
use http::Request;
use http_body_util::BodyExt;
use serde::Serialize;
use serde_json::value::RawValue;
use stoa_runtime::{Body, Error, Event, Limits, Reply, Router, Routes};
use tokio::time::Instant;
use tower::ServiceExt;

use crate::{
    client::{CLIENT_TIMEOUT, connected, start_with},
    fixture::{call, get, read, request},
    operations::Fail,
};

#[derive(Serialize, Clone)]
struct Told {
    event: String,
    data: serde_json::Value,
}

/// Returns the text of a stream with one event.
async fn written(event: &str, data: serde_json::Value, id: Option<&str>) -> String {
    let event = Event {
        id: id.map(str::to_owned),
        retry: None,
        event: Told { event: event.to_owned(), data },
    };
    text_of(event).await
}

async fn text_of<T: Serialize + Clone + Send + Sync + 'static>(event: Event<T>) -> String {
    let routes = Routes::new().get("/", &Arc::new(event), |event, _| {
        let events = stream::iter([event.clone()]);
        Box::pin(async move { Ok::<_, Error<Fail>>(Reply::events(events)) })
    });
    read(Router::new(routes).unwrap().oneshot(request("GET", "/")).await.unwrap()).await.1
}

async fn next(body: &mut Body) -> Option<String> {
    let frame = body.frame().await?.unwrap().into_data().unwrap();
    Some(String::from_utf8(frame.to_vec()).unwrap())
}

#[tokio::test]
async fn a_stream_has_its_headers_and_events() {
    let request = Request::get("/events/short")
        .header("last-event-id", "41")
        .body(Default::default())
        .unwrap();
    let response = call(request).await;
    for (name, value) in [
        ("content-type", "text/event-stream"),
        ("cache-control", "no-cache, no-transform"),
        ("connection", "keep-alive"),
        ("x-accel-buffering", "no"),
    ] {
        assert_eq!(response.headers()[name], value);
    }
    assert_eq!(
        read(response).await.1,
        "id: 41\nretry: 3000\nevent: hello\ndata: {\"room\":\"short\"}\n\n"
    );
}

#[tokio::test]
async fn http_2_has_no_connection_header() {
    let mut request = request("GET", "/events/short");
    *request.version_mut() = http::Version::HTTP_2;
    assert!(!call(request).await.headers().contains_key("connection"));
}

#[tokio::test]
async fn hostile_data_stays_in_its_field() {
    for text in [
        "a\nb",
        "a\r\ndata: x\r\n\r\nevent: evil",
        "\u{2028}\u{2029}\u{85}",
        "\0",
        "id: 7\n\n",
        "😀",
    ] {
        let frame = written("message", serde_json::json!(text), None).await;
        let data = frame
            .strip_prefix("event: message\ndata: ")
            .and_then(|rest| rest.strip_suffix("\n\n"))
            .unwrap();
        assert!(!data.contains(['\n', '\r']), "{frame:?}");
        assert_eq!(serde_json::from_str::<String>(data).unwrap(), text);
    }
}

#[tokio::test]
async fn hostile_ids_and_names_cannot_begin_a_line() {
    assert_eq!(
        written("e\nid: 9", 1.into(), Some("7\r\ndata: x\n\0")).await,
        "id: 7data: x\nevent: eid: 9\ndata: 1\n\n"
    );
}

#[tokio::test]
async fn data_of_several_lines_is_several_fields() {
    #[derive(Serialize, Clone)]
    struct Raw {
        event: &'static str,
        data: Box<RawValue>,
    }
    let data = RawValue::from_string("{\r\n\"a\":\n1}".to_owned()).unwrap();
    let text = text_of(Event::new(Raw { event: "raw", data })).await;
    assert_eq!(text, "event: raw\ndata: {\ndata: \"a\":\ndata: 1}\n\n");
}

#[tokio::test(start_paused = true)]
async fn a_ping_goes_out_every_25_seconds() {
    let mut body = get("/events/quiet").await.into_body();
    let opened = Instant::now();
    assert!(next(&mut body).await.unwrap().contains("event: hello\n"));
    for count in 1..4 {
        assert_eq!(next(&mut body).await.unwrap(), ": ping\n\n");
        assert_eq!(opened.elapsed().as_secs(), 25 * count);
    }
}

#[tokio::test]
async fn events_that_are_ready_leave_together_up_to_a_size() {
    let mut body = get("/events/flood").await.into_body();
    let frame = next(&mut body).await.unwrap();
    assert!((16 * 1024..18 * 1024).contains(&frame.len()), "{}", frame.len());
    assert!(frame.ends_with("\n\n"));
}

#[tokio::test]
async fn a_stream_over_http_1_0_ends_with_its_connection() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.send("GET /events/short HTTP/1.0\r\n\r\n").await;
    let head = client.read_to("\r\n\r\n").await.to_ascii_lowercase();
    assert!(head.starts_with("http/1.0 200") && !head.contains("transfer-encoding"), "{head}");
    let text = client.read_to("\n\n").await;
    assert_eq!(text, "id: 0\nretry: 3000\nevent: hello\ndata: {\"room\":\"short\"}\n\n");
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn the_head_of_a_stream_leaves_the_connection_open() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.send("HEAD /events/quiet HTTP/1.1\r\nHost: test\r\n\r\n").await;
    assert_eq!(client.answer().await.status, 200);
    assert_eq!(client.get("/sites/1/posts").await.status, 200);
}

#[tokio::test]
async fn a_stream_may_follow_other_requests() {
    let (_server, mut client) = connected(Limits::default()).await;
    client.send("GET /sites/1/posts HTTP/1.1\r\nHost: t\r\n\r\nGET /events/short HTTP/1.1\r\nHost: t\r\n\r\n").await;
    assert_eq!(client.answer().await.status, 200);
    let head = client.read_to("\r\n\r\n").await.to_ascii_lowercase();
    assert!(head.contains("transfer-encoding: chunked"), "{head}");
    assert!(client.read_to("\n\n\r\n").await.contains("event: hello\n"));
    assert_eq!(client.read_to("0\r\n\r\n").await, "0\r\n\r\n");
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn a_reader_that_leaves_drops_the_stream() {
    let alive = Arc::new(());
    let routes = Routes::new().get("/", &alive, {
        let alive = alive.clone();
        move |_, _| {
            let held = alive.clone();
            let events = stream::iter([Told { event: "hello".to_owned(), data: 1.into() }])
                .chain(stream::pending())
                .map(move |data| (held.clone(), Event::new(data)).1);
            Box::pin(async move { Ok::<_, Error<Fail>>(Reply::events(events)) })
        }
    });
    let at_rest = Arc::strong_count(&alive);
    let server = start_with(Router::new(routes).unwrap()).await;
    let mut client = server.connect().await;
    client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").await;
    client.read_to("\r\n").await;
    assert_eq!(Arc::strong_count(&alive), at_rest + 1);
    drop(client);
    let dropped = async {
        while Arc::strong_count(&alive) > at_rest {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(CLIENT_TIMEOUT, dropped).await.expect("the stream is dropped");
}
