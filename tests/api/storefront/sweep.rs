//! The sweep of orders: expiry, lost webhooks, due refunds, and deletion of old rows.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use stoa::commands::{orders, stores};
use stoa_commerce::orders::sweep::{self, SWEEP, SweepReport};
use stoa_commerce::orders::{OrderTransaction, cancel_pending, expire as expire_order};
use stoa_jobs::run_once;
use stoa_payments::{IntentStatus, Provider};
use stoa_stores::{Seal, SecretName};

use super::purchases::*;
use super::stripe::Stripe;
use crate::harness::*;

const HALF_AN_HOUR: Duration = Duration::from_secs(30 * 60);

pub async fn sweep(server: &Server) -> SweepReport {
    sweep::sweep(&server.orders).await.unwrap()
}

/// The order's intent as the test provider reports it.
async fn intent(server: &Server, order: &Purchase) -> stoa_payments::Intent {
    Provider::Test(test_provider(server)).find(&order.intent).await.unwrap()
}

/// Expires the order without a call to the provider, as if the server had stopped in between.
pub async fn expire(server: &Server, order: &Purchase) {
    let db = server.db();
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    let order = OrderTransaction::new(&transaction, 1, order.id, server.now());
    assert!(expire_order(&order, "Nobody paid in time").await.unwrap());
    transaction.commit().await.unwrap();
}

async fn confirmed(server: &Server, order: &Purchase) {
    test_provider(server).confirm(&order.intent, server.now().into()).await.unwrap();
}

#[tokio::test]
async fn an_unpaid_order_expires() {
    let (server, order) = served_with_order().await;
    server.pass(HALF_AN_HOUR - MINUTE);
    sweep(&server).await;
    assert_eq!(order.status(&server).await, "pending");
    server.pass(6 * MINUTE);
    assert_eq!(
        sweep(&server).await,
        SweepReport { expired: 1, asked: 1, ..SweepReport::default() }
    );
    assert_eq!(order.history(&server).await, ["pending", "expired"]);
    assert_eq!(left(&server).await, ALL);
    assert_eq!(intent(&server, &order).await.status, IntentStatus::Canceled);
    server.pass(HALF_AN_HOUR);
    assert_eq!(sweep(&server).await, SweepReport::default());
    assert_eq!(left(&server).await, ALL);
    // The expired order's cart is unchanged and can be ordered again.
    let again = Purchase::check_out(&server, "a session").await;
    assert_ne!(again.id, order.id);
}

#[tokio::test]
async fn a_payment_whose_webhook_was_lost() {
    let (server, order) = served_with_order().await;
    confirmed(&server, &order).await;
    assert_eq!(sweep(&server).await.asked, 0, "the webhook has its time");
    server.pass(5 * MINUTE);
    assert_eq!(sweep(&server).await.asked, 1);
    assert_eq!(order.status(&server).await, "paid");
    assert_eq!(in_cart(&server, "a session").await, 0);
    server.pass(5 * MINUTE);
    assert_eq!(sweep(&server).await, SweepReport::default());
}

#[tokio::test]
async fn an_overdue_order_that_was_paid_in_time() {
    let (server, order) = served_with_order().await;
    confirmed(&server, &order).await;
    server.pass(2 * HALF_AN_HOUR);
    sweep(&server).await;
    assert_eq!(order.history(&server).await, ["pending", "paid"]);
    assert_eq!(left(&server).await, TAKEN);
}

#[tokio::test]
async fn an_order_with_a_processing_payment_does_not_expire() {
    let (server, order) = served_with_order().await;
    test_provider(&server).process(&order.intent, server.now().into()).await.unwrap();
    for _ in 0..3 {
        server.pass(2 * HALF_AN_HOUR);
        sweep(&server).await;
        assert_eq!(order.state(&server).await["payment_status"], "processing");
        assert_eq!(order.status(&server).await, "pending");
    }
    test_provider(&server).fail(&order.intent, server.now().into()).await.unwrap();
    let failed = order.event("evt_1", "payment_failed", server.now().timestamp() + 1);
    assert_eq!(tell(&server, &failed).await.status(), 200);
    server.pass(5 * MINUTE);
    sweep(&server).await;
    assert_eq!(order.status(&server).await, "expired");
}

#[tokio::test]
async fn an_order_without_an_intent_expires() {
    let (server, order) = served_with_order().await;
    server.sql("update orders set payment_intent_id = null, client_secret = null").await;
    server.pass(HALF_AN_HOUR + MINUTE);
    assert_eq!(sweep(&server).await, SweepReport { expired: 1, ..SweepReport::default() });
    assert_eq!(order.status(&server).await, "expired");
    assert_eq!(left(&server).await, ALL);
}

