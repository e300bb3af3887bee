//! Common behaviour of all operations that a client may repeat under one `Idempotency-Key` and that run in one
//! transaction. `placeOrder`, `refundOrder` and `generateDesignImage` call a provider in between, and `invitePerson`
//! invites a person once: they have separate tests.

mod chats;
mod designs;
mod disconnects;
mod support;

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::api::fifty;
use crate::api::staff::hired;
use crate::api::storefront::cart::CART;
use crate::api::storefront::customers::registered;
use crate::api::storefront::designers::{DESIGNS, Designer, NO_DESIGNER, begun};
use crate::api::storefront::support::SUPPORT;
use crate::contract::document;
use crate::harness::*;

const RETRY_KEY: &str = "9f6d0c52-3b1e-4a87-9c55-1d2e7f80a6b4";
const KEY_HEADER: &str = "idempotency-key";
const CHAT: &str = "/api/public/chat";

/// Changes the ids of all support messages, although replies refer to them. Executed twice, it restores the ids.
const NEGATE_SUPPORT_MESSAGES: &str = "
    alter table support_replies drop constraint if exists support_replies_message_missing;
    update support_messages set id = -id";

/// An operation and two requests for it, which differ only in the body.
struct Repeated {
    /// The operation's name, as in its snapshots.
    name: &'static str,
    status: u16,
    call: for<'a> fn(&'a Server, &Caller, i64) -> Request<'a>,
    /// Two statements: the first makes the server refuse the request, the second restores the data.
    refused: (&'static str, &'static str),
    /// A query that counts the operation's effects.
    done: &'static str,
    /// A table that the operation writes.
    table: &'static str,
}

const REPEATED: [Repeated; 8] = [
    Repeated {
        name: "add_cart_item",
        status: 200,
        call: |server, caller, way| {
            let line = json!({"sessionId": caller.cart, "productId": 2, "quantity": way});
            server.post(CART, &line)
        },
        refused: (
            "update products set status = 'inactive' where site_id = 1 and id = 2",
            "update products set status = 'active' where site_id = 1 and id = 2",
        ),
        done: "select coalesce(sum(quantity), 0)::bigint from cart_items where site_id = 1",
        table: "cart_items",
    },
    Repeated {
        name: "create_support_message",
        status: 201,
        call: |server, caller, way| {
            let message = json!({"subject": "A seam", "body": way.to_string(), "orderId": 901});
            server.post(SUPPORT, &message).bearer(&caller.token)
        },
        refused: (
            "update orders set customer_email = 'ida@example.com'",
            "update orders set customer_email = 'mara@example.com'",
        ),
        done: "select count(*) from support_messages where site_id = 1",
        table: "support_messages",
    },
    Repeated {
        name: "reply_to_support_message",
        status: 200,
        call: |server, caller, way| {
            let target = format!("{SUPPORT}/{}", caller.message);
            server.post(&target, &json!({"body": way.to_string()})).bearer(&caller.token)
        },
        refused: (
            "update support_messages set customer_id = 2 where customer_id = 1",
            "update support_messages set customer_id = 1 where customer_id = 2",
        ),
        done: "select count(*) from support_replies where site_id = 1",
        table: "support_replies",
    },
    Repeated {
        name: "clone_design",
        status: 200,
        call: |server, caller, way| {
            let clone = caller.designer.of(server, "POST", format!("{}/clone", caller.design));
            clone.json(&json!({"name": format!("Copy {way}")}))
        },
        refused: ("update designs set deleted_at = now()", "update designs set deleted_at = null"),
        done: "select count(*) from designs where site_id = 1 and name like 'Copy%'",
        table: "designs",
    },
    Repeated {
        name: "send_message",
        status: 200,
        call: |server, caller, way| {
            let message = json!({
                "conversationId": caller.conversation,
                "ephemeralToken": caller.chat_token,
                "body": way.to_string(),
            });
            server.post(&format!("{CHAT}/messages"), &message)
        },
        refused: (
            "update chat_widgets set enabled = false",
            "update chat_widgets set enabled = true",
        ),
        done: "select count(*) from chat_events where site_id = 1 and body is not null",
        table: "chat_events",
    },
    Repeated {
        name: "adjust_stock",
        status: 201,
        call: |server, caller, way| {
            let adjustment = json!({"productId": 4, "delta": way, "reason": "Counted again"});
            let request = server.request("POST", "/api/staff/sites/1/stock/adjustments");
            request.json(&adjustment).bearer(&caller.staff_token)
        },
        refused: (
            "update products set track_inventory = false where site_id = 1 and id = 4",
            "update products set track_inventory = true where site_id = 1 and id = 4",
        ),
        done: "select count(*) from stock_adjustments where site_id = 1",
        table: "stock_adjustments",
    },
    Repeated {
        name: "reply_to_conversation",
        status: 201,
        call: |server, caller, way| {
            let target =
                format!("/api/staff/sites/1/conversations/{}/messages", caller.conversation);
            let reply = json!({"body": way.to_string()});
            server.post(&target, &reply).bearer(&caller.staff_token)
        },
        refused: (
            "update chat_conversations set status = 'closed'",
            "update chat_conversations set status = 'open'",
        ),
        done: "select count(*) from chat_events where site_id = 1 and body is not null",
        table: "chat_events",
    },
    Repeated {
        name: "reply_to_support_message",
        status: 201,
        call: |server, caller, way| {
            let target = format!("/api/staff/sites/1/support-messages/{}/replies", caller.message);
            let reply = json!({"body": way.to_string()});
            server.post(&target, &reply).bearer(&caller.staff_token)
        },
        refused: (NEGATE_SUPPORT_MESSAGES, NEGATE_SUPPORT_MESSAGES),
        done: "select count(*) from support_replies where site_id = 1",
        table: "support_replies",
    },
];

