//! Changes a line's quantity, removes a line, and clears a cart.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_reasons::Failed;
use stoa_storefront_types::{CartItemRecord, Timestamp};
use stoa_values::Currency;

use super::{
    CART_TTL, QuantityRefusal,
    lines::{list_lines, price_line, revise_cart, set_quantity},
    offer::find_offer,
};

#[derive(Debug, Clone, Copy)]
pub struct LineKey<'a> {
    pub site_id: i64,
    pub line_id: i64,
    /// The session in whose cart the line must be, or `None` for any session.
    pub session_id: Option<&'a str>,
}

/// The locked cart of a line, and the line's product, which never changes.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CartOfLine {
    cart_id: i64,
    session_id: String,
    product_id: i64,
    variant_id: Option<i64>,
}

/// Sets the number of pieces of a line, under the cart's row lock. Returns `None` if the line does not exist.
pub async fn change_line(
    db: &Db,
    key: LineKey<'_>,
    quantity: i64,
    currency: Currency,
    now: DateTime<Utc>,
) -> Result<Option<CartItemRecord>, Failed<QuantityRefusal>> {
    let LineKey { site_id, line_id, session_id } = key;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("changes/lock_cart_of_line.sql");
    let locked = transaction.opt(sql, &[&site_id, &line_id, &session_id, &now]).await?;
    let Some(CartOfLine { cart_id, session_id, product_id, variant_id }) = locked else {
        return Ok(None);
    };
    let (offer, lines) = tokio::try_join!(biased;
        find_offer(&transaction, site_id, &session_id, product_id, variant_id),
        list_lines(&transaction, site_id, &session_id),
    )?;
    let Some(line) = lines.iter().find(|line| line.id == line_id) else { return Ok(None) };
    let offer = offer.unwrap_or_default();
    offer.check_quantity(quantity)?;
    let others = lines.iter().filter(|line| line.id != line_id);
    let price = price_line(&offer, variant_id, quantity, others, currency)?;
    tokio::try_join!(biased;
        revise_cart(&transaction, site_id, cart_id, None, now),
        set_quantity(&transaction, site_id, line_id, quantity, now),
        transaction.send_commit(),
    )?;
    Ok(Some(CartItemRecord {
        id: line_id,
        cart_id,
        product_id,
        variant_id,
        design_id: line.design_id.clone(),
        quantity,
        unit_price: price.unit_price,
        line_total: price.line_total,
        created_at: line.created_at,
        updated_at: Timestamp(now),
    }))
}

/// Removes a line. Returns false if the line does not exist.
pub async fn remove_line(db: &Db, key: LineKey<'_>, now: DateTime<Utc>) -> Result<bool, DbError> {
    let LineKey { site_id, line_id, session_id } = key;
    let sql = include_str!("changes/remove_cart_item.sql");
    let params =
        [&site_id as _, &line_id as _, &session_id as _, &now as _, &(now + CART_TTL) as _];
    let removed: Option<i64> = db.opt(sql, &params).await?;
    Ok(removed.is_some())
}

pub async fn clear_cart(
    db: &Db,
    site_id: i64,
    session_id: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("changes/clear_cart.sql");
    db.execute(sql, &[&site_id, &session_id, &now, &(now + CART_TTL)]).await?;
    Ok(())
}
