//! Live chat, over real sockets and a real database. Every response and every event passes the contract check.

mod agents;
mod fan_out;
mod limits;
mod messages;
pub mod reader;
mod replay;
pub mod staff;
mod start;
mod stream;
mod tokens;
pub mod widgets;

use serde_json::{Value, json};
use stoa_conversations::Conversation;

use crate::harness::*;
use reader::Reader;

const START: &str = "/api/public/chat/start";
const MESSAGES: &str = "/api/public/chat/messages";
const STREAM: &str = "/api/public/chat/stream";

/// A visitor of the demo's widget who has a conversation.
#[derive(Clone)]
pub struct Visitor {
    pub conversation: i64,
    token: String,
}

impl Visitor {
    pub async fn new(server: &Server, name: &str) -> Self {
        Self::started(&start(server, name).await.expect(200))
    }

    /// The visitor whose conversation this response starts.
    fn started(started: &Exchange) -> Self {
        let data = &started.json["data"];
        let token = data["ephemeralToken"].as_str().unwrap().to_owned();
        Self { conversation: data["conversationId"].as_i64().unwrap(), token }
    }

    pub fn message<'a>(&self, server: &'a Server, text: &str) -> Request<'a> {
        let Self { conversation, token } = self;
        let body = json!({"conversationId": conversation, "ephemeralToken": token, "body": text});
        server.post(MESSAGES, &body)
    }

    fn stream<'a>(&self, server: &'a Server) -> Request<'a> {
        let conversation = self.conversation.to_string();
        server.get(STREAM).query("conversationId", &conversation).bearer(&self.token)
    }

    /// Opens a stream that replays the events after this number.
    pub async fn reads_after(&self, server: &Server, number: i64) -> Reader {
        Reader::open(self.stream(server).header("last-event-id", &number.to_string())).await
    }

    /// Opens a stream of live events.
    async fn reads(&self, server: &Server) -> Reader {
        Reader::open(self.stream(server)).await
    }

    fn of_demo(&self) -> Conversation {
        Conversation { site_id: 1, id: self.conversation }
    }
}

/// A server, and a visitor who has a conversation.
async fn served_with_visitor() -> (Server, Visitor) {
    let server = served().await;
    let visitor = Visitor::new(&server, "mara").await;
    (server, visitor)
}

/// Starts or resumes this visitor's conversation.
async fn start(server: &Server, visitor: &str) -> Exchange {
    server.post(START, &json!({"widgetId": 1, "visitorId": visitor})).await
}

/// Sends an agent's messages whose texts are these numbers.
async fn replies(server: &Server, visitor: &Visitor, texts: std::ops::Range<usize>) {
    let db = server.db();
    for text in texts {
        staff::reply(&db, visitor.of_demo(), "Ines", &text.to_string(), server.now())
            .await
            .unwrap();
    }
}

/// The conversation as stored: event numbers with texts or statuses.
async fn table(server: &Server, visitor: &Visitor) -> Vec<(i64, String)> {
    let events = "select number, coalesce(body, status) from chat_events \
                  where site_id = 1 and conversation_id = $1 order by number";
    let rows = server.client().await.query(events, &[&visitor.conversation]).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// An event in the form of [`table`].
fn shown(event: &reader::Event) -> (i64, String) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let said = match event.name.as_str() {
        "message" => text(&event.data["data"]["body"]),
        "status" => text(&event.data["status"]),
        other => panic!("{other} is not of the conversation"),
    };
    (event.number, said)
}
