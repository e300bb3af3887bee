//! People, their roles and server keys, as the staff API shows them.

use stoa_db::{Db, DbError, Transaction};
use stoa_staff_types::{Me, SitePerson, SiteSummary};

/// Returns a person with the roles for sites, or `None` if there is no such person.
pub async fn get_me(db: &Db, person_id: i64) -> Result<Option<Me>, DbError> {
    db.opt(include_str!("people/get_me.sql"), &[&person_id]).await
}

/// Returns a server key with its sites, or `None` if the key was revoked.
pub async fn get_me_of_server_key(
    db: &Db,
    site_ids: &[i64],
    id: i64,
) -> Result<Option<Me>, DbError> {
    db.opt(include_str!("people/get_me_of_server_key.sql"), &[&site_ids, &id]).await
}

pub(crate) static GET_PERSON: &str = include_str!("people/get_person.sql");

/// Returns a person with roles for the site, or `None` if no person with this id has any.
pub async fn get_person(
    db: &Db,
    site_id: i64,
    person_id: i64,
) -> Result<Option<SitePerson>, DbError> {
    db.opt(GET_PERSON, &[&site_id, &person_id]).await
}

/// Locks these people and the person with this address, as every change of a person's roles does. Returns the ids of the
/// people who exist.
pub(crate) async fn lock_people(
    transaction: &Transaction<'_>,
    ids: &[i64],
    email: Option<&str>,
) -> Result<Vec<i64>, DbError> {
    transaction.rows(include_str!("people/lock.sql"), &[&ids, &email]).await
}

/// Roles that let a person answer visitors.
const AGENT_ROLES: [&str; 2] = ["owner", "support"];

/// Returns the name of a person who may answer the site's visitors, or `None` if there is no such person.
pub async fn find_agent(db: &Db, site_id: i64, person_id: i64) -> Result<Option<String>, DbError> {
    let roles = AGENT_ROLES.as_slice();
    let found: Option<(String,)> =
        db.opt(include_str!("people/find_agent.sql"), &[&site_id, &person_id, &roles]).await?;
    Ok(found.map(|(name,)| name))
}

/// Returns at most `limit` people with roles for the site whose ids are above `after`, by id.
pub async fn list_people(
    db: &Db,
    site_id: i64,
    after: i64,
    limit: i64,
) -> Result<Vec<SitePerson>, DbError> {
    db.rows(include_str!("people/list_people.sql"), &[&site_id, &after, &limit]).await
}

/// Whether there is a person, invited or not.
pub async fn has_people(db: &Db) -> Result<bool, DbError> {
    db.one(include_str!("people/has_people.sql"), &[]).await
}

pub(crate) const LIST_SITES: &str = include_str!("people/list_sites.sql");

/// Returns at most `limit` active sites of a person with ids above `after`, by id.
pub async fn list_sites(
    db: &Db,
    person_id: i64,
    after: i64,
    limit: i64,
) -> Result<Vec<SiteSummary>, DbError> {
    db.rows(LIST_SITES, &[&person_id, &after, &limit]).await
}
