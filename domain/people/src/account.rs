//! The account of a person who is logged in.

use std::net::IpAddr;

use serde::Deserialize;
use stoa_audit::{NO_SITE, Origin, Target, record};
use stoa_credentials::{HashError, Password, TokenDigest};
use stoa_db::{Db, DbError};

use crate::{PeopleContext, networks};

/// A person's account, whose password is not verified yet.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub email: String,
    pub(crate) password_hash: String,
    /// Whether the person has logged in from this network.
    pub is_known_network: bool,
}

/// Returns the account of a person.
pub async fn find_account(
    db: &Db,
    person_id: i64,
    network: IpAddr,
) -> Result<Option<Account>, DbError> {
    let digest = networks::digest(network);
    db.opt(include_str!("account/find.sql"), &[&person_id, &digest.as_slice()]).await
}

impl Account {
    /// Whether this is the person's password. Costs one hash.
    pub async fn verify(
        &self,
        context: &PeopleContext,
        password: Password,
    ) -> Result<bool, HashError> {
        context.passwords.verify(password, Some(self.password_hash.clone())).await
    }
}

/// Replaces a person's password, after the current one was verified against `account`. Ends the person's sessions except
/// `session`, and an open invitation.
///
/// Returns false if the stored hash has changed since the verification.
pub async fn change_password(
    context: &PeopleContext,
    origin: &Origin,
    person_id: i64,
    account: &Account,
    new_password: Password,
    session: &TokenDigest,
) -> Result<bool, ChangeError> {
    let new_hash = context.passwords.hash(new_password).await?;
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("account/set_password.sql");
    let changed: Option<i64> = transaction
        .opt(sql, &[&person_id, &account.password_hash, &new_hash, &session.as_slice()])
        .await?;
    if changed.is_none() {
        return Ok(false);
    }
    let target = Target::person(person_id);
    record(&transaction, NO_SITE, origin, target, &["password"], context.now()).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Why a password was not changed.
#[derive(Debug)]
pub enum ChangeError {
    Hash(HashError),
    Database(DbError),
}

impl From<HashError> for ChangeError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

impl From<DbError> for ChangeError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
