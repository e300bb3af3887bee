//! Adding a line to a session's cart.

use std::cmp::Reverse;

use axum::Json;
use axum::extract::{Path, State};
use deadpool_postgres::{Client, Pool};
use serde::{Deserialize, Serialize};
use tokio::try_join;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::failure::Failure;
use crate::timestamp::Timestamp;

const MAX_QUANTITY_OF_LINE: i64 = 999;
const MAX_LINES_OF_CART: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Addition {
    session_id: String,
    product_id: i64,
    variant_id: Option<i64>,
    quantity: i64,
}

#[derive(Serialize)]
pub struct Added {
    success: bool,
    data: Line,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    id: i64,
    cart_id: i64,
    product_id: i64,
    variant_id: Option<i64>,
    design_id: Option<String>,
    quantity: i64,
    unit_price: i64,
    line_total: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

struct Rule {
    variant_id: Option<i64>,
    min_quantity: i64,
    max_quantity: Option<i64>,
    is_percent_off: bool,
    amount: i64,
}

pub async fn add_cart_item(
    State(pool): State<Pool>,
    Path(site_id): Path<i64>,
    Json(addition): Json<Addition>,
) -> Result<Json<Added>, Failure> {
    let client = pool.get().await?;
    let added = add_line(&client, site_id, &addition).await;
    if added.is_err() {
        client.batch_execute("rollback").await?;
    }
    Ok(Json(Added { success: true, data: added? }))
}

/// Adds the line in a transaction that locks the cart. `try_join!` sends its statements before Postgres answers the first.
async fn add_line(client: &Client, site_id: i64, addition: &Addition) -> Result<Line, Failure> {
    let Addition { session_id, product_id, variant_id, quantity } = addition;
    let begin_cart = client.prepare_cached(include_str!("cart/begin_cart.sql")).await?;
    let lock_cart = client.prepare_cached(include_str!("cart/lock_cart.sql")).await?;
    let find_offer = client.prepare_cached(include_str!("cart/find_offer.sql")).await?;
    let list_rules = client.prepare_cached(include_str!("cart/list_rules.sql")).await?;
    let list_lines = client.prepare_cached(include_str!("cart/list_lines.sql")).await?;
    let delete_lines = client.prepare_cached(include_str!("cart/delete_lines.sql")).await?;
    let revise_cart = client.prepare_cached(include_str!("cart/revise_cart.sql")).await?;
    let store_line = client.prepare_cached(include_str!("cart/store_line.sql")).await?;

    let session: [&(dyn ToSql + Sync); 2] = [&site_id, session_id];
    let offered: [&(dyn ToSql + Sync); 4] = [&site_id, session_id, product_id, variant_id];
    let product: [&(dyn ToSql + Sync); 2] = [&site_id, product_id];
    let (_, begun, cart, offer, rules, lines) = try_join!(biased;
        client.batch_execute("begin"),
        client.execute(&begin_cart, &session),
        client.query_one(&lock_cart, &session),
        client.query_opt(&find_offer, &offered),
        client.query(&list_rules, &product),
        client.query(&list_lines, &session),
    )?;

    let (cart_id, is_current): (i64, bool) = (cart.get(0), cart.get(1));
    let offer = offer.ok_or(Failure::not_found("Product not found"))?;
    let (list_price, stock): (i64, Option<i64>) = (offer.get(0), offer.get(1));
    let lines = if is_current { lines } else { Vec::new() };
    let is_same = |line: &&Row| {
        line.get::<_, i64>(1) == *product_id && line.get::<_, Option<i64>>(2) == *variant_id
    };
    let same = lines.iter().find(is_same);
    let quantity = quantity + same.map_or(0, |line| line.get::<_, i64>(3));
    if quantity > MAX_QUANTITY_OF_LINE {
        return Err(Failure::conflict("Too many pieces of one line"));
    }
    if stock.is_some_and(|stock| quantity > stock) {
        return Err(Failure::conflict("Insufficient stock"));
    }
    if same.is_none() && lines.len() >= MAX_LINES_OF_CART {
        return Err(Failure::conflict("The cart is full"));
    }
    let unit_price = unit_price(list_price, rules.iter().map(rule), *variant_id, quantity);

    let id: i64 = rand::random_range(1..1 << 53);
    let of_cart: [&(dyn ToSql + Sync); 2] = [&site_id, &cart_id];
    let of_line: [&(dyn ToSql + Sync); 6] =
        [&site_id, &id, &cart_id, product_id, variant_id, &quantity];
    if !is_current {
        client.execute(&delete_lines, &of_cart).await?;
    }
    let revise =
        async { if begun == 0 { client.execute(&revise_cart, &of_cart).await } else { Ok(0) } };
    let (_, stored, _) = try_join!(biased;
        revise,
        client.query_one(&store_line, &of_line),
        client.batch_execute("commit"),
    )?;
    Ok(Line {
        id: stored.get(0),
        cart_id,
        product_id: *product_id,
        variant_id: *variant_id,
        design_id: None,
        quantity,
        unit_price,
        line_total: unit_price * quantity,
        created_at: Timestamp(stored.get(1)),
        updated_at: Timestamp(stored.get(2)),
    })
}

fn rule(row: &Row) -> Rule {
    Rule {
        variant_id: row.get(0),
        min_quantity: row.get(1),
        max_quantity: row.get(2),
        is_percent_off: row.get::<_, &str>(3) == "percent_off",
        amount: row.get(4),
    }
}

/// Returns the price by the rule that applies. A rule of the variant wins over a rule of the product. Among several
/// such rules, the highest `min_quantity` wins, then the lowest price.
fn unit_price(
    list_price: i64,
    rules: impl Iterator<Item = Rule>,
    variant_id: Option<i64>,
    quantity: i64,
) -> i64 {
    let price = |rule: &Rule| match rule.is_percent_off {
        true => (list_price * (10_000 - rule.amount).max(0) + 5_000) / 10_000,
        false => rule.amount,
    };
    rules
        .filter(|rule| rule.variant_id.is_none() || rule.variant_id == variant_id)
        .filter(|rule| rule.min_quantity <= quantity)
        .filter(|rule| rule.max_quantity.is_none_or(|most| quantity <= most))
        .max_by_key(|rule| (rule.variant_id.is_some(), rule.min_quantity, Reverse(price(rule))))
        .map_or(list_price, |rule| price(&rule))
}
