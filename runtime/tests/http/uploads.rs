//! Files of forms that the handler reads while the client sends them.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{StreamExt, stream};
use http::{Request, Response};
use http_body_util::{Full, StreamBody};
use hyper::body::Frame;
use serde_json::json;
use stoa_runtime::{
    Body, Bytes, Documented, Documents, Error, FormPart, InvalidBody, Limits, Operation, Reply,
    Router, Routes, TakesBody, UPLOAD_LIMIT, Upload,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::mpsc,
    time::{sleep, timeout},
};
use tower::ServiceExt;

use crate::client::{CLIENT_TIMEOUT, Client, Server, start_router};
use crate::fixture::{data, failure};

const SHORT: Duration = Duration::from_millis(250);

/// The size of a file whose bytes the tests count.
const LARGE: usize = 16 * 1024 * 1024;

struct SendFile;

impl Operation for SendFile {
    const ID: &'static str = "sendFile";
}

impl Documents<400> for SendFile {}
impl Documents<409> for SendFile {}
impl Documents<413> for SendFile {}
impl Documents<415> for SendFile {}
impl Documents<422> for SendFile {}

impl TakesBody for SendFile {
    const STATUSES: &'static [Documented<Self>] =
        &[Documented::status::<409>(), Documented::status::<422>()];
}

const PARTS: &[FormPart] =
    &[FormPart::text("a").status(409), FormPart::file("file").status(422), FormPart::text("b")];

