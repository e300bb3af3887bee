//! Password resets. The server mails a token to a customer's address. The token can set a new password once. Only the
//! token's digest is stored.

use stoa_credentials::passwords::CommonPasswords;
use stoa_credentials::{Password, digest, passwords};
use stoa_db::{Db, DbError, Transaction};
use stoa_outbox::{Mail, ResetToken};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_values::email::normalized;

use crate::CustomerContext;
use crate::passwords::{not_hashed, password_refusal};
use crate::sessions::end_all_sessions;
use crate::verification::void_tokens;

refusals! {
    /// Why a reset fails.
    pub enum ResetRefusal of reasons {
        PasswordTooShort,
        PasswordTooLong,
        PasswordTooCommon,
        /// The token is unknown, expired, used, or replaced by a newer one.
        InvalidOrExpiredResetToken,
        TooManyAttempts { retry_after },
    }
}

/// Queues a mail with a token to the customer with this address. The customer is looked up only when the mail is
/// written, so the duration of this call does not tell whether the customer exists.
pub async fn forget_password(
    context: &CustomerContext,
    site_id: i64,
    email: &str,
) -> Result<(), DbError> {
    let CustomerContext { db, outbox, .. } = context;
    outbox
        .queue_alone(db, site_id, &Mail::Reset { email: normalized(email) }, context.clock.now())
        .await
}

/// Stores the reset token that a mail is about to contain, for the customer with the mail's address. See
/// [`LinkTokens::give_reset`].
///
/// [`LinkTokens::give_reset`]: stoa_outbox::LinkTokens::give_reset
pub async fn give_reset_token(
    db: &Db,
    site_id: i64,
    reset: ResetToken<'_>,
) -> Result<Option<String>, DbError> {
    let ResetToken { email, token, asked_at, mail_id, expires_at } = reset;
    let sql = include_str!("reset/give_token.sql");
    let digest = digest(token);
    db.opt(sql, &[&site_id, &email, &digest.as_slice(), &asked_at, &mail_id, &expires_at]).await
}

/// Sets the password of the token's customer, and returns the customer's address. Also verifies the address, ends all
/// sessions of the customer, uses up the token and the customer's verification tokens, and queues a mail that informs
/// the customer. A store may refuse the most common passwords.
pub async fn reset_password(
    context: &CustomerContext,
    site_id: i64,
    token: &str,
    password: Password,
    common_passwords: CommonPasswords,
) -> Result<String, Failed<ResetRefusal>> {
    passwords::check(&password, common_passwords).map_err(password_refusal::<ResetRefusal>)?;
    let (db, now) = (&context.db, context.clock.now());
    let digest = digest(token);
    let digest = digest.as_slice();
    // The token is checked before the password is hashed, so that an invalid token costs no hash. No transaction is
    // open while the hash is computed.
    let found: Option<i64> =
        db.opt(include_str!("reset/find_token.sql"), &[&site_id, &digest, &now]).await?;
    let customer_id = found.ok_or(ResetRefusal::InvalidOrExpiredResetToken)?;
    let hash = context.passwords.hash(password).await.map_err(not_hashed)?;

    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // The customer's row is locked before the token's row. An erasure of the customer locks the two rows in the same
    // order.
    lock_customer(&transaction, site_id, customer_id).await?;
    let taken: Option<i64> =
        transaction.opt(include_str!("reset/take_token.sql"), &[&site_id, &digest, &now]).await?;
    taken.ok_or(ResetRefusal::InvalidOrExpiredResetToken)?;
    let sql = include_str!("reset/set_password.sql");
    let email: String = transaction.one(sql, &[&site_id, &customer_id, &hash, &now]).await?;
    // The previous statement may have waited for a concurrent login. A separate statement also sees the session of that
    // login.
    end_all_sessions(&transaction, site_id, customer_id).await?;
    void_tokens(&transaction, site_id, customer_id, now).await?;
    let notice = Mail::PasswordChanged { email: email.clone() };
    context.outbox.queue(&transaction, site_id, &notice, now).await?;
    transaction.commit().await?;
    context.outbox.wake();
    Ok(email)
}

/// Locks the customer's row against other resets, verifications and an erasure.
pub(crate) async fn lock_customer(
    transaction: &Transaction<'_>,
    site_id: i64,
    customer_id: i64,
) -> Result<(), DbError> {
    transaction.execute(include_str!("reset/lock_customer.sql"), &[&site_id, &customer_id]).await?;
    Ok(())
}
