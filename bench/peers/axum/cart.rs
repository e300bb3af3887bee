//! Adding a line to a session's cart.

use std::cmp::Reverse;

use axum::Json;
use axum::extract::{Path, State};
use deadpool_postgres::Pool;
use serde::{Deserialize, Serialize};
use tokio::try_join;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::failure::Failure;
use crate::timestamp::Timestamp;

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
    let Addition { session_id, product_id, variant_id, quantity } = addition;
    let id: i64 = rand::random_range(1..1 << 53);
    let line: [&(dyn ToSql + Sync); 6] =
        [&site_id, &session_id, &product_id, &variant_id, &quantity, &id];
    let product: [&(dyn ToSql + Sync); 2] = [&site_id, &product_id];
    let client = pool.get().await?;
    let add = client.prepare_cached(include_str!("cart/add_line.sql")).await?;
    let rules = client.prepare_cached(include_str!("cart/list_rules.sql")).await?;
    // Both statements are sent before Postgres answers either.
    let (added, rules) = try_join!(client.query_opt(&add, &line), client.query(&rules, &product))?;
    let added = added.ok_or(Failure::not_found("Product not found"))?;
    let (list_price, quantity): (i64, i64) = (added.get(5), added.get(2));
    let unit_price = unit_price(list_price, rules.iter().map(rule), variant_id, quantity);
    let data = Line {
        id: added.get(0),
        cart_id: added.get(1),
        product_id,
        variant_id,
        design_id: None,
        quantity,
        unit_price,
        line_total: unit_price * quantity,
        created_at: Timestamp(added.get(3)),
        updated_at: Timestamp(added.get(4)),
    };
    Ok(Json(Added { success: true, data }))
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
