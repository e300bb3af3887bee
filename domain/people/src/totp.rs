//! TOTP (RFC 6238): codes of 6 digits from an authenticator app, with recovery codes for the case that it is lost.

mod codes;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_audit::{NO_SITE, Origin, Target, record};
use stoa_credentials::{TokenDigest, digest};
use stoa_db::{Db, DbError, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{RecoveryCodes, TotpSetup};
use stoa_stores::Seal;

use crate::{Account, PeopleContext};
use codes::{
    is_totp_code, matching_step, new_recovery_codes, new_secret, normalized, secret_bytes,
};

/// The name under which secrets are sealed.
const TOTP_SECRET: &str = "totp";

refusals! {
    /// Why TOTP is not set up.
    pub enum SetUpTotpRefusal of reasons {
        /// The password was changed after its verification.
        WrongPassword,
        TotpIsOn,
    }
}

refusals! {
    /// Why TOTP is not turned on.
    pub enum ConfirmTotpRefusal of reasons {
        ConfirmTotpWrongCode,
        TotpIsOn,
        /// The person has no secret.
        TotpIsNotSetUp,
    }
}

refusals! {
    /// Why TOTP is not turned off.
    pub enum RemoveTotpRefusal of reasons {
        /// The password was changed after its verification.
        WrongPassword,
        RemoveTotpWrongCode,
        TotpIsOff,
    }
}

/// A row of `lock.sql`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Locked {
    password_hash: Option<String>,
    pub(crate) has_totp: bool,
    /// The sealed secret in hex.
    sealed: Option<String>,
    last_step: i64,
}

/// Gives the person a new secret, which replaces one that is not confirmed.
pub async fn set_up_totp(
    context: &PeopleContext,
    seal: &Seal,
    origin: &Origin,
    person_id: i64,
    account: &Account,
) -> Result<TotpSetup, Failed<SetUpTotpRefusal>> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let locked = lock_verified(&transaction, person_id, account).await?;
    if locked.ok_or(SetUpTotpRefusal::WrongPassword)?.has_totp {
        return Err(SetUpTotpRefusal::TotpIsOn)?;
    }
    let secret = new_secret();
    let sealed = seal.seal(person_id, TOTP_SECRET, &secret);
    transaction.execute(include_str!("totp/set_secret.sql"), &[&person_id, &sealed]).await?;
    let target = Target::person(person_id);
    record(&transaction, NO_SITE, origin, target, &["totpSecret"], context.clock.now()).await?;
    transaction.commit().await?;
    let uri = codes::uri(&account.email, &secret);
    Ok(TotpSetup { secret, uri })
}

/// Turns TOTP on if the code is one of the person's secret, and returns the recovery codes. Ends the person's sessions
/// except `session`, because they began without a code.
pub async fn confirm_totp(
    context: &PeopleContext,
    seal: &Seal,
    origin: &Origin,
    person_id: i64,
    code: &str,
    session: &TokenDigest,
) -> Result<RecoveryCodes, Failed<ConfirmTotpRefusal>> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let locked = lock(&transaction, person_id).await?.ok_or(ConfirmTotpRefusal::TotpIsNotSetUp)?;
    if locked.has_totp {
        return Err(ConfirmTotpRefusal::TotpIsOn)?;
    }
    if locked.sealed.is_none() {
        return Err(ConfirmTotpRefusal::TotpIsNotSetUp)?;
    }
    let step = locked.step(seal, person_id, code, context.clock.now());
    let step = step.ok_or(ConfirmTotpRefusal::ConfirmTotpWrongCode)?;
    let recovery_codes = new_recovery_codes();
    let digests: Vec<Vec<u8>> =
        recovery_codes.iter().map(|code| digest(&normalized(code)).to_vec()).collect();
    let sql = include_str!("totp/turn_on.sql");
    transaction.execute(sql, &[&person_id, &step, &digests, &session.as_slice()]).await?;
    let target = Target::person(person_id);
    record(&transaction, NO_SITE, origin, target, &["hasTotp"], context.clock.now()).await?;
    transaction.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}

/// Turns TOTP off if the code is right, and deletes the secret and the recovery codes.
pub async fn remove_totp(
    context: &PeopleContext,
    seal: &Seal,
    origin: &Origin,
    person_id: i64,
    account: &Account,
    code: &str,
) -> Result<(), Failed<RemoveTotpRefusal>> {
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let locked = lock_verified(&transaction, person_id, account).await?;
    if !locked.ok_or(RemoveTotpRefusal::WrongPassword)?.has_totp {
        return Err(RemoveTotpRefusal::TotpIsOff)?;
    }
    if !use_code(&transaction, seal, person_id, code, context.clock.now()).await? {
        return Err(RemoveTotpRefusal::RemoveTotpWrongCode)?;
    }
    turn_off(context, &transaction, origin, person_id).await?;
    transaction.commit().await?;
    Ok(())
}

