//! Operations of the command line on people.

use stoa_audit::{NO_SITE, Origin, Target, record};
use stoa_db::{Db, DbError, Transaction};

use crate::invitations::{Invited, find_or_create};
use crate::{PeopleContext, roles, totp};

/// Gives the person with this address roles for a site, or for all sites if `site_id` is `None`. Creates the person if
/// there is none. Returns `None` if the site does not exist.
pub async fn create(
    context: &PeopleContext,
    origin: &Origin,
    site_id: Option<i64>,
    email: &str,
    given: &[String],
) -> Result<Option<Invited>, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let now = context.now();
    let invited = find_or_create(context, &transaction, email).await?;
    match site_id {
        None => {
            let sql = include_str!("staff/add_all_site_roles.sql");
            transaction.execute(sql, &[&invited.person_id, &given]).await?;
        }
        Some(site_id) => {
            match roles::add(&transaction, site_id, invited.person_id, given, now).await {
                Err(error) if error.constraint() == Some("person_roles_site_missing") => {
                    return Ok(None);
                }
                added => added?,
            }
        }
    }
    let target = Target { kind: "person", id: &invited.person_id.to_string() };
    record(&transaction, site_id.unwrap_or(NO_SITE), origin, target, &["roles"], now).await?;
    transaction.commit().await?;
    Ok(Some(invited))
}

/// Headings of the columns of [`list`].
pub const LIST: [&str; 6] = ["PERSON", "E-MAIL", "NAME", "ROLES", "CREATED", "LAST SEEN"];

/// Returns the people with roles for the site, or all people if `site_id` is `None`, at most 500. All columns are
/// text.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Vec<Option<String>>>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id]).await
}

/// Takes away the person's roles for a site, or all roles if `site_id` is `None`, and ends the sessions of a person who
/// then has no role. Returns false if the person does not exist or has no such roles.
pub async fn remove(
    context: &PeopleContext,
    origin: &Origin,
    site_id: Option<i64>,
    email: &str,
) -> Result<bool, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let Some(person_id) = lock(&transaction, email).await? else { return Ok(false) };
    let mut removed = 0;
    if site_id.is_none() {
        let sql = include_str!("staff/remove_all_site_roles.sql");
        removed += transaction.execute(sql, &[&person_id]).await?;
    }
    let sql = include_str!("staff/remove_roles.sql");
    removed += transaction.execute(sql, &[&person_id, &site_id]).await?;
    if removed == 0 {
        return Ok(false);
    }
    roles::end_sessions_without_roles(&transaction, person_id).await?;
    let target = Target { kind: "person", id: &person_id.to_string() };
    let site_id = site_id.unwrap_or(NO_SITE);
    record(&transaction, site_id, origin, target, &["roles"], context.now()).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Turns off the TOTP of the person with this address. Returns false if no person with this address has TOTP.
pub async fn remove_totp(
    context: &PeopleContext,
    origin: &Origin,
    email: &str,
) -> Result<bool, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let Some(person_id) = lock(&transaction, email).await? else { return Ok(false) };
    if !totp::turn_off(context, &transaction, origin, person_id).await? {
        return Ok(false);
    }
    transaction.commit().await?;
    Ok(true)
}

/// Locks the person with this address.
async fn lock(transaction: &Transaction<'_>, email: &str) -> Result<Option<i64>, DbError> {
    transaction.opt(include_str!("staff/lock.sql"), &[&email]).await
}
