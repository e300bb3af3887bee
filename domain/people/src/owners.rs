//! The owners of a site.

use stoa_audit::Actor;
use stoa_db::{DbError, Transaction};

use crate::people::lock_people;

/// Locks the caller, these people and the person with this address. Then returns whether the caller is an owner of the
/// site.
///
/// Every operation that gives lasting access calls this function before it reads roles. So an owner who was removed cannot give access
/// after the removal was answered, not even by a request that began before.
pub(crate) async fn lock_as_owner(
    transaction: &Transaction<'_>,
    caller: &Actor,
    site_id: i64,
    people: &[i64],
    email: Option<&str>,
) -> Result<bool, DbError> {
    let caller_id = match caller {
        Actor::Person { id, .. } => Some(*id),
        Actor::ServerKey { .. } | Actor::CommandLine => None,
    };
    let ids: Vec<i64> = people.iter().copied().chain(caller_id).collect();
    lock_people(transaction, &ids, email).await?;
    match caller {
        Actor::Person { id, .. } => is_owner(transaction, site_id, *id).await,
        Actor::ServerKey { id, .. } => {
            let sql = include_str!("owners/is_owner_key.sql");
            let found: Option<bool> = transaction.opt(sql, &[&site_id, id]).await?;
            Ok(found.is_some())
        }
        Actor::CommandLine => Ok(true),
    }
}

/// Whether the person is an owner of the site or of all sites.
pub(crate) async fn is_owner(
    transaction: &Transaction<'_>,
    site_id: i64,
    person_id: i64,
) -> Result<bool, DbError> {
    transaction.one(include_str!("owners/is_owner.sql"), &[&site_id, &person_id]).await
}

/// Locks the owners of the site, so that of two concurrent removals one sees the other. Returns their ids.
pub(crate) async fn lock_owners(
    transaction: &Transaction<'_>,
    site_id: i64,
) -> Result<Vec<i64>, DbError> {
    transaction.rows(include_str!("owners/lock_owners.sql"), &[&site_id]).await
}

/// Whether the site has an owner who has accepted an invitation.
pub(crate) async fn has_owner(
    transaction: &Transaction<'_>,
    site_id: i64,
) -> Result<bool, DbError> {
    transaction.one(include_str!("owners/has_owner.sql"), &[&site_id]).await
}
