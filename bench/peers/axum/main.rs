//! Three operations of the storefront as one writes them by hand with axum: the same paths, the same JSON, the same
//! tables. Statements are prepared, plain, and sent together where one does not need the other's answer; JSON is made
//! of structs by serde alone.
//!
//! What it leaves out is what people leave out: authentication, limits, an access log, conditional requests, any check
//! of what is asked for beyond the types of serde, and of a cart stock, designs, expiry and largest amounts.

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

/// Stoa's own, so that the two differ by their statements and not by how Postgres plans them.
const SESSION: &str = "-c plan_cache_mode=force_generic_plan -c jit=off";

/// Serves until killed; takes a database URL and how many connections to make.
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