/// A caller with everything that these operations need.
struct Caller {
    cart: String,
    token: String,
    message: i64,
    designer: Designer,
    design: i64,
    conversation: i64,
    chat_token: String,
    staff_token: String,
}

impl Caller {
    async fn new(server: &Server, name: &str) -> Self {
        let token = registered(server, &format!("{name}@example.com")).await;
        let seam = json!({"subject": "A seam", "body": "It came loose."});
        let written = server.post(SUPPORT, &seam).bearer(&token).await;
        let design = begun(server).await;
        let visitor = json!({"widgetId": 1, "visitorId": name});
        let started = server.post(&format!("{CHAT}/start"), &visitor).await;
        let started = &started.json["data"];
        Self {
            cart: format!("the cart of {name}"),
            token,
            message: written.json["data"]["id"].as_i64().unwrap(),
            designer: design.designer,
            design: design.id,
            conversation: started["conversationId"].as_i64().unwrap(),
            chat_token: started["ephemeralToken"].as_str().unwrap().to_owned(),
            staff_token: hired(server, Some(1), &format!("{name}@staff.example"), &["owner"]).await,
        }
    }
}

impl Repeated {
    /// The status of the refusal.
    fn refusal(&self) -> u16 {
        if ["adjust_stock", "reply_to_conversation"].contains(&self.name) { 409 } else { 404 }
    }

    fn call<'a>(&self, server: &'a Server, caller: &Caller, way: i64) -> Request<'a> {
        (self.call)(server, caller, way)
    }

    fn keyed<'a>(&self, server: &'a Server, caller: &Caller, way: i64) -> Request<'a> {
        self.call(server, caller, way).header(KEY_HEADER, RETRY_KEY)
    }

    async fn done(&self, server: &Server) -> i64 {
        server.client().await.query_one(self.done, &[]).await.unwrap().get(0)
    }

    fn succeeded(&self, answer: &Exchange, replayed: &str) {
        let told = (answer.status(), answer.header("idempotent-replayed"));
        assert_eq!(told, (self.status, replayed), "{}: {}", self.name, answer.message());
    }
}

/// A store with two customers, Mara and Ida, and an order of Mara's.
async fn served_with_two_customers() -> (Server, Caller, Caller) {
    let server = served_without_limits().await;
    let (mara, ida) = (Caller::new(&server, "mara").await, Caller::new(&server, "ida").await);
    let sql = "update customers set verified_at = now();
        insert into orders (site_id, id, number, customer_email, customer_name, currency, subtotal, total,
           payment_provider, expires_at, created_at, updated_at, holds)
        overriding system value
        values (1, 901, 'HG-901', 'mara@example.com', '', 'USD', 0, 0, 'test', now(), now(), now(), false)";
    server.sql(sql).await;
    (server, mara, ida)
}

