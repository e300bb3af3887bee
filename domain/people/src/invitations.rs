//! Invitations. An invited person has roles already, and sets a name and a password with the token of the invitation.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_audit::{Actor, NO_SITE, Origin, Target, record};
use stoa_credentials::passwords::CommonPasswords;
use stoa_credentials::{Password, digest, new_token, passwords};
use stoa_db::{DbError, ToSql, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::Session;

use crate::PeopleContext;
use crate::account::{not_hashed, password_refusal};
use crate::login::begin_session;
use crate::members::ACCEPT_FOR_SITE;
use crate::people::lock_people;

/// An invitation may be accepted for this long.
pub const INVITATION_TTL: TimeDelta = TimeDelta::days(7);

pub(crate) static DELETE_INVITATIONS: &str = include_str!("invitations/delete.sql");
pub(crate) static DELETE_INVITATIONS_WITHOUT_ROLES: &str =
    include_str!("invitations/delete_without_roles.sql");

refusals! {
    /// Why an invitation is not accepted.
    pub enum AcceptRefusal of reasons {
        PasswordTooShort,
        PasswordTooLong,
        PasswordTooCommon,
        /// The token is unknown, expired, used, or replaced by a newer one.
        InvalidInvitation,
        TooManyAttempts { retry_after },
    }
}

/// A person who is to get roles.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundPerson {
    pub id: i64,
    /// Whether the person can log in without an invitation.
    pub has_password: bool,
    /// A new id, which is also the person's id if the person is new. So a site cannot tell from it whether the person
    /// was known.
    pub invitation_id: i64,
}

/// An open invitation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenInvitation {
    person_id: i64,
    /// `None` if the command line gave roles for all sites.
    for_site: Option<i64>,
}

/// Returns the person with this normalized address, and creates the person if there is none.
pub(crate) async fn find_or_create(
    transaction: &Transaction<'_>,
    email: &str,
    now: DateTime<Utc>,
) -> Result<FoundPerson, DbError> {
    transaction.one(include_str!("invitations/find_or_create.sql"), &[&email, &now]).await
}

/// Creates an invitation of the site, or of the command line for all sites if `site_id` is `None`. It replaces the
/// previous one of the same origin. Returns its token.
pub(crate) async fn invite(
    transaction: &Transaction<'_>,
    person_id: i64,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<String, DbError> {
    let token = new_token();
    let (digest, expires_at) = (digest(&token), now + INVITATION_TTL);
    let invitation: [&(dyn ToSql + Sync); 3] = [&person_id, &digest.as_slice(), &expires_at];
    match &site_id {
        None => transaction.execute(include_str!("invitations/invite.sql"), &invitation).await?,
        Some(site_id) => {
            let [person_id, digest, expires_at] = invitation;
            let sql = include_str!("invitations/invite_to_site.sql");
            transaction.execute(sql, &[person_id, digest, expires_at, site_id]).await?
        }
    };
    Ok(token)
}

/// Sets the name and the password of the invitation's person, and begins a session. Deletes the person's other invitations
/// too, because with the password the person accepts them by the first call for each site.
pub async fn accept_invitation(
    context: &PeopleContext,
    request_id: String,
    network: IpAddr,
    token: &str,
    name: &str,
    password: Password,
) -> Result<Session, Failed<AcceptRefusal>> {
    passwords::check(&password, CommonPasswords::Refused)
        .map_err(password_refusal::<AcceptRefusal>)?;
    let (db, now) = (&context.db, context.clock.now());
    let digest = digest(token);
    let digest = digest.as_slice();
    // The token is checked before the password is hashed, so that an invalid token costs no hash. No transaction is
    // open while the hash is computed.
    let find = include_str!("invitations/find.sql");
    let found: Option<OpenInvitation> = db.opt(find, &[&digest, &now]).await?;
    let person_id = found.ok_or(AcceptRefusal::InvalidInvitation)?.person_id;
    stoa_fair_queue::set_known();
    let hash = context.passwords.hash(password).await.map_err(not_hashed)?;

    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // Other changes of a person lock the person before they change an invitation, so this change does too.
    lock_people(&transaction, &[person_id], None).await?;
    let found: Option<OpenInvitation> = transaction.opt(find, &[&digest, &now]).await?;
    let accepted = found.ok_or(AcceptRefusal::InvalidInvitation)?;
    transaction.execute(DELETE_INVITATIONS, &[&person_id]).await?;
    let sql = include_str!("invitations/set_account.sql");
    transaction.execute(sql, &[&person_id, &name, &hash]).await?;
    if let Some(site_id) = accepted.for_site {
        transaction.execute(ACCEPT_FOR_SITE, &[&site_id, &person_id]).await?;
    }
    let session = begin_session(&transaction, person_id, &hash, network, now).await?;
    let session = session.ok_or(AcceptRefusal::InvalidInvitation)?;
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
