//! Server keys: credentials of programs. Each belongs to one site. Only the digest of its secret is stored.

use chrono::{DateTime, Months, Utc};
use stoa_audit::{Actor, Origin, Target, record};
use stoa_credentials::{digest, new_token};
use stoa_db::{Db, DbError};
use stoa_staff_types::{CreateServerKeyRequest, CreatedServerKey, ServerKey};

use crate::PeopleContext;
use crate::owners::lock_as_owner;
use crate::roles::names;

/// The beginning of each server key.
const SERVER_KEY_PREFIX: &str = "stk_";

/// Characters of a server key: the prefix and a token.
const SERVER_KEY_CHARACTERS: usize = 47;

/// A server key expires at most this long after it was created.
pub const SERVER_KEY_MAX_TTL: Months = Months::new(24);

/// Why a server key was not created.
#[derive(Debug)]
pub enum ServerKeyError {
    /// The caller is no longer an owner.
    CallerIsNoOwner,
    ExpiresInThePast,
    /// The key would expire later than [`SERVER_KEY_MAX_TTL`] from now.
    ExpiresTooLate,
    Database(DbError),
}

/// Returns at most `limit` keys of the site, newest first, which follow the position `(created_at, id)`.
pub async fn list_server_keys(
    db: &Db,
    site_id: i64,
    (created_before, id_below): (DateTime<Utc>, i64),
    limit: i64,
) -> Result<Vec<ServerKey>, DbError> {
    let sql = include_str!("server_keys/list_server_keys.sql");
    db.rows(sql, &[&site_id, &created_before, &id_below, &limit]).await
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
) -> Result<CreatedServerKey, ServerKeyError> {
    let CreateServerKeyRequest { name, roles, expires_at, .. } = request;
    let now = context.now();
    let latest = now + SERVER_KEY_MAX_TTL;
    let expires_at = expires_at.map_or(latest, |expires_at| expires_at.0);
    if expires_at <= now {
        return Err(ServerKeyError::ExpiresInThePast);
    }
    if expires_at > latest {
        return Err(ServerKeyError::ExpiresTooLate);
    }
    let secret = format!("{SERVER_KEY_PREFIX}{}", new_token());
    let digest = digest(&secret);
    let (creator_id, creator_name) = match &origin.actor {
        Actor::Person { id, name } => (Some(*id), Some(name)),
        Actor::ServerKey { .. } | Actor::CommandLine => (None, None),
    };
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    if !lock_as_owner(&transaction, &origin.actor, site_id, &[], None).await? {
        return Err(ServerKeyError::CallerIsNoOwner);
    }
    let params = [
        &digest.as_slice() as _,
        &site_id as _,
        &name as _,
        &names(&roles) as _,
        &now as _,
        &expires_at as _,
        &creator_id as _,
        &creator_name as _,
    ];
    let sql = include_str!("server_keys/create_server_key.sql");
    let key: ServerKey = transaction.one(sql, &params).await?;
    let target = Target::new("server_key", key.id);
    record(&transaction, site_id, origin, target, &["name", "roles", "expiresAt"], now).await?;
    transaction.commit().await?;
    Ok(CreatedServerKey { key, secret })
}

/// Deletes a key. Returns false if the site has no such key.
pub async fn revoke_server_key(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    id: i64,
) -> Result<bool, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("server_keys/revoke_server_key.sql");
    if transaction.execute(sql, &[&site_id, &id]).await? == 0 {
        return Ok(false);
    }
    let target = Target::new("server_key", id);
    record(&transaction, site_id, origin, target, &[], context.now()).await?;
    transaction.commit().await?;
    Ok(true)
}

impl From<DbError> for ServerKeyError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
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
