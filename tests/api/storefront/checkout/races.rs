//! Fifty concurrent checkouts, on three servers: nothing is sold twice, and no call waits forever. With the settings
//! of the database, concurrent checkouts would fail.

use futures_util::future::join_all;

use super::*;
use crate::api::storefront::stripe::Mood;
use crate::operations::session_settings::{ADVERSE, set_defaults};

const MANY: usize = 50;

/// Servers with one database.
struct Servers([Server; 3]);

impl Servers {
    async fn new(first: Server) -> Self {
        set_defaults(first.database(), ADVERSE).await;
        let (second, third) = (first.another().await, first.another().await);
        Self([first, second, third])
    }

    fn of(&self, number: usize) -> &Server {
        &self.0[number % 3]
    }

    fn first(&self) -> &Server {
        &self.0[0]
    }
}

/// Checks out fifty carts concurrently, each from a different address.
async fn all_at_once(servers: &Servers, more: impl Fn(usize) -> Value) -> Vec<Exchange> {
    let checkouts = (0..MANY).map(|number| {
        let address = format!("192.0.2.{number}");
        let checkout = check_out(servers.of(number), &session(number), more(number));
        checkout.header("x-forwarded-for", &address).into_future()
    });
    join_all(checkouts).await
}

fn session(number: usize) -> String {
    format!("session-{number}")
}

/// Fills fifty carts with these lines.
async fn fill_all(servers: &Servers, lines: impl Fn(usize) -> Vec<(i64, i64, i64)>) {
    let fillings = (0..MANY).map(|number| {
        let lines = lines(number);
        async move { fill(servers.of(number), &session(number), &lines).await }
    });
    join_all(fillings).await;
}

/// Number of responses with this status and message.
fn count(exchanges: &[Exchange], status: u16, message: &str) -> usize {
    let fitting = exchanges.iter().filter(|it| it.outcome() == (status, message));
    fitting.count()
}

