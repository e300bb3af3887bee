//! Operations of the command line on people.

use std::slice;

use stoa_audit::{NO_SITE, Origin, Target, record};
use stoa_db::{Cells, Db, DbError, ToSql, Transaction};
use stoa_staff_types::{RevokedServerKeys, Role, SiteSummary};
use stoa_values::email::normalized;

use crate::invitations::{FoundPerson, find_or_create, invite};
use crate::owners::{has_owner, lock_owners};
use crate::people::{LIST_SITES, lock_people};
use crate::server_keys::{Creator, Revocation};
use crate::{PeopleContext, roles, totp};

/// A person who has got roles.
#[derive(Debug)]
pub struct Invited {
    pub person_id: i64,
    /// The token of the invitation. None if the person has a password already.
    pub token: Option<String>,
}

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
    let now = context.clock.now();
    let FoundPerson { id: person_id, has_password, .. } =
        find_or_create(&transaction, &normalized(email), now).await?;
    let are_added = match site_id {
        None => {
            let sql = include_str!("staff/add_all_site_roles.sql");
            transaction.execute(sql, &[&person_id, &given]).await? > 0
        }
        Some(site_id) => match roles::add(&transaction, site_id, person_id, given, now).await {
            Err(error) if error.constraint() == Some("person_roles_site_missing") => {
                return Ok(None);
            }
            added => added?,
        },
    };
    let token = match has_password {
        true => None,
        false => Some(invite(&transaction, person_id, site_id, now).await?),
    };
    let field = match (are_added, &token) {
        (true, _) => "roles",
        (false, Some(_)) => "invitation",
        (false, None) => return Ok(Some(Invited { person_id, token })),
    };
    let target = Target::person(person_id);
    record(&transaction, site_id.unwrap_or(NO_SITE), origin, target, &[field], now).await?;
    transaction.commit().await?;
    Ok(Some(Invited { person_id, token }))
}

/// Returns the people with roles for the site, or all people if `site_id` is `None`, at most 500. All columns are
/// text.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id]).await
}

/// The result of [`remove`].
#[derive(Debug)]
pub enum Removal {
    Done(RevokedServerKeys),
    /// The person does not exist or has no such roles.
    NoSuchRoles,
    /// This site would have no owner.
    OwnerIsNeeded(i64),
}

/// Takes away the person's roles for a site and the server keys that the person created for this site. If `site_id` is
/// `None`, takes away the roles and the keys for all sites. Ends the sessions of a person who then has no role. Does
/// not take away the last owner of an active site unless `is_forced`.
pub async fn remove(
    context: &PeopleContext,
    origin: &Origin,
    site_id: Option<i64>,
    email: &str,
    is_forced: bool,
    retained_keys: &[i64],
) -> Result<Removal, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let Some(person_id) = lock(&transaction, email).await? else {
        return Ok(Removal::NoSuchRoles);
    };
    let owned = match is_forced {
        true => Vec::new(),
        false => owned_sites(&transaction, site_id, person_id).await?,
    };
    for owned in &owned {
        lock_owners(&transaction, *owned).await?;
    }
    let mut removed = 0;
    if site_id.is_none() {
        let sql = include_str!("staff/remove_all_site_roles.sql");
        removed += transaction.execute(sql, &[&person_id]).await?;
    }
    let sql = include_str!("staff/remove_roles.sql");
    removed += transaction.execute(sql, &[&person_id, &site_id]).await?;
    if removed == 0 {
        return Ok(Removal::NoSuchRoles);
    }
    for owned in owned {
        if !has_owner(&transaction, owned).await? {
            return Ok(Removal::OwnerIsNeeded(owned));
        }
    }
    roles::end_sessions_without_roles(&transaction, person_id).await?;
    let (target, now) = (Target::person(person_id), context.clock.now());
    record(&transaction, site_id.unwrap_or(NO_SITE), origin, target, &["roles"], now).await?;
    let lost = site_id.as_ref().map(slice::from_ref);
    let change = Revocation { transaction: &transaction, origin, lost, now };
    let revoked = change.revoke_created(Creator::Person(person_id), retained_keys).await?;
    transaction.commit().await?;
    Ok(Removal::Done(revoked))
}

/// Returns the site if the person is an owner of it. If `site_id` is `None`, returns all active sites of which the person
/// is an owner.
async fn owned_sites(
    transaction: &Transaction<'_>,
    site_id: Option<i64>,
    person_id: i64,
) -> Result<Vec<i64>, DbError> {
    if let Some(site_id) = site_id {
        let roles = roles::for_site(transaction, site_id, person_id).await?;
        let is_owner = roles.iter().any(|role| role == Role::Owner.as_str());
        return Ok(is_owner.then_some(site_id).into_iter().collect());
    }
    let params: [&(dyn ToSql + Sync); 3] = [&person_id, &0_i64, &i64::MAX];
    let sites: Vec<SiteSummary> = transaction.rows(LIST_SITES, &params).await?;
    let owned = sites.into_iter().filter(|site| site.roles.contains(&Role::Owner));
    Ok(owned.map(|site| site.id).collect())
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
    Ok(lock_people(transaction, &[], Some(&normalized(email))).await?.first().copied())
}
