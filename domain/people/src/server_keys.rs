//! Server keys: credentials of programs. Each has the same roles for one or several sites. Only the digest of its secret is
//! stored.

use std::collections::{BTreeSet, VecDeque};

use chrono::{DateTime, Months, Utc};
use serde::Deserialize;
use stoa_audit::{Actor, Origin, Target, record};
use stoa_credentials::{digest, new_token};
use stoa_db::{Db, DbError, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    CreateServerKeyRequest, CreatedServerKey, NamedServerKey, RevokedServerKeys, ServerKey,
};

use crate::PeopleContext;
use crate::owners::lock_as_owner;
use crate::roles::names;

/// The beginning of each server key.
const SERVER_KEY_PREFIX: &str = "stk_";

/// Characters of a server key: the prefix and a token.
const SERVER_KEY_CHARACTERS: usize = 47;

/// Time after which a server key expires, unless its creator sets an earlier time.
pub const SERVER_KEY_MAX_TTL: Months = Months::new(24);

refusals! {
    /// Why a server key is not created.
    pub enum ServerKeyRefusal of reasons {
        /// The caller is no longer an owner.
        RoleRefused,
        /// The caller is not an owner of a further site.
        SiteNotFound,
        ExpiresInThePast,
        /// The key would expire later than [`SERVER_KEY_MAX_TTL`] from now.
        ExpiresTooLate,
    }
}

/// Returns at most `limit` keys of the site, newest first, which follow the position `(created_at, id)`. Of their sites,
/// names those of which the caller is an owner.
pub async fn list_server_keys(
    db: &Db,
    caller: &Actor,
    site_id: i64,
    (created_before, id_below): (DateTime<Utc>, i64),
    limit: i64,
) -> Result<Vec<ServerKey>, DbError> {
    let sql = include_str!("server_keys/list_server_keys.sql");
    let mut keys: Vec<ServerKey> =
        db.rows(sql, &[&site_id, &created_before, &id_below, &limit]).await?;
    let named: BTreeSet<i64> = keys.iter().flat_map(|key| key.site_ids.iter().copied()).collect();
    if named.len() > 1 {
        let named: Vec<i64> = named.into_iter().collect();
        let owned: Vec<i64> = db.rows(owned_sites(caller), &[&caller.id(), &named]).await?;
        for key in &mut keys {
            key.site_ids.retain(|id| *id == site_id || owned.binary_search(id).is_ok());
        }
    }
    Ok(keys)
}

/// The statement that returns those of the sites `$2` of which the caller with the id `$1` is an owner, lowest first.
fn owned_sites(caller: &Actor) -> &'static str {
    match caller {
        Actor::ServerKey { .. } => include_str!("server_keys/sites_of_owner_key.sql"),
        Actor::Person { .. } | Actor::CommandLine => {
            include_str!("server_keys/sites_of_owner.sql")
        }
    }
}

/// Whether a credential has the form of a server key. A session token may have the same beginning by chance, but is
/// shorter.
pub(crate) fn is_server_key(token: &str) -> bool {
    token.len() == SERVER_KEY_CHARACTERS && token.starts_with(SERVER_KEY_PREFIX)
}

/// Creates a key. Its secret cannot be read again later.
pub async fn create_server_key(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    request: CreateServerKeyRequest,
) -> Result<CreatedServerKey, Failed<ServerKeyRefusal>> {
    let CreateServerKeyRequest { name, roles, site_ids, expires_at, .. } = request;
    let further: BTreeSet<i64> = site_ids.into_iter().filter(|id| *id != site_id).collect();
    let further: Vec<i64> = further.into_iter().collect();
    let now = context.clock.now();
    let latest = now + SERVER_KEY_MAX_TTL;
    let expires_at = expires_at.map_or(latest, |expires_at| expires_at.0);
    if expires_at <= now {
        return Err(ServerKeyRefusal::ExpiresInThePast)?;
    }
    if expires_at > latest {
        return Err(ServerKeyRefusal::ExpiresTooLate)?;
    }
    let secret = format!("{SERVER_KEY_PREFIX}{}", new_token());
    let digest = digest(&secret);
    let (creator_id, creator_name, caller_key_id) = match &origin.actor {
        Actor::Person { id, name } => (Some(*id), Some(name), None),
        Actor::ServerKey { id, name } => (None, Some(name), Some(*id)),
        Actor::CommandLine => (None, None, None),
    };
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    if !lock_as_owner(&transaction, &origin.actor, site_id, &[], None).await? {
        return Err(ServerKeyRefusal::RoleRefused)?;
    }
    if !further.is_empty() {
        let caller = &origin.actor;
        let owned: Vec<i64> =
            transaction.rows(owned_sites(caller), &[&caller.id(), &further]).await?;
        if owned != further {
            return Err(ServerKeyRefusal::SiteNotFound)?;
        }
    }
    let params = [
        &digest.as_slice() as _,
        &site_id as _,
        &further as _,
        &name as _,
        &names(&roles) as _,
        &now as _,
        &expires_at as _,
        &creator_id as _,
        &creator_name as _,
        &caller_key_id as _,
    ];
    let sql = include_str!("server_keys/create_server_key.sql");
    let key: ServerKey = transaction.one(sql, &params).await?;
    for site_id in &key.site_ids {
        let target = Target::new("server_key", key.id);
        let fields = ["name", "roles", "siteIds", "expiresAt"];
        record(&transaction, *site_id, origin, target, &fields, now).await?;
    }
    transaction.commit().await?;
    Ok(CreatedServerKey { key, secret })
}

