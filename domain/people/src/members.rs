//! The people of a site: an owner invites and removes them, and changes their roles.

use stoa_audit::{Actor, Origin, Target, record};
use stoa_db::{DbError, Transaction};
use stoa_idempotency::{Claim, ClaimError, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_outbox::{Invitation, Mail};
use stoa_staff_types::{InvitePersonRequest, Role, StaffMember};

use crate::PeopleContext;
use crate::invitations::{Invited, find_or_create};
use crate::people::GET_PERSON;
use crate::roles::{end_sessions_without_roles, names};

/// Why a change of a site's people was refused.
#[derive(Debug)]
pub enum MemberError {
    /// The person has no roles for the site.
    NotFound,
    /// The invited person has roles for the site.
    HasRoles,
    /// An invitation is needed, and the site has no store, or the server has no page for invitations.
    CannotMail,
    /// The caller is no longer an owner.
    CallerIsNoOwner,
    /// The site would have no owner with a password.
    OwnerIsNeeded,
    Key(ClaimError),
    Database(DbError),
}

/// Gives a person roles for a site. If the person has no password, mails an invitation.
pub async fn invite_person(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    idempotency: Option<Idempotency>,
    request: InvitePersonRequest,
) -> Result<Replayable<StaffMember>, MemberError> {
    let InvitePersonRequest { email, roles, .. } = request;
    let now = context.now();
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let key = idempotency.map(|it| it.held_by(&origin.actor.unique()));
    let lease = match claim_if_any(&transaction, site_id, key.as_ref(), now).await? {
        Claim::Fresh(lease) => lease,
        Claim::Answered(person) => return Ok(Replayable::Replayed(person)),
    };
    let Invited { person_id, token } = find_or_create(context, &transaction, &email).await?;
    let sql = include_str!("members/add.sql");
    let params = [&site_id as _, &person_id as _, &names(&roles) as _, &now as _];
    if transaction.execute(sql, &params).await? == 0 {
        return Err(MemberError::HasRoles);
    }
    if let Some(token) = &token {
        queue_invitation(context, &transaction, origin, site_id, email, token).await?;
    }
    record_change(&transaction, origin, site_id, person_id, &["email", "roles"], context).await?;
    let person = transaction.one(GET_PERSON, &[&site_id, &person_id]).await?;
    answer_within(&transaction, lease.as_ref(), &person).await?;
    transaction.commit().await?;
    if let (Some(mails), Some(_)) = (&context.invitation_mails, token) {
        mails.outbox.wake();
    }
    Ok(Replayable::Fresh(person))
}

async fn queue_invitation(
    context: &PeopleContext,
    transaction: &Transaction<'_>,
    origin: &Origin,
    site_id: i64,
    email: String,
    token: &str,
) -> Result<(), MemberError> {
    let mails = context.invitation_mails.as_ref().ok_or(MemberError::CannotMail)?;
    let mail = Mail::Invitation(Invitation {
        email,
        invited_by: origin.actor.name().to_owned(),
        url: format!("{}{token}", mails.page),
    });
    match mails.outbox.queue(transaction, site_id, &mail, context.now()).await? {
        true => Ok(()),
        false => Err(MemberError::CannotMail),
    }
}

/// Replaces the roles of a person for a site.
pub async fn update_person(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    person_id: i64,
    roles: &[Role],
) -> Result<StaffMember, MemberError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let was_owner = lock(&transaction, origin, site_id, person_id).await?;
    let sql = include_str!("members/set_roles.sql");
    if transaction.execute(sql, &[&site_id, &person_id, &names(roles)]).await? == 0 {
        return Err(MemberError::NotFound);
    }
    if was_owner && !roles.contains(&Role::Owner) {
        check_owner(&transaction, site_id).await?;
    }
    record_change(&transaction, origin, site_id, person_id, &["roles"], context).await?;
    let person = transaction.one(GET_PERSON, &[&site_id, &person_id]).await?;
    transaction.commit().await?;
    Ok(person)
}

/// Takes away a person's roles for a site. Ends the sessions and the invitation of a person who then has no role.
pub async fn remove_person(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    person_id: i64,
) -> Result<(), MemberError> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let was_owner = lock(&transaction, origin, site_id, person_id).await?;
    let sql = include_str!("members/remove.sql");
    if transaction.execute(sql, &[&site_id, &person_id]).await? == 0 {
        return Err(MemberError::NotFound);
    }
    if was_owner {
        check_owner(&transaction, site_id).await?;
    }
    end_sessions_without_roles(&transaction, person_id).await?;
    record_change(&transaction, origin, site_id, person_id, &["roles"], context).await?;
    transaction.commit().await?;
    Ok(())
}

/// Locks the person, as every change of a person's roles does, and the caller, and then the owners of the site. So two
/// concurrent changes cannot each leave the other's person as the last owner, and an owner who was removed in the
/// meantime changes nothing. Returns whether the person is an owner of the site.
async fn lock(
    transaction: &Transaction<'_>,
    origin: &Origin,
    site_id: i64,
    person_id: i64,
) -> Result<bool, MemberError> {
    let mut ids = vec![person_id];
    if let Actor::Person { id, .. } = origin.actor {
        ids.push(id);
    }
    let found: Vec<i64> =
        transaction.rows(include_str!("members/lock_person.sql"), &[&ids]).await?;
    if !found.contains(&person_id) {
        return Err(MemberError::NotFound);
    }
    let owners: Vec<i64> =
        transaction.rows(include_str!("members/lock_owners.sql"), &[&site_id]).await?;
    if !is_owner(transaction, &origin.actor, site_id).await? {
        return Err(MemberError::CallerIsNoOwner);
    }
    Ok(owners.contains(&person_id))
}

/// Whether the caller is still an owner of the site.
pub(crate) async fn is_owner(
    transaction: &Transaction<'_>,
    actor: &Actor,
    site_id: i64,
) -> Result<bool, DbError> {
    match actor {
        Actor::Person { id, .. } => {
            transaction.one(include_str!("members/is_owner.sql"), &[&site_id, id]).await
        }
        Actor::ServerKey { id, .. } => {
            let sql = include_str!("members/is_owner_key.sql");
            let found: Option<bool> = transaction.opt(sql, &[id]).await?;
            Ok(found.is_some())
        }
        Actor::CommandLine => Ok(true),
    }
}

/// Fails if the site has no owner after the change.
async fn check_owner(transaction: &Transaction<'_>, site_id: i64) -> Result<(), MemberError> {
    let sql = include_str!("members/has_owner.sql");
    let has_owner: bool = transaction.one(sql, &[&site_id]).await?;
    has_owner.then_some(()).ok_or(MemberError::OwnerIsNeeded)
}

async fn record_change(
    transaction: &Transaction<'_>,
    origin: &Origin,
    site_id: i64,
    person_id: i64,
    fields: &[&str],
    context: &PeopleContext,
) -> Result<(), DbError> {
    let target = Target { kind: "person", id: &person_id.to_string() };
    record(transaction, site_id, origin, target, fields, context.now()).await
}

impl From<ClaimError> for MemberError {
    fn from(error: ClaimError) -> Self {
        Self::Key(error)
    }
}

impl From<DbError> for MemberError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
