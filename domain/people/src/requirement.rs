//! Sites that require TOTP of their people.

use stoa_audit::{Origin, Target, record};
use stoa_db::DbError;

use crate::{PeopleContext, totp};

/// Sets whether the site requires TOTP. Returns false, and changes nothing, if the site is to require it and the person
/// has no TOTP.
pub async fn set_totp_requirement(
    context: &PeopleContext,
    origin: &Origin,
    person_id: i64,
    site_id: i64,
    required: bool,
) -> Result<bool, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    // The lock prevents that the person turns TOTP off at the same time.
    let locked = totp::lock(&transaction, person_id).await?;
    if required && !locked.is_some_and(|person| person.has_totp) {
        return Ok(false);
    }
    let sql = include_str!("requirement/set.sql");
    let changed = transaction.execute(sql, &[&site_id, &required]).await?;
    if changed > 0 {
        transaction.invalidate_cache(site_id);
        let target = Target::new("site", site_id);
        record(&transaction, site_id, origin, target, &["requiresTotp"], context.clock.now())
            .await?;
    }
    transaction.commit().await?;
    Ok(true)
}
