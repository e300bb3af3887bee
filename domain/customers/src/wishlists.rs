//! Wishlists. Each customer has one, which is created on first use.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::{Wishlist, WishlistItem};

/// Creates a customer's wishlist if there is none, and locks the wishlist.
const BEGIN: &str = include_str!("wishlists/begin.sql");

/// Maximum number of products on a wishlist. A further one is answered 400.
///
/// Items whose products no longer exist do not count.
const MAX_WISHLIST_ITEMS: i64 = 500;

refusals! {
    /// Why a product is not added.
    pub enum AddRefusal of reasons {
        /// The customer no longer exists.
        Unauthorized,
        ProductNotFound,
        VariantNotFound,
        WishlistIsFull,
    }
}

/// Returns a customer's list, which is created if necessary. Returns `None` if the customer no longer exists.
pub async fn get_wishlist(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<Wishlist>, DbError> {
    if let Some(wishlist) = find_wishlist(db, site_id, customer_id).await? {
        return Ok(Some(wishlist));
    }
    db.execute(BEGIN, &[&site_id, &customer_id, &now]).await?;
    find_wishlist(db, site_id, customer_id).await
}

/// Returns a customer's list if it exists.
pub async fn find_wishlist(
    db: &Db,
    site_id: i64,
    customer_id: i64,
) -> Result<Option<Wishlist>, DbError> {
    db.opt(include_str!("wishlists/get_wishlist.sql"), &[&site_id, &customer_id]).await
}

/// Adds a product to a customer's list. If the product is in the list already, its item remains unchanged.
pub async fn add_wishlist_item(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    product_id: i64,
    variant_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<WishlistItem, Failed<AddRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // A separate statement locks the list. A statement that waits for a lock still reads other tables as they were when
    // the statement began.
    let list: Option<i64> = transaction.opt(BEGIN, &[&site_id, &customer_id, &now]).await?;
    let list = list.ok_or(AddRefusal::Unauthorized)?;
    let params = [
        &site_id as _,
        &list as _,
        &product_id as _,
        &variant_id as _,
        &now as _,
        &MAX_WISHLIST_ITEMS as _,
    ];
    let sql = include_str!("wishlists/add_wishlist_item.sql");
    let Added { refusal, item } = transaction.one(sql, &params).await?;
    if let Some(refusal) = refusal {
        return Err(refusal)?;
    }
    transaction.commit().await?;
    Ok(item.ok_or(AddRefusal::ProductNotFound)?)
}

/// Either a refusal, or the item in the list.
#[derive(Deserialize)]
struct Added {
    refusal: Option<AddRefusal>,
    item: Option<WishlistItem>,
}

/// Removes a product from a customer's list. Returns whether the product was in the list.
pub async fn remove_wishlist_item(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    product_id: i64,
) -> Result<bool, DbError> {
    let sql = include_str!("wishlists/remove_wishlist_item.sql");
    Ok(db.execute(sql, &[&site_id, &customer_id, &product_id]).await? > 0)
}
