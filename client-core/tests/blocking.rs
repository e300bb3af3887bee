//! Calls without `async`.

use serde_json::Value;
use stoa_client_core::{Builder, Method};

use crate::stand_in::{answer, scripted, sent};

stoa_client_core::calls! {
    get_thing: GetThing "getThing" -> Json<Value>;
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
