//! The built-in payment provider and its table. Requests to Stripe are tested in providers/payments.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use stoa_db::Db;
use stoa_payments::webhook::{Event, EventKind, parse, sign, verify};
use stoa_payments::{
    IntentStatus, NewIntent, PaymentError, Payments, Provider, Settings, StripeKeys, TestProvider,
};
use tokio::sync::Barrier;

use crate::harness::SECRET;
use crate::harness::database::{self, Database};

/// The payments of two sites, as any server on this database would create them.
struct Stores {
    payments: Payments,
    provider: Provider,
    test: TestProvider,
    database: Database,
}

const NOW: Duration = Duration::from_secs(1_780_315_210);

#[tokio::test]
async fn create__repeated_key() {
    let stores = stores().await;
    let made = stores.provider.create(&order("order 7")).await.unwrap();
    assert_eq!((made.status, made.amount), (IntentStatus::AwaitingPayment, 4990));
    assert_eq!((made.amount_received, made.amount_refunded, &*made.currency), (0, 0, "usd"));
    assert!(made.client_secret.starts_with(&format!("{}_secret_", made.id)));

    // Another server, or this one after a crash, finds the same payment.
    let again = payments(&stores.database).provider(1, &StripeKeys::default()).unwrap();
    assert_eq!(again.create(&order("order 7")).await.unwrap(), made);
    assert_eq!(again.find(&made.id).await.unwrap(), made);
    let other = again.create(&order("order 8")).await.unwrap();
    assert!(other.id != made.id && other.client_secret != made.client_secret);

    let stranger = stores.payments.provider(2, &StripeKeys::default()).unwrap();
    assert_ne!(stranger.create(&order("order 7")).await.unwrap().id, made.id);
    assert_eq!((again.name(), again.publishable_key()), ("test", "pk_test_stoa"));
}

#[tokio::test]
async fn create__refused() {
    let stores = stores().await;
    for (amount, currency) in
        [(0, "usd"), (-1, "usd"), (i64::MIN, "usd"), (100_000_000, "usd"), (1, ""), (1, "us$")]
    {
        let order = NewIntent { amount, currency, ..order("order 7") };
        let error = stores.provider.create(&order).await.unwrap_err();
        assert!(matches!(&error, PaymentError::Refused(refusal) if refusal.status == 400));
        assert_eq!(error.amount_refusal().is_some(), amount != 1);
    }
}

#[tokio::test]
async fn a_payment_at_the_second_attempt() {
    let stores = stores().await;
    let id = stores.provider.create(&order("order 7")).await.unwrap().id;
    assert_eq!(stores.test.last_event(&id).await.unwrap(), None);

    let failed = stores.heard(&stores.test.fail(&id, now()).await.unwrap());
    assert_eq!((failed.kind, failed.amount_received), (EventKind::PaymentFailed, 0));
    assert_eq!(stores.status(&id).await, IntentStatus::AwaitingPayment);
    let failed_again = stores.heard(&stores.test.fail(&id, now()).await.unwrap());
    assert_ne!(failed_again.id, failed.id, "another attempt is another event");

    let processing = stores.heard(&stores.test.process(&id, now()).await.unwrap());
    assert_eq!(processing.kind, EventKind::Processing);
    // It is too late to cancel the payment.
    assert_eq!(stores.provider.cancel(&id).await.unwrap().status, IntentStatus::Processing);

    let body = stores.test.confirm(&id, now()).await.unwrap();
    let succeeded = stores.heard(&body);
    assert_eq!((succeeded.kind, succeeded.intent_id.as_str()), (EventKind::Succeeded, &*id));
    assert_eq!((succeeded.amount, succeeded.amount_received), (4990, 4990));
    assert_eq!((&*succeeded.currency, succeeded.created), ("usd", NOW.as_secs() as i64));
    let later = now() + Duration::from_secs(60);
    assert_eq!(stores.test.confirm(&id, later).await.unwrap(), body, "paid once, told twice");
    assert_eq!(stores.test.last_event(&id).await.unwrap().unwrap(), body);
    let paid = stores.provider.find(&id).await.unwrap();
    assert_eq!((paid.status, paid.amount_received), (IntentStatus::Succeeded, 4990));
    assert_eq!(stores.provider.cancel(&id).await.unwrap(), paid);
    let late = stores.test.fail(&id, now()).await;
    assert!(matches!(late, Err(PaymentError::NotAllowed)), "{late:?}");
}

