//! The sites of a person.

use stoa_db::{Db, DbError};
use stoa_staff_types::SiteSummary;

pub(crate) const LIST_SITES: &str = include_str!("sites/list_sites.sql");

/// Returns at most `limit` active sites of a person with ids above `after`, by id.
pub async fn list_sites(
    db: &Db,
    person_id: i64,
    after: i64,
    limit: i64,
) -> Result<Vec<SiteSummary>, DbError> {
    db.rows(LIST_SITES, &[&person_id, &after, &limit]).await
}