#[tokio::test]
async fn a_late_payment_takes_the_stock_again() {
    let (server, order) = served_with_order().await;
    expire(&server, &order).await;
    assert_eq!(left(&server).await, ALL);
    confirmed(&server, &order).await;
    server.pass(5 * MINUTE);
    sweep(&server).await;
    assert_eq!(order.history(&server).await, ["pending", "expired", "paid"]);
    assert_eq!(left(&server).await, TAKEN);
    assert_eq!(order.state(&server).await["refunds"], 0);
}

#[tokio::test]
async fn a_late_payment_without_stock_is_refunded() {
    for gone in [
        "update product_variants set quantity = 1 where site_id = 1 and id = 1",
        "update products set quantity = 5 where site_id = 1 and id = 4",
        "update discount_codes set used = 1 where site_id = 1 and code = 'ONCE'",
        "update gift_certificates set remaining_amount = 10 where site_id = 1 and code = 'GIFT-7QHX-9KDM-2VWT'",
        "delete from products where site_id = 1 and id = 4",
    ] {
        let server = served().await;
        let order = Purchase::new(&server, "a session").await;
        expire(&server, &order).await;
        confirmed(&server, &order).await;
        server.sql(gone).await;
        let event = order.event("evt_1", "succeeded", server.now().timestamp());
        assert_eq!(tell(&server, &event).await.status(), 200);
        let state = order.state(&server).await;
        assert_eq!([&state["status"], &state["payment_status"]], ["expired", "paid"], "{gone}");
        assert_eq!(json!([state["holds"], state["open_refunds"]]), json!([false, 1]), "{gone}");
        assert_eq!(sweep(&server).await.refunds, 1, "{gone}");
        assert_eq!(intent(&server, &order).await.amount_refunded, order.total);
        let state = order.state(&server).await;
        assert_eq!(
            json!([state["status"], state["refunded_total"]]),
            json!(["refunded", order.total])
        );
        assert_eq!(state["open_refunds"], 0);
        server.pass(HALF_AN_HOUR);
        assert_eq!(sweep(&server).await, SweepReport::default());
    }
}

#[tokio::test]
async fn a_payment_of_a_replaced_order_is_refunded() {
    let (server, order) = served_with_order().await;
    confirmed(&server, &order).await;
    fill(&server, "a session", &[(6, 0, 1)]).await;
    let next = Purchase::check_out(&server, "a session").await;
    assert_eq!(order.status(&server).await, "cancelled");
    let event = order.event("evt_1", "succeeded", server.now().timestamp());
    assert_eq!(tell(&server, &event).await.status(), 200);
    // The refund is paid once, however many servers sweep.
    let mut servers = vec![];
    for _ in 0..3 {
        servers.push(server.another().await);
    }
    let pay = |server: &Server| {
        let orders = server.orders.clone();
        async move { sweep::pay_refunds_of_order(&orders, 1, order.id).await.unwrap() }
    };
    let paid: usize = join_all(servers.iter().map(pay)).await.into_iter().sum();
    assert_eq!(paid, 1);
    let state = order.state(&server).await;
    assert_eq!([&state["status"], &state["payment_status"]], ["cancelled", "refunded"]);
    assert_eq!(next.status(&server).await, "pending");
    assert_eq!(in_cart(&server, "a session").await, 9);
    assert_eq!(left(&server).await, TAKEN);
}

#[tokio::test]
async fn a_replaced_orders_intent_is_canceled() {
    let (server, order) = served_with_order().await;
    let db = server.db();
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    let pending = OrderTransaction::new(&transaction, 1, order.id, server.now());
    let note = "The cart has changed";
    assert!(cancel_pending(&pending, note).await.unwrap());
    assert!(!cancel_pending(&pending, note).await.unwrap());
    transaction.commit().await.unwrap();
    assert_eq!(left(&server).await, ALL);
    sweep(&server).await;
    assert_eq!(intent(&server, &order).await.status, IntentStatus::Canceled);
    assert_eq!(order.history(&server).await, ["pending", "cancelled"]);
}

#[tokio::test]
async fn a_replaced_order_is_settled_immediately() {
    let (server, order) = served_with_order().await;
    fill(&server, "a session", &[(6, 0, 1)]).await;
    Purchase::check_out(&server, "a session").await;
    let replaced = "select status, intent_settled from orders where id = ";
    assert_eq!(
        stored(&server, &format!("{replaced}{}", order.id)).await,
        json!({"status": "cancelled", "intent_settled": true})
    );
    assert_eq!(sweep(&server).await, SweepReport::default(), "nobody needs to ask about it");
}

