//! Claims. After a login, the customer can claim the designs and images of a session.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};

use crate::sessions::{DESIGN_SESSION_TTL, SessionDigest};

/// Gives a session's designs, legacy designs and images to a customer. Returns the number of designs, or `None` if the
/// customer no longer exists.
///
/// The row of the session is locked before its designs and images are changed. The lock has two effects:
/// - Of two concurrent claims, one gets everything.
/// - An image for the session is stored either before or after the claim. The claim also takes an image that was stored
///   before the claim. An image that is stored after the claim stays with the session.
pub async fn claim_designs(
    db: &Db,
    site_id: i64,
    session: &SessionDigest,
    customer_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let session = session.as_slice();
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("claims/lock_customer.sql");
    if transaction.execute(sql, &[&site_id, &customer_id]).await? == 0 {
        return Ok(None);
    }
    let sql = include_str!("claims/lock_session.sql");
    if transaction.execute(sql, &[&site_id, &session, &(now - DESIGN_SESSION_TTL)]).await? == 0 {
        return Ok(Some(0));
    }
    let sql = include_str!("claims/claim_designs.sql");
    let claimed = transaction.one(sql, &[&site_id, &session, &customer_id]).await?;
    transaction.commit().await?;
    Ok(Some(claimed))
}

/// Returns the number of a session's designs, including legacy designs.
pub async fn count_designs(db: &Db, site_id: i64, session: &SessionDigest) -> Result<i64, DbError> {
    let sql = include_str!("claims/count_anonymous_designs.sql");
    db.one(sql, &[&site_id, &session.as_slice()]).await
}
