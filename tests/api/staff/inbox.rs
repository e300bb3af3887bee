//! The stream of a site's events.

use std::time::Duration;

use futures_util::future::join_all;
use nix::sys::signal::Signal;
use stoa_inbox::{INBOX_RETENTION_DAYS, delete_old_events};

use super::stock::{adjust, adjustment};
use super::*;
use crate::api::live_chat::reader::{Event, Reader};
use crate::api::live_chat::{Visitor, widgets::KILL_LISTENER};
use crate::api::storefront::customers::registered;
use crate::api::storefront::purchases::{Purchase, fill, tell};
use crate::api::storefront::sweep::expire;
use crate::harness::wire;
use crate::operations::start_up::Process;

const INBOX: &str = "/api/staff/sites/1/inbox";
const START: &str = "/api/public/chat/start";

fn stream<'a>(server: &'a Server, token: &str) -> Request<'a> {
    server.get(INBOX).bearer(token)
}

async fn reads(server: &Server, token: &str) -> Reader {
    Reader::open(stream(server, token)).await
}

async fn reads_after(server: &Server, token: &str, number: i64) -> Reader {
    Reader::open(stream(server, token).header("last-event-id", &number.to_string())).await
}

fn shown(event: &Event) -> (i64, String) {
    (event.number, event.name.clone())
}