#[tokio::test]
async fn a_payment_does_not_wait_for_cancelled_orders() {
    let (server, order) = served_with_order().await;
    confirmed(&server, &order).await;
    let sql = "insert into orders (site_id, number, status, customer_email, customer_name, currency, subtotal, total,
           payment_provider, payment_intent_id, holds, expires_at, created_at, updated_at)
        select 1, 'old ' || n, 'cancelled', '', '', 'USD', 500, 500, 'test', 'pi_test_' || n, false, expires_at,
           created_at - interval '1 hour', updated_at
        from orders, generate_series(1, 150) n";
    server.sql(sql).await;
    server.pass(5 * MINUTE);
    assert_eq!(sweep(&server).await.asked, 151);
    assert_eq!(order.status(&server).await, "paid");
    assert_eq!(server.count("orders where intent_settled").await, 151);
    assert_eq!(sweep(&server).await, SweepReport::default());
}

#[tokio::test]
async fn a_slow_provider_delays_only_its_own_site() {
    // This listener accepts connections and never answers.
    let deaf = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = served_with_stripe(&format!("http://{}", deaf.local_addr().unwrap())).await;
    Purchase::new(&server, "a session").await;
    let sql = "update orders set payment_provider = 'stripe', payment_intent_id = 'pi_1';
        insert into orders (site_id, number, customer_email, customer_name, currency, subtotal, total,
           payment_provider, holds, expires_at, created_at, updated_at)
        select 2, number, '', '', 'USD', 500, 500, 'test', false, expires_at, created_at, updated_at from orders";
    server.sql(sql).await;
    server.pass(HALF_AN_HOUR + MINUTE);
    let expired = async {
        let of_another_site = "select status from orders where site_id = 2";
        while stored(&server, of_another_site).await["status"] != "expired" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        _ = sweep(&server) => panic!("the provider has answered"),
        expired = tokio::time::timeout(DEADLINE, expired) => expired.unwrap(),
    }
}

#[tokio::test]
async fn a_provider_that_does_not_answer() {
    let server = served_with_stripe("http://127.0.0.1:1").await;
    let order = Purchase::new(&server, "a session").await;
    server.sql("update orders set payment_provider = 'stripe', payment_intent_id = 'pi_1'").await;
    server.pass(HALF_AN_HOUR + MINUTE);
    assert_eq!(sweep(&server).await, SweepReport { asked: 1, ..SweepReport::default() });
    assert_eq!(order.status(&server).await, "pending", "it may have been paid");
    server.pass(2 * HALF_AN_HOUR);
    assert_eq!(sweep(&server).await.expired, 1);
    assert_eq!(left(&server).await, ALL);
    // A failed refund remains, and is retried later.
    let sql = "insert into order_refunds (site_id, order_id, asked_at, due_at) select 1, id, created_at, created_at from orders";
    server.sql(sql).await;
    for attempts in [1, 1, 2] {
        assert_eq!(sweep(&server).await.refunds, 0);
        let refund = stored(&server, "select attempts, done_at from order_refunds").await;
        assert_eq!(refund, json!({"attempts": attempts, "done_at": null}));
        server.pass(4 * MINUTE);
    }
}

#[tokio::test]
async fn an_intent_of_another_account_is_not_settled() {
    let stripe = Stripe::new().await;
    let server = served_with_stripe(&stripe.url).await;
    server.sql("update stores set payment_provider = 'stripe' where site_id = 1").await;
    let order = Purchase::new(&server, "a session").await;
    let (db, seal) = (server.db(), Seal::new(SECRET));
    let keys = [
        (SecretName::StripeSecretKey, "sk_test_another"),
        (SecretName::StripePublishableKey, "pk_test_another"),
    ];
    for (name, key) in keys {
        stores::set(&db, &seal, 1, name, key).await.unwrap();
    }
    // The fake Stripe serves both accounts. An id that it does not know stands for an intent of the other account.
    let rename = async |from: &str, to: &str| {
        let rename = format!(
            "update orders set payment_intent_id = '{to}' where payment_intent_id = '{from}'"
        );
        server.sql(&rename).await;
    };
    rename("pi_1", "pi_of_the_first").await;
    server.pass(HALF_AN_HOUR + MINUTE);
    assert_eq!(sweep(&server).await, SweepReport { asked: 1, ..SweepReport::default() });
    server.pass(5 * MINUTE);
    assert_eq!(sweep(&server).await, SweepReport::default(), "it was said once");
    let settled = "select status, intent_settled from orders order by id limit 1";
    assert_eq!(
        stored(&server, settled).await,
        json!({"status": "pending", "intent_settled": false})
    );
    // The next checkout of the cart is paid through the current account.
    let again = Purchase::check_out(&server, "a session").await;
    assert_ne!(again.id, order.id);
    assert_eq!(sweep(&server).await, SweepReport::default());
    assert_eq!(
        stored(&server, settled).await,
        json!({"status": "cancelled", "intent_settled": false})
    );
    // The store uses its first account again.
    for (name, _) in keys {
        stores::unset(&db, 1, name).await.unwrap();
    }
    rename("pi_of_the_first", "pi_1").await;
    assert_eq!(sweep(&server).await.asked, 1);
    assert_eq!(
        stored(&server, settled).await,
        json!({"status": "cancelled", "intent_settled": true})
    );
}