async fn served_with_mara() -> (Server, Caller) {
    let (server, mara, _) = served_with_two_customers().await;
    (server, mara)
}

#[test]
fn every_idempotent_operation_is_tested() {
    let mut tested: Vec<&str> = REPEATED.iter().map(|it| it.name).collect();
    tested.extend(["place_order", "refund_order", "generate_design_image", "invite_person"]);
    tested.sort_unstable();
    let has_key = |operation: &&document::Operation| {
        operation.parameters.iter().any(|parameter| parameter.name == "Idempotency-Key")
    };
    let operations = document::all().iter().flat_map(|document| &document.operations);
    let mut repeated: Vec<&str> = operations.filter(has_key).map(|it| it.id.as_str()).collect();
    repeated.sort_unstable();
    assert_eq!(tested, repeated);
}

#[tokio::test]
async fn a_repeat_gets_the_same_answer() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        let before = repeated.done(&server).await;
        let first = repeated.keyed(&server, &mara, 1).await;
        repeated.succeeded(&first, "");
        for _ in 0..2 {
            let again = repeated.keyed(&server, &mara, 1).await;
            repeated.succeeded(&again, "true");
            assert_eq!(again.json, first.json, "{}", repeated.name);
            assert_eq!(again.header("cache-control"), "no-store");
        }
        let again = repeated.keyed(&server, &mara, 1).await;
        again.snapshot(&format!("{}__{}_replayed", repeated.name, repeated.status));
        assert_eq!(repeated.done(&server).await, before + 1, "{}", repeated.name);

        let other = repeated.keyed(&server, &mara, 2).await;
        other.snapshot(&format!("{}__422", repeated.name));
        assert_eq!(repeated.done(&server).await, before + 1, "{}", repeated.name);

        // A request without the key, or with another key, is a new request.
        repeated.succeeded(&repeated.call(&server, &mara, 1).await, "");
        let other =
            repeated.call(&server, &mara, 1).header(KEY_HEADER, &RETRY_KEY.to_uppercase()).await;
        repeated.succeeded(&other, "");
        assert_eq!(repeated.done(&server).await, before + 3, "{}", repeated.name);
    }
}

/// The operations whose callers have a session that lasts longer than a day.
fn of_long_sessions() -> impl Iterator<Item = &'static Repeated> {
    let short = [
        ("adjust_stock", 201),
        ("send_message", 200),
        ("reply_to_conversation", 201),
        ("reply_to_support_message", 201),
    ];
    REPEATED.iter().filter(move |it| !short.contains(&(it.name, it.status)))
}

#[tokio::test]
async fn a_key_is_valid_for_a_day() {
    let (server, mara) = served_with_mara().await;
    for repeated in of_long_sessions() {
        repeated.succeeded(&repeated.keyed(&server, &mara, 1).await, "");
    }
    server.pass(Duration::from_secs(86_399));
    for repeated in of_long_sessions() {
        repeated.succeeded(&repeated.keyed(&server, &mara, 1).await, "true");
    }
    server.pass(Duration::from_secs(1));
    for repeated in of_long_sessions() {
        // The key has expired, so even a request with another body may use it.
        repeated.succeeded(&repeated.keyed(&server, &mara, 2).await, "");
    }
}

#[tokio::test]
async fn a_refused_request_leaves_its_key_unused() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        let before = repeated.done(&server).await;
        let (refuse, allow) = repeated.refused;
        server.sql(refuse).await;
        let refused = repeated.keyed(&server, &mara, 1).await;
        assert_eq!(refused.status(), repeated.refusal(), "{}", repeated.name);
        server.sql(allow).await;
        // A request with another body may use the key of the refused request.
        repeated.succeeded(&repeated.keyed(&server, &mara, 2).await, "");
        repeated.succeeded(&repeated.keyed(&server, &mara, 2).await, "true");
        server.sql(refuse).await;
        repeated.succeeded(&repeated.keyed(&server, &mara, 2).await, "true");
        server.sql(allow).await;
        let once = if repeated.name == "add_cart_item" { 2 } else { 1 };
        assert_eq!(repeated.done(&server).await, before + once, "{}", repeated.name);
    }
}

