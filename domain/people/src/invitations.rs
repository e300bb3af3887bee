//! Invitations. An invited person has roles already, and sets a name and a password with the token of the invitation.

use std::net::IpAddr;

use chrono::TimeDelta;
use stoa_audit::{Actor, NO_SITE, Origin, Target, record};
use stoa_credentials::passwords::CommonPasswords;
use stoa_credentials::{HashError, Password, PasswordFault, digest, new_token, passwords};
use stoa_db::{DbError, Transaction};
use stoa_staff_types::Session;

use crate::PeopleContext;
use crate::login::begin_session;

/// An invitation may be accepted for this long.
pub const INVITATION_TTL: TimeDelta = TimeDelta::days(7);

/// A person who has got roles.
#[derive(Debug)]
pub struct Invited {
    pub person_id: i64,
    /// The token of the invitation. None if the person has a password already.
    pub token: Option<String>,
}

/// Why an invitation was not accepted.
#[derive(Debug)]
pub enum AcceptError {
    Password(PasswordFault),
    /// The token is unknown, expired, used, or replaced by a newer one.
    InvalidToken,
    Hash(HashError),
    Database(DbError),
}

/// Returns the person with this normalized address. A person without a password gets a new invitation, which replaces the previous
/// one.
pub(crate) async fn find_or_create(
    context: &PeopleContext,
    transaction: &Transaction<'_>,
    email: &str,
) -> Result<Invited, DbError> {
    let now = context.now();
    let sql = include_str!("invitations/find_or_create.sql");
    let (person_id, has_password): (i64, bool) = transaction.one(sql, &[&email, &now]).await?;
    if has_password {
        return Ok(Invited { person_id, token: None });
    }
    let token = new_token();
    let sql = include_str!("invitations/replace.sql");
    let digest = digest(&token);
    transaction.execute(sql, &[&person_id, &digest.as_slice(), &(now + INVITATION_TTL)]).await?;
    Ok(Invited { person_id, token: Some(token) })
}

/// Sets the name and the password of the invitation's person, uses up the invitation, and begins a session.
pub async fn accept_invitation(
    context: &PeopleContext,
    request_id: String,
    network: IpAddr,
    token: &str,
    name: &str,
    password: Password,
) -> Result<Session, AcceptError> {
    passwords::check(&password, CommonPasswords::Refused).map_err(AcceptError::Password)?;
    let (db, now) = (&context.db, context.now());
    let digest = digest(token);
    let digest = digest.as_slice();
    // The token is checked before the password is hashed, so that an invalid token costs no hash. No transaction is
    // open while the hash is computed.
    let found: Option<i64> = db.opt(include_str!("invitations/find.sql"), &[&digest, &now]).await?;
    found.ok_or(AcceptError::InvalidToken)?;
    let hash = context.passwords.hash(password).await?;

    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("invitations/accept.sql");
    let accepted: Option<i64> = transaction.opt(sql, &[&digest, &now, &name, &hash]).await?;
    let person_id = accepted.ok_or(AcceptError::InvalidToken)?;
    let session = begin_session(&transaction, person_id, &hash, network, now).await?;
    let session = session.ok_or(AcceptError::InvalidToken)?;
    let origin = Origin {
        actor: Actor::Person { id: person_id, name: name.to_owned() },
        operation: "acceptInvitation",
        request_id: Some(request_id),
    };
    let target = Target::person(person_id);
    record(&transaction, NO_SITE, &origin, target, &["name", "password"], now).await?;
    transaction.commit().await?;
    Ok(session)
}

impl From<HashError> for AcceptError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

impl From<DbError> for AcceptError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