async fn deadlocks(server: &Server) -> Value {
    let count = "select deadlocks from pg_stat_database where datname = current_database()";
    stored(server, count).await["deadlocks"].take()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__the_last_piece() {
    let servers = Servers::new(served_behind_proxies(1).await).await;
    fill_all(&servers, |_| vec![(3, 0, 1)]).await;
    let answers = all_at_once(&servers, |_| json!({})).await;
    assert_eq!(count(&answers, 200, ""), 1);
    assert_eq!(count(&answers, 409, "Insufficient stock"), MANY - 1);
    assert_eq!(left(servers.first()).await["aprons"], 0);
    assert_eq!(stored(servers.first(), "select count(*) from orders").await["count"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__in_opposite_order() {
    let servers = Servers::new(served_behind_proxies(1).await).await;
    let sql = "update products set quantity = 1000 where site_id = 1 and id in (3, 4);
        update product_variants set quantity = 1000 where site_id = 1 and id in (1, 2);
        insert into discount_codes (site_id, code, discount_type, amount) values
           (1, 'A', 'percent', 100), (1, 'B', 'percent', 100)";
    servers.first().sql(sql).await;
    let lines = [(3, 0, 1), (1, 1, 1), (4, 0, 1), (1, 2, 1)];
    fill_all(&servers, |number| match number % 2 {
        0 => lines.to_vec(),
        _ => lines.iter().rev().copied().collect(),
    })
    .await;
    // From the second round on, every cart is ordered again with the other code, which replaces its order.
    for round in 0..3 {
        let code = |number: usize| if (number + round).is_multiple_of(2) { "A" } else { "B" };
        let answers = all_at_once(&servers, |number| json!({"discountCode": code(number)})).await;
        assert_eq!(count(&answers, 200, ""), MANY, "round {round}");
    }
    let left = "select (select json_agg(quantity) from products where site_id = 1 and id in (3, 4)) as products,
        (select json_agg(quantity) from product_variants where site_id = 1 and id in (1, 2)) as variants,
        (select json_agg(used) from discount_codes where site_id = 1 and code in ('A', 'B')) as used,
        (select count(*) from orders where status = 'pending') as pending,
        (select count(*) from orders where status = 'cancelled') as cancelled";
    let expected = json!({
        "products": [950, 950], "variants": [950, 950], "used": [25, 25], "pending": 50, "cancelled": 100,
    });
    assert_eq!(stored(servers.first(), left).await, expected);
    assert_eq!(deadlocks(servers.first()).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__a_code_of_one_use() {
    let servers = Servers::new(served_behind_proxies(1).await).await;
    fill_all(&servers, |_| vec![(4, 0, 1)]).await;
    let answers = all_at_once(&servers, |_| json!({"discountCode": "ONCE"})).await;
    assert_eq!(count(&answers, 200, ""), 1);
    assert_eq!(count(&answers, 400, "Invalid discount code"), MANY - 1);
    let left = left(servers.first()).await;
    assert_eq!(json!([left["once"], left["mugs"]]), json!([1, 99]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__a_certificate_for_many() {
    let servers = Servers::new(served_behind_proxies(1).await).await;
    fill_all(&servers, |_| vec![(2, 0, 1)]).await;
    let more = json!({"giftCertificateCode": "GIFT-7QHX-9KDM-2VWT"});
    let answers = all_at_once(&servers, |_| more.clone()).await;
    // The certificate's 50.00 pay for three orders of 15.02 and a part of a fourth.
    assert_eq!(count(&answers, 200, ""), 4);
    assert_eq!(count(&answers, 400, "Invalid gift certificate code"), MANY - 4);
    let mut totals: Vec<&Value> = answers
        .iter()
        .filter(|it| it.status() == 200)
        .map(|it| &it.json["data"]["total"])
        .collect();
    totals.sort_by_key(|total| total.as_i64());
    assert_eq!(totals, [0, 0, 0, 1502 * 4 - 5000]);
    let ledger =
        "select remaining_amount, (select sum(amount)::bigint from gift_certificate_movements
            where site_id = 1 and certificate_id = c.id and order_id is not null) as held,
            (select sum(gift_certificate_total)::bigint from orders) as in_orders
        from gift_certificates c where site_id = 1 and code like 'GIFT-7%'";
    let expected = json!({"remaining_amount": 0, "held": -5000, "in_orders": 5000});
    assert_eq!(stored(servers.first(), ledger).await, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__one_cart_fifty_times() {
    let (server, stripe) = paid_by_stripe().await;
    let servers = Servers::new(server).await;
    fill(servers.first(), SESSION, &[(3, 0, 1), (4, 0, 2)]).await;
    let checkouts =
        (0..MANY).map(|number| check_out(servers.of(number), SESSION, json!({})).into_future());
    let answers = join_all(checkouts).await;
    assert_eq!(count(&answers, 200, ""), MANY);
    assert!(answers.iter().all(|answer| answer.json == answers[0].json));
    assert_eq!(stored(servers.first(), "select count(*) from orders").await["count"], 1);
    assert_eq!(stripe.intents().len(), 1);
    let left = left(servers.first()).await;
    assert_eq!(json!([left["aprons"], left["mugs"]]), json!([0, 98]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__one_key_fifty_times() {
    let servers = Servers::new(served_behind_proxies(1).await).await;
    fill(servers.first(), SESSION, &[(3, 0, 1)]).await;
    let keyed = |number| {
        check_out(servers.of(number), SESSION, json!({})).header("idempotency-key", "one-key")
    };
    let answers = join_all((0..MANY).map(|number| keyed(number).into_future())).await;
    let is_fresh =
        |it: &&Exchange| it.status() == 200 && it.header("idempotent-replayed").is_empty();
    assert_eq!(answers.iter().filter(is_fresh).count(), 1);
    let in_progress = "A request with this Idempotency-Key is in progress";
    assert_eq!(count(&answers, 200, "") + count(&answers, 409, in_progress), MANY);
    assert_eq!(stored(servers.first(), "select count(*) from orders").await["count"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__cart_changes_concurrently() {
    let (server, stripe) = paid_by_stripe().await;
    let servers = Servers::new(server).await;
    fill(servers.first(), SESSION, &[(4, 0, 1)]).await;
    let item = "select id from cart_items where site_id = 1";
    let item = stored(servers.first(), item).await["id"].take();
    let requests = (0..MANY).map(|number| {
        let server = servers.of(number);
        let put = json!({"cartItemId": item, "quantity": 1 + number % 7});
        match number % 2 {
            0 => server.request("PUT", "/api/storefront/1/cart").json(&put),
            _ => check_out(server, SESSION, json!({})),
        }
        .into_future()
    });
    for answer in join_all(requests).await {
        let overtaken = (409, "Another checkout of this cart was faster, try again");
        assert!(answer.status() == 200 || answer.outcome() == overtaken);
    }
    let last = check_out(servers.first(), SESSION, json!({})).await;
    let pending =
        "select id, payment_intent_id, total, (select sum(quantity)::bigint from order_items i
            where i.site_id = 1 and i.order_id = o.id) as pieces
        from orders o where site_id = 1 and status = 'pending'";
    let pending = stored(servers.first(), pending).await;
    assert_eq!(pending["id"], data(&last)["orderId"]);
    // The order is charged for exactly its items, and so were the orders that it has replaced.
    let odd =
        "select count(*) from orders o where o.site_id = 1 and subtotal <> (select sum(total) from order_items i
        where i.site_id = 1 and i.order_id = o.id)";
    assert_eq!(stored(servers.first(), odd).await["count"], 0);
    let charged = stripe.intents().into_iter().find(|it| it["id"] == pending["payment_intent_id"]);
    assert_eq!(charged.unwrap()["amount"], pending["total"]);
    assert_eq!(stripe.payable(), [pending["payment_intent_id"].as_str().unwrap()]);
    let mugs = left(servers.first()).await["mugs"].as_i64().unwrap();
    assert_eq!(mugs, 100 - pending["pieces"].as_i64().unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn place_order__keys_are_taken_over_when_carts_have_changed() {
    let (server, stripe) = paid_by_stripe().await;
    let servers = Servers::new(server).await;
    servers.first().sql("update products set quantity = 1000 where id = 4").await;
    fill_all(&servers, |_| vec![(4, 0, 1)]).await;
    let [first, ..] = &servers.0;
    let keyed = |server, number: usize| {
        let checkout = check_out(server, &session(number), json!({}));
        checkout.header("idempotency-key", "one-key").into_future()
    };
    stripe.is(Mood::Slow);
    let firsts = join_all((0..MANY).map(|number| keyed(first, number)));
    let takeovers = async {
        until("all are at the provider", || stripe.calls() == MANY).await;
        fill_all(&servers, |_| vec![(4, 0, 1)]).await;
        // The claims' leases have ended. Each request that takes over a claim proceeds up to the lock of its cart.
        for server in &servers.0 {
            server.pass(Duration::from_secs(15));
        }
        let other = first.client().await;
        other.batch_execute("begin; select from carts where site_id = 1 for update").await.unwrap();
        let seconds = join_all((0..MANY).map(|number| keyed(servers.of(1 + number % 2), number)));
        let answered = async {
            until_waiting(first, 8).await;
            stripe.is(Mood::Well);
            // The four connections of the first server wait too.
            until_waiting(first, 12).await;
            other.batch_execute("commit").await.unwrap();
        };
        tokio::join!(seconds, answered).0
    };
    let (firsts, seconds) = tokio::join!(firsts, takeovers);
    for answer in &firsts {
        let overtaken = (409, "Another checkout of this cart was faster, try again");
        assert!(answer.status() == 200 || answer.outcome() == overtaken);
    }
    assert_eq!(count(&seconds, 200, ""), MANY);
    assert_eq!(deadlocks(servers.first()).await, 0);
    let orders = "select count(*) filter (where status = 'pending') as pending from orders";
    assert_eq!(stored(servers.first(), orders).await["pending"], MANY);
}
