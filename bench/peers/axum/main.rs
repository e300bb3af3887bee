//! Three operations of the storefront, written by hand with axum: the same paths, JSON and tables. Statements are plain
//! and prepared, and independent ones are sent together. Rows become structs, which serde writes as JSON.
//!
//! The server leaves out authentication, limits, an access log, conditional requests, and validation beyond serde's
//! types. Additions have the rules of a shop: the cart's lock, stock with the pieces that pending orders hold, variants,
//! expiry, and limits of quantities and lines. They leave out designs, customers, `Idempotency-Key` and overflow.

#![allow(clippy::print_stdout, reason = "it prints its address")]

mod cart;
mod failure;
mod products;
mod timestamp;

use anyhow::Context;
use axum::Router;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use tokio::net::TcpListener;
use tokio_postgres::{Config, NoTls};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stoa's planner settings, so that Postgres plans the statements of both servers alike.
const SESSION: &str = "-c plan_cache_mode=force_generic_plan -c jit=off";

/// Serves until it is killed. The arguments are a database URL and the number of connections to Postgres.
#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut config: Config = arguments.next().context("which database?")?.parse()?;
    let connections = arguments.next().context("how many connections?")?.parse()?;
    config.options(SESSION);
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(config, NoTls, recycling);
    let pool = Pool::builder(manager).max_size(connections).build()?;
    let app = Router::new()
        .route("/api/storefront/{site_id}/products", get(products::list_products))
        .route("/api/storefront/{site_id}/products/{slug}", get(products::get_product))
        .route("/api/storefront/{site_id}/cart", post(cart::add_cart_item))
        .with_state(pool);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listens on http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    Ok(axum::serve(listener, app).await?)
}
