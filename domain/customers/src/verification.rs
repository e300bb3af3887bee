//! Verification of e-mail addresses. The welcome mail has a link with a token, which proves that the address is the
//! customer's. Only the token's digest is stored.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_credentials::digest;
use stoa_db::{Db, DbError, Transaction};
use stoa_outbox::VerificationToken;

use crate::reset::lock_customer;

/// The state of a verification token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenState {
    /// The token may verify its customer's address.
    Valid,
    /// The customer's address is verified.
    Used,
    /// The token is unknown, expired or another site's.
    Invalid,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundToken {
    customer_id: i64,
    is_used: bool,
}

/// Stores the verification token that a mail is about to contain. See [`LinkTokens::give_verification`].
///
/// [`LinkTokens::give_verification`]: stoa_outbox::LinkTokens::give_verification
pub async fn give_verification_token(
    db: &Db,
    site_id: i64,
    verification: VerificationToken<'_>,
) -> Result<Option<String>, DbError> {
    let VerificationToken { email, token, expires_at } = verification;
    let sql = include_str!("verification/give_token.sql");
    db.opt(sql, &[&site_id, &email, &digest(token).as_slice(), &expires_at]).await
}

/// Returns the state of a token without using it.
pub async fn find_verification_token(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<TokenState, DbError> {
    Ok(match find(db, site_id, token, now).await? {
        None => TokenState::Invalid,
        Some(FoundToken { is_used: true, .. }) => TokenState::Used,
        Some(_) => TokenState::Valid,
    })
}

/// Verifies the address of a valid token's customer, and voids all verification tokens of the customer. Returns the
/// state that the token had before.
pub async fn verify_email(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<TokenState, DbError> {
    let customer_id = match find(db, site_id, token, now).await? {
        None => return Ok(TokenState::Invalid),
        Some(FoundToken { is_used: true, .. }) => return Ok(TokenState::Used),
        Some(found) => found.customer_id,
    };
    let mut connection = db.connection().await?;
    // The customer's row is locked before the rows of tokens, as in a reset and in an erasure of the customer.
    let transaction = connection.transaction();
    lock_customer(&transaction, site_id, customer_id).await?;
    let sql = include_str!("verification/take_token.sql");
    let digest = digest(token);
    if transaction.execute(sql, &[&site_id, &digest.as_slice(), &now]).await? == 0 {
        return Ok(TokenState::Used);
    }
    let sql = include_str!("verification/set_verified.sql");
    transaction.execute(sql, &[&site_id, &customer_id, &now]).await?;
    void_tokens(&transaction, site_id, customer_id, now).await?;
    transaction.commit().await?;
    Ok(TokenState::Valid)
}

async fn find(
    db: &Db,
    site_id: i64,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<FoundToken>, DbError> {
    let sql = include_str!("verification/find_token.sql");
    db.opt(sql, &[&site_id, &digest(token).as_slice(), &now]).await
}

/// Marks the customer's verification tokens as used. The customer's address must be verified.
pub(crate) async fn void_tokens(
    transaction: &Transaction<'_>,
    site_id: i64,
    customer_id: i64,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("verification/void_tokens.sql");
    transaction.execute(sql, &[&site_id, &customer_id, &now]).await?;
    Ok(())
}
