//! Chats with the demo's widget from a terminal. Start the server with `cargo run` first. In another terminal, answer
//! with `cargo run -- chat reply CONVERSATION --name Ines "Ahoy!"` and close with `cargo run -- chat close
//! CONVERSATION`.

use std::io::stdin;

use stoa_live_chat_client::types::{
    ChatEvent, ConversationStatus, SendMessageRequest, StartRequest,
};
use stoa_live_chat_client::{Client, Error, StreamEvents};
use tokio::sync::mpsc;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let base_url = std::env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let visitor = std::env::args().nth(1).unwrap_or("terminal".to_owned());
    let visitor = StartRequest::builder().widget_id(1).visitor_id(visitor).build();
    let chat = Client::new(&base_url)?.start_conversation(&visitor).data().await?;
    println!(
        "{}\n(conversation {}; type, and enter sends)",
        chat.greeting_message, chat.conversation_id
    );

    let client = Client::with_conversation(&base_url, &chat.ephemeral_token)?;
    // The stream reconnects automatically. A token is valid for a day; `renew` gets another one. `until` ends the stream
    // when the conversation is closed.
    let events = client.stream_events(chat.conversation_id).last_event_id("earliest");
    let events = events.renew({
        let (client, base_url) = (client.clone(), base_url.clone());
        move || renewed(client.clone(), base_url.clone(), visitor.clone(), chat.conversation_id)
    });
    let events = events.on_reconnect(|_| println!("(connecting again)")).until(|event| {
        matches!(event, ChatEvent::Status(change) if change.status == ConversationStatus::Closed)
    });
    let mut events = events.await?;

    let mut lines = typed_lines();
    loop {
        tokio::select! {
            event = events.next() => match event.transpose()? {
                Some(event) => print(event.event),
                None => return Ok(()),
            },
            line = lines.recv() => match line {
                Some(body) => send(&client, chat.conversation_id, &chat.ephemeral_token, body).await?,
                None => return Ok(()),
            },
        }
    }
}

/// Returns the call for the events of the visitor's conversation, with a new token. If the earlier conversation was
/// closed, this is another one, of which no event was received.
async fn renewed(
    client: Client,
    base_url: String,
    visitor: StartRequest,
    earlier: i64,
) -> Result<StreamEvents, Error> {
    let chat = client.start_conversation(&visitor).data().await?;
    let client = Client::with_conversation(&base_url, &chat.ephemeral_token)?;
    let events = client.stream_events(chat.conversation_id);
    match chat.conversation_id == earlier {
        true => Ok(events),
        false => Ok(events.last_event_id_header("earliest")),
    }
}

fn print(event: ChatEvent) {
    match event {
        ChatEvent::Message(message) => {
            println!("{}: {}", message.data.author_name, message.data.body)
        }
        ChatEvent::Status(change) => println!("({})", change.status),
        // `Hello` means that the stream is open. A later version may have more events.
        _ => {}
    }
}

/// Sends a message. Like all messages, it also arrives as an event.
async fn send(
    client: &Client,
    conversation_id: i64,
    token: &str,
    body: String,
) -> Result<(), Error> {
    let message = SendMessageRequest::builder()
        .conversation_id(conversation_id)
        .ephemeral_token(token)
        .body(body)
        .build();
    match client.send_message(&message).await {
        Err(error) if error.code().is_some() => println!("(not sent: {error})"),
        answer => drop(answer?),
    }
    Ok(())
}

/// Reads the lines on a separate thread, because a read from a terminal cannot be cancelled.
fn typed_lines() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut lines = stdin().lines();
        while let Some(Ok(line)) = lines.next() {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    });
    receiver
}
