//! Which calls are retried, in addition to the cases in `calls`.

use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use stoa_client_core::{Builder, Call, ErrorKind, Form, Transport};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::stand_in::{answer, answering, delete, get, post, request, scripted, sent, with_key};

/// Returns how often the call was sent if the first answer is `first` and the next one is a success.
async fn sent_after(first: &str, call: impl Fn(&Transport) -> Call) -> usize {
    let (builder, requests) = scripted(&[first.to_owned(), answer("200 OK", "", "{}")]).await;
    let answer = call(&builder.build().unwrap()).send::<Value>().await;
    let requests = sent(requests);
    assert_eq!(answer.is_ok(), requests.len() == 2, "{first}: {answer:?}");
    requests.len()
}

#[tokio::test]
async fn a_truncated_answer_is_retried_if_the_call_is_repeatable() {
    let half = answer("200 OK", "", "{}").replace("content-length: 2", "content-length: 9");
    assert_eq!(sent_after(&half, get).await, 2);
    assert_eq!(sent_after(&half, |transport| with_key(post(transport))).await, 2);
    assert_eq!(sent_after(&half, post).await, 1);
    let form = |transport: &Transport| post(transport).form(Form::new().text("a", "b"));
    assert_eq!(sent_after(&half, form).await, 1);
    assert_eq!(sent_after(&half, |transport| with_key(form(transport))).await, 2);
    // The server would answer 404 to a second `DELETE`.
    assert_eq!(sent_after(&half, delete).await, 1);
    let busy = answer("503 Service Unavailable", "retry-after: 0\r\n", "");
    for failure in [half, busy] {
        assert_eq!(sent_after(&failure, |transport| get(transport).once()).await, 1);
    }
}

#[tokio::test]
async fn a_request_in_progress_is_retried() {
    let with_key = |transport: &Transport| with_key(post(transport));
    let code = "x-error-code: idempotency_key_in_progress\r\n";
    let in_progress = answer("409 Conflict", code, "{}");
    assert_eq!(sent_after(&in_progress, with_key).await, 2);
    assert_eq!(sent_after(&answer("409 Conflict", "retry-after: 0\r\n", ""), with_key).await, 2);
    assert_eq!(sent_after(&answer("409 Conflict", "", ""), with_key).await, 1);
    assert_eq!(sent_after(&in_progress, post).await, 1);
}

/// When the server closes an idle connection, the client does not know whether the server received the call.
#[tokio::test]
async fn an_idle_connection_may_be_closed() {
    for (key, times) in [(false, 1), (true, 2)] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let posts = Arc::new(AtomicUsize::new(0));
        let counter = posts.clone();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let counter = counter.clone();
                tokio::spawn(async move {
                    loop {
                        let asked = request(&mut socket).await;
                        let is_post = asked.starts_with("POST");
                        if asked.is_empty()
                            || is_post && counter.fetch_add(1, Ordering::SeqCst) == 0
                        {
                            return;
                        }
                        let kept = answer("200 OK", "", "{}").replace("connection: close\r\n", "");
                        _ = socket.write_all(kept.as_bytes()).await;
                    }
                });
            }
        });
        let transport = Builder::new(&url, "/api", "test/1").build().unwrap();
        get(&transport).send::<Value>().await.unwrap();
        let call = if key { with_key(post(&transport)) } else { post(&transport) };
        assert_eq!(call.send::<Value>().await.is_ok(), key);
        assert_eq!(posts.load(Ordering::SeqCst), times);
    }
}

/// Returns how often the client tried to connect to a closed port.
async fn attempts(call: impl Fn(&Transport) -> Call, retries: Option<u32>) -> u32 {
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let builder = Builder::new(&format!("http://{gone}"), "/api", "test/1");
    let builder = builder.settings(|settings| match retries {
        Some(retries) => settings.retries(retries),
        None => settings,
    });
    let error = call(&builder.build().unwrap()).send::<Value>().await.unwrap_err();
    assert!(error.is_connect() && !error.is_timeout(), "{error}");
    let told = format!("{error} {error:?}");
    assert!(told.contains("refused") && !told.contains("127.0.0.1"), "{told}");
    error.call.unwrap().attempts
}

