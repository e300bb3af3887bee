//! Invitations. An invited person has roles already, and sets a name and a password with the token of the invitation.

use std::net::IpAddr;

use chrono::TimeDelta;
use serde::Deserialize;
use stoa_audit::{Actor, NO_SITE, Origin, Target, record};
use stoa_credentials::passwords::CommonPasswords;
use stoa_credentials::{HashError, Password, PasswordFault, digest, new_token, passwords};
use stoa_db::{DbError, Transaction};
use stoa_staff_types::Session;

use crate::PeopleContext;
use crate::login::begin_session;
use crate::members::ACCEPT_FOR_SITE;

/// An invitation may be accepted for this long.
pub const INVITATION_TTL: TimeDelta = TimeDelta::days(7);

/// A person who has got roles.
#[derive(Debug)]
pub struct Invited {
    pub person_id: i64,
    /// A new id: that of the person, if the person is new. So the id does not tell a site whether the person is known.
    pub(crate) invitation_id: i64,
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

/// A row of `find_or_create.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundPerson {
    id: i64,
    has_password: bool,
    invitation_id: i64,
}

/// Returns the person with this normalized address, who gets roles for the site, or for all sites if `site_id` is `None`.
/// A person without a password gets a new invitation, which replaces the previous one.
pub(crate) async fn find_or_create(
    context: &PeopleContext,
    transaction: &Transaction<'_>,
    email: &str,
    site_id: Option<i64>,
) -> Result<Invited, DbError> {
    let now = context.now();
    let sql = include_str!("invitations/find_or_create.sql");
    let FoundPerson { id: person_id, has_password, invitation_id } =
        transaction.one(sql, &[&email, &now]).await?;
    if has_password {
        return Ok(Invited { person_id, invitation_id, token: None });
    }
    let token = new_token();
    let sql = include_str!("invitations/replace.sql");
    let digest = digest(&token);
    let expires_at = now + INVITATION_TTL;
    transaction.execute(sql, &[&person_id, &digest.as_slice(), &expires_at, &site_id]).await?;
    Ok(Invited { person_id, invitation_id, token: Some(token) })
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
    stoa_fair_queue::set_known();
    let hash = context.passwords.hash(password).await?;

    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("invitations/accept.sql");
    let accepted: Option<(i64, Option<i64>)> =
        transaction.opt(sql, &[&digest, &now, &name, &hash]).await?;
    let (person_id, site_id) = accepted.ok_or(AcceptError::InvalidToken)?;
    if let Some(site_id) = site_id {
        transaction.execute(ACCEPT_FOR_SITE, &[&site_id, &person_id]).await?;
    }
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
