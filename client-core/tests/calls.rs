//! Calls to servers that misbehave: requests, retries and errors.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use stoa_client_core::{Builder, ErrorKind, FilePart, Form, Method};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::stand_in::{answer, get, header, post, request, scripted, sent};

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
const BUSY: &str = "HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\nx-request-id: r-1\r\n\
     content-length: 38\r\nconnection: close\r\n\r\n{\"success\":false,\"message\":\"Too busy\"}";
const CUT: &str = "";

#[tokio::test]
async fn temporary_failures_are_retried() {
    for failure in [
        BUSY,
        CUT,
        "nonsense\r\n\r\n",
        "HTTP/1.1 429 Too Many Requests\r\nretry-after: 0\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 504 Gateway Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    ] {
        let (builder, requests) = scripted(&[failure, OK]).await;
        let answer = get(&builder.build().unwrap()).send::<Value>().await;
        assert!(answer.is_ok(), "{failure}: {}", answer.unwrap_err());
        assert_eq!(sent(requests).len(), 2, "{failure}");
    }
}

#[tokio::test]
async fn permanent_failures_are_not_retried() {
    for failure in [
        "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\nconnection: close\r\n\r\n{",
    ] {
        let (builder, requests) = scripted(&[failure, OK]).await;
        assert!(get(&builder.build().unwrap()).send::<Value>().await.is_err());
        assert_eq!(sent(requests).len(), 1, "{failure}");
    }
}

#[tokio::test]
async fn two_retries_by_default() {
    let (builder, requests) = scripted(&[BUSY, BUSY, BUSY, OK]).await;
    let error = get(&builder.build().unwrap()).send::<Value>().await.unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.request_id()),
        ("getThing GET /things/{id}: 503 Too busy (attempt 3, request r-1)", Some("r-1"))
    );
    assert_eq!(sent(requests).len(), 3);
    let (builder, requests) = scripted(&[BUSY, OK]).await;
    let transport = builder.settings(|settings| settings.retries(0)).build().unwrap();
    assert!(get(&transport).send::<Value>().await.is_err());
    assert_eq!(sent(requests).len(), 1);
}

#[tokio::test]
async fn a_wait_beyond_the_timeout_fails_immediately() {
    let long = BUSY.replace("retry-after: 0", "retry-after: 61");
    let (builder, requests) = scripted(&[&long, OK]).await;
    let error = get(&builder.build().unwrap()).send::<Value>().await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(61)));
    assert_eq!(sent(requests).len(), 1);
}

#[tokio::test]
async fn a_post_is_retried_only_with_a_key() {
    for failure in [BUSY, CUT] {
        let (builder, requests) = scripted(&[failure, OK]).await;
        assert!(post(&builder.build().unwrap()).send::<Value>().await.is_err());
        assert_eq!(sent(requests).len(), 1, "{failure}");
        for given in [None, Some("of-the-caller")] {
            let (builder, requests) = scripted(&[failure, CUT, OK]).await;
            let mut call = post(&builder.build().unwrap()).idempotent();
            if let Some(key) = given {
                call = call.header("idempotency-key", key);
            }
            call.send::<Value>().await.unwrap();
            let requests = sent(requests);
            let keys: Vec<_> = requests
                .iter()
                .map(|request| header(request, "idempotency-key").unwrap())
                .collect();
            assert_eq!((keys.len(), keys[0]), (3, given.unwrap_or(keys[0])));
            assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
            assert!(given.is_some() || keys[0].len() == 32, "{keys:?}");
            assert!(requests.iter().all(|request| request.ends_with("\r\n\r\nnull")));
        }
    }
}

