//! No event is lost or duplicated: broken connections, slow readers, restarted servers.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::timeout;

use super::*;

#[tokio::test]
async fn two_hundred_broken_connections() {
    let (server, visitor) = served_with_visitor().await;
    let agent = replies(&server, &visitor, 0..1000);
    let reader = async {
        let (mut received, mut last) = (Vec::new(), 0);
        for round in 0..=200 {
            let number = last.to_string();
            let request = match round % 2 {
                0 => visitor.stream(&server).header("last-event-id", &number),
                _ => visitor.stream(&server).query("lastEventId", &number),
            };
            let until_broken = Duration::from_micros(rand::random_range(0..15_000));
            let read = async {
                let mut reader = Reader::open_silently(request).await.unwrap();
                loop {
                    let event = reader.next().await.unwrap();
                    last = event.number;
                    if event.name != "hello" {
                        received.push(shown(&event));
                    }
                    if round == 200 && last == 1001 {
                        return;
                    }
                }
            };
            if round == 200 {
                read.await;
            } else {
                let _ = timeout(until_broken, read).await;
            }
        }
        received
    };
    let ((), received) = tokio::join!(agent, reader);
    assert_eq!(received, table(&server, &visitor).await);
}

#[tokio::test]
async fn a_slow_reader() {
    let (server, visitor) = served_with_visitor().await;
    let mut slow = visitor.reads(&server).await;
    let mut quick = visitor.reads(&server).await;
    // The events have more text than the sockets' buffers hold, so the server has to buffer the events or close the
    // stream.
    let db = server.db();
    let text = "🦀".repeat(4000);
    for number in 1..=801 {
        let text = format!("{number} {}", &text[..4 * 3990]);
        if number > 1 {
            staff::reply(&db, visitor.of_demo(), "Ines", &text, server.now()).await.unwrap();
        } else {
            staff::assign(&db, visitor.of_demo(), Some("Ines"), server.now()).await.unwrap();
        }
        assert_eq!(quick.next().await.unwrap().number, number);
    }
    let mut last = 0;
    while let Some(event) = slow.next().await {
        assert_eq!(event.number, last + 1);
        last = event.number;
    }
    assert!(last < 801 - 256, "{last} came, though nobody read");
    let mut resumed = visitor.reads_after(&server, last).await;
    for number in last + 1..=801 {
        assert_eq!(resumed.next().await.unwrap().number, number);
    }
}

#[tokio::test]
async fn a_long_history_while_it_grows() {
    let (server, visitor) = served_with_visitor().await;
    replies(&server, &visitor, 0..350).await;
    let grow = replies(&server, &visitor, 350..700);
    let read = async {
        let mut readers = Vec::new();
        for _ in 0..5 {
            let mut reader = visitor.reads_after(&server, 0).await;
            readers
                .push(async move { reader.take(701).await.iter().map(shown).collect::<Vec<_>>() });
        }
        join_all(readers).await
    };
    let ((), histories) = tokio::join!(grow, read);
    let stored = table(&server, &visitor).await;
    for history in histories {
        assert_eq!(history, stored);
    }
}

#[tokio::test]
async fn a_restart_under_two_hundred_streams() {
    let server = served().await;
    let mut visitors = Vec::new();
    for name in 0..20 {
        for _ in 0..2 {
            visitors.push(Visitor::new(&server, &name.to_string()).await);
            // A later start returns another token for the same conversation.
            server.pass(Duration::from_secs(1));
        }
    }
    let mut readers = Vec::new();
    for visitor in &visitors {
        for _ in 0..5 {
            readers.push((visitor, visitor.reads(&server).await, Vec::new(), 0));
        }
    }
    assert_eq!(readers.len(), 200);
    let (db, now) = (server.db(), server.now());
    let stopped = tokio::sync::Notify::new();
    let agent = async {
        for text in 0..20 {
            for visitor in visitors.iter().step_by(2) {
                staff::reply(&db, visitor.of_demo(), "Ines", &text.to_string(), now).await.unwrap();
            }
            if text == 5 {
                stopped.notify_one();
            }
        }
    };
    let restart = async {
        stopped.notified().await;
        server.restarted().await
    };
    let until_end = join_all(readers.iter_mut().map(async |(_, reader, received, last)| {
        while let Some(event) = reader.next().await {
            *last = event.number;
            received.push(shown(&event));
        }
    }));
    let ((), server, _) = tokio::join!(agent, restart, until_end);
    let mut tables = std::collections::HashMap::new();
    for (visitor, _, received, last) in &mut readers {
        let stored = match tables.get(&visitor.conversation) {
            Some(stored) => stored,
            None => tables.entry(visitor.conversation).or_insert(table(&server, visitor).await),
        };
        let mut reader = visitor.reads_after(&server, *last).await;
        received.extend(reader.take(stored.len() - received.len()).await.iter().map(shown));
        assert_eq!(received, stored);
        assert_eq!(stored.len(), 21);
    }
}

#[tokio::test]
async fn a_database_that_fails() {
    let (server, visitor) = served_with_visitor().await;
    let mut reader = visitor.reads(&server).await;
    visitor.message(&server, "one").await;
    assert_eq!(reader.next().await.unwrap().number, 1);
    server.sql("alter table chat_events rename to gone").await;
    assert_eq!(visitor.message(&server, "two").unchecked().await.status, 500);
    server.sql("alter table gone rename to chat_events").await;
    assert_eq!(visitor.message(&server, "two").await.status(), 200);
    assert_eq!(shown(&reader.next().await.unwrap()), (2, "two".into()));
}