/// A server whose form has the texts `a` and `b` and the `file`.
fn router<F>(limit: usize, handle: impl Fn(Upload) -> F + Send + Sync + 'static) -> Router
where
    F: Future<Output = Result<usize, InvalidBody>> + Send + 'static,
{
    let routes = Routes::new().post("/files", &Arc::new(handle), move |handle, call| {
        Box::pin(async move {
            let mut form = call.multipart(limit, PARTS).await?;
            let a = form.field("a").status::<409>().integer().optional()?;
            let file = form.file("file").message("file is missing").status::<422>().required()?;
            let b = form.field("b").text().optional()?;
            let size = handle(file).await?;
            Ok::<_, Error<SendFile>>(Reply::data(200, &json!({ "a": a, "b": b, "size": size })))
        })
    });
    Router::new(routes).unwrap()
}

/// Reads the whole file, in the way that the test chooses.
fn by_chunks() -> Router {
    router(1000, |mut upload| async move {
        let mut size = 0;
        while let Some(chunk) = upload.chunk().await? {
            assert!(!chunk.is_empty());
            size += chunk.len();
        }
        assert_eq!(upload.chunk().await, Ok(None));
        Ok(size)
    })
}

fn at_once() -> Router {
    router(1000, |mut upload| async move { Ok(upload.bytes().await?.len()) })
}

fn text(name: &str, value: &str) -> String {
    format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
}

fn file_head(name: &str, filename: &str) -> String {
    format!(
        "--cut\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{filename}\"\r\n\r\n"
    )
}

fn file(content: &str) -> String {
    format!("{}{content}\r\n", file_head("file", "a.png"))
}

const END: &str = "--cut--\r\n";

async fn send(router: Router, form: &str) -> Response<Body> {
    let request = Request::post("/files")
        .header("content-type", "multipart/form-data; boundary=cut")
        .body(Full::new(Bytes::from(form.to_owned())));
    router.oneshot(request.unwrap()).await.unwrap()
}

#[tokio::test]
async fn the_order_of_the_parts_does_not_matter() {
    let (a, b, file) = (text("a", "1"), text("b", "x"), file("PNG"));
    for form in [
        [&*a, &b, &file],
        [&a, &file, &b],
        [&file, &a, &b],
        [&text("other", "x"), &(a.clone() + &b), &file],
        [&a, &(b.clone() + &file), &text("other", "x")],
    ] {
        let form = form.concat() + END;
        for router in [by_chunks(), at_once()] {
            let expected = json!({ "a": 1, "b": "x", "size": 3 });
            assert_eq!(data(send(router, &form).await).await, expected, "{form}");
        }
    }
    let form = text("b", "") + &text("a", "") + &self::file("") + END;
    let expected = json!({ "a": null, "b": null, "size": 0 });
    assert_eq!(data(send(by_chunks(), &form).await).await, expected);
}

/// The only file of a form is the one that the document declares, whatever its name.
#[tokio::test]
async fn the_field_of_the_only_file_may_have_any_name() {
    let (a, b) = (text("a", "1"), text("b", "x"));
    for name in ["image", "a", "FILE", "file[]", ""] {
        let file = file_head(name, "a.png") + "PNG\r\n";
        for form in [[&*a, &b, &file], [&file, &a, &b], [&a, &file, &b]] {
            let form = form.concat() + END;
            for router in [by_chunks(), at_once()] {
                let expected = json!({ "a": 1, "b": "x", "size": 3 });
                assert_eq!(data(send(router, &form).await).await, expected, "{form}");
            }
        }
    }
}

/// A form is refused with the same status and message whether its file is read by chunks, at once, or before the handler
/// runs because the form lacks a text.
#[tokio::test]
async fn a_form_is_refused_while_its_file_is_read() {
    let (a, b, one) = (text("a", "1"), text("b", "x"), file("PNG"));
    let (two, twice_b) = ((422, "Only one file is allowed"), (400, "b is given twice"));
    let (invalid, large) = ((400, "Invalid multipart body"), (413, "Request body too large"));
    let other = file_head("other", "b.png") + "x\r\n";
    for (rest, (status, message)) in [
        (one.clone() + &one + END, two),
        (one.clone() + &other + END, two),
        (other.clone() + &one + END, two),
        (one.clone() + &file_head("other", "") + "x\r\n" + END, two),
        (one.clone() + &b + END, twice_b),
        (b.clone() + &one + END, twice_b),
        (one.clone() + &b + &one + END, two),
        (one.clone() + &b + &a + &one + END, (409, "a is given twice")),
        (one.clone() + &b + &one, invalid),
        (one.clone() + "--cut", invalid),
        (one.clone() + "--cut\r\nnonsense\r\n\r\n", invalid),
        (one.clone(), invalid),
        (file_head("file", "a.png") + "PN", invalid),
        (file_head("file", "a.png"), invalid),
        (file_head("file", "a\0.png") + "PNG\r\n" + END, invalid),
        (file_head("file", "\"; filename*=\"utf-8''a%00.png") + "PNG\r\n" + END, invalid),
        (one.clone() + &file_head("file", "a\0.png") + "PNG\r\n" + END, invalid),
        (file(&"x".repeat(1001)) + END, large),
        (one.clone() + &b + &file(&"x".repeat(1001)) + END, large),
        (one.clone() + &text("other", "x").repeat(30) + END, large),
        (file_head("file", "") + "\r\n" + END, (422, "file is missing")),
        (text("other", "PNG") + END, (422, "file is missing")),
        (text("file", "PNG") + END, (422, "file is missing")),
    ] {
        let streamed = a.clone() + &b + &rest;
        for router in [by_chunks(), at_once()] {
            let refused = failure(send(router, &streamed).await).await;
            assert_eq!(refused, (status, message.to_owned()), "{rest:.300}");
        }
        if message != "a is given twice" {
            let read_before = text("other", "x") + &b + &rest;
            let refused = failure(send(at_once(), &read_before).await).await;
            assert_eq!(refused, (status, message.to_owned()), "{rest:.300}");
        }
    }
    // A file of 1000 bytes, and at most 32 parts, with the file among them.
    let full = a + &b + &file(&"x".repeat(1000)) + &text("other", "x").repeat(29) + END;
    assert_eq!(send(by_chunks(), &full).await.status(), 200);
}

#[tokio::test]
async fn a_refused_file_stays_refused() {
    let again = router(1000, |mut upload| async move {
        let refused = loop {
            if let Err(refused) = upload.chunk().await {
                break refused;
            }
        };
        assert_eq!(upload.chunk().await, Err(refused.clone()));
        assert_eq!(upload.bytes().await, Err(refused.clone()));
        Err(refused)
    });
    let form = text("a", "1") + &text("b", "x") + &file("PNG") + &file("PNG") + END;
    assert_eq!(failure(send(again, &form).await).await.1, "Only one file is allowed");
}

/// A handler that reads each chunk when the test wants it, and sends the size of the chunk, or `None` at a refusal.
fn step_by_step() -> (Router, mpsc::Sender<()>, mpsc::Receiver<Option<usize>>) {
    let (next, steps) = mpsc::channel(100);
    let (sizes, seen) = mpsc::channel(100);
    let steps = Arc::new(tokio::sync::Mutex::new(steps));
    let router = router(UPLOAD_LIMIT, move |mut upload| {
        let (steps, sizes) = (steps.clone(), sizes.clone());
        async move {
            let mut total = 0;
            while let Some(()) = steps.lock().await.recv().await {
                let chunk = upload.chunk().await;
                let size = chunk.as_ref().ok().map(|chunk| chunk.as_ref().map_or(0, Bytes::len));
                let _ = sizes.send(size).await;
                match chunk? {
                    Some(chunk) => total += chunk.len(),
                    None => break,
                }
            }
            Ok(total)
        }
    });
    (router, next, seen)
}

/// Starts a server, and connects a client that sends the beginning of a form with a file of this length.
async fn begin(router: Router, limits: Limits, length: usize) -> (Server, Client) {
    let server = start_router(router, limits, None).await;
    let mut client = server.connect().await;
    let form = text("a", "1") + &text("b", "x") + &file_head("file", "a.png");
    let length = form.len() + length + format!("\r\n{END}").len();
    client
        .send(format!(
            "POST /files HTTP/1.1\r\nHost: test\r\nContent-Length: {length}\r\n\
             Content-Type: multipart/form-data; boundary=cut\r\n\r\n{form}"
        ))
        .await;
    (server, client)
}

async fn seen(sizes: &mut mpsc::Receiver<Option<usize>>) -> Option<usize> {
    timeout(CLIENT_TIMEOUT, sizes.recv()).await.unwrap().unwrap()
}

#[tokio::test]
async fn the_handler_reads_the_first_chunk_before_the_client_sends_the_last() {
    let (router, next, mut sizes) = step_by_step();
    let (_server, mut client) = begin(router, Limits::default(), 9).await;
    for chunk in ["first", "last"] {
        client.send(chunk).await;
        next.send(()).await.unwrap();
        assert_eq!(seen(&mut sizes).await, Some(chunk.len()));
    }
    client.send(format!("\r\n{END}")).await;
    next.send(()).await.unwrap();
    assert_eq!(seen(&mut sizes).await, Some(0));
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.body.contains("\"size\":9")), (200, true));
}