/// Nothing was sent, so every call may be retried.
#[tokio::test]
async fn a_refused_connection_is_retried_by_every_call() {
    assert_eq!(attempts(get, None).await, 3);
    assert_eq!(attempts(post, None).await, 3);
    assert_eq!(attempts(|transport| get(transport).once(), Some(1)).await, 2);
    assert_eq!(attempts(get, Some(0)).await, 1);
}

/// When all calls of a client fail, the client stops retrying. It retries again when calls succeed.
#[tokio::test]
async fn retries_stop_while_every_call_fails() {
    let mut asked = 0;
    let (builder, requests) = answering(move |_| {
        asked += 1;
        let status = if asked <= 201 { "503 Service Unavailable" } else { "200 OK" };
        answer(status, "", "{}")
    })
    .await;
    let transport = builder.settings(|settings| settings.retries(1)).build().unwrap();
    let mut calls = JoinSet::new();
    (0..100).for_each(|_| _ = calls.spawn(get(&transport).send::<Value>()));
    assert!(calls.join_all().await.iter().all(Result::is_err));
    assert!(get(&transport).send::<Value>().await.is_err());
    assert_eq!(sent(requests).len(), 201);
    assert!(get(&transport).send::<Value>().await.is_ok());
}

/// Printing an error with its causes prints no cause twice.
#[tokio::test]
async fn an_errors_text_repeats_nothing() {
    let (builder, _requests) = scripted(&[String::new()]).await;
    let transport = builder.settings(|settings| settings.retries(0)).build().unwrap();
    let error = get(&transport).send::<Value>().await.unwrap_err();
    assert!(error.source().is_none());
    let told = "no answer: client error (SendRequest): connection closed before message completed";
    assert_eq!(error.kind.to_string(), told);
    let ErrorKind::Transport(error) = error.kind else { panic!() };
    assert!(error.source().is_none());
    assert_eq!(format!("{error:?}"), format!("TransportError({error})"));
}

/// The application's own HTTP client follows the redirect.
#[cfg(feature = "reqwest")]
#[tokio::test]
async fn a_followed_redirect_is_an_error() {
    let redirect = answer("302 Found", "location: /elsewhere\r\n", "");
    let (builder, requests) = scripted(&[redirect, answer("200 OK", "", "{}")]).await;
    let builder = builder.http(stoa_client_core::reqwest::Client::new());
    let error = get(&builder.build().unwrap()).send::<Value>().await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Redirected), "{error}");
    assert_eq!(sent(requests).len(), 2);
}

/// The timeout of the application's own HTTP client does not apply.
#[cfg(all(feature = "reqwest", feature = "events"))]
#[tokio::test]
async fn the_calls_timeout_applies() {
    use std::time::Duration;

    let http = stoa_client_core::reqwest::Client::builder().timeout(Duration::ZERO);
    let done = answer("200 OK", "content-type: text/event-stream\r\n", "data: {}\n\n");
    let (builder, _requests) = scripted(&[done]).await;
    let transport = builder.http(http.build().unwrap()).build().unwrap();
    for timeout in [Duration::from_secs(60), Duration::MAX] {
        get(&transport).timeout(timeout).bytes().await.unwrap();
        let events = get(&transport).timeout(timeout).events::<Value>(&["message"]);
        assert!(events.open().await.unwrap().next().await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn a_refusal_has_the_rate_limit() {
    let limits = "x-ratelimit-limit: 300\r\nx-ratelimit-remaining: 0\r\nretry-after: 7\r\n";
    let (builder, _requests) = scripted(&[answer("429 Too Many Requests", limits, "")]).await;
    let transport = builder.settings(|settings| settings.retries(0)).build().unwrap();
    let error = get(&transport).send::<Value>().await.unwrap_err();
    let left = error.rate_limit().unwrap();
    assert_eq!((left.limit, left.remaining), (300, 0));
    assert_eq!(error.retry_after().unwrap().as_secs(), 7);
}
