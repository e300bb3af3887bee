//! A backlog of orders that a slow payment provider must be asked about.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{Request, Response};
use http_body_util::Full;
use serde_json::json;
use stoa_commerce::orders::sweep::{
    ORDER_SWEEP_INTERVAL, SweepQueue, SweepReport, backlog, sweep, sweep_round,
};
use stoa_jobs::WorkLeft;
use stoa_runtime::{Bytes, Limits, Stop};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};

use crate::harness::eventually::eventually;
use crate::harness::{database, served, served_with_stripe};
use crate::operations::start_up::{Process, STRIPE_KEYS};

/// Time that the provider takes for each answer.
const DELAY: Duration = Duration::from_millis(100);

/// A fake Stripe that answers slowly that an intent is canceled, and records the sites whose intents it was asked
/// about: the id of site 7's third intent is `pi_7_3`.
struct SlowStripe {
    url: String,
    sites: Arc<Mutex<Vec<i64>>>,
}

impl SlowStripe {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let sites = Arc::<Mutex<Vec<i64>>>::default();
        let asked = sites.clone();
        let service = tower::service_fn(move |request: Request<hyper::body::Incoming>| {
            answer(request.uri().path().to_owned(), asked.clone())
        });
        tokio::spawn(stoa_runtime::serve(listener, service, Limits::default(), Stop::new()));
        Self { url, sites }
    }

    fn sites(&self) -> Vec<i64> {
        self.sites.lock().unwrap().clone()
    }
}

async fn answer(
    path: String,
    sites: Arc<Mutex<Vec<i64>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let id = path.split('/').find(|word| word.starts_with("pi_")).unwrap();
    sites.lock().unwrap().push(id.split('_').nth(1).unwrap().parse().unwrap());
    sleep(DELAY).await;
    let intent = json!({
        "id": id,
        "object": "payment_intent",
        "client_secret": format!("{id}_secret_harbor"),
        "status": "canceled",
        "amount": 500,
        "amount_received": 0,
        "currency": "usd",
        "latest_charge": null,
    });
    Ok(Response::new(Full::new(intent.to_string().into())))
}

/// Inserts cancelled orders whose intents are open.
fn orders(site_id: i64, count: usize) -> String {
    format!(
        "insert into orders (site_id, number, status, customer_email, customer_name, currency, subtotal, total,
            payment_provider, payment_intent_id, holds, expires_at, created_at, updated_at)
         select {site_id}, 'old ' || n, 'cancelled', '', '', 'USD', 500, 500, 'stripe', 'pi_{site_id}_' || n, false,
            now() - interval '1 hour', now() - interval '2 hours', now() - interval '1 hour'
         from generate_series(1, {count}) n"
    )
}

/// Counts and ages of the work, as the metrics have them.
#[tokio::test]
async fn the_backlog_and_its_age() {
    let server = served().await;
    let none = backlog(&server.db(), server.now()).await.unwrap();
    let none: Vec<_> = none.iter().map(|it| (&*it.kind, it.due, it.oldest_seconds)).collect();
    assert_eq!(none, [("overdue orders", 0, 0), ("payments", 0, 0), ("refunds", 0, 0)]);
    for site_id in [1, 2] {
        let sql = format!(
            "insert into orders (site_id, number, status, customer_email, customer_name, currency, subtotal, total,
                payment_provider, payment_intent_id, holds, expires_at, created_at, updated_at)
             select {site_id}, kind, status, '', '', 'USD', 500, 500, 'stripe', intent, false,
                now.at - interval '10 minutes', now.at - interval '2 hours', now.at - interval '20 minutes'
             from (select to_timestamp({}) as at) now,
                (values ('overdue', 'pending', null), ('open', 'expired', 'pi_{site_id}_1')) as placed (kind, status, intent);
             insert into order_refunds (site_id, order_id, asked_at, due_at)
             select site_id, id, created_at, created_at + interval '1 year'
             from orders
             where site_id = {site_id}
             and number = 'open'",
            server.now().timestamp()
        );
        server.sql(&sql).await;
    }
    let some = backlog(&server.db(), server.now()).await.unwrap();
    let some: Vec<_> = some.iter().map(|it| (&*it.kind, it.due, it.oldest_seconds)).collect();
    assert_eq!(some, [("overdue orders", 2, 600), ("payments", 2, 1200), ("refunds", 2, 7200)]);
}

const OPEN: &str = "select count(*) from orders where not intent_settled";

/// A server works until a backlog of many rounds is gone, and finds the work of another site in between.
#[tokio::test(flavor = "multi_thread")]
async fn a_backlog_is_gone_before_the_next_interval() {
    const BACKLOG: usize = 600;
    let (database, stripe) = (database::seeded().await, SlowStripe::new().await);
    let client = database.client().await;
    client.batch_execute(&orders(1, BACKLOG)).await.unwrap();
    let url = database.url();
    let arguments = ["--database-url", &url, "--stripe-url", &stripe.url];
    let server = Process::start(&[&arguments[..], &STRIPE_KEYS].concat());
    let begun = Instant::now();
    eventually("the sweep has begun", async || !stripe.sites().is_empty()).await;
    client.batch_execute(&orders(2, 1)).await.unwrap();
    while client.query_one(OPEN, &[]).await.unwrap().get::<_, i64>(0) > 0 {
        assert!(begun.elapsed() < ORDER_SWEEP_INTERVAL, "{} were asked", stripe.sites().len());
        sleep(Duration::from_millis(50)).await;
    }
    let sites = stripe.sites();
    assert_eq!(sites.len(), BACKLOG + 1, "each is asked about once");
    assert_ne!(sites.last(), Some(&2), "the other site does not wait for the backlog");
    server.stop();
}

/// More sites than are swept at once have a backlog. A site with one order waits for one slice of one of them.
#[tokio::test]
async fn a_site_waits_for_one_slice_of_another() {
    const BACKLOG: usize = 200;
    let stripe = SlowStripe::new().await;
    let server = served_with_stripe(&stripe.url).await;
    let busy = 101..=109_i64;
    for table in ["sites (id, name) select id, ''", "stores (site_id) select id"] {
        server.sql(&format!("insert into {table} from generate_series(101, 110) id")).await;
    }
    for site_id in busy.clone() {
        server.sql(&orders(site_id, BACKLOG)).await;
    }
    server.sql(&orders(110, 1)).await;
    let mut queue = SweepQueue::default();
    let mut sum = SweepReport::default();
    loop {
        let (report, left) = sweep_round(&server.orders, &mut queue).await.unwrap();
        sum = sum.and(report);
        if left == WorkLeft::Nothing {
            break;
        }
    }
    let all = BACKLOG * busy.count() + 1;
    assert_eq!(sum.asked, all);
    let sites = stripe.sites();
    let place = sites.iter().position(|site_id| *site_id == 110).unwrap();
    assert!(place < all / 2, "{place}");
    assert_eq!(sweep(&server.orders).await.unwrap(), SweepReport::default());
}
