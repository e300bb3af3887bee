//! Tracking events, in EasyPost's format.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use stoa_db::{Db, DbError, SqlState, ToSql};
use stoa_storefront_types::TrackingEventMessage;
use tokio_postgres::types::Json;

use stoa_commerce::orders::{OrderTransaction, deliver};

/// Prefix that EasyPost writes before the digest. Other tracking services send the digest alone.
const SCHEME: &str = "hmac-sha256-hex=";

const UPDATED: &str = "tracker.updated";
const DELIVERED: &str = "delivered";

/// Whether `signature` is the HMAC of the exact bytes of `body`.
pub(super) fn is_signed(signature: &str, body: &[u8], secret: &str) -> bool {
    let digest = signature.strip_prefix(SCHEME).unwrap_or(signature);
    let mut bytes = [0; 32];
    if hex::decode_to_slice(digest, &mut bytes).is_err() {
        return false;
    }
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    // Compares in constant time.
    mac.chain_update(body).verify_slice(&bytes).is_ok()
}

/// Stores the event once, with the newest order that has its tracking number. Updates the order's tracking status,
/// unless a newer event has arrived. If the parcel is delivered, marks the order as delivered.
pub(super) async fn receive(
    db: &Db,
    site_id: i64,
    message: TrackingEventMessage,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let TrackingEventMessage { id, description, result } = message;
    let text = |name: &str| result.get(name).and_then(|value| value.as_str());
    let Some(tracking_number) = text("tracking_code").filter(|_| description == UPDATED) else {
        return Ok(());
    };
    let status = text("status");
    // The time is at most now. An event with a future time would make every later event look outdated.
    let updated_at = text("updated_at").and_then(|time| DateTime::parse_from_rfc3339(time).ok());
    let at = updated_at.map_or(now, |time| time.to_utc().min(now));
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("receive_tracking_webhook.sql");
    let json = Json(&result);
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &tracking_number, &id, &description, &json, &now];
    let Some(order_id) = transaction.opt(sql, &params).await? else { return Ok(()) };
    // `receive_tracking_webhook.sql` has already locked the order that `deliver` changes.
    if status == Some(DELIVERED) {
        deliver(&OrderTransaction::new(&transaction, site_id, order_id, now), at).await?;
    }
    let sql = include_str!("track.sql");
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, &order_id, &status, &at, &text("public_url"), &now];
    transaction.execute(sql, &params).await?;
    transaction.commit().await
}

/// Whether Postgres refused a text because it contains NUL.
pub(super) fn holds_nul(error: &DbError) -> bool {
    let refusals = [SqlState::UNTRANSLATABLE_CHARACTER, SqlState::CHARACTER_NOT_IN_REPERTOIRE];
    error.code().is_some_and(|code| refusals.contains(code))
}