#[tokio::test]
async fn one_server_at_a_time() {
    let (server, order) = served_with_order().await;
    server.pass(HALF_AN_HOUR + MINUTE);
    let at_work = run_once(&server.orders.db, SWEEP, async {
        assert_eq!(orders::sweep(&server.orders).await?, None);
        Ok(())
    });
    at_work.await.unwrap();
    let mut sweeps = vec![];
    for _ in 0..8 {
        let swept = orders::sweep(&server.orders);
        sweeps.push(async { swept.await.unwrap().map_or(0, |report| report.expired) });
    }
    let expired: usize = join_all(sweeps).await.into_iter().sum();
    assert!(expired <= 1);
    sweep(&server).await;
    assert_eq!(order.history(&server).await, ["pending", "expired"]);
    assert_eq!(left(&server).await, ALL);
}

#[tokio::test]
async fn unpaid_orders_are_deleted() {
    let (server, expired) = served_with_order().await;
    server.pass(HALF_AN_HOUR + MINUTE);
    sweep(&server).await;
    assert_eq!(expired.status(&server).await, "expired");
    let replaced = Purchase::check_out(&server, "a session").await;
    fill(&server, "a session", &[(6, 0, 1)]).await;
    let paid = Purchase::check_out(&server, "a session").await;
    assert_eq!(replaced.status(&server).await, "cancelled");
    paid.pay(&server).await;
    // The next order has expired, but the provider has not reported that its payment ended. It may still be paid.
    let sql = "insert into orders (site_id, number, status, customer_email, customer_name, currency, subtotal, total,
           payment_provider, payment_intent_id, holds, expires_at, created_at, updated_at)
        select 1, 'open', 'expired', '', '', 'USD', 500, 500, 'test', 'pi_test_1', false, expires_at, created_at,
           updated_at
        from orders where status = 'cancelled'";
    server.sql(sql).await;
    let kept = "select (select json_agg(status order by id) from orders) as orders,
            (select count(distinct order_id) from order_items) as with_items,
            (select count(distinct order_id) from order_status_changes) as with_changes,
            (select count(distinct order_id) from gift_certificate_movements) as with_movements,
            (select count(*) from test_payment_intents) as intents";
    let all = stored(&server, kept).await;
    assert_eq!(all["orders"], json!(["expired", "cancelled", "paid", "expired"]));
    let day = 24 * 60 * MINUTE;
    let tidy = async || sweep::delete_old(&server.orders).await.unwrap();
    server.pass(7 * day - HALF_AN_HOUR);
    tidy().await;
    assert_eq!(stored(&server, kept).await, all);
    server.pass(HALF_AN_HOUR);
    tidy().await;
    assert_eq!(
        stored(&server, kept).await,
        json!({"orders": ["paid", "expired"], "with_items": 1, "with_changes": 1, "with_movements": 1, "intents": 1})
    );
    assert_eq!(left(&server).await, TAKEN);
}

#[tokio::test]
async fn old_rows_are_deleted() {
    let (server, order) = served_with_order().await;
    order.pay(&server).await;
    let sql = "insert into cart_recovery_tokens (site_id, token_sha256, cart_id, expires_at)
        select 1, sha256('x'), id, updated_at from carts;
        insert into shipping_quotes (site_id, id, country, name, price, expires_at)
        select 1, 'old', 'US', 'Live', 1, updated_at from carts";
    server.sql(sql).await;
    let count = "select (select count(*) from carts) as carts,
        (select count(*) from cart_recovery_tokens) as tokens,
        (select count(*) from shipping_quotes) as quotes, (select count(*) from payment_events) as events,
        (select count(*) from mails) as mails";
    assert_eq!(
        stored(&server, count).await,
        json!({"carts": 1, "tokens": 1, "quotes": 1, "events": 1, "mails": 1})
    );
    let tidy = async || sweep::delete_old(&server.orders).await.unwrap();
    server.pass(MINUTE);
    assert_eq!(tidy().await.deleted, 2);
    assert_eq!(
        stored(&server, count).await,
        json!({"carts": 1, "tokens": 0, "quotes": 0, "events": 1, "mails": 1})
    );
    server.pass(Duration::from_secs(91 * 24 * 60 * 60));
    assert_eq!(tidy().await.deleted, 3);
    assert_eq!(
        stored(&server, count).await,
        json!({"carts": 0, "tokens": 0, "quotes": 0, "events": 0, "mails": 0})
    );
    assert_eq!(order.status(&server).await, "paid");
}
