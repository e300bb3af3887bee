//! The conversations that are measured: how they come to be, and what the database holds of them in the end.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use serde_json::{Value, json};
use stoa::bundle::Existing;
use tokio::task::JoinSet;

use crate::load::Connection;

/// A visitor's limit is one in two seconds; at random some have to wait, so we stay below it.
pub const MOST_MESSAGES_PER_SECOND: f64 = 0.4;

/// Asked for at once.
const STARTS: usize = 32;

pub struct Conversation {
    pub id: i64,
    pub token: String,
}

/// A message as the database has it.
pub struct Stored {
    pub conversation: i64,
    pub number: i64,
    /// Which of those that were sent.
    pub message: usize,
    /// Microseconds since 1970.
    pub committed: i64,
}

/// A site with a widget, and a conversation of each visitor. By SQL: the API lets an address begin 20 an hour.
pub async fn prepare(
    config: &tokio_postgres::Config,
    folder: &Path,
    count: usize,
) -> anyhow::Result<()> {
    let file = folder.join("chat.json");
    let bundle = json!({
        "formatVersion": 1,
        "site": {"id": 1, "name": "Bench"},
        "chatWidgets": [{"id": 1, "enabled": true}],
    });
    std::fs::write(&file, bundle.to_string())?;
    let mut client = stoa::database::connect(config).await?;
    stoa::migrations::migrate(&mut client).await?;
    stoa::bundle::import(&mut client, &file, Existing::Refuse).await?;
    client.execute(include_str!("conversations/prepare.sql"), &[&i64::try_from(count)?]).await?;
    client.batch_execute("vacuum analyze").await?;
    client.batch_execute("alter system set track_commit_timestamp = on").await?;
    Ok(())
}

/// Resumes each of them over HTTP, as its visitor would, for its id and its token.
pub async fn start(address: SocketAddr, count: usize) -> anyhow::Result<Vec<Conversation>> {
    let next = Arc::new(AtomicUsize::new(1));
    let mut tasks = JoinSet::new();
    for _ in 0..STARTS {
        let next = next.clone();
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let mut conversations = Vec::new();
            loop {
                let visitor = next.fetch_add(1, Ordering::Relaxed);
                if visitor > count {
                    return anyhow::Ok(conversations);
                }
                let visitor = json!({"widgetId": 1, "visitorId": format!("visitor-{visitor}")});
                let request = post(address, "start", &visitor);
                let answer: Value = serde_json::from_slice(connection.exchange(&request).await?)?;
                let started = &answer["data"];
                conversations.push(Conversation {
                    id: started["conversationId"].as_i64().context("no conversationId")?,
                    token: started["ephemeralToken"].as_str().context("no token")?.to_owned(),
                });
            }
        });
    }
    let mut conversations = Vec::new();
    while let Some(task) = tasks.join_next().await {
        conversations.extend(task??);
    }
    Ok(conversations)
}

/// Every message that was committed.
pub async fn stored(config: &tokio_postgres::Config) -> anyhow::Result<Vec<Stored>> {
    let client = stoa::database::connect(config).await?;
    let rows = client.query(include_str!("conversations/stored.sql"), &[]).await?;
    let stored = rows.iter().map(|row| {
        Ok(Stored {
            conversation: row.try_get(0)?,
            number: row.try_get(1)?,
            message: usize::try_from(row.try_get::<_, i64>(2)?)?,
            committed: row.try_get(3)?,
        })
    });
    stored.collect()
}

/// A request of the public API.
pub fn post(address: SocketAddr, operation: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    format!(
        "POST /api/public/chat/{operation} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
