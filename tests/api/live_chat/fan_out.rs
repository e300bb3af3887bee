//! Several servers on one database.

use std::time::Duration;

use super::*;

#[tokio::test]
async fn two_servers() {
    let one = served().await;
    let two = one.another().await;
    let visitor = Visitor::new(&one, "mara").await;
    let mut readers = [visitor.reads(&one).await, visitor.reads(&two).await];
    for number in 0..5 {
        visitor.message(&one, &number.to_string()).await;
        visitor.message(&two, &(number + 100).to_string()).await;
        replies(&one, &visitor, number..number + 1).await;
    }
    let stored = table(&one, &visitor).await;
    assert_eq!(stored.len(), 16);
    for reader in &mut readers {
        assert_eq!(reader.take(16).await.iter().map(shown).collect::<Vec<_>>(), stored);
        assert!(reader.is_silent().await);
    }
}

#[tokio::test]
async fn a_listener_that_is_killed_under_load() {
    let (server, visitor) = served_with_visitor().await;
    let mut reader = visitor.reads(&server).await;
    let load = replies(&server, &visitor, 0..600);
    let kill = async {
        let client = server.client().await;
        let mut killed = 0;
        while killed < 4 {
            killed += client.query(widgets::KILL_LISTENER, &[]).await.unwrap().len();
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    };
    let received = async { reader.take(601).await.iter().map(shown).collect::<Vec<_>>() };
    let ((), (), received) = tokio::join!(load, kill, received);
    assert_eq!(received, table(&server, &visitor).await);
    assert!(reader.is_silent().await);
}

#[tokio::test]
async fn a_thousand_missed_notifications() {
    let (server, visitor) = served_with_visitor().await;
    let mut readers = [visitor.reads(&server).await, visitor.reads(&server).await];
    replies(&server, &visitor, 0..1).await;
    for reader in &mut readers {
        reader.take(2).await;
    }
    // These inserts send no notifications, as if the notifications were lost.
    let sql = "insert into chat_events (site_id, conversation_id, number, occurred_at, author_kind, author_name, body) \
        select 1, 1, n, now(), 'agent', 'Ines', n::text from generate_series(3, 1002) n; \
        update chat_conversations set last_event = 1002 where site_id = 1";
    server.sql(sql).await;
    replies(&server, &visitor, 1..2).await;
    let stored = table(&server, &visitor).await;
    for reader in &mut readers {
        assert_eq!(reader.take(1001).await.iter().map(shown).collect::<Vec<_>>(), stored[2..]);
        assert!(reader.is_silent().await);
    }
}

#[tokio::test]
async fn foreign_notifications_are_ignored() {
    let (server, visitor) = served_with_visitor().await;
    let mut reader = visitor.reads(&server).await;
    for payload in ["", "x", "1 1", "1 1 99", "2 1 1", "9 9 9", "1 1 -5", "1 1 1 1"] {
        server.sql(&format!("select pg_notify('stoa_chat', '{payload}')")).await;
    }
    replies(&server, &visitor, 0..1).await;
    assert_eq!(
        reader.take(2).await.iter().map(shown).collect::<Vec<_>>(),
        table(&server, &visitor).await
    );
    assert!(reader.is_silent().await);
}
