//! The roles of people for a site.

use chrono::{DateTime, Utc};
use stoa_db::{DbError, Transaction};
use stoa_staff_types::Role;

use crate::invitations::{DELETE_INVITATIONS, DELETE_INVITATIONS_WITHOUT_ROLES};

/// Returns the names of roles, each once.
pub(crate) fn names(roles: &[Role]) -> Vec<&str> {
    let mut names: Vec<&str> = roles.iter().map(Role::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Gives a person roles for a site, in addition to those that the person has. Returns false if the person has them all
/// already. Fails with the constraint `person_roles_site_missing` if the site does not exist.
pub(crate) async fn add(
    transaction: &Transaction<'_>,
    site_id: i64,
    person_id: i64,
    roles: &[String],
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let existing = for_site(transaction, site_id, person_id).await?;
    if roles.iter().all(|role| existing.contains(role)) {
        return Ok(false);
    }
    let mut roles = [roles, &existing].concat();
    roles.sort_unstable();
    roles.dedup();
    let sql = include_str!("roles/set.sql");
    transaction.execute(sql, &[&site_id, &person_id, &roles, &now]).await?;
    Ok(true)
}

/// Returns the person's roles for the site, and locks them.
pub(crate) async fn for_site(
    transaction: &Transaction<'_>,
    site_id: i64,
    person_id: i64,
) -> Result<Vec<String>, DbError> {
    let sql = include_str!("roles/lock.sql");
    let found: Option<(Vec<String>,)> = transaction.opt(sql, &[&site_id, &person_id]).await?;
    Ok(found.map(|(roles,)| roles).unwrap_or_default())
}

/// Whether the person has a role for any site.
pub(crate) async fn has_any(
    transaction: &Transaction<'_>,
    person_id: i64,
) -> Result<bool, DbError> {
    transaction.one(include_str!("roles/has_any.sql"), &[&person_id]).await
}

/// Ends all sessions of the person.
pub(crate) async fn end_sessions(
    transaction: &Transaction<'_>,
    person_id: i64,
) -> Result<(), DbError> {
    transaction.execute(include_str!("roles/end_sessions.sql"), &[&person_id]).await?;
    Ok(())
}

/// Deletes the person's invitations to sites for which the person has no role. Ends the sessions of a person who has no
/// role, and deletes all invitations.
pub(crate) async fn end_sessions_without_roles(
    transaction: &Transaction<'_>,
    person_id: i64,
) -> Result<(), DbError> {
    transaction.execute(DELETE_INVITATIONS_WITHOUT_ROLES, &[&person_id]).await?;
    if !has_any(transaction, person_id).await? {
        transaction.execute(DELETE_INVITATIONS, &[&person_id]).await?;
        end_sessions(transaction, person_id).await?;
    }
    Ok(())
}
