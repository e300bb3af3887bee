//! A worker that is down or crashes, and a worker that is added while a server serves.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::cluster::Cluster;
use super::{SHOPS, count, import_shops, is_citus, node_of, widget_id};
use crate::harness::{checkout_body, eventually, wire};
use crate::operations::start_up::{Process, run};
use crate::operations::telemetry::scrape;

/// A cluster with both shops, each on another worker.
async fn cluster() -> Cluster {
    let cluster = Cluster::start().await;
    let mut client = cluster.client().await;
    stoa_schema::migrations::distribute(&mut client).await.unwrap();
    import_shops(&mut client).await;
    client.batch_execute("update products set quantity = 1000000 where id = 4").await.unwrap();
    cluster
}

async fn call(address: &str, request: &str, body: Option<&Value>) -> wire::Response {
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{request} HTTP/1.1\r\nhost: stoa\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    wire::exchange(address.parse().unwrap(), request.as_bytes(), false).await
}

async fn products(server: &Process, site_id: i64, limit: usize) -> wire::Response {
    let list = format!("GET /api/storefront/{site_id}/products?limit={limit}");
    call(&server.address, &list, None).await
}

async fn add(server: &Process, site_id: i64, session: &str) -> wire::Response {
    let line = json!({"sessionId": session, "productId": 4, "quantity": 1});
    call(&server.address, &format!("POST /api/storefront/{site_id}/cart"), Some(&line)).await
}

