//! Password resets. The server mails a token to a person's address. The token can set a new password once. Only the
//! token's digest is stored.

use serde::Deserialize;
use stoa_audit::{Actor, NO_SITE, Origin, Target, record};
use stoa_credentials::passwords::CommonPasswords;
use stoa_credentials::{Password, digest, passwords};
use stoa_db::{Db, DbError};
use stoa_outbox::{Mail, ResetToken};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_values::email::normalized;

use crate::PeopleContext;
use crate::account::{not_hashed, password_refusal};
use crate::invitations::DELETE_INVITATIONS;
use crate::people::lock_people;
use crate::roles::end_sessions;

refusals! {
    /// Why a password is not reset.
    pub enum ResetRefusal of reasons {
        PasswordTooShort,
        PasswordTooLong,
        PasswordTooCommon,
        /// The token is unknown, expired, used, or replaced by a newer one.
        InvalidResetToken,
        TooManyAttempts { retry_after },
    }
}

/// A row of `find_site.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundSite {
    site_id: Option<i64>,
}

/// A person whose password was reset.
#[derive(Deserialize)]
struct Account {
    email: String,
    name: String,
}

const FIND_SITE: &str = include_str!("reset/find_site.sql");

/// Queues a mail with a token to the person with this address. The mail worker looks the person up, so the duration of
/// this call does not tell whether a person has the address.
///
/// A mail belongs to a site. It is one of the person's sites, or else any site with a store. A closed site mails nothing.
pub async fn forget_password(
    context: &PeopleContext,
    email: &str,
) -> Result<(), Failed<reasons::CannotMailResets>> {
    let refused = || Failed::Refused(reasons::CannotMailResets);
    let mails = context.reset_mails.as_ref().ok_or_else(refused)?;
    let email = normalized(email);
    let found: FoundSite = context.db.one(FIND_SITE, &[&email]).await?;
    let site_id = found.site_id.ok_or_else(refused)?;
    let mail = Mail::StaffReset { email, page: mails.page.clone() };
    mails.outbox.queue_alone(&context.db, site_id, &mail, context.clock.now()).await?;
    Ok(())
}

/// Stores the reset token that a mail is about to contain, for the person with the mail's address. See
/// [`LinkTokens::give_staff_reset`].
///
/// [`LinkTokens::give_staff_reset`]: stoa_outbox::LinkTokens::give_staff_reset
pub async fn give_reset_token(db: &Db, reset: ResetToken<'_>) -> Result<Option<String>, DbError> {
    let ResetToken { email, token, asked_at, mail_id, expires_at } = reset;
    let sql = include_str!("reset/give_token.sql");
    let digest = digest(token);
    db.opt(sql, &[&email, &digest.as_slice(), &asked_at, &mail_id, &expires_at]).await
}

/// Sets the password of the token's person, and returns the person's address. Ends all sessions of the person, deletes
/// open invitations, and uses up the token. TOTP stays on. Mails the person that the password was changed.
pub async fn reset_password(
    context: &PeopleContext,
    request_id: String,
    token: &str,
    password: Password,
) -> Result<String, Failed<ResetRefusal>> {
    passwords::check(&password, CommonPasswords::Refused)
        .map_err(password_refusal::<ResetRefusal>)?;
    let (db, now) = (&context.db, context.clock.now());
    let digest = digest(token);
    let digest = digest.as_slice();
    // The token is checked before the password is hashed, so that an invalid token costs no hash. No transaction is
    // open while the hash is computed.
    let found: Option<i64> = db.opt(include_str!("reset/find_token.sql"), &[&digest, &now]).await?;
    let person_id = found.ok_or(ResetRefusal::InvalidResetToken)?;
    stoa_fair_queue::set_known();
    let hash = context.passwords.hash(password).await.map_err(not_hashed)?;

    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_people(&transaction, &[person_id], None).await?;
    let taken: Option<i64> =
        transaction.opt(include_str!("reset/take_token.sql"), &[&digest, &now]).await?;
    taken.ok_or(ResetRefusal::InvalidResetToken)?;
    let sql = include_str!("reset/set_password.sql");
    let Account { email, name } = transaction.one(sql, &[&person_id, &hash]).await?;
    // The lock may have waited for a concurrent login. A separate statement also sees the session of that login.
    end_sessions(&transaction, person_id).await?;
    transaction.execute(DELETE_INVITATIONS, &[&person_id]).await?;
    let origin = Origin {
        actor: Actor::Person { id: person_id, name },
        operation: "resetPassword",
        request_id: Some(request_id),
    };
    record(&transaction, NO_SITE, &origin, Target::person(person_id), &["password"], now).await?;
    let FoundSite { site_id } = transaction.one(FIND_SITE, &[&email]).await?;
    let notice = context.reset_mails.as_ref().zip(site_id);
    if let Some((mails, site_id)) = notice {
        let mail = Mail::StaffPasswordChanged { email: email.clone() };
        mails.outbox.queue(&transaction, site_id, &mail, now).await?;
    }
    transaction.commit().await?;
    if let Some((mails, _)) = notice {
        mails.outbox.wake();
    }
    Ok(email)
}
