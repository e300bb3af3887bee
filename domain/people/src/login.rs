//! Login of people. Neither the answer nor its duration tells whether any person has the e-mail address.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_credentials::passwords::{HashError, LOGIN_ATTEMPTS, Password, is_outdated};
use stoa_credentials::{TokenDigest, digest, new_token};
use stoa_db::{Db, DbError, Transaction};
use stoa_staff_types::{Person, Session, Timestamp};
use stoa_telemetry::Chain;
use stoa_values::email::of_login;

use crate::PeopleContext;
use crate::callers::PERSON_SESSION_TTL;

/// Maximum number of a person's sessions. A further session ends the oldest one.
const MAX_SESSIONS_PER_PERSON: i64 = 50;

/// Why a login failed.
#[derive(Debug)]
pub enum LoginError {
    /// The address is unknown, the password is wrong, or the person has not accepted an invitation yet.
    WrongEmailOrPassword,
    Hash(HashError),
    Database(DbError),
}

/// A person with a password.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundPerson {
    id: i64,
    password_hash: String,
}

/// Begins a session of the person with this address, if this is the person's password.
///
/// Every attempt costs one hash, even if the address is unknown. A correct password costs a second one if its stored
/// hash has outdated parameters.
pub async fn log_in(
    context: &PeopleContext,
    email: &str,
    password: &Password,
) -> Result<Session, LoginError> {
    let PeopleContext { db, passwords, .. } = context;
    let email = of_login(email);
    for _ in 0..LOGIN_ATTEMPTS {
        let found: Option<FoundPerson> =
            db.opt(include_str!("login/find_by_email.sql"), &[&email]).await?;
        let hash = found.as_ref().map(|person| person.password_hash.clone());
        let is_right = passwords.verify(password.clone(), hash).await?;
        let Some(person) = found.filter(|_| is_right) else {
            return Err(LoginError::WrongEmailOrPassword);
        };
        if let Some(session) = begin_session_of(context, &person).await? {
            if is_outdated(&person.password_hash) {
                renew_hash(context, &person, password).await;
            }
            return Ok(session);
        }
    }
    Err(LoginError::WrongEmailOrPassword)
}

async fn begin_session_of(
    context: &PeopleContext,
    person: &FoundPerson,
) -> Result<Option<Session>, DbError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let (id, hash) = (person.id, &person.password_hash);
    let session = begin_session(&transaction, id, hash, context.now()).await?;
    transaction.commit().await?;
    Ok(session)
}

/// Begins a session of a person whose password was verified against `verified_hash`, or was just set to it. Ends the
/// oldest sessions beyond [`MAX_SESSIONS_PER_PERSON`].
///
/// Returns `None` if the person's stored hash has changed since the verification.
pub(crate) async fn begin_session(
    transaction: &Transaction<'_>,
    person_id: i64,
    verified_hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<Session>, DbError> {
    let token = new_token();
    let digest = digest(&token);
    let digest = digest.as_slice();
    // The first statement may wait for concurrent logins. A second statement also sees the sessions of those logins.
    let sql = include_str!("login/begin_session.sql");
    let person: Option<Person> =
        transaction.opt(sql, &[&person_id, &digest, &verified_hash, &now]).await?;
    let Some(person) = person else { return Ok(None) };
    let sql = include_str!("login/end_oldest_sessions.sql");
    transaction.execute(sql, &[&person_id, &digest, &(MAX_SESSIONS_PER_PERSON - 1)]).await?;
    Ok(Some(Session { token, expires_at: Timestamp(now + PERSON_SESSION_TTL), person }))
}

/// Ends the session with this token.
pub async fn end_session(db: &Db, digest: &TokenDigest) -> Result<(), DbError> {
    db.execute(include_str!("login/end_session.sql"), &[&digest.as_slice()]).await?;
    Ok(())
}

/// Replaces the stored hash with a hash that has the current parameters. A failure does not end the login, because the
/// session has begun already and the next login tries again.
async fn renew_hash(context: &PeopleContext, person: &FoundPerson, password: &Password) {
    let PeopleContext { db, passwords, .. } = context;
    let Ok(newer) = passwords.hash(password.clone()).await else { return };
    let sql = include_str!("login/renew_hash.sql");
    if let Err(error) = db.execute(sql, &[&person.id, &person.password_hash, &newer]).await {
        tracing::warn!(person_id = person.id, error = %Chain(&error), "a password's hash stays as it was");
    }
}

impl From<HashError> for LoginError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

impl From<DbError> for LoginError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
