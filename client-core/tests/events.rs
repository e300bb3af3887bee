//! How long a stream continues when its connections fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use stoa_client_core::{Builder, EventCall};

use crate::stand_in::{answer, get, header, scripted, sent};

/// An answer with `retry:` and one event.
fn one_event() -> String {
    one("data: {}")
}

fn one(more: &str) -> String {
    let text = format!("retry: 1\nevent: thing\n{more}\n\n");
    answer("200 OK", "content-type: text/event-stream\r\n", &text)
}

fn busy() -> String {
    answer("429 Too Many Requests", "retry-after: 0\r\n", "")
}

fn events(builder: Builder) -> EventCall<Value> {
    get(&builder.build().unwrap()).events(&["thing"])
}

#[tokio::test]
async fn a_first_429_that_lasts_is_an_error() {
    let (builder, requests) = scripted(&[busy()]).await;
    let error = events(builder).timeout(Duration::from_secs(1)).open().await.unwrap_err();
    // The call reaches its own timeout only on a very slow machine.
    assert!(error.is_timeout() || error.status().unwrap() == 429, "{error}");
    assert!(error.is_timeout() || sent(requests).len() > 1);
    // The call fails at once, because the wait would exceed the call's timeout.
    let long = busy().replace("after: 0", "after: 61");
    let (builder, requests) = scripted(&[long]).await;
    assert_eq!(events(builder).open().await.unwrap_err().status().unwrap(), 429);
    assert_eq!(sent(requests).len(), 1);
}

#[tokio::test]
async fn a_first_connection_is_retried_like_later_ones() {
    let (builder, requests) = scripted(&[busy(), busy(), busy(), busy(), one_event()]).await;
    let told = Arc::new(AtomicUsize::new(0));
    let counter = told.clone();
    let call = events(builder).on_reconnect(move |error| {
        assert_eq!(error.unwrap().status().unwrap(), 429);
        let attempts = error.unwrap().call.as_ref().unwrap().attempts as usize;
        assert_eq!(counter.fetch_add(1, Ordering::SeqCst) + 1, attempts);
    });
    let mut stream = call.open().await.unwrap();
    stream.next().await.unwrap().unwrap();
    assert_eq!((told.load(Ordering::SeqCst), sent(requests).len()), (4, 5));
}

#[tokio::test]
async fn retries_hold_for_the_first_connection() {
    for (retries, connections) in [(0, 1), (2, 3)] {
        let (builder, requests) = scripted(&[busy(), busy(), busy(), one_event()]).await;
        let of_client = builder.clone().settings(|settings| settings.retries(retries));
        let error = events(of_client).open().await.unwrap_err();
        assert_eq!(error.status().unwrap(), 429);
        assert_eq!(error.call.unwrap().attempts as usize, connections);
        assert_eq!(sent(requests).len(), connections);
    }
}

#[tokio::test]
async fn retries_hold_for_later_connections() {
    // A connection that was open and is lost does not count as a retry. A connection that fails counts.
    let answers = [one_event(), one_event(), busy(), one_event(), busy(), busy(), one_event()];
    let (builder, requests) = scripted(&answers).await;
    let mut stream = events(builder).retries(1).open().await.unwrap();
    for _ in 0..3 {
        stream.next().await.unwrap().unwrap();
    }
    assert_eq!(stream.next().await.unwrap().unwrap_err().status().unwrap(), 429);
    assert!(stream.next().await.is_none());
    assert_eq!(sent(requests).len(), 6);
}

/// The stream also works with the longest possible durations.
#[tokio::test]
async fn the_silence_timeout_may_be_endless() {
    let (builder, _requests) = scripted(&[busy(), one_event()]).await;
    let call = events(builder).idle_timeout(Duration::MAX).max_backoff(Duration::MAX);
    let mut stream = call.timeout(Duration::MAX).open().await.unwrap();
    for _ in 0..2 {
        stream.next().await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn an_ended_credential_is_renewed_once_in_succession() {
    let ended = || answer("401 Unauthorized", "", "");
    let answers = [one("id: 7\ndata: {}"), ended(), one_event(), ended(), ended()];
    let (builder, requests) = scripted(&answers).await;
    let client = builder.build().unwrap();
    let renewed = Arc::new(AtomicUsize::new(0));
    let (counter, other) = (renewed.clone(), client.clone());
    let call: EventCall<Value> = get(&client).events(&["thing"]);
    let mut stream = call
        .renew(move || {
            let number = counter.fetch_add(1, Ordering::SeqCst) + 1;
            let call = get(&other).header("authorization", format!("Bearer {number}"));
            Box::pin(async move { Ok(call) })
        })
        .open()
        .await
        .unwrap();
    stream.next().await.unwrap().unwrap();
    stream.next().await.unwrap().unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap_err().status().unwrap(), 401);
    assert!(stream.next().await.is_none());
    assert_eq!(renewed.load(Ordering::SeqCst), 2);
    let sent = sent(requests);
    let authorization: Vec<_> =
        sent.iter().map(|request| header(request, "authorization").unwrap_or_default()).collect();
    assert_eq!(authorization, ["", "", "Bearer 1", "Bearer 1", "Bearer 2"]);
    assert_eq!(header(&sent[2], "last-event-id"), Some("7"));
    assert_eq!(header(&sent[2], "accept"), Some("text/event-stream"));
}

#[tokio::test]
async fn any_id_is_sent_back() {
    let odd = one("id: é\u{fffd} \"7\"\ndata: {}");
    let (builder, requests) = scripted(&[odd, one_event()]).await;
    let mut stream = events(builder).open().await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().id.as_deref(), Some("é\u{fffd} \"7\""));
    stream.next().await.unwrap().unwrap();
    assert_eq!(header(&sent(requests)[1], "last-event-id"), Some("é\u{fffd} \"7\""));
}

#[tokio::test]
async fn an_undocumented_event_is_not_quoted() {
    #[derive(Debug, Deserialize)]
    enum Data {
        Known,
    }
    #[derive(Debug, Deserialize)]
    struct Thing {
        #[expect(dead_code, reason = "it is never read")]
        data: Data,
    }
    let (builder, _requests) = scripted(&[one("data: \"s3cret\"")]).await;
    let call = get(&builder.build().unwrap()).events::<Thing>(&["thing"]);
    let error = call.open().await.unwrap().next().await.unwrap().unwrap_err();
    let told = "200, but the answer is not as documented at data: no value of its type";
    assert_eq!(error.kind.to_string(), told);
    assert!(!format!("{error:?}").contains("s3cret"));
}
