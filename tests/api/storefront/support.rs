//! Support messages of customers, and the store's replies.

mod mails;
mod races;
mod staff;

use std::future::IntoFuture;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::customers::*;
use crate::harness::*;

pub const SUPPORT: &str = "/api/storefront/1/account/support";

fn write<'a>(server: &'a Server, token: &str, message: Value) -> Request<'a> {
    server.post(SUPPORT, &message).bearer(token)
}

fn reply<'a>(server: &'a Server, token: &str, id: i64, body: &str) -> Request<'a> {
    let reply = json!({"body": body});
    server.post(&format!("{SUPPORT}/{id}"), &reply).bearer(token)
}

fn seam() -> Value {
    json!({"subject": "A seam came loose", "body": "The left strap has come loose."})
}

/// Creates a message and returns its id.
async fn written(server: &Server, token: &str) -> i64 {
    let written = write(server, token, seam()).await.expect(201);
    written.json["data"]["id"].as_i64().unwrap()
}

async fn shown(server: &Server, token: &str, id: i64) -> Value {
    let shown = server.get(&format!("{SUPPORT}/{id}")).bearer(token).await.expect(200);
    shown.json["data"].clone()
}

/// Inserts an order of site 1, of this customer or a guest.
async fn order(server: &Server, id: i64, customer: Option<i64>, email: &str) {
    let customer = customer.map_or("null".to_owned(), |id| id.to_string());
    let sql = format!(
        "insert into orders (site_id, id, number, customer_id, customer_email, customer_name, currency, subtotal,
           total, payment_provider, expires_at, created_at, updated_at, holds)
        overriding system value
        values (1, {id}, 'HG-{id}', {customer}, '{email}', '', 'USD', 0, 0, 'test', now(), now(), now(), false)"
    );
    server.sql(&sql).await;
}

#[tokio::test]
async fn create_support_message() {
    let (server, token) = with_customer(served().await).await;
    order(&server, 1001, Some(1), "ida@example.com").await;
    let message = json!({
        "subject": " A seam came loose ", "body": "\nThe left strap\nhas come loose. ",
        "category": " returns ", "orderId": 1001,
    });
    let created = write(&server, &token, message).await;
    let created = created.snapshot("create_support_message__201");
    assert_eq!(created.header("cache-control"), "no-store");
    let id = created.json["data"]["id"].as_i64().unwrap();
    assert_eq!(shown(&server, &token, id).await, created.json["data"]);
    let least = write(&server, &token, json!({"subject": "?", "body": "?", "orderId": null})).await;
    least.snapshot("create_support_message__201_least");
}

#[tokio::test]
async fn create_support_message__refusals() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let category = "category must be text of 1 to 64 characters";
    let long = |length: usize| "🦀".repeat(length);
    for (field, value, message) in [
        ("subject", json!(""), "subject is required"),
        ("subject", json!(" \n"), "subject is required"),
        ("subject", json!(null), "subject is required"),
        ("subject", json!(long(256)), "subject must be at most 255 characters"),
        ("body", json!(" "), "body is required"),
        ("body", json!(["a"]), "body is required"),
        ("body", json!(long(10_001)), "body must be at most 10000 characters"),
        ("category", json!("a".repeat(65)), category),
        ("orderId", json!("1001"), "orderId must be an integer"),
        ("orderId", json!(1.5), "orderId must be an integer"),
    ] {
        let mut body = seam();
        body[field] = value.clone();
        let refused = write(&server, &token, body).await;
        assert_eq!(refused.outcome(), (400, message), "{field} {value:.20}");
    }
    assert_eq!(server.count("support_messages").await, 0);
    let most = json!({
        "subject": long(255), "body": long(10_000), "category": "a".repeat(64), "unknown": 1,
    });
    let most = write(&server, &token, most).await;
    assert_eq!((most.status(), &most.json["data"]["body"]), (201, &json!(long(10_000))));

    write(&server, &token, json!({"body": 1})).await.snapshot("create_support_message__400");
}

