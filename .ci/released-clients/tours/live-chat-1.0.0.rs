//! Every operation of live chat, by the client of 1.0.0; the store's side is the command `stoa`.

use std::process::Command;

use serde_json::json;
use stoa_live_chat_client::types::{ChatEvent, ConversationStatus, SendMessageRequest};
use stoa_live_chat_client::{Client, SendMessageReason, StreamEventsOptions};

#[tokio::main]
async fn main() {
    let server = std::env::var("STOA_URL").unwrap();
    let visitor = Client::new(&server).unwrap();
    let start = json!({"widgetId": 1, "visitorId": stoa_live_chat_client::random_id(), "name": "Mara Lindqvist"});
    let start = serde_json::from_value(start).unwrap();
    let chat = visitor.start_conversation(&start).await.unwrap().into_body().data;
    let conversation = chat.conversation_id.to_string();
    let message = SendMessageRequest {
        conversation_id: chat.conversation_id,
        ephemeral_token: chat.ephemeral_token.clone(),
        body: "Ahoy?".into(),
    };
    let sent = visitor.send_message(&message).await.unwrap().into_body().data;
    assert_eq!((sent.body.as_str(), sent.author_name.as_str()), ("Ahoy?", "Mara Lindqvist"));

    let client = Client::with_conversation(&server, &chat.ephemeral_token).unwrap();
    let earliest = StreamEventsOptions { last_event_id_header: Some("earliest".into()), ..Default::default() };
    let events = client.stream_events(chat.conversation_id, &earliest).await.unwrap();
    let mut events = events.until(|event| {
        matches!(event, ChatEvent::Status(change) if change.status == ConversationStatus::Closed)
    });
    let mut told = Vec::new();
    while let Some(event) = events.next().await {
        match event.unwrap().event {
            ChatEvent::Hello(_) => told.push("hello".to_owned()),
            ChatEvent::Message(message) => {
                // The answers come while the stream is open.
                if message.data.body == "Ahoy?" {
                    stoa(&["chat", "reply", &conversation, "--name", "Ines", "Ahoy!"]);
                } else {
                    stoa(&["chat", "close", &conversation]);
                }
                told.push(format!("{}: {}", message.data.author_name, message.data.body));
            }
            ChatEvent::Status(change) => told.push(change.status.to_string()),
        }
    }
    assert_eq!(told, ["hello", "Mara Lindqvist: Ahoy?", "assigned", "Ines: Ahoy!", "closed"]);
    let refused = visitor.send_message(&message).await.unwrap_err();
    assert_eq!(refused.reason(), Some(SendMessageReason::ConversationIsClosed));
    println!("every operation of live chat");
}

fn stoa(arguments: &[&str]) {
    let output = Command::new(std::env::var("STOA").unwrap()).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
