//! Innocent visitors of live chat: each has a conversation, writes now and then, and reads its stream. When the stream
//! ends, the visitor opens it again after the last event that it has seen.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use hyper::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::context::{Context, client_address};
use super::http::Caller;
use super::ledger::Message;

/// Pause between messages: a conversation accepts 30 a minute.
const MESSAGE_PAUSE: Duration = Duration::from_millis(2_050);

const STREAM_RETRY_PAUSE: Duration = Duration::from_millis(300);

pub async fn chat(context: Arc<Context>, number: usize) {
    let client = client_address(context.number());
    let mut caller = Caller::new(context.server.address, client.clone());
    let Some((conversation, token)) = start(&context, &mut caller, number).await else { return };
    let reading = tokio::spawn(read(context.clone(), client, conversation, token.clone()));
    let mut sent = 0;
    while !context.is_over() {
        sent += 1;
        let text = format!("message {sent} of visitor {number}");
        let body = json!({"conversationId": conversation, "ephemeralToken": token, "body": text});
        let asked = Instant::now();
        let target = "/api/public/chat/messages";
        let answer = caller.send(Method::POST, target, &[], &body).await;
        context.ledger.innocent("POST /messages", asked, &answer);
        let is_answered = answer.is_ok_and(|answer| answer.status == 200);
        // A message without a response is not sent again: it may have been stored.
        context.ledger.sent(conversation, Message { text, is_answered });
        tokio::time::sleep(MESSAGE_PAUSE).await;
    }
    // The last message needs time to arrive.
    tokio::time::sleep(STREAM_RETRY_PAUSE * 3).await;
    reading.abort();
}

async fn start(context: &Context, caller: &mut Caller, number: usize) -> Option<(i64, String)> {
    let body = json!({"widgetId": 1, "visitorId": format!("visitor-{number}")});
    let asked = Instant::now();
    let answer = caller.post("/api/public/chat/start", &body).await;
    context.ledger.innocent("POST /start", asked, &answer);
    let data = answer.ok()?.data();
    let token = data["ephemeralToken"].as_str()?.to_owned();
    Some((data["conversationId"].as_i64()?, token))
}

/// Reads the stream forever and records its events in the ledger.
async fn read(context: Arc<Context>, client: String, conversation: i64, token: String) {
    let mut last = 0;
    loop {
        // A stream that ends, with or without an error, is opened again.
        read_on(&context, &client, conversation, &token, &mut last).await.ok();
        tokio::time::sleep(STREAM_RETRY_PAUSE).await;
    }
}

async fn read_on(
    context: &Context,
    client: &str,
    conversation: i64,
    token: &str,
    last: &mut i64,
) -> anyhow::Result<()> {
    let mut stream = TcpStream::connect(context.server.address).await?;
    let request = format!(
        "GET /api/public/chat/stream?conversationId={conversation}&lastEventId={last} HTTP/1.1\r\n\
         host: shop.example\r\nauthorization: Bearer {token}\r\nx-forwarded-for: {client}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut text = String::new();
    let mut buffer = vec![0; 16_384];
    loop {
        let length = stream.read(&mut buffer).await?;
        if length == 0 {
            bail!("the stream has ended");
        }
        text.push_str(std::str::from_utf8(&buffer[..length]).context("not UTF-8")?);
        // A server without its database refuses the stream, but does not close the connection.
        if text.starts_with("HTTP/1.1 503") {
            bail!("the stream was refused");
        }
        // The server writes whole events, so the lines of an event are complete.
        while let Some(end) = text.find("\n\n") {
            let event: String = text.drain(..end + 2).collect();
            if !event.contains("event: message\n") {
                continue;
            }
            let number = event.lines().find_map(|line| line.strip_prefix("id: ")?.parse().ok());
            *last = number.context("a message without its number")?;
            let events = &mut context.ledger.pages().events;
            events.entry(conversation).or_default().push(*last);
        }
    }
}
