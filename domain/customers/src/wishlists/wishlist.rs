//! A customer's wishlist: shown, and changed an item at a time.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_storefront_types::{Wishlist, WishlistItem};

/// Begins a list where there is none, and locks it.
const BEGIN: &str = include_str!("wishlist/begin.sql");

/// Items of a list at most, those apart whose products do not exist any more.
const MAX_WISHLIST_ITEMS: i64 = 500;

/// Why a product was not added.
#[derive(Debug)]
pub enum AddRefusal {
    NoSuchCustomer,
    ProductNotFound,
    VariantNotFound,
    WishlistIsFull,
    Database(DbError),
}

/// A customer's list, which begins by that; none when there is no such customer any more.
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

/// A customer's list, where it has begun.
pub async fn find_wishlist(
    db: &Db,
    site_id: i64,
    customer_id: i64,
) -> Result<Option<Wishlist>, DbError> {
    db.opt(include_str!("wishlist/get_wishlist.sql"), &[&site_id, &customer_id]).await
}

/// Puts a product on a customer's list. One that is there already stays as it stands there.
pub async fn add_wishlist_item(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    product_id: i64,
    variant_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<WishlistItem, AddRefusal> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // By itself: a statement that waits for a lock still sees other tables as they were when it began.
    let list: Option<i64> = transaction.opt(BEGIN, &[&site_id, &customer_id, &now]).await?;
    let list = list.ok_or(AddRefusal::NoSuchCustomer)?;
    let params = [
        &site_id as _,
        &list as _,
        &product_id as _,
        &variant_id as _,
        &now as _,
        &MAX_WISHLIST_ITEMS as _,
    ];
    let verdict: Verdict =
        transaction.one(include_str!("wishlist/add_wishlist_item.sql"), &params).await?;
    match verdict {
        Verdict(None, Some(item)) => {
            transaction.commit().await?;
            Ok(item)
        }
        Verdict(Some(Refusal::VariantNotFound), _) => Err(AddRefusal::VariantNotFound),
        Verdict(Some(Refusal::WishlistIsFull), _) => Err(AddRefusal::WishlistIsFull),
        Verdict(Some(Refusal::ProductNotFound) | None, _) => Err(AddRefusal::ProductNotFound),
    }
}

/// A refusal, or the item.
#[derive(Deserialize)]
struct Verdict(Option<Refusal>, Option<WishlistItem>);

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Refusal {
    ProductNotFound,
    VariantNotFound,
    WishlistIsFull,
}

/// Takes a product off a customer's list. Returns whether it was there.
pub async fn remove_wishlist_item(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    product_id: i64,
) -> Result<bool, DbError> {
    let sql = include_str!("wishlist/remove_wishlist_item.sql");
    Ok(db.execute(sql, &[&site_id, &customer_id, &product_id]).await? > 0)
}

impl From<DbError> for AddRefusal {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
