//! How long a stream goes on when its connections fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use stoa_client_core::{Builder, EventCall};

use crate::stand_in::{answer, get, scripted, sent};

/// A stream that ends behind its first event, and says how soon to come again.
fn one_event() -> String {
    answer("200 OK", "content-type: text/event-stream\r\n", "retry: 1\nevent: thing\ndata: {}\n\n")
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
    let error = events(builder).timeout(Duration::from_millis(50)).open().await.unwrap_err();
    assert!(error.status().is_none_or(|status| status == 429), "{error}");
    assert!(!sent(requests).is_empty());
    // It says so at once: it would outlast what a call may take.
    let long = busy().replace("after: 0", "after: 61");
    let (builder, requests) = scripted(&[long]).await;
    assert_eq!(events(builder).open().await.unwrap_err().status().unwrap(), 429);
    assert_eq!(sent(requests).len(), 1);
}

#[tokio::test]
async fn a_first_connection_is_tried_again_as_later_ones() {
    let (builder, requests) = scripted(&[busy(), busy(), busy(), busy(), one_event()]).await;
    let told = Arc::new(AtomicUsize::new(0));
    let counter = told.clone();
    let call = events(builder).on_reconnect(move |error| {
        assert_eq!(error.unwrap().status().unwrap(), 429);
        counter.fetch_add(1, Ordering::SeqCst);
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
        assert_eq!(sent(requests).len(), connections);
    }
}

#[tokio::test]
async fn retries_hold_for_later_connections() {
    // What was open and is lost is opened again; what fails is not.
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
