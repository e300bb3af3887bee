//! Internal notes of staff on orders.

use chrono::{DateTime, Utc};
use stoa_audit::{Origin, record};
use stoa_db::Db;
use stoa_staff_reasons::{self as reasons, Failed, refusals};

use crate::orders::{locked_order::lock, staff::FoundOrder};

/// Maximum number of internal notes of staff on an order. A further one is answered 400.
const MAX_ORDER_NOTES: i64 = 200;

refusals! {
    /// Why a note is not added.
    pub enum NoteRefusal of reasons {
        OrderNotFound,
        TooManyNotes,
    }
}

pub async fn add_note(
    db: &Db,
    order: &FoundOrder,
    body: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<(), Failed<NoteRefusal>> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let noted = order.in_transaction(&transaction, now);
    // The lock prevents concurrent calls from exceeding the maximum.
    if lock(&noted).await?.is_none() {
        return Err(NoteRefusal::OrderNotFound)?;
    }
    let sql = include_str!("notes/add_order_note.sql");
    let (kind, id, name) = (origin.actor.kind(), origin.actor.id(), origin.actor.name());
    if noted.execute(sql, &[&body, &kind, &id, &name, &now, &MAX_ORDER_NOTES]).await? == 0 {
        return Err(NoteRefusal::TooManyNotes)?;
    }
    record(&transaction, order.site_id, origin, order.target(), &["notes"], now).await?;
    transaction.commit().await?;
    Ok(())
}
