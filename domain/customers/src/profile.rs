//! A customer's profile: the customer's own data, the number of orders, and the total spent.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, ToSql};
use stoa_storefront_types::{CustomerProfile, UpdateAccountRequest};
use tokio_postgres::types::Json;

/// Returns a customer's profile, or `None` if the customer does not exist any more.
pub async fn get_account(
    db: &Db,
    site_id: i64,
    customer_id: i64,
) -> Result<Option<CustomerProfile>, DbError> {
    db.opt(include_str!("profile/get_account.sql"), &[&site_id, &customer_id]).await
}

/// Changes the fields that the client sent, and returns the changed profile. A field that was sent as null or as empty
/// text is cleared.
pub async fn update_account(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    changes: &UpdateAccountRequest,
    now: DateTime<Utc>,
) -> Result<Option<CustomerProfile>, DbError> {
    let (is_first_name, first_name) = sent(&changes.first_name);
    let (is_last_name, last_name) = sent(&changes.last_name);
    let (is_phone, phone) = sent(&changes.phone);
    let (is_shipping, shipping) = sent(&changes.default_shipping_address);
    let (is_billing, billing) = sent(&changes.default_billing_address);
    let (first_name, last_name, phone) = (filled(first_name), filled(last_name), filled(phone));
    let params: [&(dyn ToSql + Sync); 14] = [
        &site_id,
        &customer_id,
        &is_first_name,
        &first_name,
        &is_last_name,
        &last_name,
        &is_phone,
        &phone,
        &is_shipping,
        &shipping.map(Json),
        &is_billing,
        &billing.map(Json),
        &changes.address_book.as_ref().map(Json),
        &now,
    ];
    db.opt(include_str!("profile/update_account.sql"), &params).await
}

/// Returns whether a field was sent, and its value.
fn sent<T>(field: &Option<Option<T>>) -> (bool, Option<&T>) {
    (field.is_some(), field.as_ref().and_then(Option::as_ref))
}

fn filled(text: Option<&String>) -> Option<&String> {
    text.filter(|text| !text.is_empty())
}
