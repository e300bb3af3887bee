//! Two servers that are killed by `kill -9` while they send.

use std::collections::BTreeMap;

use nix::sys::signal::Signal;

use super::*;
use crate::harness::database::{self, Database};
use crate::operations::start_up::{PROCESS_SECRET, Process};

const EVENTS: usize = 300;

fn start(database: &Database) -> Process {
    let arguments = ["--database-url", &database.url(), "--webhook-targets", "any"];
    Process::start(&arguments)
}

/// Each event arrives at least once, with a valid signature, and always with the same id and body.
#[tokio::test]
async fn servers_that_are_killed() {
    let (database, receiver) = (database::seeded().await, Receiver::start().await);
    let client = stoa::database::connect(&database.config).await.unwrap();
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let sealed = Seal::new(PROCESS_SECRET.as_bytes()).seal(1, "webhook secret", secret);
    client
        .execute(
            "insert into webhook_endpoints (site_id, url, events, secret, created_at, updated_at)
             values (1, $1, '{}', $2, now(), now())",
            &[&receiver.url, &sealed],
        )
        .await
        .unwrap();
    let post = async |number: usize| {
        let body = json!({"type": "order.paid", "number": number}).to_string();
        client
            .execute(
                "insert into events (site_id, kind, resource, payload, occurred_at, due_at)
                 values (1, 'order.paid', $1, $2::text::json, now(), now())",
                &[&format!("orders/{}", number % 50), &body],
            )
            .await
            .unwrap();
    };
    let mut servers = [start(&database), start(&database)];
    for number in 0..EVENTS {
        post(number).await;
        // A server dies between a commit and a delivery, or between a delivery and its note.
        if number % 60 == 59 {
            let received = receiver.taken().len();
            let some = async || receiver.taken().len() > received || received > number;
            eventually("some are sent", some).await;
            let next = start(&database);
            std::mem::replace(&mut servers[number / 60 % 2], next).end(Signal::SIGKILL);
            // The claims of the server that died expire.
            client
                .execute("update webhook_deliveries set due_at = now() where is_claimed", &[])
                .await
                .unwrap();
        }
    }
    let waiting = "select count(*) from events event
        where event.dispatched_at is null or exists (
            select from webhook_deliveries delivery
            where delivery.event_id = event.id and delivery.delivered_at is null)";
    eventually("all are delivered", async || {
        client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0
    })
    .await;
    let mut bodies = BTreeMap::new();
    let webhook = Webhook::new(secret).unwrap();
    for received in receiver.taken() {
        webhook.verify(received.body.as_bytes(), &received.headers()).unwrap();
        let body = bodies.entry(received.id).or_insert_with(|| received.body.clone());
        assert_eq!(*body, received.body);
    }
    let different: BTreeSet<&String> = bodies.values().collect();
    assert_eq!((bodies.len(), different.len()), (EVENTS, EVENTS));
    for server in servers {
        assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
    }
}