/// A message may name only an order in the customer's own list.
#[tokio::test]
async fn create_support_message__about_an_order() {
    let (server, token) = with_customer(served_without_limits().await).await;
    registered(&server, "ida@example.com").await;
    order(&server, 1, Some(1), "ida@example.com").await;
    order(&server, 2, None, "MARA@example.com").await;
    order(&server, 3, Some(2), EMAIL).await;
    order(&server, 4, None, "ida@example.com").await;
    let about = async |id: i64| {
        let mut message = seam();
        message["orderId"] = id.into();
        write(&server, &token, message).await
    };
    let taken = async |ids: &[i64]| {
        for id in [i64::MIN, -1, 0, 1, 2, 3, 4, 5, i64::MAX] {
            let answer = about(id).await;
            let expected = match ids.contains(&id) {
                true => (201, ""),
                false => (404, "Order not found"),
            };
            assert_eq!(answer.outcome(), expected, "{id}");
        }
    };
    taken(&[1]).await;
    verify(&server, EMAIL).await;
    taken(&[1, 2]).await;
    about(3).await.snapshot("create_support_message__404");
    assert_eq!(server.count("support_messages").await, 3);
}

#[tokio::test]
async fn list_support_messages() {
    let (server, token) = with_customer(served().await).await;
    let list = async |query: &str| server.get(&format!("{SUPPORT}{query}")).bearer(&token).await;
    list("").await.snapshot("list_support_messages__200_none");
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(written(&server, &token).await);
        server.pass(MINUTE);
    }
    assert_eq!(list("").await.ids(), [ids[2], ids[1], ids[0]]);
    assert_eq!(reply(&server, &token, ids[1], "Here it is.").await.status(), 200);
    let all = list("").await.snapshot("list_support_messages__200");
    assert_eq!(all.ids(), [ids[1], ids[2], ids[0]], "the latest activity first");
    assert_eq!(all.header("cache-control"), "no-store");
    let second = list("?page=2&limit=2").await.snapshot("list_support_messages__200_second_page");
    assert_eq!(second.ids(), [ids[0]]);
    let far = list("?page=9223372036854775807&limit=1001").await;
    assert_eq!((far.status(), far.ids().len()), (200, 0));
    assert_eq!(
        json!([far.json["pagination"]["limit"], far.json["pagination"]["total"]]),
        json!([1000, 3])
    );

    list("?limit=0").await.snapshot("list_support_messages__400");
}

/// Paging through messages of the same time neither loses nor repeats a message.
#[tokio::test]
async fn list_support_messages__of_the_same_time() {
    let (server, token) = with_customer(served().await).await;
    let sql = "insert into support_messages (site_id, customer_id, subject, body, category, created_at, updated_at,
           last_activity_at)
        select 1, 1, n, n, 'general', '2026-06-01', '2026-06-01', '2026-06-01' from generate_series(1, 250) n";
    server.sql(sql).await;
    let mut seen = Vec::new();
    for page in 1..=3 {
        seen.extend(
            server.get(&format!("{SUPPORT}?limit=100&page={page}")).bearer(&token).await.ids(),
        );
    }
    assert!(seen.len() == 250 && seen.is_sorted_by(|one, next| one > next), "{seen:?}");
    // One page has them all.
    assert_eq!(server.get(SUPPORT).bearer(&token).await.ids(), seen);
}

#[tokio::test]
async fn reply_to_support_message__full_thread() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let id = written(&server, &token).await;
    let replies = async || shown(&server, &token, id).await["replies"].as_array().unwrap().len();
    let sql = format!(
        "insert into support_replies (site_id, message_id, author, author_name, body, created_at)
        select 1, {id}, 'staff', 'Ines', n, now() from generate_series(1, 998) n"
    );
    server.sql(&sql).await;
    assert_eq!(replies().await, 998);
    let fifty = (0..50).map(|_| reply(&server, &token, id, "Here it is.").into_future());
    let mut statuses: Vec<_> = join_all(fifty).await.iter().map(Exchange::status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses[..2], [200, 200]);
    assert!(statuses[2..].iter().all(|status| *status == 400), "{statuses:?}");
    assert_eq!(replies().await, 1_000);
    reply(&server, &token, id, "Hello?").await.snapshot("reply_to_support_message__400_full");
}

