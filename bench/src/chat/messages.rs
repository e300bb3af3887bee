//! Visitors who write: so many messages a second, sent when they are due, however late the answers are.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::conversations::{self, Conversation};
use super::now;
use crate::load::Connection;

/// What a message uses up of its conversation's rate.
const COST: Duration = Duration::from_secs(2);

/// How far ahead of its rate a conversation may be. The server allows 18 s; the rest is for messages on their way.
const AHEAD: Duration = Duration::from_secs(14);

/// A message that was sent and answered, times in microseconds since 1970.
#[derive(Clone, Copy)]
pub struct Message {
    pub sent: i64,
    pub answered: i64,
}

pub struct Sender<'a> {
    conversations: &'a [Conversation],
    interval: Duration,
    /// Until when each conversation has used up its rate.
    until: Vec<Instant>,
    /// All of them, each with its place in its text.
    pub sent: Vec<Message>,
}

impl<'a> Sender<'a> {
    pub fn new(conversations: &'a [Conversation], per_second: u32) -> Self {
        let until = vec![Instant::now(); conversations.len()];
        let interval = Duration::from_secs(1) / per_second;
        Self { conversations, interval, until, sent: Vec::new() }
    }

    /// Sends for so long, and waits for the answers.
    pub async fn send(&mut self, address: SocketAddr, time: Duration) -> anyhow::Result<()> {
        let idle = Arc::new(Mutex::new(Vec::new()));
        let mut answers = JoinSet::new();
        let start = Instant::now();
        let mut due = start;
        let mut next = self.sent.len();
        while due < start + time {
            tokio::time::sleep_until(due).await;
            let Conversation { id, token } = &self.conversations[self.conversation()];
            // As long as people's messages often are.
            let body = format!("message {next} is about my order, which has not come until today");
            let message = json!({"conversationId": id, "ephemeralToken": token, "body": body});
            let request = conversations::post(address, "messages", &message);
            answers.spawn(exchange(address, idle.clone(), next, request));
            next += 1;
            due += self.interval;
        }
        self.sent.resize(next, Message { sent: 0, answered: 0 });
        while let Some(answer) = answers.join_next().await {
            let (index, message) = answer?.context("a message was not accepted")?;
            self.sent[index] = message;
        }
        Ok(())
    }

    /// A random one that may be written to now.
    fn conversation(&mut self) -> usize {
        let now = Instant::now();
        loop {
            let chosen = rand::random_range(0..self.conversations.len());
            let until = &mut self.until[chosen];
            if *until <= now + AHEAD {
                *until = now.max(*until) + COST;
                return chosen;
            }
        }
    }
}

/// Over an idle connection, or a new one if there is none.
async fn exchange(
    address: SocketAddr,
    idle: Arc<Mutex<Vec<Connection>>>,
    index: usize,
    request: Vec<u8>,
) -> anyhow::Result<(usize, Message)> {
    let sent = now();
    let connection = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let mut connection = match connection {
        Some(connection) => connection,
        None => Connection::open(address).await?,
    };
    connection.exchange(&request).await?;
    let answered = now();
    idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    Ok((index, Message { sent, answered }))
}
