//! Logging in. Whether there is a customer with the address is not to be told from the answer, nor from its time.

use stoa_db::DbError;
use stoa_storefront_types::{AuthSession, Customer};
use stoa_telemetry::Chain;
use stoa_values::email::normalized;

use crate::CustomerContext;
use crate::passwords::{HashError, Password, is_outdated};
use crate::sessions::begin_session;

/// How often a login begins anew because another one, or a reset, has changed the hash meanwhile.
const LOGIN_ATTEMPTS: usize = 3;

/// No address is longer: 254 characters.
const MAX_LOGIN_EMAIL_BYTES: usize = 254 * 4;

/// Why nobody is logged in.
#[derive(Debug)]
pub enum LoginError {
    /// The address is unknown, or the password another.
    WrongEmailOrPassword,
    Hash(HashError),
    Database(DbError),
}

/// Begins a session of the customer with this address and password.
///
/// Each way to fail makes one hash. One more is made of a password whose hash has other parameters than those of today.
pub async fn log_in(
    context: &CustomerContext,
    site_id: i64,
    email: &str,
    password: &Password,
) -> Result<AuthSession, LoginError> {
    let CustomerContext { db, passwords, .. } = context;
    let email = normalized(email);
    // A longer text belongs to no customer.
    let email = if email.len() <= MAX_LOGIN_EMAIL_BYTES { email.as_str() } else { "" };
    for _ in 0..LOGIN_ATTEMPTS {
        let sql = include_str!("login/find_by_email.sql");
        let found: Option<(String, Customer)> = db.opt(sql, &[&site_id, &email]).await?;
        let hash = found.as_ref().map(|(hash, _)| hash.clone());
        let is_right = passwords.verify(password.clone(), hash).await?;
        let Some((hash, customer)) = found.filter(|_| is_right) else {
            return Err(LoginError::WrongEmailOrPassword);
        };
        // A session of a password that a reset has replaced since is not begun: the next try verifies the new one.
        if let Some(token) = begin_session(db, site_id, customer.id, &hash, context.now()).await? {
            if is_outdated(&hash) {
                renew_hash(context, site_id, customer.id, &hash, password).await;
            }
            return Ok(AuthSession { token, customer });
        }
    }
    Err(LoginError::WrongEmailOrPassword)
}

/// Makes a hash with the parameters of today. The session has begun: what fails here waits for the next login.
async fn renew_hash(
    context: &CustomerContext,
    site_id: i64,
    customer_id: i64,
    hash: &str,
    password: &Password,
) {
    let CustomerContext { db, passwords, .. } = context;
    let Ok(newer) = passwords.hash(password.clone()).await else { return };
    let sql = include_str!("login/set_hash.sql");
    if let Err(error) = db.execute(sql, &[&site_id, &customer_id, &hash, &newer]).await {
        tracing::warn!(site_id, error = %Chain(&error), "a password's hash stays as it was");
    }
}

impl From<HashError> for LoginError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

impl From<DbError> for LoginError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