#[tokio::test]
async fn refused_requests_write_no_keys() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        let (refuse, allow) = repeated.refused;
        server.sql(refuse).await;
        for number in 0..20 {
            let key = number.to_string();
            let refused = repeated.call(&server, &mara, 1).header(KEY_HEADER, &key).await;
            assert_eq!(refused.status(), repeated.refusal(), "{}", repeated.name);
        }
        server.sql(allow).await;
    }
    let no_cart = checkout_body("no cart", json!({}));
    for number in 0..20 {
        let key = number.to_string();
        let refused = server.post("/api/storefront/1/checkout", &no_cart).header(KEY_HEADER, &key);
        assert_eq!(refused.await.status(), 404);
    }
    // A table takes its first page with its first row, even if the row's transaction is rolled back.
    assert_eq!(server.number("select pg_relation_size('idempotency_keys')").await, 0);
}

#[tokio::test]
async fn keys_are_scoped_by_caller() {
    let (server, mara, ida) = served_with_two_customers().await;
    for repeated in &REPEATED {
        server.sql("update orders set customer_email = 'ida@example.com'").await;
        let theirs = repeated.keyed(&server, &ida, 1).await;
        repeated.succeeded(&theirs, "");
        server.sql("update orders set customer_email = 'mara@example.com'").await;
        let own = repeated.keyed(&server, &mara, 1).await;
        repeated.succeeded(&own, "");
        assert_ne!(own.json["data"], theirs.json["data"], "{}", repeated.name);
        let again = repeated.keyed(&server, &ida, 1).await;
        repeated.succeeded(&again, "true");
        assert_eq!(again.json, theirs.json, "{}", repeated.name);
    }
}

#[tokio::test]
async fn hostile_keys() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        let before = repeated.done(&server).await;
        let with = |key: &str| repeated.call(&server, &mara, 1).header(KEY_HEADER, key);
        for key in ["", &"k".repeat(256), &"😀".repeat(256)] {
            let refused = with(key).await;
            let told = refused.outcome();
            assert_eq!(told, (400, "Idempotency-Key must have 1 to 255 characters"), "{key:.9}");
        }
        let twice = with("k").header(KEY_HEADER, "k").await;
        let told = twice.outcome();
        assert_eq!(told, (400, "Idempotency-Key is given twice"));
        assert_eq!(repeated.done(&server).await, before, "{}", repeated.name);
        for key in [&"😀".repeat(255), "'; drop table sites; --", "%00", "ключ"] {
            repeated.succeeded(&with(key).await, "");
            repeated.succeeded(&with(key).await, "true");
        }
        assert_eq!(repeated.done(&server).await, before + 4, "{}", repeated.name);
    }
}

/// A server that crashes leaves a claim, which holds until its lease ends.
#[tokio::test]
async fn a_key_in_progress() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        repeated.succeeded(&repeated.keyed(&server, &mara, 1).await, "");
    }
    let until = server.now() + TimeDelta::seconds(15);
    let lease = format!("update idempotency_keys set answer = null, claimed_until = '{until}'");
    server.sql(&lease).await;
    for repeated in &REPEATED {
        let refused = repeated.keyed(&server, &mara, 1).await;
        refused.snapshot(&format!("{}__409_in_progress", repeated.name));
    }
    server.pass(Duration::from_secs(15));
    for repeated in &REPEATED {
        repeated.succeeded(&repeated.keyed(&server, &mara, 1).await, "");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_concurrent_repeats_execute_once() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        let before = repeated.done(&server).await;
        let answers =
            fifty(&server, async |server, _| repeated.keyed(server, &mara, 1).await).await;
        let fresh = answers.iter().filter(|it| it.header("idempotent-replayed").is_empty()).count();
        assert_eq!(fresh, 1, "{}", repeated.name);
        for answer in &answers {
            assert_eq!((answer.status(), &answer.json), (repeated.status, &answers[0].json));
        }
        assert_eq!(repeated.done(&server).await, before + 1, "{}", repeated.name);
    }
}

/// Fifty different keys are fifty requests: none deadlocks with another, and none is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_keys_execute_fifty_times() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        let before = repeated.done(&server).await;
        let answers = fifty(&server, async |server, number| {
            repeated.call(server, &mara, 1).header(KEY_HEADER, &format!("key {number}")).await
        })
        .await;
        for answer in &answers {
            repeated.succeeded(answer, "");
        }
        assert_eq!(repeated.done(&server).await, before + 50, "{}", repeated.name);
    }
}
