//! A server that is killed by `kill -9` during a checkout. The next attempt completes the checkout.

use nix::sys::signal::Signal;

use super::*;
use crate::api::storefront::stripe::{Mood, Stripe};
use crate::harness::database::{self, Database};
use crate::harness::wire::{self, Response};
use crate::operations::start_up::Process;

/// A database and a fake Stripe, used by servers that are killed and restarted.
struct Shop {
    database: Database,
    stripe: Stripe,
}

impl Shop {
    /// A shop with an apron and two mugs in the cart.
    async fn new() -> Self {
        let shop = Self { database: database::seeded().await, stripe: Stripe::new().await };
        shop.sql("update stores set payment_provider = 'stripe' where site_id = 1").await;
        let server = shop.start();
        for (product_id, quantity) in [(3, 1), (4, 2)] {
            let line = json!({"sessionId": SESSION, "productId": product_id, "quantity": quantity});
            let added = post(&server, "/api/storefront/1/cart", &line, None).await;
            assert_eq!(added.status, 200);
        }
        server.end(Signal::SIGKILL);
        shop
    }

    fn start(&self) -> Process {
        Process::start(&[
            "--database-url",
            &self.database.url(),
            "--stripe-url",
            &self.stripe.url,
            "--stripe-secret-key",
            "sk_test_harbor",
            "--stripe-publishable-key",
            "pk_test_harbor",
        ])
    }

    async fn client(&self) -> tokio_postgres::Client {
        stoa::database::connect(&self.database.config).await.unwrap()
    }

    async fn sql(&self, statements: &str) {
        self.client().await.batch_execute(statements).await.unwrap();
    }

    /// Number of orders, of orders with an intent, and the remaining aprons and mugs.
    async fn stored(&self) -> [i64; 4] {
        let counts = "select count(*), count(payment_intent_id),
                (select quantity from products where site_id = 1 and id = 3),
                (select quantity from products where site_id = 1 and id = 4)
            from orders where site_id = 1";
        let row = self.client().await.query_one(counts, &[]).await.unwrap();
        [0, 1, 2, 3].map(|column| row.get(column))
    }

    /// Starts a checkout, and kills the server when the condition holds.
    async fn killed_when(&self, key: Option<&str>, what: &str, is_so: impl AsyncFn() -> bool) {
        let server = self.start();
        let wish = checkout_body(SESSION, json!({}));
        let checkout = post(&server, CHECKOUT, &wish, key);
        let killed = async {
            while !is_so().await {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            answer = checkout => panic!("{} before {what}", answer.status),
            () = killed => {}
        }
        server.end(Signal::SIGKILL);
    }
}

async fn post(server: &Process, path: &str, body: &Value, key: Option<&str>) -> Response {
    let body = body.to_string();
    let key = key.map_or(String::new(), |key| format!("idempotency-key: {key}\r\n"));
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n{key}\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    wire::exchange(server.address.parse().unwrap(), request.as_bytes(), false).await
}

/// The order's id and the client secret.
async fn placed(server: &Process, key: Option<&str>) -> (i64, String) {
    let answer = post(server, CHECKOUT, &checkout_body(SESSION, json!({})), key).await;
    let json: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(answer.status, 200, "{json}");
    let data = &json["data"];
    (data["orderId"].as_i64().unwrap(), data["clientSecret"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn place_order__killed_before_the_commit() {
    let shop = Shop::new().await;
    // The checkout waits for the lock on the apron's row.
    let other = shop.client().await;
    other
        .batch_execute("begin; select from products where site_id = 1 and id = 3 for update")
        .await
        .unwrap();
    let client = shop.client().await;
    let is_waiting = async || database::waiting_statements(&client).await > 0;
    shop.killed_when(None, "it waits", is_waiting).await;
    other.batch_execute("rollback").await.unwrap();
    assert_eq!(shop.stripe.calls(), 0);
    let server = shop.start();
    let (_, secret) = placed(&server, None).await;
    assert_eq!(secret, "pi_1_secret_harbor");
    assert_eq!(shop.stored().await, [1, 1, 0, 98]);
    server.end(Signal::SIGKILL);
}

#[tokio::test]
async fn place_order__killed_between_order_and_intent() {
    let shop = Shop::new().await;
    shop.stripe.is(Mood::Deaf);
    shop.killed_when(None, "the provider is asked", async || shop.stripe.calls() > 0).await;
    assert_eq!(shop.stored().await, [1, 0, 0, 98]);
    shop.stripe.is(Mood::Well);
    let server = shop.start();
    assert_eq!(placed(&server, None).await, (1, "pi_1_secret_harbor".to_owned()));
    assert_eq!(shop.stored().await, [1, 1, 0, 98]);
    server.end(Signal::SIGKILL);
}

#[tokio::test]
async fn place_order__killed_between_intent_and_answer() {
    let shop = Shop::new().await;
    shop.stripe.is(Mood::Mute);
    shop.killed_when(None, "there is an intent", async || !shop.stripe.intents().is_empty()).await;
    assert_eq!(shop.stored().await, [1, 0, 0, 98]);
    shop.stripe.is(Mood::Well);
    let server = shop.start();
    assert_eq!(placed(&server, None).await, (1, "pi_1_secret_harbor".to_owned()));
    assert_eq!(shop.stripe.payable(), ["pi_1"]);
    assert_eq!(shop.stored().await, [1, 1, 0, 98]);
    server.end(Signal::SIGKILL);
}

#[tokio::test]
async fn place_order__killed_with_a_key() {
    let shop = Shop::new().await;
    let key = Some("one-key");
    shop.stripe.is(Mood::Mute);
    shop.killed_when(key, "there is an intent", async || !shop.stripe.intents().is_empty()).await;
    shop.stripe.is(Mood::Well);
    let server = shop.start();
    // The new server cannot know yet that the old server is dead, so the claim on the key still holds.
    let refused = post(&server, CHECKOUT, &checkout_body(SESSION, json!({})), key).await;
    assert_eq!(refused.status, 409);
    shop.sql("update idempotency_keys set claimed_until = '2020-01-01'").await;
    let first = placed(&server, key).await;
    assert_eq!(first, (1, "pi_1_secret_harbor".to_owned()));
    assert_eq!(placed(&server, key).await, first);
    assert_eq!(shop.stored().await, [1, 1, 0, 98]);
    assert_eq!(shop.stripe.payable(), ["pi_1"]);
    server.end(Signal::SIGKILL);
}