#[tokio::test]
async fn get_support_message() {
    let (server, token) = with_customer(served().await).await;
    let id = written(&server, &token).await;
    server.pass(MINUTE);
    assert_eq!(reply(&server, &token, id, "Here it is.").await.status(), 200);
    let get = async |path: &str| server.get(&format!("{SUPPORT}/{path}")).bearer(&token).await;
    get(&id.to_string()).await.snapshot("get_support_message__200");
    get("21st").await.snapshot("get_support_message__400");
    get("99").await.snapshot("get_support_message__404");
    for nobodys in ["0", "-1", "9223372036854775807"] {
        assert_eq!(get(nobodys).await.message(), "Message not found");
    }
}

#[tokio::test]
async fn reply_to_support_message() {
    let (server, token) = with_customer(served().await).await;
    let id = written(&server, &token).await;
    for (status, body) in [("open", "One"), ("pending", "Two"), ("closed", "Three")] {
        server.pass(MINUTE);
        server.sql(&format!("update support_messages set status = '{status}'")).await;
        let before = shown(&server, &token, id).await;
        let replied = reply(&server, &token, id, &format!(" {body}\n")).await;
        let after = &replied.json["data"];
        assert_eq!((replied.status(), &after["status"]), (200, &json!("open")), "{status}");
        assert_ne!(after["lastActivityAt"], before["lastActivityAt"]);
        assert_eq!(after["updatedAt"], after["lastActivityAt"]);
        assert_eq!(after["createdAt"], before["createdAt"]);
        assert_eq!(after, &shown(&server, &token, id).await);
    }
    // A reply shows the name that the customer had when the reply was written.
    let named = json!({"firstName": "Mara", "lastName": "Lindqvist"});
    server.request("PATCH", ACCOUNT).json(&named).bearer(&token).await;
    let replied = reply(&server, &token, id, "Four").await;
    let replied = replied.snapshot("reply_to_support_message__200");
    let names: Vec<_> = replied.json["data"]["replies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["authorName"])
        .collect();
    assert_eq!(names, [EMAIL, EMAIL, EMAIL, "Mara Lindqvist"]);
}

#[tokio::test]
async fn reply_to_support_message__refusals() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let id = written(&server, &token).await;
    for (body, message) in [
        (json!({}), "body is required"),
        (json!({"body": null}), "body is required"),
        (json!({"body": " \t"}), "body is required"),
        (json!({"body": "a".repeat(10_001)}), "body must be at most 10000 characters"),
    ] {
        let path = format!("{SUPPORT}/{id}");
        let refused = server.post(&path, &body).bearer(&token).await;
        assert_eq!(refused.outcome(), (400, message), "{body:.20}");
    }
    reply(&server, &token, id, "").await.snapshot("reply_to_support_message__400");
    reply(&server, &token, 99, "Hi").await.snapshot("reply_to_support_message__404");
    let untouched = shown(&server, &token, id).await;
    assert_eq!(untouched["replies"], json!([]));
}

/// A message of another customer or another store is answered like an unknown one.
#[tokio::test]
async fn other_customers_and_other_sites() {
    let (server, mara) = with_customer(served_without_limits().await).await;
    let ida = &registered(&server, "ida@example.com").await;
    let there = json!({"action": "register", "email": EMAIL, "password": PASSWORD});
    let there = &token(&server.post("/api/storefront/2/auth", &there).await);
    let of_mara = written(&server, &mara).await;
    // Site 2 has its own message with this id, of a customer with the same id as Mara's here.
    let sql = "insert into support_messages (site_id, id, customer_id, subject, body, category, created_at, updated_at,
           last_activity_at)
        overriding system value
        select 2, 901, customer.id, '', '', '', now(), now(), now() from customers customer where site_id = 2";
    server.sql(sql).await;
    for (token, id) in [(ida, of_mara), (&mara, 901), (&mara, 902)] {
        let got = server.get(&format!("{SUPPORT}/{id}")).bearer(token).await;
        let replied = reply(&server, token, id, "Mine!").await;
        for refused in [got, replied] {
            assert_eq!(refused.outcome(), (404, "Message not found"), "{id}");
        }
    }
    assert_eq!(server.get(SUPPORT).bearer(ida).await.ids(), [0; 0]);
    assert_eq!(server.get(SUPPORT).bearer(there).await.status(), 401);
    let at_home = "/api/storefront/2/account/support";
    assert_eq!(server.get(at_home).bearer(there).await.ids(), [901]);
    let at_home = server.get(&format!("{at_home}/901")).bearer(there).await;
    assert_eq!(at_home.status(), 200);
    assert_eq!(shown(&server, &mara, of_mara).await["replies"], json!([]));
    assert_eq!(server.count("support_replies").await, 0);
}

