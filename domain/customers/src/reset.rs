//! Forgotten passwords: a token that is sent to a customer's address sets a new one, once. Only its digest is stored.

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError};
use stoa_outbox::{Mail, ResetToken};
use stoa_values::email::normalized;

use crate::CustomerContext;
use crate::passwords::{self, HashError, Password, PasswordFault};
use crate::sessions::{digest, end_all_sessions};

/// Why a password was not reset.
#[derive(Debug)]
pub enum ResetError {
    Password(PasswordFault),
    /// The token is unknown, expired, used, or a newer one has taken its place.
    InvalidToken,
    Hash(HashError),
    Database(DbError),
}

/// Sends a token to the customer with this address, if there is one: that is looked for when the mail is written, where
/// nobody can measure it.
pub async fn forget_password(
    context: &CustomerContext,
    site_id: i64,
    email: &str,
) -> Result<(), DbError> {
    let CustomerContext { db, outbox, .. } = context;
    outbox.queue_alone(db, site_id, &Mail::Reset { email: normalized(email) }, context.now()).await
}

/// Gives a token that a mail has in its link to the customer with the mail's address: see [`ResetTokens::give`].
///
/// [`ResetTokens::give`]: stoa_outbox::ResetTokens::give
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

/// Sets the password of a token's customer: the address is verified by it and told of it, all sessions have ended, and
/// the token is used up. Returns the address.
pub async fn reset_password(
    context: &CustomerContext,
    site_id: i64,
    token: &str,
    password: Password,
) -> Result<String, ResetError> {
    passwords::check(&password).map_err(ResetError::Password)?;
    let (db, now) = (&context.db, context.now());
    let digest = digest(token);
    let digest = digest.as_slice();
    // Before the hash, which a token that is not valid is not worth; no transaction is open while it is made.
    let found: Option<i64> =
        db.opt(include_str!("reset/find_token.sql"), &[&site_id, &digest, &now]).await?;
    let customer_id = found.ok_or(ResetError::InvalidToken)?;
    let hash = context.passwords.hash(password).await?;

    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    // The customer's row before the token's, as whoever erases the customer takes them.
    transaction.execute(include_str!("reset/lock_customer.sql"), &[&site_id, &customer_id]).await?;
    let taken: Option<i64> =
        transaction.opt(include_str!("reset/take_token.sql"), &[&site_id, &digest, &now]).await?;
    taken.ok_or(ResetError::InvalidToken)?;
    let sql = include_str!("reset/set_password.sql");
    let email: String = transaction.one(sql, &[&site_id, &customer_id, &hash, &now]).await?;
    // A statement of its own: a login that the one before has waited for has begun a session, which this one sees.
    end_all_sessions(&transaction, site_id, customer_id).await?;
    let notice = Mail::PasswordChanged { email: email.clone() };
    context.outbox.queue(&transaction, site_id, &notice, now).await?;
    transaction.commit().await?;
    context.outbox.wake();
    Ok(email)
}

/// Deletes a site's tokens that are past their time, and returns how many.
pub(crate) async fn delete_expired(
    db: &Db,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    db.execute_until_none(include_str!("reset/delete_expired.sql"), &[&site_id, &now]).await
}

impl From<HashError> for ResetError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

impl From<DbError> for ResetError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