/// The same over HTTP/2, with a second file at the end.
#[tokio::test]
async fn a_file_arrives_over_http2() {
    let (router, next, mut sizes) = step_by_step();
    let server = start_router(router, Limits::default(), None).await;
    let (pieces, unsent) = mpsc::channel::<String>(9);
    let body = stream::unfold(unsent, |mut unsent| async {
        let piece = Frame::data(Bytes::from(unsent.recv().await?));
        Some((Ok::<_, Infallible>(piece), unsent))
    });
    let request = Request::post(format!("http://{}/files", server.address))
        .header("content-type", "multipart/form-data; boundary=cut")
        .body(StreamBody::new(Box::pin(body)))
        .unwrap();
    let (mut sender, _connection) = server.http2().await;
    let answer = tokio::spawn(sender.send_request(request));

    let head = text("a", "1") + &text("b", "x") + &file_head("file", "a.png");
    pieces.send(head).await.unwrap();
    for piece in ["first", "last"] {
        pieces.send(piece.to_owned()).await.unwrap();
        next.send(()).await.unwrap();
        assert_eq!(seen(&mut sizes).await, Some(piece.len()));
    }
    pieces.send(format!("\r\n{}{END}", file("PNG"))).await.unwrap();
    next.send(()).await.unwrap();
    assert_eq!(seen(&mut sizes).await, None);
    let answer = timeout(CLIENT_TIMEOUT, answer).await.unwrap().unwrap().unwrap();
    assert_eq!(answer.status(), 422);
}

#[tokio::test]
async fn a_slow_file_is_408_but_the_handler_may_be_slow() {
    let (router, next, mut sizes) = step_by_step();
    let limits = Limits { body_timeout: SHORT * 4, ..Limits::default() };
    let (_server, mut client) = begin(router, limits, 9).await;
    client.send("first").await;
    next.send(()).await.unwrap();
    assert_eq!(seen(&mut sizes).await, Some(5));
    sleep(SHORT * 6).await;
    client.send("la").await;
    next.send(()).await.unwrap();
    assert_eq!(seen(&mut sizes).await, Some(2));
    next.send(()).await.unwrap();
    assert_eq!(seen(&mut sizes).await, None);
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.body.contains("Request body took too long")), (408, true));
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn a_slow_file_is_408_however_the_handler_waits() {
    let router = router(UPLOAD_LIMIT, |mut upload| async move {
        loop {
            if let Ok(chunk) = timeout(SHORT / 10, upload.chunk()).await {
                chunk?;
            }
        }
    });
    let limits = Limits { body_timeout: SHORT, ..Limits::default() };
    let (_server, mut client) = begin(router, limits, 9).await;
    client.send("first").await;
    assert_eq!(client.answer().await.status, 408);
}

