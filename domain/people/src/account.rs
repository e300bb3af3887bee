//! The account of a person who is logged in.

use std::net::IpAddr;

use serde::Deserialize;
use stoa_audit::{NO_SITE, Origin, Target, record};
use stoa_credentials::passwords::PASSWORD_HASH_RETRY_AFTER;
use stoa_credentials::{HashError, Password, PasswordFault, TokenDigest};
use stoa_db::{Db, DbError};
use stoa_staff_reasons::{self as reasons, Failed, refusals};

use crate::{PeopleContext, networks};

refusals! {
    /// Why a password is not changed.
    pub enum ChangePasswordRefusal of reasons {
        /// The password was changed after its verification.
        WrongPassword,
        TooManyAttempts { retry_after },
    }
}

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
    ) -> Result<bool, Failed<reasons::TooManyAttempts>> {
        let hash = Some(self.password_hash.clone());
        context.passwords.verify(password, hash).await.map_err(not_hashed)
    }
}

/// Replaces a person's password, after the current one was verified against `account`. Ends the person's sessions except
/// `session`, open invitations and an open reset.
pub async fn change_password(
    context: &PeopleContext,
    origin: &Origin,
    person_id: i64,
    account: &Account,
    new_password: Password,
    session: &TokenDigest,
) -> Result<(), Failed<ChangePasswordRefusal>> {
    let new_hash = context.passwords.hash(new_password).await.map_err(not_hashed)?;
    let mut connection = context.db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("account/set_password.sql");
    let now = context.clock.now();
    let changed: Option<i64> = transaction
        .opt(sql, &[&person_id, &account.password_hash, &new_hash, &session.as_slice(), &now])
        .await?;
    if changed.is_none() {
        return Err(ChangePasswordRefusal::WrongPassword)?;
    }
    let target = Target::person(person_id);
    record(&transaction, NO_SITE, origin, target, &["password"], now).await?;
    transaction.commit().await?;
    Ok(())
}

/// The failure of a call whose password was not hashed.
pub(crate) fn not_hashed<R: From<reasons::TooManyAttempts>>(error: HashError) -> Failed<R> {
    match error {
        HashError::TooManyWait => {
            let retry_after = PASSWORD_HASH_RETRY_AFTER;
            Failed::Refused(reasons::TooManyAttempts { retry_after }.into())
        }
        error => error.into(),
    }
}

/// The refusal of a new password.
pub fn password_refusal<R>(fault: PasswordFault) -> R
where
    R: From<reasons::PasswordTooShort>
        + From<reasons::PasswordTooLong>
        + From<reasons::PasswordTooCommon>,
{
    match fault {
        PasswordFault::TooShort => reasons::PasswordTooShort.into(),
        PasswordFault::TooLong => reasons::PasswordTooLong.into(),
        PasswordFault::TooCommon => reasons::PasswordTooCommon.into(),
    }
}