/// Valid messages and replies share one limit per customer, whether they succeed or not. Invalid messages do not count.
#[tokio::test]
async fn limits() {
    let (server, token) =
        with_customer(served_limited(&["all=off", "support-messages=5/60"]).await).await;
    let other = &registered(&server, "ida@example.com").await;
    let id = written(&server, &token).await;
    assert_eq!(reply(&server, &token, id, "Hi").await.status(), 200);
    assert_eq!(reply(&server, &token, 99, "Hi").await.status(), 404);
    let mut nobodys = seam();
    nobodys["orderId"] = 99.into();
    assert_eq!(write(&server, &token, nobodys).await.status(), 404);
    assert_eq!(write(&server, &token, json!({})).await.status(), 400);
    assert_eq!(write(&server, &token, seam()).await.status(), 201);
    let refused = write(&server, &token, seam()).await.snapshot("create_support_message__429");
    assert_eq!(
        (refused.message(), refused.header("retry-after")),
        ("Too many messages, slow down", "50")
    );
    let refused = reply(&server, &token, id, "Hi").await;
    refused.snapshot("reply_to_support_message__429");
    assert_eq!(write(&server, other, seam()).await.status(), 201, "another customer's are others");
    server.pass(MINUTE);
    assert_eq!(write(&server, &token, seam()).await.status(), 201);
}

#[tokio::test]
async fn limits__of_a_day() {
    let (server, token) = with_customer(served().await).await;
    let id = written(&server, &token).await;
    let mut refused = 0;
    // There are ten attempts in each of twelve minutes. The limit of the minute refuses one attempt, and the limit of
    // the day refuses twenty.
    for _ in 0..12 {
        for _ in 0..10 {
            let status = reply(&server, &token, id, "Hi").await.status();
            assert!([200, 429].contains(&status));
            refused += usize::from(status == 429);
        }
        server.pass(MINUTE);
    }
    assert_eq!(server.count("support_replies").await, 99);
    assert_eq!(refused, 21);
    let day = reply(&server, &token, id, "Hi").await;
    let seconds: u64 = day.header("retry-after").parse().unwrap();
    assert!(day.outcome() == (429, "Too many messages, slow down") && seconds > 3600);
    server.pass(Duration::from_secs(seconds));
    assert_eq!(reply(&server, &token, id, "Hi").await.status(), 200);
}

/// The message of a customer who is erased during the call is not stored.
#[tokio::test]
async fn erased_customers() {
    let (server, token) = with_customer(served().await).await;
    written(&server, &token).await;
    let context = context(&server);
    server.sql("delete from customers").await;
    assert_eq!(server.count("support_messages").await, 0);
    let caller = stoa_customers::support::Caller {
        site_id: 1,
        customer_id: 1,
        idempotency: None,
        may_write: true,
    };
    let replied =
        stoa_customers::support::reply_to_support_message(&context, caller, 1, "Hi").await;
    assert!(
        matches!(
            replied,
            Err(stoa_runtime::Failed::Refused(stoa_customers::support::ReplyRefusal::Unauthorized))
        ),
        "{replied:?}"
    );
}

/// The context in which messages are stored, with the server's clock.
fn context(server: &Server) -> stoa_customers::support::SupportContext {
    let outbox = stoa_outbox::Outbox::new(SECRET);
    stoa_customers::support::SupportContext {
        db: server.db(),
        clock: server.orders.clock.clone(),
        outbox,
    }
}
