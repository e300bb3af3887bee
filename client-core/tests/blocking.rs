//! Calls without `async`.

use serde_json::Value;
use stoa_client_core::{Builder, Data, Method};

use crate::stand_in::{answer, scripted, sent};

stoa_client_core::calls! {
    get_thing: GetThing "getThing" -> Json<Value>, ETag;
}

/// Returns a builder of clients of a server that runs on another thread, and the server's requests.
fn served(
    answers: &'static [&'static str],
) -> (Builder, tokio::sync::mpsc::UnboundedReceiver<String>) {
    let (started, server) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let answers: Vec<String> =
                answers.iter().map(|status| answer(status, "retry-after: 0\r\n", "{}")).collect();
            started.send(scripted(&answers).await).unwrap();
            std::future::pending::<()>().await;
        });
    });
    server.recv().unwrap()
}

#[test]
fn a_call_waits_for_its_answer() {
    let (builder, requests) = served(&["503 Service Unavailable", "200 OK"]);
    let transport = builder.build().unwrap();
    let call = || GetThing(transport.call("getThing", Method::GET, "/things"));
    assert_eq!(call().wait().unwrap().attempts, 2);
    assert_eq!(call().wait().unwrap().status, 200);
    assert_eq!(sent(requests).len(), 3);
}

#[test]
fn calls_with_another_output_wait_too() {
    let (builder, _) = served(&["200 OK", "304 Not Modified"]);
    let transport = builder.build().unwrap();
    let call = || GetThing(transport.call("getThing", Method::GET, "/things"));
    let data = Data::new(call(), |body: Value| body.is_object());
    assert!(data.wait().unwrap());
    assert!(call().if_none_match("\"a\"").wait().unwrap().is_none());
    let (builder, _) = served(&["200 OK"]);
    let transport = builder.build().unwrap();
    let raw = GetThing(transport.call("getThing", Method::GET, "/things")).raw();
    assert_eq!(raw.wait().unwrap().body, "{}");
}