/// The numbered events as stored.
async fn table(server: &Server) -> Vec<(i64, String)> {
    let sql = "select number, kind from inbox_events where site_id = 1 order by number";
    let rows = server.client().await.query(sql, &[]).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// Each of the events by its cause.
async fn all_events(server: &Server) {
    let visitor = Visitor::new(server, "mara").await;
    visitor.message(server, "Does the tote come in green?").await.expect(200);
    let customer = registered(server, "mara@example.com").await;
    let message = json!({"subject": "A seam", "body": "It came loose."});
    let support = "/api/storefront/1/account/support";
    server.request("POST", support).bearer(&customer).json(&message).await.expect(201);
    server.sql("update product_variants set quantity = 7 where site_id = 1 and id = 1").await;
    let purchase = Purchase::with_fixed_names(server).await;
    let now = server.now().timestamp();
    let paid = purchase.event("evt_1", "succeeded", now);
    for event in [&paid, &paid, &purchase.disputed("evt_2", "created", "needs_response", now)] {
        assert_eq!(tell(server, event).await.status(), 200);
    }
}

#[tokio::test]
async fn stream_inbox() {
    let (server, owner) = served_to("owner").await;
    let mut live = reads(&server, &owner).await;
    all_events(&server).await;
    let names = [
        "conversationStarted",
        "visitorMessage",
        "supportMessage",
        "stockLow",
        "orderPaid",
        "orderDisputed",
    ];
    let events: Vec<_> = live.take(6).await.iter().map(shown).collect();
    assert_eq!(events, (1..).zip(names.map(str::to_owned)).collect::<Vec<_>>());
    assert!(live.is_silent().await);
    let mut reader =
        Reader::open_silently(stream(&server, &owner).query("lastEventId", "earliest"))
            .await
            .unwrap();
    let all = reader.take(7).await;
    assert_eq!(all[4].data["quantity"], 5);
    assert_eq!(all[4].data["variantId"], 1);
    reader.exchange().snapshot("stream_inbox__200");
}

#[tokio::test]
async fn stream_inbox__of_a_role() {
    let server = served().await;
    let shop = hired(&server, Some(1), "shop@harborgoods.example", &["shop"]).await;
    let support = hired(&server, Some(1), "support@harborgoods.example", &["support"]).await;
    let other = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    let mut of_shop = reads(&server, &shop).await;
    let mut of_support = reads(&server, &support).await;
    let mut of_site_2 = Reader::open(server.get("/api/staff/sites/2/inbox").bearer(&other)).await;
    all_events(&server).await;
    let numbers = |events: Vec<Event>| events.iter().map(|event| event.number).collect::<Vec<_>>();
    assert_eq!(numbers(of_support.take(3).await), [1, 2, 3]);
    assert_eq!(numbers(of_shop.take(3).await), [4, 5, 6]);
    assert!(of_shop.is_silent().await && of_support.is_silent().await);
    assert!(of_site_2.is_silent().await);
}

#[tokio::test]
async fn stream_inbox__start_positions() {
    let (server, owner) = served_to("owner").await;
    for visitor in ["mara", "ben", "ida"] {
        Visitor::new(&server, visitor).await;
    }
    for (begin, hello, next) in [
        (None, 3, 4),
        (Some("earliest"), 0, 1),
        (Some("0"), 0, 1),
        (Some("2"), 2, 3),
        (Some("3"), 3, 4),
        (Some("4"), 3, 4),
        (Some("99999999999999999999999"), 3, 4),
    ] {
        let request = stream(&server, &owner);
        let request = match begin {
            Some(number) => request.header("last-event-id", number).query("lastEventId", "1"),
            None => request,
        };
        let mut reader = Reader::open_silently(request).await.unwrap();
        let first = reader.next().await.unwrap();
        assert_eq!((first.name.as_str(), first.number), ("hello", hello), "{begin:?}");
        assert_eq!(first.data, json!({"siteId": 1, "missesEvents": false}));
        if next < 4 {
            assert_eq!(reader.next().await.unwrap().number, next, "{begin:?}");
        } else {
            assert!(reader.is_silent().await, "{begin:?}");
        }
    }
    for text in ["-1", "1.0", "x", "Earliest"] {
        let refused = stream(&server, &owner).header("last-event-id", text).await;
        assert_eq!(refused.status(), 400, "{text}");
    }
    let refused = stream(&server, &owner).query("lastEventId", "x").await;
    refused.snapshot("stream_inbox__400");
}

#[tokio::test]
async fn stream_inbox__deleted_events() {
    let (server, owner) = served_to("owner").await;
    let opened = async |after: &str| {
        let request = stream(&server, &owner).header("last-event-id", after);
        let mut reader = Reader::open_silently(request).await.unwrap();
        let hello = reader.next().await.unwrap();
        (hello.number, hello.data["missesEvents"].as_bool().unwrap(), reader)
    };
    for visitor in ["mara", "ben"] {
        Visitor::new(&server, visitor).await;
    }
    // No reader has numbered these events yet.
    let now = server.now();
    let days = chrono::TimeDelta::days(INBOX_RETENTION_DAYS);
    let a_moment_before = now + days - chrono::TimeDelta::seconds(1);
    assert_eq!(delete_old_events(&server.db(), a_moment_before).await.unwrap(), 0);
    assert_eq!(delete_old_events(&server.db(), now + days).await.unwrap(), 2);
    for (after, misses) in [("0", true), ("1", true), ("2", false), ("earliest", false)] {
        let (number, misses_events, _) = opened(after).await;
        assert_eq!((number, misses_events), (2, misses), "{after}");
    }
    let (_, _, mut reader) = opened("1").await;
    Visitor::new(&server, "ida").await;
    assert_eq!(reader.next().await.unwrap().number, 3);
    let (number, misses, mut reader) = opened("1").await;
    assert_eq!((number, misses, reader.next().await.unwrap().number), (2, true, 3));
}

#[tokio::test]
async fn stream_inbox__ends_with_the_role() {
    let server = served().await;
    let email = "tomas@harborgoods.example";
    let removed = hired(&server, Some(1), email, &["support"]).await;
    let promoted = hired(&server, Some(1), "lin@harborgoods.example", &["support"]).await;
    let logged_out = hired(&server, Some(1), "ida@harborgoods.example", &["support"]).await;
    let stays = hired(&server, Some(1), INES, &["owner"]).await;
    let mut readers = Vec::new();
    for token in [&removed, &promoted, &logged_out] {
        readers.push(reads(&server, token).await);
    }
    let mut other = reads(&server, &stays).await;
    Visitor::new(&server, "mara").await;
    for reader in &mut readers {
        assert_eq!(reader.next().await.unwrap().number, 1);
    }
    stoa::commands::people::remove(&server.db(), Some(1), email, false, &[]).await.unwrap();
    grant(&server, Some(1), "lin@harborgoods.example", &["shop"]).await;
    let current = "/api/staff/sessions/current";
    assert_eq!(server.request("DELETE", current).bearer(&logged_out).await.status(), 200);
    for reader in &mut readers {
        assert!(reader.next().await.is_none());
    }
    Visitor::new(&server, "ben").await;
    assert_eq!(other.take(2).await[1].number, 2);
}

#[tokio::test]
async fn stream_inbox__open_streams() {
    let (server, owner) = served_to("owner").await;
    let mut readers = Vec::new();
    let again = log_in(&server, INES, PASSWORD).await;
    let again = again.json["data"]["token"].as_str().unwrap().to_owned();
    for _ in 0..5 {
        readers.push(reads(&server, &owner).await);
        readers.push(reads(&server, &again).await);
    }
    stream(&server, &owner).await.snapshot("stream_inbox__429");
    // Another person has a separate limit.
    let other = hired(&server, Some(1), "lin@harborgoods.example", &["owner"]).await;
    readers.push(reads(&server, &other).await);
}

/// Events of concurrent transactions on two servers: each reader receives all, in the order of their numbers.
#[tokio::test]
async fn concurrent_events_of_two_servers() {
    let one = served_without_limits().await;
    let two = one.another().await;
    let owner = hired(&one, Some(1), INES, &["owner"]).await;
    let mut readers = [reads(&one, &owner).await, reads(&two, &owner).await];
    let starts = (0..50).map(async |number| {
        let server = if number % 2 == 0 { &one } else { &two };
        let visitor = Visitor::new(server, &number.to_string()).await;
        visitor.message(server, "Hi").await.expect(200);
    });
    join_all(starts).await;
    for reader in &mut readers {
        let received: Vec<_> = reader.take(100).await.iter().map(shown).collect();
        assert_eq!(received, table(&one).await);
        assert!(received.iter().map(|(number, _)| *number).eq(1..=100));
        assert!(reader.is_silent().await);
    }
}

/// A server is killed while it serves a stream and while visitors write. The reader resumes on another server.
#[tokio::test]
async fn a_server_that_is_killed() {
    let server = served_without_limits().await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    // The process has the real time.
    server.sql("update person_sessions set created_at = now(), last_used_at = now()").await;
    let killed = Process::start(&["--database-url", &server.database_url(), "--limit", "all=off"]);
    let address = killed.address.parse().unwrap();
    let mut reader = Reader::open_at(address, stream(&server, &owner)).await.unwrap();
    let mut staying = reads(&server, &owner).await;
    let mut received = Vec::new();
    let start_at_killed = async |number: i64| {
        let body = json!({"widgetId": 1, "visitorId": format!("killed {number}")}).to_string();
        let length = body.len();
        let request = format!(
            "POST {START} HTTP/1.1\r\nhost: stoa\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        wire::send(address, request.as_bytes()).await
    };
    for number in 0..10 {
        start_at_killed(number).await;
        Visitor::new(&server, &format!("other {number}")).await;
    }
    assert_eq!(reader.next().await.unwrap().name, "hello");
    received.extend(reader.take(8).await.iter().map(shown));
    let under_way = join_all((10..20).map(async |number| {
        let sent = start_at_killed(number);
        let _ = tokio::time::timeout(Duration::from_secs(5), sent).await;
    }));
    let kill = async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        killed.signal(Signal::SIGKILL);
    };
    tokio::join!(under_way, kill);
    while let Ok(Some(event)) = reader.read().await {
        received.push(shown(&event));
    }
    // The commit of a killed server may lack its announcement, which this event makes up for.
    Visitor::new(&server, "last").await;
    let last = received.last().unwrap().0;
    let mut resumed = reads_after(&server, &owner, last).await;
    let stored = table(&server).await;
    received.extend(resumed.take(stored.len() - received.len()).await.iter().map(shown));
    assert_eq!(received, stored);
    let received: Vec<_> = staying.take(stored.len()).await.iter().map(shown).collect();
    assert_eq!(received, stored);
    assert!(staying.is_silent().await && resumed.is_silent().await);
}

/// The numbers follow the commits, not the order in which the events were stored.
#[tokio::test]
async fn a_transaction_that_commits_late() {
    let (server, owner) = served_to("owner").await;
    let mut reader = reads(&server, &owner).await;
    let late = server.client().await;
    let store = "insert into inbox_events (site_id, kind, data, occurred_at)
        values (1, 'storeMessage', '{\"messageId\": 7}', now())";
    late.batch_execute(&format!("begin; {store}")).await.unwrap();
    Visitor::new(&server, "mara").await;
    assert_eq!(shown(&reader.next().await.unwrap()), (1, "conversationStarted".into()));
    late.batch_execute("commit").await.unwrap();
    Visitor::new(&server, "ben").await;
    let next: Vec<_> = reader.take(2).await.iter().map(shown).collect();
    assert_eq!(next, [(2, "supportMessage".into()), (3, "conversationStarted".into())]);
}

/// A stream receives the events of which no server was told, once the listener connects again.
#[tokio::test]
async fn a_listener_that_is_killed() {
    let (server, owner) = served_to("owner").await;
    let mut reader = reads(&server, &owner).await;
    let sql = "insert into inbox_events (site_id, kind, data, occurred_at)
        select 1, 'storeMessage', jsonb_build_object('messageId', n), now() from generate_series(1, 1500) n";
    server.sql(sql).await;
    server.sql(KILL_LISTENER).await;
    let received = reader.take(1500).await;
    assert!(received.iter().map(|event| event.number).eq(1..=1500));
    for payload in ["", "x", "1 1", "-1", "99"] {
        server.sql(&format!("select pg_notify('stoa_inbox', '{payload}')")).await;
    }
    assert!(reader.is_silent().await);
}

/// Orders that are paid at checkout or after they expired, and a dispute that is opened again.
#[tokio::test]
async fn unusual_orders() {
    let server = served().await;
    let shop = hired(&server, Some(1), "shop@harborgoods.example", &["shop"]).await;
    let mut reader = reads(&server, &shop).await;
    let totes = "update product_variants set quantity = 7 where site_id = 1 and id = 1";
    server.sql(totes).await;
    let purchase = Purchase::new(&server, "a session").await;
    let first = reader.next().await.unwrap();
    assert_eq!((first.name.as_str(), &first.data["quantity"]), ("stockLow", &json!(5)));

    // The expired order gives its totes back, and takes them again when the payment arrives.
    expire(&server, &purchase).await;
    assert!(reader.is_silent().await);
    let now = server.now().timestamp();
    let disputed = |id, created| purchase.disputed(id, "created", "needs_response", created);
    for event in [
        purchase.event("evt_1", "succeeded", now),
        disputed("evt_2", now),
        disputed("evt_3", now + 1),
        purchase.disputed("evt_4", "closed", "won", now + 2),
        disputed("evt_5", now + 3),
    ] {
        assert_eq!(tell(&server, &event).await.status(), 200);
    }
    let names: Vec<_> = reader.take(4).await.into_iter().map(|event| event.name).collect();
    assert_eq!(names, ["stockLow", "orderPaid", "orderDisputed", "orderDisputed"]);

    // Nothing is left to pay.
    let certificate =
        "update gift_certificates set initial_amount = 100000, remaining_amount = 100000
        where site_id = 1";
    server.sql(certificate).await;
    fill(&server, "another", &[(4, 0, 1)]).await;
    let body = checkout_body("another", json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"}));
    let placed = server.post("/api/storefront/1/checkout", &body).await;
    assert_eq!(placed.json["data"]["total"], 0, "{}", placed.message());
    let paid = reader.next().await.unwrap();
    assert_eq!(paid.name, "orderPaid");
    assert_eq!(paid.data["orderNumber"], placed.json["data"]["orderNumber"]);
    assert!(reader.is_silent().await);
}

/// An adjustment below the limit causes one event, like a checkout. One that is refused or stays below causes none.
#[tokio::test]
async fn stock_that_staff_adjust() {
    let server = served().await;
    let token = hired(&server, Some(1), "shop@harborgoods.example", &["shop"]).await;
    let mut reader = reads(&server, &token).await;
    server.sql("update products set quantity = 7 where site_id = 1 and id = 4").await;
    server.sql("update product_variants set quantity = 9 where site_id = 1 and id = 1").await;
    for (product_id, variant_id, delta) in [
        (4, None, -1),
        (4, None, -1),
        (4, None, -1),
        (4, None, -9),
        (4, None, 1),
        (4, None, 1),
        (1, Some(1), -9),
    ] {
        let adjusted = adjust(&server, &token, &adjustment(product_id, variant_id, delta)).await;
        assert!([201, 409].contains(&adjusted.status()), "{}", adjusted.message());
    }
    let events = reader.take(2).await;
    let shown = events.iter().map(|event| {
        let data = &event.data;
        (
            event.name.as_str(),
            data["productId"].as_i64(),
            data["variantId"].as_i64(),
            data["quantity"].as_i64(),
        )
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [("stockLow", Some(4), None, Some(5)), ("stockLow", Some(1), Some(1), Some(0))]
    );
    assert!(reader.is_silent().await);
}

/// A replayed message and a refused checkout cause no event.
#[tokio::test]
async fn no_event_without_a_change() {
    let (server, owner) = served_to("owner").await;
    let mut reader = reads(&server, &owner).await;
    let customer = registered(&server, "mara@example.com").await;
    let message = json!({"subject": "A seam", "body": "It came loose."});
    let support = "/api/storefront/1/account/support";
    for _ in 0..2 {
        let request = server.request("POST", support).bearer(&customer).json(&message);
        assert_eq!(request.header("idempotency-key", "one-key").await.status(), 201);
    }
    Visitor::new(&server, "mara").await;
    Visitor::new(&server, "mara").await;
    let names: Vec<_> = reader.take(2).await.into_iter().map(|event| event.name).collect();
    assert_eq!(names, ["supportMessage", "conversationStarted"]);
    server.sql("update product_variants set quantity = 6 where site_id = 1 and id = 1").await;
    fill(&server, "a session", &[(1, 1, 2)]).await;
    let body = checkout_body("a session", json!({"expectedTotal": 1}));
    let refused = server.post("/api/storefront/1/checkout", &body).await;
    assert_eq!(refused.status(), 409);
    assert!(reader.is_silent().await);
    assert_eq!(table(&server).await.len(), 2);
}
