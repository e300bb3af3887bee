//! Retention times, and the numbers of rows that are due to be deleted. deploy/retention.md lists all times.

use chrono::{DateTime, TimeDelta, Utc};
use stoa_commerce::carts::EXPIRED_CART_RETENTION;
use stoa_commerce::orders::sweep::UNPAID_ORDER_RETENTION;
use stoa_conversations::{CONVERSATION_RETENTION_DAYS, closed_backlog};
use stoa_db::{Db, DbError};
use stoa_designs::prints::{PRINT_RETENTION, prints_backlog};
use stoa_designs::sweep::{DELETED_DESIGN_RETENTION, DRAFT_RETENTION, drafts_backlog};
use stoa_outbox::MAIL_RETENTION;

/// Returns how long data is retained, in one line.
pub fn summary() -> String {
    let days = |retention: TimeDelta| format!("{} days", retention.num_days());
    [
        ("designs of visitors", days(DRAFT_RETENTION) + " after the last visit"),
        ("print files that were not ordered", days(PRINT_RETENTION)),
        ("deleted designs", days(DELETED_DESIGN_RETENTION)),
        (
            "closed conversations",
            format!("{CONVERSATION_RETENTION_DAYS} days, or as the site sets"),
        ),
        ("expired carts", days(EXPIRED_CART_RETENTION)),
        ("unpaid orders", days(UNPAID_ORDER_RETENTION)),
        ("mails", days(MAIL_RETENTION)),
    ]
    .map(|(what, how_long)| format!("{what} {how_long}"))
    .join("; ")
}

/// Returns, for each kind, the number of rows that are due to be deleted but still exist, at most 10,000.
pub async fn backlog(db: &Db, now: DateTime<Utc>) -> Result<[(&'static str, i64); 3], DbError> {
    Ok([
        ("conversations", closed_backlog(db, now).await?),
        ("design sessions", drafts_backlog(db, now).await?),
        ("print files", prints_backlog(db, now).await?),
    ])
}