/// Turns TOTP off without a code. Returns false if it is off.
pub(crate) async fn turn_off(
    context: &PeopleContext,
    transaction: &Transaction<'_>,
    origin: &Origin,
    person_id: i64,
) -> Result<bool, DbError> {
    let sql = include_str!("totp/turn_off.sql");
    if transaction.execute(sql, &[&person_id]).await? == 0 {
        return Ok(false);
    }
    let target = Target::person(person_id);
    record(transaction, NO_SITE, origin, target, &["hasTotp"], context.clock.now()).await?;
    Ok(true)
}

/// Uses up the code: a code of the authenticator app, or a recovery code. Returns false if it is wrong or was used
/// before.
pub(crate) async fn use_code(
    transaction: &Transaction<'_>,
    seal: &Seal,
    person_id: i64,
    code: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    if !is_totp_code(code) {
        let digest = digest(&normalized(code));
        let sql = include_str!("totp/use_recovery_code.sql");
        return Ok(transaction.execute(sql, &[&person_id, &digest.as_slice()]).await? == 1);
    }
    let locked = lock(transaction, person_id).await?;
    let step = locked.and_then(|locked| locked.step(seal, person_id, code, now));
    let Some(step) = step else { return Ok(false) };
    let sql = include_str!("totp/accept_step.sql");
    transaction.execute(sql, &[&person_id, &step]).await?;
    Ok(true)
}

impl Locked {
    /// Returns the number of the 30 seconds that the code belongs to, unless the code is wrong or was used before.
    fn step(&self, seal: &Seal, person_id: i64, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let sealed = self.sealed.as_ref()?;
        let Some(opened) = seal.open(person_id, TOTP_SECRET, sealed) else {
            tracing::warn!(
                person_id,
                "a person's TOTP secret was sealed under another STOA_SECRET: recovery codes still work"
            );
            return None;
        };
        let step = matching_step(&secret_bytes(&opened.value)?, code, now)?;
        (step > self.last_step).then_some(step)
    }
}

/// Locks the person, so that concurrent calls see each other's codes and changes.
pub(crate) async fn lock(
    transaction: &Transaction<'_>,
    person_id: i64,
) -> Result<Option<Locked>, DbError> {
    transaction.opt(include_str!("totp/lock.sql"), &[&person_id]).await
}

/// Locks the person like [`lock`]. Returns `None` if the password has changed since the account was read.
async fn lock_verified(
    transaction: &Transaction<'_>,
    person_id: i64,
    account: &Account,
) -> Result<Option<Locked>, DbError> {
    let locked = lock(transaction, person_id).await?;
    Ok(locked.filter(|locked| locked.password_hash.as_ref() == Some(&account.password_hash)))
}

/// A row of `sealed.sql`.
#[derive(Deserialize)]
struct SealedSecret {
    id: i64,
    email: String,
    sealed: String,
}

/// The result of [`reseal_totp`].
#[derive(Debug, Default)]
pub struct Resealed {
    /// Number of secrets that were sealed under an old secret of the server and are now sealed under the current one.
    pub resealed: u64,
    /// E-mail addresses of the people whose secrets cannot be opened with any of the server's secrets.
    pub lost: Vec<String>,
}

/// Seals the secrets of people again under the server's current secret, if they were sealed under an old one. Each secret
/// is changed and recorded in its own transaction.
pub async fn reseal_totp(
    db: &Db,
    origin: &Origin,
    seal: &Seal,
    now: DateTime<Utc>,
) -> Result<Resealed, DbError> {
    let mut done = Resealed::default();
    let secrets: Vec<SealedSecret> = db.rows(include_str!("totp/sealed.sql"), &[]).await?;
    for SealedSecret { id: person_id, email, sealed } in secrets {
        match seal.open(person_id, TOTP_SECRET, &sealed) {
            Some(opened) if opened.secret > 0 => {
                let newer = seal.seal(person_id, TOTP_SECRET, &opened.value);
                let mut connection = db.connection().await?;
                let transaction = connection.transaction();
                let sql = include_str!("totp/reseal.sql");
                if transaction.execute(sql, &[&person_id, &sealed, &newer]).await? == 1 {
                    let target = Target::person(person_id);
                    record(&transaction, NO_SITE, origin, target, &["totpSecret"], now).await?;
                    transaction.commit().await?;
                    done.resealed += 1;
                }
            }
            Some(_) => {}
            None => done.lost.push(email),
        }
    }
    Ok(done)
}
