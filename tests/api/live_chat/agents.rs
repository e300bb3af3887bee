//! The agents' commands, and the closing of idle conversations.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use clap::Parser;
use stoa::commands;
use stoa::commands::{Command, StaffCommand};
use stoa::config::Cli;
use stoa_conversations::{
    CLOSE_IDLE, CONVERSATION_RETENTION_DAYS, close_idle, closed_backlog, delete_closed,
};
use stoa_jobs::run_once;

use super::*;

/// Runs `stoa chat`, and returns its output or its error.
async fn chat(server: &Server, arguments: &[&str]) -> Result<String, String> {
    let cli = Cli::try_parse_from([&["stoa", "chat"], arguments].concat()).unwrap();
    let Some(Command::Staff(StaffCommand::Chat(command))) = cli.command else {
        panic!("{arguments:?}")
    };
    let mut out = Vec::new();
    match commands::chat::run(command, &server.db(), server.now(), &mut out).await {
        Ok(()) => Ok(String::from_utf8(out).unwrap()),
        Err(error) => Err(format!("{error:#}")),
    }
}

#[tokio::test]
async fn states_of_a_conversation() {
    let (server, visitor) = served_with_visitor().await;
    let done = Ok(String::new());
    let refused = |reason: &str| Err(reason.to_owned());
    assert_eq!(
        chat(&server, &["release", "1"]).await,
        refused("conversation 1: Conversation is not assigned")
    );
    assert_eq!(chat(&server, &["assign", "1", "--name", "Ines"]).await, done);
    assert_eq!(
        chat(&server, &["assign", "1"]).await,
        refused("conversation 1: Conversation is assigned")
    );
    assert_eq!(chat(&server, &["release", "1"]).await, done);
    assert_eq!(chat(&server, &["reply", "1", "--name", " Ines ", " Hello "]).await, done);
    assert_eq!(chat(&server, &["reply", "1", "--name", "Ines", "Anything else?"]).await, done);
    assert_eq!(chat(&server, &["close", "1"]).await, done);
    for command in [
        &["assign", "1"][..],
        &["release", "1"],
        &["close", "1"],
        &["reply", "1", "--name", "Ines", "Hello?"],
    ] {
        assert_eq!(chat(&server, command).await, refused("conversation 1: Conversation is closed"));
    }
    let events: Vec<String> =
        table(&server, &visitor).await.into_iter().map(|(_, text)| text).collect();
    assert_eq!(events, ["assigned", "open", "assigned", "Hello", "Anything else?", "closed"]);
    for (name, text, reason) in [
        ("", "Hi", "the name must not be empty"),
        ("Ines", " \n", "the text must not be empty"),
        ("Ines", &"x".repeat(4001), "the text must have at most 4000 characters"),
        (&"x".repeat(256), "Hi", "the name must have at most 255 characters"),
        ("Ines", "a\0b", "the text must not hold NUL"),
    ] {
        assert_eq!(chat(&server, &["reply", "1", "--name", name, text]).await, refused(reason));
    }
}

#[tokio::test]
async fn lists() {
    let (server, mara) = served_with_visitor().await;
    Visitor::new(&server, "ben\u{1b}[2J").await;
    chat(&server, &["assign", "1", "--name", "Ines"]).await.unwrap();
    mara.message(&server, "One\n\u{1b}[31mTwo").await;
    let all = chat(&server, &["list"]).await.unwrap();
    assert!(!all.contains('\u{1b}') && all.lines().count() == 3, "{all}");
    let of_mara = "1     1             assigned  Ines   mara     2       2026-06-01T12:00:10Z";
    assert_eq!(all.lines().nth(1), Some(of_mara), "{all}");
    let assigned = chat(&server, &["list", "--site", "1", "--state", "assigned"]).await.unwrap();
    assert_eq!(assigned.lines().count(), 2);
    let elsewhere = chat(&server, &["list", "--site", "2"]).await.unwrap();
    assert_eq!(elsewhere.lines().count(), 1);
    let shown = "2026-06-01 12:00:10  the conversation is assigned\n\
                 2026-06-01 12:00:10  Visitor (visitor): One\n     [31mTwo\n";
    assert_eq!(chat(&server, &["show", "1"]).await.unwrap(), shown);

    let missing = chat(&server, &["show", "99"]).await.unwrap_err();
    assert!(missing.starts_with("there is no conversation 99: "), "{missing}");
    assert!(chat(&server, &["show", "1", "--site", "2"]).await.is_err());
    server.sql("insert into chat_conversations (site_id, id, widget_id, visitor_id, last_event_at, last_message_at, started_at) values (2, 1, 1, 'x', now(), now(), now())").await;
    assert!(chat(&server, &["show", "1"]).await.unwrap_err().contains("--site"));
    assert_eq!(chat(&server, &["show", "1", "--site", "1"]).await.unwrap(), shown);
}

