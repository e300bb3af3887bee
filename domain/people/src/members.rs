//! The people of a site: an owner invites and removes them, and changes their roles.

use serde::Deserialize;
use stoa_audit::{Origin, Target, record};
use stoa_db::{DbError, Transaction};
use stoa_idempotency::{Claim, Idempotency, Replayable, answer_within, claim_if_any};
use stoa_outbox::{Invitation, Mail};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    InvitePersonRequest, RevokedServerKeys, Role, SitePerson, UpdatedPersonResponse,
};
use stoa_values::email::normalized;

use crate::PeopleContext;
use crate::invitations::{FoundPerson, find_or_create, invite};
use crate::owners::{has_owner, is_owner, lock_as_owner, lock_owners};
use crate::people::GET_PERSON;
use crate::roles::{end_sessions_without_roles, names};
use crate::server_keys::{Creator, Revocation};

refusals! {
    /// Why a person is not invited.
    pub enum InviteRefusal of reasons {
        PersonHasRoles,
        /// The site has no store, or the server has no page for invitations.
        CannotMail,
        /// The caller is no longer an owner.
        RoleRefused,
        IdempotencyKeyReused,
        IdempotencyKeyInProgress,
    }
}

refusals! {
    /// Why a person's roles are not changed.
    pub enum MemberRefusal of reasons {
        PersonNotFound,
        /// The caller is no longer an owner.
        RoleRefused,
        /// The site would have no owner with a password.
        OwnerIsNeeded,
    }
}

/// Makes the person known to the site: an invitation of the site counts as accepted.
pub(crate) static ACCEPT_FOR_SITE: &str = include_str!("members/accept.sql");

/// Invites a person to a site. The person accepts with the link of the mail or, with an account, by the first call for the
/// site. Until then, the result and everything else that the site sees is the same for every address.
pub async fn invite_person(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    idempotency: Option<Idempotency>,
    request: InvitePersonRequest,
) -> Result<Replayable<SitePerson>, Failed<InviteRefusal>> {
    let InvitePersonRequest { email, roles, .. } = request;
    let now = context.clock.now();
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let key = idempotency.map(|key| key.held_by(&origin.actor.unique()));
    let lease = match claim_if_any(&transaction, site_id, key.as_ref(), now).await? {
        Claim::Fresh(lease) => lease,
        Claim::Answered(person) => return Ok(Replayable::Replayed(person)),
    };
    let address = normalized(&email);
    if !lock_as_owner(&transaction, &origin.actor, site_id, &[], Some(&address)).await? {
        return Err(InviteRefusal::RoleRefused)?;
    }
    let FoundPerson { id: person_id, has_password, invitation_id } =
        find_or_create(&transaction, &address, now).await?;
    let sql = include_str!("members/add.sql");
    let params = [
        &site_id as _,
        &person_id as _,
        &names(&roles) as _,
        &now as _,
        &invitation_id as _,
        &address as _,
    ];
    if transaction.execute(sql, &params).await? == 0 {
        return Err(InviteRefusal::PersonHasRoles)?;
    }
    let token = match has_password {
        true => None,
        false => Some(invite(&transaction, person_id, Some(site_id), now).await?),
    };
    let mails = context.invitation_mails.as_ref().ok_or(InviteRefusal::CannotMail)?;
    let mail = Mail::Invitation(Invitation {
        email,
        invited_by: origin.actor.name().to_owned(),
        url: token.map(|token| format!("{}{token}", mails.page)),
    });
    if !mails.outbox.queue(&transaction, site_id, &mail, now).await? {
        return Err(InviteRefusal::CannotMail)?;
    }
    let target = Target::person(invitation_id);
    record(&transaction, site_id, origin, target, &["email", "roles"], now).await?;
    let person = transaction.one(GET_PERSON, &[&site_id, &invitation_id]).await?;
    answer_within(&transaction, lease.as_ref(), &person).await?;
    transaction.commit().await?;
    mails.outbox.wake();
    Ok(Replayable::Fresh(person))
}

