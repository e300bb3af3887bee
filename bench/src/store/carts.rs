//! The carts and orders before the run, and the requests that add to carts and check them out.

use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::{Value, json};

use super::site;

/// Carts that visitors add to: enough that two requests rarely wait for the same cart.
const VISITED_CARTS: i64 = 10_000;

/// Lines of each cart before the run.
const LINES_PER_CART: i64 = 3;

/// Orders before the run, as in a store that has been in use.
const PAST_ORDERS: i64 = 20_000;

/// Creates the carts that visitors add to, the carts that are checked out, and past orders.
pub async fn fill(config: &tokio_postgres::Config, checkouts: u64) -> anyhow::Result<()> {
    let client = stoa::database::connect(config).await?;
    let checkouts = i64::try_from(checkouts)?.max(100);
    for (prefix, count) in [("visited-", VISITED_CARTS), ("checkout-", checkouts)] {
        let sql = include_str!("carts/fill.sql");
        client.execute(sql, &[&prefix, &count, &LINES_PER_CART, &site::PRODUCTS]).await?;
    }
    let sql = include_str!("carts/past_orders.sql");
    client.execute(sql, &[&PAST_ORDERS, &site::PRODUCTS]).await?;
    client.batch_execute("vacuum analyze").await?;
    Ok(())
}

/// Returns the body of an addition to a cart. A quarter of the additions create a cart, a quarter add a
/// product that is in the cart already, and half add another product.
pub fn addition() -> Value {
    let any_product = || rand::random_range(1..=site::PRODUCTS);
    let cart = rand::random_range(1..=VISITED_CARTS);
    let (session_id, product_id, variant) = match rand::random_range(0..4) {
        0 => (format!("new-{:032x}", rand::random::<u128>()), any_product(), 1),
        1 => {
            (format!("visited-{cart}"), product_in(cart, rand::random_range(0..LINES_PER_CART)), 1)
        }
        _ => (format!("visited-{cart}"), any_product(), rand::random_range(1..=site::VARIANTS)),
    };
    json!({
        "sessionId": session_id,
        "productId": product_id,
        "variantId": site::variant_id(product_id, variant),
        "quantity": 1,
    })
}

/// Returns the body of a checkout, with a shipping rate. Each call uses another cart.
pub fn checkout() -> Value {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    let cart = NEXT.fetch_add(1, Ordering::Relaxed);
    json!({
        "sessionId": format!("checkout-{cart}"),
        "customerEmail": format!("customer-{cart}@example.com"),
        "customerName": "Ada Lovelace",
        "shippingAddress": {
            "street": "1 Harbor Street",
            "city": "Portland",
            "state": "OR",
            "postalCode": "97201",
            "country": "US",
        },
        "shippingRateId": 1,
    })
}

/// Returns the product on a line of a cart, as computed by `carts/fill.sql`.
fn product_in(cart: i64, line: i64) -> i64 {
    (cart * 7 + line * 601) % site::PRODUCTS + 1
}