#[tokio::test]
async fn a_cancellation() {
    let stores = stores().await;
    let id = stores.provider.create(&order("order 7")).await.unwrap().id;
    for _ in 0..2 {
        assert_eq!(stores.provider.cancel(&id).await.unwrap().status, IntentStatus::Canceled);
    }
    let event = stores.heard(&stores.test.last_event(&id).await.unwrap().unwrap());
    assert_eq!((event.kind, event.amount_received), (EventKind::Canceled, 0));
    for late in [stores.test.confirm(&id, now()).await, stores.test.fail(&id, now()).await] {
        assert!(matches!(late, Err(PaymentError::NotAllowed)), "{late:?}");
    }
    let refund = stores.provider.refund(&id, None, "refund 1").await;
    assert!(matches!(refund, Err(PaymentError::NotAllowed)), "{refund:?}");
}

#[tokio::test]
async fn refunds() {
    let stores = stores().await;
    let id = stores.provider.create(&order("order 7")).await.unwrap().id;
    let refund = async |amount, key| stores.provider.refund(&id, amount, key).await;
    let early = refund(None, "early").await;
    assert!(matches!(early, Err(PaymentError::NotAllowed)), "{early:?}");
    stores.test.confirm(&id, now()).await.unwrap();

    let first = refund(Some(990), "refund 1").await.unwrap();
    assert_eq!((first.amount, &*first.currency, &first.intent_id), (990, "usd", &id));
    assert_eq!(refund(Some(990), "refund 1").await.unwrap(), first, "once for each key");
    let event = stores.heard(&stores.test.last_event(&id).await.unwrap().unwrap());
    assert_eq!((event.kind, event.amount_refunded), (EventKind::Refunded, 990));
    assert_eq!((event.amount, event.amount_received), (4990, 4990));

    for amount in [4001, 0, -1, i64::MAX, i64::MIN] {
        let refused = refund(Some(amount), "refund 2").await;
        assert!(matches!(refused, Err(PaymentError::NotAllowed)), "{refused:?}");
    }
    assert_eq!(refund(None, "refund 3").await.unwrap().amount, 4000);
    assert!(matches!(refund(None, "refund 4").await, Err(PaymentError::NotAllowed)));
    assert_eq!(refund(None, "refund 3").await.unwrap().amount, 4000);
    let all = stores.heard(&stores.test.last_event(&id).await.unwrap().unwrap());
    assert_eq!(all.amount_refunded, 4990);
    assert_ne!(all.id, event.id);
    assert_eq!(stores.provider.find(&id).await.unwrap().amount_refunded, 4990);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_refunds_at_once() {
    let stores = stores().await;
    let id = &stores.provider.create(&order("order 7")).await.unwrap().id;
    stores.test.confirm(id, now()).await.unwrap();
    let (stores, barrier) = (&stores, &Barrier::new(50));
    let refunds = |keys: usize| {
        join_all((0..50).map(move |number| async move {
            barrier.wait().await;
            let key = format!("{keys} keys, {}", number % keys);
            stores.provider.refund(id, Some(110), &key).await
        }))
    };
    let same = refunds(1).await;
    assert!(same.iter().all(|refund| refund.as_ref().unwrap() == same[0].as_ref().unwrap()));
    assert_eq!(stores.provider.find(id).await.unwrap().amount_refunded, 110);
    // 4880 cents are left, enough for 44 refunds of 110.
    let each = refunds(50).await;
    assert_eq!(each.iter().filter(|refund| refund.is_ok()).count(), 44);
    let refused = each.into_iter().filter_map(Result::err);
    assert!(refused.into_iter().all(|error| matches!(error, PaymentError::NotAllowed)));
    assert_eq!(stores.provider.find(id).await.unwrap().amount_refunded, 4950);
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_and_canceled_at_once() {
    let stores = &stores().await;
    let id = &stores.provider.create(&order("order 7")).await.unwrap().id;
    let barrier = &Barrier::new(50);
    let ends = (0..50).map(|number| async move {
        barrier.wait().await;
        match number % 2 {
            0 => stores.test.confirm(id, now()).await.is_ok(),
            _ => stores.provider.cancel(id).await.unwrap().status == IntentStatus::Succeeded,
        }
    });
    let was_paid = join_all(ends).await;
    let is_paid = stores.status(id).await == IntentStatus::Succeeded;
    assert!(was_paid.iter().all(|paid| *paid == is_paid), "{was_paid:?}");
}

#[tokio::test]
async fn unknown_and_foreign_intents() {
    let stores = stores().await;
    let stranger = stores.payments.provider(2, &StripeKeys::default()).unwrap();
    let theirs = stranger.create(&order("order 7")).await.unwrap().id;
    let long = "pi_test_".repeat(100_000);
    for id in ["", "pi_3MtwBwLkdIwHu7ix28a3tqPa", "pi_test_1usd_\0", "'; --", &theirs, &long] {
        let found = stores.provider.find(id).await.map(drop);
        let canceled = stores.provider.cancel(id).await.map(drop);
        let refunded = stores.provider.refund(id, None, "key").await.map(drop);
        let paid = stores.test.confirm(id, now()).await.map(drop);
        let told = stores.test.last_event(id).await.map(drop);
        for refused in [found, canceled, refunded, paid, told] {
            assert!(matches!(refused, Err(PaymentError::NotFound)), "{refused:?}");
        }
    }
    let theirs = stores.payments.test_provider(2);
    assert_ne!(theirs.webhook_secret(), stores.test.webhook_secret());
}

#[tokio::test]
async fn payments_are_deleted_with_their_site() {
    let stores = stores().await;
    let id = stores.provider.create(&order("order 7")).await.unwrap().id;
    stores.test.confirm(&id, now()).await.unwrap();
    stores.provider.refund(&id, Some(1), "refund 1").await.unwrap();
    let client = stoa::database::connect(&stores.database.config).await.unwrap();
    client.batch_execute("delete from sites where id = 1").await.unwrap();
    for table in ["test_payment_intents", "test_refunds"] {
        let count = format!("select count(*) from {table}");
        assert_eq!(client.query_one(&count, &[]).await.unwrap().get::<_, i64>(0), 0);
    }
}

async fn stores() -> Stores {
    let database = database::empty().await;
    let client = stoa::database::connect(&database.config).await.unwrap();
    let sites = "insert into sites (id, name) values (1, 'One'), (2, 'Two')";
    client.batch_execute(sites).await.unwrap();
    let payments = payments(&database);
    let provider = payments.provider(1, &StripeKeys::default()).unwrap();
    Stores { test: payments.test_provider(1), payments, provider, database }
}

fn payments(database: &Database) -> Payments {
    let settings = stoa_db::Settings { connections: 8, ..stoa_db::Settings::default() };
    let db = Db::connect(database.config.clone(), settings);
    Payments::new(db, SECRET, Settings::default()).unwrap()
}

fn order(idempotency_key: &str) -> NewIntent<'_> {
    NewIntent {
        idempotency_key,
        amount: 4990,
        currency: "USD",
        site_id: 1,
        order_id: 7,
        order_number: "HG-8Z2M4Q0RXT",
        receipt_email: None,
    }
}

fn now() -> SystemTime {
    UNIX_EPOCH + NOW
}

impl Stores {
    /// Signs the event, and returns it as the webhook's receiver verifies and parses it.
    fn heard(&self, body: &str) -> Event {
        let signature = sign(self.test.webhook_secret(), body.as_bytes(), now());
        verify(&signature, body.as_bytes(), self.provider.webhook_secrets(), now()).unwrap();
        parse(body.as_bytes()).unwrap().unwrap()
    }

    async fn status(&self, intent_id: &str) -> IntentStatus {
        self.provider.find(intent_id).await.unwrap().status
    }
}
