//! Measures what Citus costs a request: plain Postgres, then a coordinator of Citus with no, one and two workers. Each
//! has the same shops.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde_json::{Value, json};
use stoa_embedded_postgres::Postgres;
use stoa_site_bundle::Existing;
use tokio::task::JoinSet;

use crate::process;
use crate::store::figures::{self, Figures};
use crate::store::load::Connection;
use crate::store::operations::{get, post};
use crate::store::server::{self, Postmaster, Queue};

#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each measurement
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Measurements of each operation; the result is their median
    #[arg(long, default_value_t = 3)]
    rounds: u64,
}

const SHOPS: i64 = 4;

/// Customers, each with one keep-alive connection.
const CUSTOMERS: usize = 8;

/// Connections of the server to the coordinator.
const DATABASE_CONNECTIONS: usize = 16;

/// The databases, and how many workers Citus has there.
const LAYOUTS: [(&str, Option<usize>); 4] = [
    ("Postgres", None),
    ("Citus, no worker", Some(0)),
    ("Citus, one worker", Some(1)),
    ("Citus, two workers", Some(2)),
];

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Operation {
    ListProducts,
    GetProduct,
    AddCartItem,
    PlaceOrder,
    SendMessage,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!(
        "{:>32}{:>11}{:>11}{:>17}{:>17}",
        "requests/s", "p50 ms", "p99 ms", "coordinator µs", "workers µs"
    );
    for (name, workers) in LAYOUTS {
        println!("{name}");
        let folder = process::data_folder()?;
        let nodes = (0..=workers.unwrap_or(0))
            .map(|place| start(&folder.path().join(place.to_string()), workers.is_some()))
            .collect::<anyhow::Result<Vec<_>>>()?;
        tokio::runtime::Runtime::new()?.block_on(async {
            fill(&nodes, workers.is_some(), folder.path()).await?;
            measure(arguments, &nodes).await
        })?;
    }
    Ok(())
}

/// Starts Postgres, and starts it again with the settings of Citus.
fn start(folder: &Path, is_citus: bool) -> anyhow::Result<Postgres> {
    let postgres = server::postgres(folder, true)?;
    if !is_citus {
        return Ok(postgres);
    }
    let runtime = tokio::runtime::Runtime::new()?;
    let client = runtime.block_on(stoa::database::connect(&postgres.config()))?;
    for setting in ["shared_preload_libraries = citus", "max_prepared_transactions = 200"] {
        runtime.block_on(client.batch_execute(&format!("alter system set {setting}")))?;
    }
    postgres.stop();
    server::postgres(folder, true)
}

/// Makes the nodes one database, and imports the shops.
async fn fill(nodes: &[Postgres], is_citus: bool, folder: &Path) -> anyhow::Result<()> {
    let mut client = stoa::database::connect(&nodes[0].config()).await?;
    for (place, node) in nodes.iter().enumerate().filter(|_| is_citus) {
        let client_of_node = stoa::database::connect(&node.config()).await?;
        client_of_node.batch_execute("create extension citus").await?;
        let add = if place == 0 { "citus_set_coordinator_host" } else { "citus_add_node" };
        let address = node.socket_dir().display();
        client.batch_execute(&format!("select {add}('{address}', 5432)")).await?;
    }
    if nodes.len() == 1 && is_citus {
        let set = "select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node";
        client.batch_execute(set).await?;
    }
    match is_citus {
        true => stoa_schema::migrations::distribute(&mut client).await?,
        false => stoa_schema::migrations::migrate(&mut client).await?,
    }
    let file = folder.join("site.json");
    for site_id in 1..=SHOPS {
        let mut shop: Value = serde_json::from_str(stoa::demo::BUNDLE)?;
        shop["site"]["id"] = site_id.into();
        shop["apiKeys"] = json!([]);
        shop["chatWidgets"] = json!([{"id": site_id}]);
        std::fs::write(&file, shop.to_string())?;
        stoa_site_bundle::import(&mut client, &file, Existing::Refuse).await?;
    }
    client.batch_execute("update products set quantity = 1000000 where id = 4").await?;
    Ok(client.batch_execute("vacuum analyze").await?)
}

async fn measure(arguments: &Arguments, nodes: &[Postgres]) -> anyhow::Result<()> {
    let server = server::stoa(&nodes[0], DATABASE_CONNECTIONS, Queue::Off)?;
    let coordinator = Postmaster::find(&nodes[0].config()).await?;
    let mut workers = Vec::new();
    for node in &nodes[1..] {
        workers.push(Postmaster::find(&node.config()).await?);
    }
    let workers = || workers.iter().map(Postmaster::cpu_time).sum::<anyhow::Result<Duration>>();
    let time = Duration::from_secs(arguments.seconds);
    for &operation in Operation::value_variants() {
        let mut rounds = Vec::new();
        // The first round prepares statements and opens connections.
        for _ in 0..=arguments.rounds {
            let (start, before) = (Instant::now(), (coordinator.cpu_time()?, workers()?));
            let latencies = send(server.address, operation, time).await?;
            let (here, there) = (coordinator.cpu_time()? - before.0, workers()? - before.1);
            rounds.push(Figures::new(latencies, start.elapsed(), here, there));
        }
        figures::medians(&rounds[1..]).print(&format!("{operation:?}"));
    }
    Ok(())
}

/// Sends requests to all shops for this time, and returns their latencies.
async fn send(
    address: SocketAddr,
    operation: Operation,
    time: Duration,
) -> anyhow::Result<Vec<Duration>> {
    let mut tasks = JoinSet::new();
    for site_id in (1..=SHOPS).cycle().take(CUSTOMERS) {
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let visitor = json!({"widgetId": site_id, "visitorId": random()});
            let start = post("/api/public/chat/start", &visitor.to_string());
            let chat = serde_json::from_slice(connection.exchange(start.as_bytes()).await?)?;
            let (start, mut latencies) = (Instant::now(), Vec::new());
            while start.elapsed() < time {
                let request = prepare(&mut connection, operation, site_id, &chat).await?;
                let asked = Instant::now();
                connection.exchange(request.as_bytes()).await?;
                latencies.push(asked.elapsed());
            }
            anyhow::Ok(latencies)
        });
    }
    let latencies: anyhow::Result<Vec<_>> = tasks.join_all().await.into_iter().collect();
    Ok(latencies?.concat())
}

fn random() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Returns the request to measure. Fills the cart that an order needs.
async fn prepare(
    connection: &mut Connection,
    operation: Operation,
    site_id: i64,
    chat: &Value,
) -> anyhow::Result<String> {
    let (shop, session) = (format!("/api/storefront/{site_id}"), random());
    let line = json!({"sessionId": session, "productId": 4, "quantity": 1});
    let add = post(&format!("{shop}/cart"), &line.to_string());
    Ok(match operation {
        Operation::ListProducts => get(&format!("{shop}/products")),
        Operation::GetProduct => get(&format!("{shop}/products/enamel-mug")),
        Operation::AddCartItem => add,
        Operation::PlaceOrder => {
            connection.exchange(add.as_bytes()).await?;
            let checkout = json!({"sessionId": session, "customerEmail": "ada@example.com", "customerName": "Ada", "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"}, "shippingRateId": 1});
            post(&format!("{shop}/checkout"), &checkout.to_string())
        }
        Operation::SendMessage => {
            let (id, token) = (&chat["data"]["conversationId"], &chat["data"]["ephemeralToken"]);
            let message = json!({"conversationId": id, "ephemeralToken": token, "body": "Hello"});
            post("/api/public/chat/messages", &message.to_string())
        }
    })
}