/// The handler drops `chunk()` while the second file after the first one has arrived in part.
#[tokio::test]
async fn a_second_file_is_refused_however_the_handler_waits() {
    let (dropped, mut drops) = mpsc::channel(1);
    let router = router(UPLOAD_LIMIT, move |mut upload| {
        let dropped = dropped.clone();
        async move {
            loop {
                match timeout(SHORT / 10, upload.chunk()).await {
                    Ok(Ok(Some(_))) => {}
                    Ok(end) => return end.map(|_| 0),
                    Err(_) => _ = dropped.try_send(()),
                }
            }
        }
    });
    let second = format!("\r\n{}{}\r\n", file("PNG"), text("c", "x"));
    let (_server, mut client) = begin(router, Limits::default(), 5 + second.len() - 2).await;
    client.send("first").await;
    let (begun, rest) = second.split_at(second.len() - 10);
    client.send(begun).await;
    drops.recv().await.unwrap();
    drops.recv().await.unwrap();
    client.send(format!("{rest}{END}")).await;
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.body.contains("Only one file")), (422, true));
}

#[tokio::test]
async fn a_file_that_breaks_off_is_refused() {
    let (router, next, mut sizes) = step_by_step();
    let (_server, mut client) = begin(router, Limits::default(), 9).await;
    client.send("first").await;
    next.send(()).await.unwrap();
    assert_eq!(seen(&mut sizes).await, Some(5));
    drop(client);
    next.send(()).await.unwrap();
    assert_eq!(seen(&mut sizes).await, None);
}

#[tokio::test]
async fn a_handler_may_ignore_the_file() {
    let ignore = router(UPLOAD_LIMIT, |_| async { Ok(0) });
    let (_server, mut client) = begin(ignore, Limits::default(), 9).await;
    assert_eq!(client.answer().await.status, 200);
    client.send(format!("firstlast\r\n{END}")).await;
    assert_eq!(client.get("/nothing").await.status, 404);
}

/// The server reads no more of a file than its handler takes.
#[tokio::test]
async fn a_file_is_not_read_ahead() {
    let pieces = Arc::new(AtomicUsize::new(0));
    let count = pieces.clone();
    let router = router(UPLOAD_LIMIT, move |mut upload| {
        let count = count.clone();
        async move {
            upload.chunk().await?;
            Ok(count.load(Ordering::Relaxed))
        }
    });
    let head = text("a", "1") + &text("b", "x") + &file_head("file", "a.png");
    let content = stream::repeat_with(move || {
        pieces.fetch_add(1, Ordering::Relaxed);
        Bytes::from_static(&[0; 1024])
    });
    let body = stream::iter([Bytes::from(head)]).chain(content.take(10_000));
    let body = StreamBody::new(body.map(|piece| Ok::<_, Infallible>(Frame::data(piece))));
    let request = Request::post("/files")
        .header("content-type", "multipart/form-data; boundary=cut")
        .body(body)
        .unwrap();
    let answer = data(router.oneshot(request).await.unwrap()).await;
    assert!(answer["size"].as_u64() < Some(20), "{answer}");
}

/// Chunks that the handler drops make room for the next ones.
#[tokio::test]
async fn a_file_larger_than_the_room_for_bodies_is_streamed() {
    let limits = || Limits { body_bytes_in_flight: LARGE / 4, ..Limits::default() };
    let drops = router(UPLOAD_LIMIT, |mut upload| async move {
        let mut size = 0;
        while let Some(chunk) = upload.chunk().await? {
            size += chunk.len();
        }
        Ok(size)
    });
    let holds = router(UPLOAD_LIMIT, |mut upload| async move { Ok(upload.bytes().await?.len()) });
    for (router, status) in [(drops, 200), (holds, 503)] {
        let (_server, client) = begin(router, limits(), LARGE).await;
        let content = vec![0; LARGE];
        let end = format!("\r\n{END}");
        let (mut reader, mut writer) = tokio::io::split(client.stream);
        // The server may close the connection before it has read everything.
        let sent = async {
            drop(writer.write_all(&content).await);
            drop(writer.write_all(end.as_bytes()).await);
        };
        let mut head = [0; 12];
        let read = reader.read_exact(&mut head);
        let (read, ()) = timeout(CLIENT_TIMEOUT, async { tokio::join!(read, sent) }).await.unwrap();
        read.unwrap();
        assert_eq!(head, *format!("HTTP/1.1 {status}").as_bytes());
    }
}
