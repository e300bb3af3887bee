//! Calls every operation of live chat with the clients of 1.0.0 and later. The command `stoa` plays the store's part.

use std::process::Command;

use stoa_live_chat_client::types::{ChatEvent, ConversationStatus, SendMessageRequest, StartRequest, WidgetId};
use stoa_live_chat_client::{Client, SendMessageReason, random_id};

#[tokio::main]
async fn main() {
    let server = std::env::var("STOA_URL").unwrap();
    let visitor = Client::new(&server).unwrap();
    let start = StartRequest::builder().widget_id(WidgetId::Integer(1)).visitor_id(random_id());
    let start = start.name("Mara Lindqvist").build();
    let chat = visitor.start_conversation(&start).await.unwrap().into_body().data;
    let conversation = chat.conversation_id.to_string();
    let message = SendMessageRequest::builder().conversation_id(chat.conversation_id).body("Ahoy?");
    let message = message.ephemeral_token(&chat.ephemeral_token).build();
    let sent = visitor.send_message(&message).await.unwrap().into_body().data;
    assert_eq!((sent.body.as_str(), sent.author_name.as_str()), ("Ahoy?", "Mara Lindqvist"));

    let client = Client::with_conversation(&server, &chat.ephemeral_token).unwrap();
    let is_last = |event: &ChatEvent| {
        matches!(event, ChatEvent::Status(change) if change.status == ConversationStatus::Closed)
    };
    let events = client.stream_events(chat.conversation_id).last_event_id_header("earliest").until(is_last);
    let mut events = events.await.unwrap();
    let mut told = Vec::new();
    while let Some(event) = events.next().await {
        match event.unwrap().event {
            ChatEvent::Hello(_) => told.push("hello".to_owned()),
            ChatEvent::Message(message) => {
                // The store answers while the stream is open.
                if message.data.body == "Ahoy?" {
                    stoa(&["chat", "reply", &conversation, "--name", "Ines", "Ahoy!"]);
                } else {
                    stoa(&["chat", "close", &conversation]);
                }
                told.push(format!("{}: {}", message.data.author_name, message.data.body));
            }
            ChatEvent::Status(change) => told.push(change.status.to_string()),
            other => panic!("{other:?}"),
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