#[tokio::test]
async fn closing_while_the_reader_is_disconnected() {
    let (server, visitor) = served_with_visitor().await;
    let mut reader = visitor.reads(&server).await;
    visitor.message(&server, "Hi").await;
    assert_eq!(reader.next().await.unwrap().number, 1);
    drop(reader);
    staff::close(&server.db(), visitor.of_demo(), server.now()).await.unwrap();
    assert_eq!(
        shown(&visitor.reads_after(&server, 1).await.next().await.unwrap()),
        (2, "closed".into())
    );
    assert_eq!(visitor.message(&server, "Hello?").await.outcome(), (409, "Conversation is closed"));
}

#[tokio::test]
async fn idle_conversations_are_closed() {
    let server = served().await;
    let (idle, busy) = (Visitor::new(&server, "mara").await, Visitor::new(&server, "ben").await);
    let mut reader = idle.reads(&server).await;
    let db = server.db();
    server.pass(DAY / 2);
    assert_eq!(busy.message(&server, "Hi").await.status(), 200);
    server.pass(DAY * 14 - DAY / 2);
    assert_eq!(close_idle(&db, server.now()).await.unwrap(), 0, "a moment later it is idle");
    let now = server.now() + TimeDelta::milliseconds(1);
    assert_eq!(close_idle(&db, now).await.unwrap(), 1);
    assert_eq!(shown(&reader.next().await.unwrap()), (1, "closed".into()));
    assert_eq!(close_idle(&db, now).await.unwrap(), 0);
    server.pass(Duration::from_secs(1));
    assert_eq!(Visitor::new(&server, "ben").await.conversation, busy.conversation);
    assert_ne!(Visitor::new(&server, "mara").await.conversation, idle.conversation);
}

#[tokio::test]
async fn closed_conversations_are_deleted() {
    let server = served().await;
    let db = server.db();
    let (closed, open) = (Visitor::new(&server, "mara").await, Visitor::new(&server, "ben").await);
    closed.message(&server, "Hi").await;
    server.pass(DAY);
    staff::close(&db, closed.of_demo(), server.now()).await.unwrap();
    let due = server.now() + TimeDelta::days(CONVERSATION_RETENTION_DAYS);
    let a_moment_before = due - TimeDelta::milliseconds(1);
    assert_eq!(closed_backlog(&db, a_moment_before).await.unwrap(), 0);
    assert_eq!(delete_closed(&db, a_moment_before).await.unwrap(), 0);
    assert_eq!(closed_backlog(&db, due).await.unwrap(), 1);
    assert_eq!(delete_closed(&db, due).await.unwrap(), 1);
    assert_eq!(closed_backlog(&db, due).await.unwrap(), 0);
    assert!(table(&server, &closed).await.is_empty());
    let left = "select json_agg(id) as ids from chat_conversations";
    let (left,): (serde_json::Value,) = db.one(left, &[]).await.unwrap();
    assert_eq!(left, serde_json::json!([open.conversation]), "the other is still open");
}

#[tokio::test]
async fn closed_conversations_are_deleted_after_the_days_of_their_site() {
    let server = served().await;
    let db = server.db();
    // More conversations, and more events of one of them, than a statement deletes.
    let sql = "update sites set conversation_retention_days = 7;
        insert into chat_conversations
            (site_id, id, widget_id, visitor_id, status, last_event_at, last_message_at, started_at)
        select 1, n, 1, n, 'closed', '2026-05-02', '2026-05-02', '2026-05-01' from generate_series(1, 101) n;
        insert into chat_events (site_id, conversation_id, number, occurred_at, status)
        select 1, 7, n, '2026-05-02', 'open' from generate_series(1, 1001) n";
    server.sql(sql).await;
    let due: DateTime<Utc> = "2026-05-09T00:00:00Z".parse().unwrap();
    let a_moment_before = due - TimeDelta::milliseconds(1);
    assert_eq!(delete_closed(&db, a_moment_before).await.unwrap(), 0);
    assert_eq!(closed_backlog(&db, due).await.unwrap(), 101);
    assert_eq!(delete_closed(&db, due).await.unwrap(), 101);
    let events: i64 = db.one("select count(*) from chat_events", &[]).await.unwrap();
    assert_eq!(events, 0);
}

#[tokio::test]
async fn one_server_at_a_time_closes_idle_conversations() {
    let server = served().await;
    let db = server.db();
    let close = async || Ok(close_idle(&server.db(), server.now()).await?);
    let at_work = run_once(&db, CLOSE_IDLE, async {
        assert_eq!(run_once(&db, CLOSE_IDLE, close()).await?, None);
        close().await
    });
    assert_eq!(at_work.await.unwrap(), Some(0));
    assert_eq!(run_once(&db, CLOSE_IDLE, close()).await.unwrap(), Some(0));
}
