//! A body that is read while it is sent. The server holds no more of the body than the client takes, and a client can
//! tell an incomplete body from a complete one.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures_util::{Stream, StreamExt, stream};
use http::header;
use http_body_util::BodyExt;
use stoa_runtime::{Bytes, Error, HeaderValue, Limits, Operation, Reply, Router, Routes};
use tokio::io::AsyncReadExt;
use tower::ServiceExt;

use crate::client::{CLIENT_TIMEOUT, start_router, start_with};
use crate::fixture::{read, request};

const PIECE: usize = 1024;
const TYPE: HeaderValue = HeaderValue::from_static("image/png");

struct GetFile;

impl Operation for GetFile {
    const ID: &'static str = "getFile";
}

/// Serves `length` bytes from these pieces.
fn router<S>(length: u64, pieces: impl Fn() -> S + Clone + Send + Sync + 'static) -> Router
where
    S: Stream<Item = io::Result<Bytes>> + Send + 'static,
{
    let routes = Routes::new().get("/file", &Arc::new(()), move |_, _| {
        let pieces = pieces();
        Box::pin(async move {
            let reply = Reply::pieces(200, TYPE, length, pieces);
            let reply: Result<_, Error<GetFile>> =
                Ok(reply.header(header::ETAG, "\"a\"").conditional());
            reply
        })
    });
    Router::new(routes).unwrap()
}

fn piece() -> io::Result<Bytes> {
    Ok(Bytes::from(vec![b'x'; PIECE]))
}

fn whole() -> Router {
    router(3 * PIECE as u64, || stream::repeat_with(piece).take(3))
}

#[tokio::test]
async fn a_file_has_its_length_and_etag() {
    let answer = whole().oneshot(request("GET", "/file")).await.unwrap();
    assert_eq!(answer.headers()[header::ETAG], "\"a\"");
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "image/png");
    assert_eq!(read(answer).await, (200, "x".repeat(3 * PIECE)));

    let head = whole().oneshot(request("HEAD", "/file")).await.unwrap();
    assert_eq!(head.headers()[header::CONTENT_LENGTH], "3072");
    assert_eq!(read(head).await, (200, String::new()));

    let mut known = request("GET", "/file");
    known.headers_mut().insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"b\", \"a\""));
    let answer = whole().oneshot(known).await.unwrap();
    assert!(!answer.headers().contains_key(header::CONTENT_LENGTH));
    assert_eq!(read(answer).await, (304, String::new()));
}

#[tokio::test]
async fn a_file_of_another_length_ends_with_an_error() {
    let cut = || stream::iter([piece(), Err(io::ErrorKind::TimedOut.into())]);
    for (length, router) in [
        (2, router(2 * PIECE as u64, cut)),
        (2, router(2 * PIECE as u64, || stream::iter([piece()]))),
        (1, router(PIECE as u64 - 1, || stream::iter([piece()]))),
    ] {
        let answer = router.oneshot(request("GET", "/file")).await.unwrap();
        assert!(answer.into_body().collect().await.is_err(), "{length}");
    }
}

#[tokio::test]
async fn raw_json_has_no_length() {
    let router = |pieces: fn() -> Vec<io::Result<Bytes>>| {
        let routes = Routes::new().get("/export", &Arc::new(()), move |_, _| {
            Box::pin(async move {
                let reply: Result<_, Error<GetFile>> =
                    Ok(Reply::raw_json(200, Box::pin(stream::iter(pieces()))));
                reply
            })
        });
        Router::new(routes).unwrap()
    };
    let whole = router(|| vec![Ok("{\"a\":".into()), Ok("[1]}".into())]);
    let answer = whole.oneshot(request("GET", "/export")).await.unwrap();
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
    assert!(!answer.headers().contains_key(header::CONTENT_LENGTH));
    assert_eq!(read(answer).await, (200, r#"{"a":[1]}"#.to_owned()));

    let cut = router(|| vec![Ok("{\"a\":".into()), Err(io::ErrorKind::TimedOut.into())]);
    let answer = cut.oneshot(request("GET", "/export")).await.unwrap();
    assert!(answer.into_body().collect().await.is_err());
}

/// On a socket the client gets at most a part, and then the connection ends.
#[tokio::test]
async fn a_truncated_file_is_recognizable() {
    let server = start_with(router(2 * PIECE as u64, || stream::iter([piece()]))).await;
    let mut client = server.connect().await;
    client.send("GET /file HTTP/1.1\r\nHost: test\r\n\r\n").await;
    let mut got = Vec::new();
    // The operating system decides whether the connection is closed or reset.
    let _ =
        tokio::time::timeout(CLIENT_TIMEOUT, client.stream.read_to_end(&mut got)).await.unwrap();
    assert!(got.iter().filter(|byte| **byte == b'x').count() < 2 * PIECE, "{got:?}");
}

/// A response is refused while its client leaves others unread.
#[tokio::test]
async fn large_responses_have_a_budget() {
    const LARGE: usize = 20_000_000;
    let routes = Routes::new().get("/large", &Arc::new(()), |_, _| {
        Box::pin(async {
            let reply: Result<_, Error<GetFile>> = Ok(Reply::bytes(200, TYPE, vec![b'x'; LARGE]));
            reply
        })
    });
    let limits = Limits {
        body_bytes_in_flight: LARGE + LARGE / 2,
        write_timeout: 10 * CLIENT_TIMEOUT,
        ..Limits::default()
    };
    let server = start_router(Router::new(routes).unwrap(), limits, None).await;
    let get = "GET /large HTTP/1.1\r\nHost: test\r\n\r\n";
    let (mut unread, mut other) = (server.connect().await, server.connect().await);
    unread.send(get).await;
    unread.read_to("\r\n\r\n").await;
    other.send(get).await;
    let refused = other.answer().await;
    assert_eq!(refused.status, 503);
    assert!(refused.head.contains("\r\nretry-after: 1\r\n"), "{}", refused.head);
    drop(unread);
    // The server notices after a moment that the first client has disconnected.
    let answered = async {
        loop {
            other.send(get).await;
            let answer = other.answer().await;
            if answer.status == 200 {
                return answer.body.len();
            }
        }
    };
    assert_eq!(tokio::time::timeout(CLIENT_TIMEOUT, answered).await.unwrap(), LARGE);
}

#[tokio::test]
async fn a_slow_reader_buffers_little() {
    const PIECES: usize = 100_000;
    let read = Arc::new(AtomicUsize::new(0));
    let count = read.clone();
    let pieces = move || {
        let count = count.clone();
        stream::repeat_with(move || {
            count.fetch_add(1, Ordering::Relaxed);
            piece()
        })
        .take(PIECES)
    };
    let server = start_with(router((PIECES * PIECE) as u64, pieces)).await;
    let mut client = server.connect().await;
    client.send("GET /file HTTP/1.1\r\nHost: test\r\n\r\n").await;
    let mut first = [0; 64];
    client.stream.read_exact(&mut first).await.unwrap();
    // Let the other tasks run until the sockets accept no more data.
    let mut before = usize::MAX;
    while before != read.load(Ordering::Relaxed) {
        before = read.load(Ordering::Relaxed);
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
    }
    assert!(before < PIECES / 4, "{before} pieces were read ahead");
}
