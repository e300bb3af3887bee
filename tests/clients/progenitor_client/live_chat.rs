//! Live chat with both clients.

use futures_util::StreamExt;
use serde_json::{Value, json};
use stoa_conversations::Conversation;
use stoa_live_chat_client::Client;
use stoa_live_chat_client::types::{ChatEvent, ConversationStatus};
use stoa_progenitor_client::live_chat as second;

use super::tape::Tape;
use super::{Pair, both, complete, http, plain, read};
use crate::api::live_chat::staff;
use crate::harness::{Server, served};

const BASE_PATH: &str = stoa_live_chat_server::BASE_PATH;

#[tokio::test]
async fn all_operations() {
    let server = served().await;
    let tape = Tape::new(&server).await;
    let visitor = Pair {
        tape: &tape,
        theirs: second::Client::new_with_client(&format!("{}{BASE_PATH}", tape.url()), http(&[])),
        ours: Client::new(&tape.url()).unwrap(),
    };
    let mara = json!({"widgetId": 1, "visitorId": "mara", "name": "Mara Lindqvist"});
    let started = both!(visitor.start_conversation(&read(&mara))).unwrap();
    let conversation_id = started["data"]["conversationId"].as_f64().unwrap() as i64;
    let token = started["data"]["ephemeralToken"].as_str().unwrap();
    let message = |token: &str| json!({"conversationId": conversation_id, "ephemeralToken": token, "body": "Ahoy?"});
    both!(visitor.send_message(Some(&read("one")), &read(&message(token))) as (&read(&message(token))).idempotency_key("one"))
    .unwrap();

    assert_eq!(
        both!(visitor.send_message(Some(&read("two")), &read(&message("x"))) as (&read(&message("x"))).idempotency_key("two")).unwrap_err(),
        "401: Invalid token"
    );
    let nowhere = json!({"widgetId": 99, "visitorId": "mara"});
    let refused = both!(visitor.start_conversation(&read(&nowhere))).unwrap_err();
    assert_eq!(refused, "404: Widget not available");

    let conversation = Conversation { site_id: 1, id: conversation_id };
    staff::reply(&server.db(), conversation, "Ines", "Ahoy!", server.now()).await.unwrap();
    staff::close(&server.db(), conversation, server.now()).await.unwrap();
    let refused = both!(visitor.send_message(Some(&read("three")), &read(&message(token))) as (&read(&message(token))).idempotency_key("three"))
    .unwrap_err();
    assert_eq!(refused, "409: Conversation is closed");
    let (theirs, ours) = (
        stream_of_theirs(&server, token, conversation_id).await,
        stream_of_ours(&server, token, conversation_id).await,
    );
    assert_eq!(theirs.len(), 5, "hello, a message, assigned, another message, closed");
    assert_eq!(theirs, ours);

    let mut succeeded = tape.succeeded();
    succeeded.insert("stream_events".to_owned());
    complete("live-chat", succeeded);
}

/// All events up to the last. progenitor's client returns their bytes without parsing them.
async fn stream_of_theirs(server: &Server, token: &str, conversation_id: i64) -> Vec<Value> {
    let http = http(&[("authorization", format!("Bearer {token}"))]);
    let url = format!("{}{BASE_PATH}", server.url());
    let client = second::Client::new_with_client(&url, http);
    let mut chunks =
        client.stream_events(conversation_id, Some("earliest")).await.unwrap().into_inner();
    let mut text = String::new();
    while !(text.contains("closed") && text.ends_with("\n\n")) {
        text.push_str(std::str::from_utf8(&chunks.next().await.unwrap().unwrap()).unwrap());
    }
    let event = |block: &str| {
        let line = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        let data: Value = serde_json::from_str(line("data: ")?).unwrap();
        Some(plain(json!({"event": line("event: "), "data": data})))
    };
    text.split("\n\n").filter_map(event).collect()
}

async fn stream_of_ours(server: &Server, token: &str, conversation_id: i64) -> Vec<Value> {
    let client = Client::with_conversation(&server.url(), token).unwrap();
    let is_last = |event: &ChatEvent| matches!(event, ChatEvent::Status(change) if change.status == ConversationStatus::Closed);
    let stream = client.stream_events(conversation_id).last_event_id_header("earliest");
    let mut stream = stream.until(is_last).await.unwrap();
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        events.push(super::json(&event.unwrap().event));
    }
    events
}