/// Takes a key, and the keys that it created, away from the site and from the key's other sites of which the caller is
/// an owner. Deletes each key that then belongs to no site. Returns `None` if the key does not belong to the site.
pub async fn revoke_server_key(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    id: i64,
    retained: &[i64],
) -> Result<Option<RevokedServerKeys>, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("server_keys/lock.sql");
    let found: Option<(Vec<i64>,)> = transaction.opt(sql, &[&site_id, &id]).await?;
    let Some((sites,)) = found else { return Ok(None) };
    let caller = &origin.actor;
    let mut lost: Vec<i64> = transaction.rows(owned_sites(caller), &[&caller.id(), &sites]).await?;
    if !lost.contains(&site_id) {
        lost.push(site_id);
    }
    let change = Revocation {
        transaction: &transaction,
        origin,
        lost: Some(&lost),
        now: context.clock.now(),
    };
    let created = change.lock_created(Creator::ServerKey(id)).await?;
    change.take_away(id, sites).await?;
    let revoked = change.revoke(created, retained).await?;
    transaction.commit().await?;
    Ok(Some(revoked))
}

/// The creator of a key: a person or another key.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Creator {
    Person(i64),
    ServerKey(i64),
}

/// A key that the creator created.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    id: i64,
    name: String,
    site_ids: Vec<i64>,
}

/// Takes keys away from sites, in the transaction of the change that causes it, such as the removal of their creator.
pub(crate) struct Revocation<'a> {
    pub transaction: &'a Transaction<'a>,
    pub origin: &'a Origin,
    /// The sites that lose the keys; all sites if `None`.
    pub lost: Option<&'a [i64]>,
    pub now: DateTime<Utc>,
}

impl Revocation<'_> {
    /// Takes away the keys that this person or key created, the keys that those created, and so on. The keys that
    /// a retained key created are retained too.
    pub async fn revoke_created(
        &self,
        creator: Creator,
        retained: &[i64],
    ) -> Result<RevokedServerKeys, DbError> {
        let created = self.lock_created(creator).await?;
        self.revoke(created, retained).await
    }

    /// Takes away these keys, and the keys that they created. A key that does not belong to `lost` may have created one
    /// that does.
    ///
    /// Locks a key before it reads the keys that this key created, so that a key that is created concurrently is
    /// revoked too.
    async fn revoke(
        &self,
        keys: Vec<Created>,
        retained: &[i64],
    ) -> Result<RevokedServerKeys, DbError> {
        let mut result = RevokedServerKeys { revoked: Vec::new(), retained: Vec::new() };
        let mut keys = VecDeque::from(keys);
        while let Some(Created { id, name, site_ids }) = keys.pop_front() {
            let is_lost = site_ids.iter().any(|site| self.loses(*site));
            if is_lost && retained.contains(&id) {
                let sites = site_ids.into_iter().filter(|site| self.loses(*site));
                self.record(id, sites, &["retained"]).await?;
                result.retained.push(NamedServerKey { id, name });
                continue;
            }
            keys.extend(self.lock_created(Creator::ServerKey(id)).await?);
            if is_lost {
                self.take_away(id, site_ids).await?;
                result.revoked.push(NamedServerKey { id, name });
            }
        }
        Ok(result)
    }

    async fn lock_created(&self, creator: Creator) -> Result<Vec<Created>, DbError> {
        let (person, key) = match creator {
            Creator::Person(id) => (Some(id), None),
            Creator::ServerKey(id) => (None, Some(id)),
        };
        let sql = include_str!("server_keys/lock_created.sql");
        self.transaction.rows(sql, &[&person, &key]).await
    }

    /// Takes a key away from those of its sites that are among `lost`.
    async fn take_away(&self, id: i64, sites: Vec<i64>) -> Result<(), DbError> {
        let (lost, left): (Vec<i64>, Vec<i64>) =
            sites.into_iter().partition(|site| self.loses(*site));
        match left.split_first() {
            Some((first, further)) => {
                let sql = include_str!("server_keys/set_sites.sql");
                self.transaction.execute(sql, &[&id, first, &further]).await?;
            }
            None => {
                self.transaction.execute(include_str!("server_keys/delete.sql"), &[&id]).await?;
            }
        }
        self.record(id, lost, &[]).await
    }

    fn loses(&self, site_id: i64) -> bool {
        self.lost.is_none_or(|lost| lost.contains(&site_id))
    }

    async fn record(
        &self,
        id: i64,
        sites: impl IntoIterator<Item = i64>,
        fields: &[&str],
    ) -> Result<(), DbError> {
        for site_id in sites {
            let target = Target::new("server_key", id);
            record(self.transaction, site_id, self.origin, target, fields, self.now).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_token_is_no_server_key() {
        let token = new_token();
        assert!(is_server_key(&format!("stk_{token}")));
        for other in [token.as_str(), &format!("stk_{}", &token[4..]), "stk_", ""] {
            assert!(!is_server_key(other), "{other}");
        }
    }
}