fn is_unavailable(response: &wire::Response) -> bool {
    response.status == 503 && response.headers["retry-after"] == "5"
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_down() {
    if !is_citus() {
        return;
    }
    let mut cluster = cluster().await;
    let url = cluster.url();
    let (server, admin) = scrape::start(&["--database-url", &url, "--cache-bytes", "0"]);
    for site_id in SHOPS {
        assert_eq!(add(&server, site_id, "before").await.status, 200);
    }
    let [up, down] = SHOPS;
    let lost = node_of(&cluster.client().await, down).await;
    cluster.worker(&lost).stop();

    for limit in 1..20 {
        assert_eq!(products(&server, up, limit).await.status, 200);
        assert!(is_unavailable(&products(&server, down, limit).await));
        assert!(is_unavailable(&add(&server, down, "while").await));
        // Citus sends the rows of each step of this statement to all workers.
        let added = add(&server, up, "while").await;
        assert!(added.status == 200 || is_unavailable(&added), "{}", added.status);
    }
    let ready = call(&admin.to_string(), "GET /readyz", None).await;
    assert_eq!(ready.status, 200, "{}", String::from_utf8_lossy(&ready.body));
    let output = run(&["check", "--database-url", &url]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "a server would start: {printed}");
    let swept = run(&["order", "sweep", "--database-url", &url]);
    assert_eq!(swept.status.code(), Some(1));
    // A server starts too.
    Process::start(&["--database-url", &url]).stop();

    cluster.worker(&lost).resume();
    for site_id in SHOPS {
        eventually("the site is back", async || add(&server, site_id, "after").await.status == 200)
            .await;
    }
    assert_eq!(run(&["order", "sweep", "--database-url", &url]).status.code(), Some(0));
    let logged = server.stop();
    assert!(!logged.contains("internal error"), "{logged}");
}

/// The responses that customers of both shops got.
#[derive(Default)]
struct Got {
    /// Ids of the orders that were answered 200, by shop.
    orders: Mutex<Vec<(i64, i64)>>,
    unavailable: AtomicUsize,
    /// Responses that are neither 200 nor 503.
    faults: Mutex<Vec<String>>,
    has_ended: AtomicBool,
}

/// Customers of both shops, who buy until the load ends.
struct Load {
    got: Arc<Got>,
    customers: JoinSet<()>,
}

impl Load {
    fn begin(server: &Process) -> Self {
        let (got, mut customers) = (Arc::<Got>::default(), JoinSet::new());
        for number in 0..4 {
            let (address, got) = (server.address.clone(), got.clone());
            customers.spawn(async move {
                for round in 0.. {
                    if got.has_ended.load(Ordering::Relaxed) {
                        return;
                    }
                    let site_id = SHOPS[number % SHOPS.len()];
                    buy(&address, &got, site_id, &format!("customer {number} {round}")).await;
                }
            });
        }
        Self { got, customers }
    }

    /// Waits until each shop has this many more orders.
    async fn orders(&self, more: usize) {
        let counts = || {
            let orders = self.got.orders.lock().unwrap();
            SHOPS.map(|shop| orders.iter().filter(|(site_id, _)| *site_id == shop).count())
        };
        let before = counts();
        eventually("both shops sell", async || {
            counts().iter().zip(before).all(|(now, before)| *now >= before + more)
        })
        .await;
    }

    /// Ends the load and the server, and asserts that each order that was answered 200 is stored.
    async fn end(self, cluster: &Cluster, server: Process) {
        self.got.has_ended.store(true, Ordering::Relaxed);
        self.customers.join_all().await;
        let logged = server.stop();
        let errors: Vec<_> =
            logged.lines().filter(|line| line.contains("internal error")).collect();
        let faults = std::mem::take(&mut *self.got.faults.lock().unwrap());
        assert!(faults.is_empty(), "{faults:#?} {errors:#?}");
        let rows =
            cluster.client().await.query("select site_id, id from orders", &[]).await.unwrap();
        let stored: BTreeSet<(i64, i64)> =
            rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let answered = self.got.orders.lock().unwrap();
        let lost: Vec<_> = answered.iter().filter(|order| !stored.contains(order)).collect();
        assert!(lost.is_empty(), "{lost:?}");
        let unavailable = self.got.unavailable.load(Ordering::Relaxed);
        println!("{} orders, none lost; {unavailable} responses were 503", answered.len());
    }
}

async fn buy(address: &str, got: &Got, site_id: i64, session: &str) {
    let line = json!({"sessionId": session, "productId": 4, "quantity": 1});
    let place =
        json!({"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"});
    let checkout = checkout_body(session, json!({"shippingAddress": place, "shippingRateId": 1}));
    let visitor = json!({"widgetId": widget_id(site_id), "visitorId": session});
    for (request, body) in [
        (format!("GET /api/storefront/{site_id}/products"), None),
        ("POST /api/public/chat/start".to_owned(), Some(&visitor)),
        (format!("POST /api/storefront/{site_id}/cart"), Some(&line)),
        (format!("POST /api/storefront/{site_id}/checkout"), Some(&checkout)),
    ] {
        let response = call(address, &request, body).await;
        if is_unavailable(&response) {
            got.unavailable.fetch_add(1, Ordering::Relaxed);
            return;
        }
        if response.status != 200 {
            let text = String::from_utf8_lossy(&response.body);
            return got.faults.lock().unwrap().push(format!("{request}: {text}"));
        }
        if request.ends_with("/checkout") {
            let answer: Value = serde_json::from_slice(&response.body).unwrap();
            let order_id = answer["data"]["orderId"].as_i64().unwrap();
            got.orders.lock().unwrap().push((site_id, order_id));
        }
    }
}

/// Options of a server under load, which answers nothing from its cache and lets requests wait for a connection.
fn options(url: &str) -> Vec<&str> {
    let load = ["--limit", "all=off", "--cache-bytes", "0", "--database-queue-milliseconds", "0"];
    [&["--database-url", url][..], &load].concat()
}

/// Every response is 200 or 503, and no order is lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_crashes_under_load() {
    if !is_citus() {
        return;
    }
    let mut cluster = cluster().await;
    let url = cluster.url();
    let server = Process::start(&options(&url));
    let load = Load::begin(&server);
    let worker = node_of(&cluster.client().await, SHOPS[1]).await;
    load.orders(3).await;
    for signal in [Signal::SIGKILL, Signal::SIGQUIT, Signal::SIGKILL] {
        cluster.worker(&worker).signal(signal);
        load.orders(3).await;
    }
    load.end(&cluster, server).await;
}

/// The rebalancer moves the rows of a shop while customers buy there.
#[tokio::test(flavor = "multi_thread")]
async fn a_third_worker_under_load() {
    if !is_citus() {
        return;
    }
    let mut cluster = cluster().await;
    let url = cluster.url();
    let server = Process::start(&options(&url));
    let load = Load::begin(&server);
    load.orders(3).await;
    cluster.add_worker().await;
    let client = cluster.client().await;
    client.batch_execute("select citus_rebalance_start()").await.unwrap();
    client.batch_execute("select citus_rebalance_wait()").await.unwrap();
    let nodes = "select count(distinct nodename) from citus_shards";
    assert_eq!(count(&client, nodes).await, 3, "the new worker has shards");
    load.orders(3).await;
    load.end(&cluster, server).await;
}
