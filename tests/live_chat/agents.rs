//! The agents' commands, and the end of idle conversations.

use chrono::{TimeDelta, Utc};

use super::*;

async fn refusal(result: anyhow::Result<()>) -> String {
    format!("{:#}", result.unwrap_err())
}

#[tokio::test]
async fn states_of_a_conversation() {
    let server = served().await;
    let client = &server.client().await;
    let visitor = Visitor::new(&server, "mara").await;
    let conversation = visitor.of_demo();
    assert_eq!(refusal(chat::release(client, conversation).await).await, "conversation 1 is open");
    chat::assign(client, conversation, Some("Ines")).await.unwrap();
    assert_eq!(
        refusal(chat::assign(client, conversation, None).await).await,
        "conversation 1 is assigned"
    );
    chat::release(client, conversation).await.unwrap();
    chat::reply(client, conversation, " Ines ", " Hello ").await.unwrap();
    chat::reply(client, conversation, "Ines", "Anything else?").await.unwrap();
    chat::close(client, conversation).await.unwrap();
    for refused in [
        chat::assign(client, conversation, None).await,
        chat::release(client, conversation).await,
        chat::close(client, conversation).await,
        chat::reply(client, conversation, "Ines", "Hello?").await,
    ] {
        assert_eq!(refusal(refused).await, "conversation 1 is closed");
    }
    let events: Vec<String> =
        table(&server, &visitor).await.into_iter().map(|(_, text)| text).collect();
    assert_eq!(events, ["assigned", "open", "assigned", "Hello", "Anything else?", "closed"]);
    for (agent, text) in [
        ("", "Hi"),
        ("Ines", " \n"),
        ("Ines", &"x".repeat(4001)),
        (&"x".repeat(256), "Hi"),
        ("Ines", "a\0b"),
    ] {
        assert!(chat::reply(client, conversation, agent, text).await.is_err());
    }
}

#[tokio::test]
async fn lists() {
    let server = served().await;
    let client = &server.client().await;
    let mara = Visitor::new(&server, "mara").await;
    Visitor::new(&server, "ben\u{1b}[2J").await;
    chat::assign(client, mara.of_demo(), Some("Ines")).await.unwrap();
    mara.message(&server, "One\n\u{1b}[31mTwo").await;
    let list = async |site, state| {
        let mut out = Vec::new();
        chat::list(client, site, state, &mut out).await.unwrap();
        String::from_utf8(out).unwrap()
    };
    let all = list(None, None).await;
    assert!(!all.contains('\u{1b}') && all.lines().count() == 3, "{all}");
    assert!(
        all.lines().nth(1).unwrap().starts_with("1     1             assigned  Ines   mara"),
        "{all}"
    );
    assert_eq!(list(Some(1), Some("assigned")).await.lines().count(), 2);
    assert_eq!(list(Some(2), None).await.lines().count(), 1);
    let mut out = Vec::new();
    chat::show(client, mara.of_demo(), &mut out).await.unwrap();
    let shown = String::from_utf8(out).unwrap();
    assert!(
        shown.contains("the conversation is assigned\n")
            && shown.contains("Visitor (visitor): One\n     [31mTwo"),
        "{shown}"
    );

    assert_eq!(chat::find(client, None, 1).await.unwrap(), mara.of_demo());
    assert!(
        chat::find(client, None, 99).await.is_err()
            && chat::find(client, Some(2), 1).await.is_err()
    );
    server.sql("insert into chat_conversations (site_id, id, widget_id, visitor_id, last_event_at, last_message_at, started_at) values (2, 1, 1, 'x', now(), now(), now())").await;
    assert!(chat::find(client, None, 1).await.unwrap_err().to_string().contains("--site"));
}

#[tokio::test]
async fn closing_while_the_reader_is_away() {
    let server = served().await;
    let visitor = Visitor::new(&server, "mara").await;
    let mut reader = visitor.reads(&server).await;
    visitor.message(&server, "Hi").await;
    assert_eq!(reader.next().await.unwrap().number, 1);
    drop(reader);
    chat::close(&server.client().await, visitor.of_demo()).await.unwrap();
    assert_eq!(
        shown(&visitor.reads_after(&server, 1).await.next().await.unwrap()),
        (2, "closed".into())
    );
    let refused = visitor.message(&server, "Hello?").await;
    assert_eq!((refused.status(), refused.message()), (409, "Conversation is closed"));
}

#[tokio::test]
async fn idle_conversations_are_closed() {
    let server = served().await;
    let (idle, busy) = (Visitor::new(&server, "mara").await, Visitor::new(&server, "ben").await);
    let mut reader = idle.reads(&server).await;
    let (client, other) = (server.client().await, server.client().await);
    let later = Utc::now() + TimeDelta::days(14) - TimeDelta::hours(1);
    assert_eq!(chat::close_idle(&client, later).await.unwrap(), 0);
    server.sql("update chat_conversations set last_message_at = last_message_at - interval '1 day' where site_id = 1 and visitor_id = 'mara'").await;
    // One server at a time.
    let lock = "select pg_advisory_lock(1398034242)";
    other.batch_execute(lock).await.unwrap();
    assert_eq!(chat::close_idle(&client, later).await.unwrap(), 0);
    other.batch_execute(&lock.replace("lock(", "unlock(")).await.unwrap();
    assert_eq!(chat::close_idle(&client, later).await.unwrap(), 1);
    assert_eq!(shown(&reader.next().await.unwrap()), (1, "closed".into()));
    assert_eq!(
        (idle.message(&server, "Hi").await.status(), busy.message(&server, "Hi").await.status()),
        (409, 200)
    );
    assert_eq!(chat::close_idle(&client, later).await.unwrap(), 0);
}
