//! Logging in. Whether there is a customer with the address is not to be told from the answer, nor from its time.

use stoa_db::DbError;
use stoa_storefront_types::{AuthSession, Customer};

use crate::CustomerContext;
use crate::passwords::{HashError, Password, is_outdated};
use crate::sessions::begin_session;

/// How often a login begins anew because another one, or a reset, has changed the hash meanwhile.
const MOST_TRIES: usize = 3;

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
    for _ in 0..MOST_TRIES {
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
                let newer = passwords.hash(password.clone()).await?;
                let sql = include_str!("login/set_hash.sql");
                db.execute(sql, &[&site_id, &customer.id, &hash, &newer]).await?;
            }
            return Ok(AuthSession { token, customer });
        }
    }
    Err(LoginError::WrongEmailOrPassword)
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
