//! A visitor who resumes a conversation in a loop and opens streams with every token that the server issues.

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::attacker;
use crate::siege::context::{ATTACKER, Context};

/// Streams for each token: more than the limit of 5.
const STREAMS_PER_TOKEN: usize = 8;

/// Streams that one attacker holds open.
const MAX_HELD_STREAMS: usize = 500;

pub async fn open(context: Arc<Context>) -> anyhow::Result<()> {
    let mut caller = attacker(&context);
    let mut held = Vec::new();
    loop {
        let body = json!({"widgetId": 1, "visitorId": "one and the same"});
        let answer = caller.post("/api/public/chat/start", &body).await;
        context.ledger.attack(&answer);
        let data = answer?.data();
        let conversation = data["conversationId"].as_i64().context("no conversation")?;
        let token = data["ephemeralToken"].as_str().context("no token")?;
        for _ in 0..STREAMS_PER_TOKEN {
            let mut stream = TcpStream::connect(context.server.address).await?;
            let request = format!(
                "GET /api/public/chat/stream?conversationId={conversation}&lastEventId=earliest HTTP/1.1\r\n\
                 host: shop.example\r\nauthorization: Bearer {token}\r\nx-forwarded-for: {ATTACKER}\r\n\r\n"
            );
            stream.write_all(request.as_bytes()).await?;
            let mut head = [0; 12];
            stream.read_exact(&mut head).await?;
            let head = std::str::from_utf8(&head)?;
            let status = head.strip_prefix("HTTP/1.1 ").context("no HTTP")?;
            ensure!(held.len() < MAX_HELD_STREAMS, "too many of them");
            context.ledger.attack_came_to(&format!("stream {status}"));
            if status == "200" {
                held.push(stream);
            }
        }
    }
}