/// Replaces the roles of a person for a site. If the person is then no longer an owner, revokes the server keys that
/// the person created for the site. Changes nothing if the person has these roles already.
pub async fn update_person(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    shown_id: i64,
    roles: &[Role],
    retained_keys: &[i64],
) -> Result<UpdatedPersonResponse, Failed<MemberRefusal>> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let member = lock(&transaction, origin, site_id, shown_id).await?;
    let person: Option<SitePerson> = transaction.opt(GET_PERSON, &[&site_id, &shown_id]).await?;
    let data = person.ok_or(MemberRefusal::PersonNotFound)?;
    let mut server_keys = RevokedServerKeys { revoked: Vec::new(), retained: Vec::new() };
    let roles_to_set = names(roles);
    if names(&data.roles) == roles_to_set {
        return Ok(UpdatedPersonResponse { data, server_keys });
    }
    let sql = include_str!("members/set_roles.sql");
    // If the person accepts concurrently, the site knows the person by another id.
    if transaction.execute(sql, &[&site_id, &shown_id, &roles_to_set]).await? == 0 {
        return Err(MemberRefusal::PersonNotFound)?;
    }
    if member.was_owner && !roles.contains(&Role::Owner) {
        check_owner(&transaction, site_id).await?;
    }
    let target = Target::person(shown_id);
    record(&transaction, site_id, origin, target, &["roles"], context.clock.now()).await?;
    if member.was_owner
        && !member.is_invited
        && !is_owner(&transaction, site_id, member.person_id).await?
    {
        server_keys =
            revoke_keys(context, &transaction, origin, site_id, member.person_id, retained_keys)
                .await?;
    }
    let data = transaction.one(GET_PERSON, &[&site_id, &shown_id]).await?;
    transaction.commit().await?;
    Ok(UpdatedPersonResponse { data, server_keys })
}

/// Removes a person's roles for a site and the site's invitation, and revokes the server keys that the person created
/// for the site. If the person then has no role, ends the sessions and deletes all invitations.
pub async fn remove_person(
    context: &PeopleContext,
    origin: &Origin,
    site_id: i64,
    shown_id: i64,
    retained_keys: &[i64],
) -> Result<RevokedServerKeys, Failed<MemberRefusal>> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let Member { person_id, is_invited, was_owner } =
        lock(&transaction, origin, site_id, shown_id).await?;
    let sql = include_str!("members/remove.sql");
    if transaction.execute(sql, &[&site_id, &shown_id]).await? == 0 {
        return Err(MemberRefusal::PersonNotFound)?;
    }
    if was_owner {
        check_owner(&transaction, site_id).await?;
    }
    end_sessions_without_roles(&transaction, person_id).await?;
    let target = Target::person(shown_id);
    record(&transaction, site_id, origin, target, &["roles"], context.clock.now()).await?;
    let revoked = match is_invited {
        true => RevokedServerKeys { revoked: Vec::new(), retained: Vec::new() },
        false => {
            revoke_keys(context, &transaction, origin, site_id, person_id, retained_keys).await?
        }
    };
    transaction.commit().await?;
    Ok(revoked)
}

/// Revokes the server keys that the person created for the site.
async fn revoke_keys(
    context: &PeopleContext,
    transaction: &Transaction<'_>,
    origin: &Origin,
    site_id: i64,
    person_id: i64,
    retained: &[i64],
) -> Result<RevokedServerKeys, DbError> {
    let lost = Some(&[site_id][..]);
    let change = Revocation { transaction, origin, lost, now: context.clock.now() };
    change.revoke_created(Creator::Person(person_id), retained).await
}

/// A locked person of a site.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Member {
    person_id: i64,
    /// Whether the person has not accepted yet. The site then learns nothing of the person, nor of their server keys.
    is_invited: bool,
    #[serde(skip)]
    was_owner: bool,
}

/// Locks the person whom the site knows by this id, the caller and the owners of the site.
async fn lock(
    transaction: &Transaction<'_>,
    origin: &Origin,
    site_id: i64,
    shown_id: i64,
) -> Result<Member, Failed<MemberRefusal>> {
    let sql = include_str!("members/find.sql");
    let found: Option<Member> = transaction.opt(sql, &[&site_id, &shown_id]).await?;
    let person_id = found.as_ref().map(|member| member.person_id);
    if !lock_as_owner(transaction, &origin.actor, site_id, person_id.as_slice(), None).await? {
        return Err(MemberRefusal::RoleRefused)?;
    }
    let mut member = found.ok_or(MemberRefusal::PersonNotFound)?;
    member.was_owner = lock_owners(transaction, site_id).await?.contains(&member.person_id);
    Ok(member)
}

/// Fails if the site has no owner after the change.
async fn check_owner(
    transaction: &Transaction<'_>,
    site_id: i64,
) -> Result<(), Failed<MemberRefusal>> {
    Ok(has_owner(transaction, site_id).await?.then_some(()).ok_or(MemberRefusal::OwnerIsNeeded)?)
}