#[tokio::test]
async fn any_status_but_the_documented_is_an_error() {
    let with = |status| {
        format!(
            "HTTP/1.1 {status}\r\nlocation: /x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
    };
    for status in
        ["201 Created", "204 No Content", "302 Found", "304 Not Modified", "404 Not Found"]
    {
        let (builder, _requests) = scripted(&[&with(status)]).await;
        let error = get(&builder.build().unwrap()).empty().await.unwrap_err();
        let expected = format!("getThing GET /things/{{id}}: {status} (attempt 1)");
        assert_eq!(error.to_string(), expected);
    }
    for status in ["201 Created", "302 Found"] {
        let (builder, _requests) = scripted(&[&with(status)]).await;
        let answer = get(&builder.build().unwrap()).expect(&[201, 302]).empty().await.unwrap();
        assert_eq!(answer.headers["location"], "/x");
    }
}

#[tokio::test]
async fn a_refusal_has_the_body() {
    let body = format!("<html>{}", "x".repeat(3 << 20));
    let answer = format!(
        "HTTP/1.1 403 Forbidden\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let (builder, _requests) = scripted(&[&answer]).await;
    let error = get(&builder.build().unwrap()).bytes().await.unwrap_err();
    let refusal = error.refusal().unwrap();
    assert_eq!(refusal.message, "Forbidden");
    assert_eq!(refusal.body, &body.as_bytes()[..1 << 20]);
}

stoa_client_core::reasons! {
    pub enum GetThingReason of "getThing" {
        409 NotNow "not_now" "Not now",
        503 TooBusy "too_busy" "Too busy",
    }
}

fn with_code(code: &str) -> String {
    BUSY.replacen("\r\n", &format!("\r\nx-error-code: {code}\r\n"), 1)
}

#[tokio::test]
async fn a_refusal_has_a_reason() {
    for (answer, expected) in [
        (BUSY.to_owned(), GetThingReason::TooBusy),
        // The same message with another status is another reason.
        (BUSY.replace("503", "409"), GetThingReason::Other),
        (BUSY.replace("Too busy", "Too lazy"), GetThingReason::Other),
        // With a code, the message does not count.
        (with_code("too_busy").replace("Too busy", "Too lazy"), GetThingReason::TooBusy),
        (with_code("too_lazy"), GetThingReason::Other),
    ] {
        let (builder, _requests) = scripted(&[&answer]).await;
        let transport = builder.settings(|settings| settings.retries(0)).build().unwrap();
        let error = get(&transport).send::<Value>().await.unwrap_err();
        assert_eq!(error.reason(), Some(expected));
    }
    let (builder, _requests) = scripted(&[CUT]).await;
    let transport = builder.settings(|settings| settings.retries(0)).build().unwrap();
    let error = get(&transport).send::<Value>().await.unwrap_err();
    assert_eq!(error.reason::<GetThingReason>(), None);
    // The reasons of another operation.
    let (builder, _requests) = scripted(&[BUSY]).await;
    let error = post(&builder.build().unwrap()).send::<Value>().await.unwrap_err();
    assert_eq!(error.reason::<GetThingReason>(), None);
}

#[tokio::test]
async fn parameters_are_escaped() {
    let (builder, requests) = scripted(&[OK]).await;
    let transport = builder.build().unwrap();
    let call = transport.call("listThings", Method::GET, "/{site}/things/{name}");
    let call = call.path("site", "../a/%2e").path("name", "{site}?#ü\0").query("q", "a&b=c+d e");
    let call = call.query_list("tags", &["a,b", "c"]).query_json("json", &[1, 2]);
    call.send::<Value>().await.unwrap();
    let request = sent(requests).remove(0);
    let target = "/api/..%2Fa%2F%252e/things/%7Bsite%7D%3F%23%C3%BC%00?q=a%26b%3Dc%2Bd%20e&tags=a%2Cb,c&json=%5B1%2C2%5D";
    assert_eq!(request.lines().next().unwrap(), format!("GET {target} HTTP/1.1"));
}

/// The connection stays open, but no more data arrives.
#[tokio::test]
async fn a_stalled_body_ends_with_the_timeout() {
    for status in ["200 OK", "403 Forbidden"] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.unwrap();
            request(&mut socket).await;
            let half = format!("HTTP/1.1 {status}\r\ncontent-length: 9\r\n\r\nhalf");
            socket.write_all(half.as_bytes()).await.unwrap();
            request(&mut socket).await;
        });
        let transport = Builder::new(&url, "/api", "test/1").build().unwrap();
        let call = get(&transport).retries(0).timeout(Duration::from_millis(200));
        match call.bytes().await.unwrap_err().kind {
            ErrorKind::Transport(error) => {
                assert!(error.is_timeout() && !error.is_connect() && status == "200 OK");
                assert_eq!(error.to_string(), "not all of the answer came: it took too long");
            }
            ErrorKind::Api(refusal) => {
                assert_eq!((refusal.status.as_u16(), &refusal.body[..]), (403, &b"half"[..]))
            }
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn a_form_has_its_parts() {
    let (builder, requests) = scripted(&[OK]).await;
    let evil = FilePart::new("ü\"\r\nX-Evil: 1.png", "image/png\r\nX-Evil: 1", "PNG");
    let form = Form::new().text("no\"te\r\n", "a\r\nb").file("file", evil);
    let form = form.maybe_text("copies", Some(1)).maybe_text("none", None::<f64>);
    let form = form.maybe_file("empty", Some(FilePart::new("", "", ""))).maybe_file("none", None);
    post(&builder.build().unwrap()).form(form).send::<Value>().await.unwrap();
    let request = sent(requests).remove(0);
    let media_type = header(&request, "content-type").unwrap();
    let boundary = media_type.strip_prefix("multipart/form-data; boundary=").unwrap();
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    let expected = [
        &format!("--{boundary}"),
        "Content-Disposition: form-data; name=\"no%22te%0D%0A\"",
        "",
        "a\r\nb",
        &format!("--{boundary}"),
        "Content-Disposition: form-data; name=\"file\"; filename=\"ü%22%0D%0AX-Evil: 1.png\"",
        "Content-Type: image/png%0D%0AX-Evil: 1",
        "",
        "PNG",
        &format!("--{boundary}"),
        "Content-Disposition: form-data; name=\"copies\"",
        "",
        "1",
        &format!("--{boundary}"),
        "Content-Disposition: form-data; name=\"empty\"; filename=\"\"",
        "Content-Type: ",
        "",
        "",
        &format!("--{boundary}--"),
        "",
    ];
    assert_eq!(body, expected.join("\r\n"));
}

#[tokio::test]
async fn invalid_calls_are_not_sent() {
    let (builder, requests) = scripted(&[OK]).await;
    let transport = builder.clone().build().unwrap();
    for name in ["", ".", ".."] {
        let call = transport.call("getThing", Method::GET, "/things/{name}").path("name", name);
        let error = call.send::<Value>().await.unwrap_err().kind.to_string();
        assert_eq!(error, format!("nothing was sent: `{name}` cannot be the name in a path"));
    }
    let call = get(&transport).header("x-note", "two\r\nlines");
    assert!(matches!(call.send::<Value>().await.unwrap_err().kind, ErrorKind::Request(_)));
    for credential in ["a; admin=1", "a,b", "a b", "\"a\""] {
        let error = builder.clone().cookie("session", credential).build().unwrap_err();
        assert_eq!(
            error.to_string(),
            "nothing was sent: the credential contains characters that are not allowed in a cookie"
        );
    }
    assert!(builder.clone().settings(|settings| settings.header("a b", "c")).build().is_err());
    assert!(sent(requests).is_empty());
    for url in [
        "",
        "shop.example",
        "ftp://shop.example",
        "https://shop.example?a=b",
        "https://shop.example/?",
        "https://shop.example/#a",
        "https://shop.example#a",
        "https:shop.example",
        "https://shop.example:",
        "https://shop.example:65536",
        "https://shop example",
        "https://shop.example\r\na: b",
        "https://[::1",
        "/api",
        "http://",
        "http:///api",
        "http://:80",
        "http://user@:80",
    ] {
        let error = Builder::new(url, "/api", "test/1").build().unwrap_err();
        assert_eq!(
            error.to_string(),
            "nothing was sent: the base URL must be scheme and host: https://shop.example",
            "{url}"
        );
    }
    let error = Builder::new("https://shop.example/api", "/api", "test/1").build().unwrap_err();
    assert!(error.to_string().ends_with("without the path of the API"), "{error}");
    for url in ["https://café.example", "https://shop.example/café"] {
        let error = Builder::new(url, "/api", "test/1").build().unwrap_err();
        assert_eq!(
            error.to_string(),
            "nothing was sent: the base URL must be ASCII: https://xn--caf-dma.example"
        );
    }
}

#[tokio::test]
async fn a_base_url_is_normalized() {
    let (builder, mut requests) = scripted(&[OK]).await;
    get(&builder.build().unwrap()).send::<Value>().await.unwrap();
    let first = requests.recv().await.unwrap();
    let port = header(&first, "host").unwrap().rsplit(':').next().unwrap();
    for (url, path) in [
        (format!("http://localhost:{port}"), "/api/things/7"),
        (format!("HTTP://LocalHost:{port}//\n"), "/api/things/7"),
        (format!(" http://localhost:{port}/a/b/"), "/a/b/api/things/7"),
    ] {
        let transport = Builder::new(&url, "/api", "test/1").build().unwrap();
        get(&transport).send::<Value>().await.unwrap();
        let request = requests.recv().await.unwrap();
        assert!(request.starts_with(&format!("GET {path} HTTP/1.1\r\n")), "{request}");
        assert_eq!(header(&request, "host").unwrap(), format!("localhost:{port}"));
    }
}

#[tokio::test]
async fn several_credentials_are_sent_together() {
    let (builder, requests) = scripted(&[OK]).await;
    // Of several values of one credential, the last one counts.
    let builder = builder.bearer("of-another").cookie("design", "of-another");
    let builder =
        builder.bearer("of-customer").cookie("design", "of-designer").cookie("other", "x");
    get(&builder.build().unwrap()).send::<Value>().await.unwrap();
    let request = sent(requests).remove(0);
    assert_eq!(header(&request, "authorization"), Some("Bearer of-customer"));
    assert_eq!(header(&request, "cookie"), Some("design=of-designer; other=x"));
    assert_eq!(header(&request, "user-agent"), Some("test/1"));
}

#[cfg(feature = "events")]
#[tokio::test]
async fn opening_a_stream_times_out() {
    // The listener accepts the connection but sends nothing.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let builder =
        Builder::new(&format!("http://{}", listener.local_addr().unwrap()), "/api", "test/1");
    let call = get(&builder.build().unwrap()).timeout(Duration::from_millis(50));
    let error = call.events::<Value>(&["message"]).open().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
}

#[tokio::test]
async fn debug_shows_no_cookie() {
    let cookie = OK.replace(
        "connection",
        "set-cookie: session=s3cret\r\nlocation: /?key=s3cret\r\nconnection",
    );
    let (builder, _requests) = scripted(&[&cookie]).await;
    let answer = get(&builder.build().unwrap()).send::<Value>().await.unwrap();
    assert!(!format!("{answer:?}").contains("s3cret"));
    assert_eq!(answer.headers["set-cookie"], "session=s3cret");
    let (builder, _requests) = scripted(&[cookie.replace("200 OK", "403 Forbidden")]).await;
    let error = get(&builder.build().unwrap()).send::<Value>().await.unwrap_err();
    let refusal = error.refusal().unwrap();
    assert!(!format!("{refusal:?} {:?}", refusal.headers).contains("s3cret"));
    assert_eq!(refusal.headers["set-cookie"], "session=s3cret");
}

#[tokio::test]
async fn an_undocumented_response_is_not_quoted() {
    let text = OK.replace("length: 2", "length: 8").replace("{}", "\"s3cret\"");
    let (builder, _requests) = scripted(&[&text]).await;
    let error = get(&builder.build().unwrap()).send::<Vec<u64>>().await.unwrap_err();
    let told = "200, but the answer is not as documented: expected a sequence at line 1 column 8";
    assert_eq!(error.kind.to_string(), told);
    assert!(!format!("{error:?}").contains("s3cret"));
}

#[tokio::test]
async fn an_error_names_the_field_that_is_not_as_documented() {
    #[derive(Debug, Deserialize)]
    struct Thing {
        #[expect(dead_code, reason = "it is never read")]
        sizes: Vec<i64>,
    }
    let text = answer("200 OK", "x-request-id: r-1\r\n", r#"[{"sizes": [1, "s3cret"]}]"#);
    let (builder, _requests) = scripted(&[&text]).await;
    let error = get(&builder.build().unwrap()).send::<Vec<Thing>>().await.unwrap_err();
    let told = "getThing GET /things/{id}: 200, but the answer is not as documented at [0].sizes[1]: \
                expected i64 at line 1 column 23 (attempt 1, request r-1)";
    assert_eq!(error.to_string(), told);
}
