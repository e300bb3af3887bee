//! Login of people. Neither the answer nor its duration tells whether any person has the e-mail address.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_credentials::passwords::{LOGIN_ATTEMPTS, Password, is_outdated};
use stoa_credentials::{TokenDigest, digest, new_token};
use stoa_db::{Db, DbError, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{Person, Session, Timestamp};
use stoa_stores::Seal;
use stoa_telemetry::Chain;
use stoa_values::email::of_login;

use crate::account::not_hashed;
use crate::callers::PERSON_SESSION_TTL;
use crate::{PeopleContext, networks, roles, totp};

/// Maximum number of a person's sessions. A further session ends the oldest one.
const MAX_SESSIONS_PER_PERSON: i64 = 50;

refusals! {
    /// Why a login fails.
    pub enum LoginRefusal of reasons {
        /// The address is unknown, the password is wrong, or the person has no role or has not accepted an invitation
        /// yet.
        WrongEmailOrPassword,
        /// The password is right, and the person has TOTP.
        CodeIsNeeded,
        LogInWrongCode,
        TooManyAttempts { retry_after },
    }
}

/// A login whose password is not verified yet.
pub struct Login {
    email: String,
    network: IpAddr,
    found: Option<FoundPerson>,
}

/// A person with a password.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundPerson {
    id: i64,
    password_hash: String,
    is_known_network: bool,
}

/// Finds the person with this address.
pub async fn find_login(db: &Db, email: &str, network: IpAddr) -> Result<Login, DbError> {
    let email = of_login(email);
    let (sql, digest) = (include_str!("login/find_by_email.sql"), networks::digest(network));
    let found = db.opt(sql, &[&email, &digest.as_slice()]).await?;
    let login = Login { email, network, found };
    if login.is_of_known_network() {
        stoa_fair_queue::set_known();
    }
    Ok(login)
}

impl Login {
    /// Whether the person with this address has logged in from this network. False if no person has the address.
    pub fn is_of_known_network(&self) -> bool {
        self.found.as_ref().is_some_and(|person| person.is_known_network)
    }
}

/// Begins a session of the login's person, if this is the person's password, and uses up the code if the person has TOTP.
///
/// Every attempt costs one hash, even if the address is unknown. A correct password costs a second one if its stored
/// hash has outdated parameters.
pub async fn log_in(
    context: &PeopleContext,
    seal: &Seal,
    mut login: Login,
    password: &Password,
    code: Option<&str>,
) -> Result<Session, Failed<LoginRefusal>> {
    let PeopleContext { db, passwords, .. } = context;
    for _ in 0..LOGIN_ATTEMPTS {
        let Login { email, network, found } = login;
        let hash = found.as_ref().map(|person| person.password_hash.clone());
        let is_right = passwords.verify(password.clone(), hash).await.map_err(not_hashed)?;
        let Some(person) = found.filter(|_| is_right) else {
            return Err(LoginRefusal::WrongEmailOrPassword)?;
        };
        if let Some(session) = begin_session_of(context, seal, &person, network, code).await? {
            if is_outdated(&person.password_hash) {
                renew_hash(context, &person, password).await;
            }
            return Ok(session);
        }
        login = find_login(db, &email, network).await?;
    }
    Err(LoginRefusal::WrongEmailOrPassword)?
}

/// Begins a session like [`begin_session`], if the person has a role, and the code is right if the person has TOTP.
async fn begin_session_of(
    context: &PeopleContext,
    seal: &Seal,
    person: &FoundPerson,
    network: IpAddr,
    code: Option<&str>,
) -> Result<Option<Session>, Failed<LoginRefusal>> {
    let (id, hash, now) = (person.id, &person.password_hash, context.clock.now());
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let session = begin_session(&transaction, id, hash, network, now).await?;
    let Some(session) = session else { return Ok(None) };
    if !roles::has_any(&transaction, id).await? {
        return Err(LoginRefusal::WrongEmailOrPassword)?;
    }
    // The person's row is locked, so that a code is accepted by one of several concurrent logins.
    if session.person.has_totp {
        let code = code.ok_or(LoginRefusal::CodeIsNeeded)?;
        if !totp::use_code(&transaction, seal, id, code, now).await? {
            return Err(LoginRefusal::LogInWrongCode)?;
        }
    }
    transaction.commit().await?;
    Ok(Some(session))
}

/// Begins a session of a person whose password was verified against `verified_hash`, or was just set to it. Ends the
/// oldest sessions beyond [`MAX_SESSIONS_PER_PERSON`].
///
/// Returns `None` if the person's stored hash has changed since the verification.
pub(crate) async fn begin_session(
    transaction: &Transaction<'_>,
    person_id: i64,
    verified_hash: &str,
    network: IpAddr,
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
    networks::record_login(transaction, person_id, network, now).await?;
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
