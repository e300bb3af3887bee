//! Login. Neither the answer nor its duration tells whether any customer has the e-mail address.

use std::net::IpAddr;

use serde::Deserialize;
use stoa_credentials::passwords::{LOGIN_ATTEMPTS, Password, is_outdated};
use stoa_db::{Db, DbError};
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::{AuthSession, Customer};
use stoa_telemetry::Chain;
use stoa_values::email::of_login;

use crate::CustomerContext;
use crate::networks;
use crate::passwords::not_hashed;
use crate::sessions::{begin_session, expires_at};

refusals! {
    /// Why a login fails.
    pub enum LoginRefusal of reasons {
        /// The address is unknown, or the password is wrong.
        InvalidEmailOrPassword,
        TooManyAttempts { retry_after },
    }
}

/// A login whose password is not verified yet.
pub struct Login {
    site_id: i64,
    email: String,
    network: IpAddr,
    found: Option<StoredCustomer>,
}

/// The customer with the address.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredCustomer {
    password_hash: String,
    customer: Customer,
    is_known_network: bool,
}

/// Finds the customer with this address.
pub async fn find_login(
    db: &Db,
    site_id: i64,
    email: &str,
    network: IpAddr,
) -> Result<Login, DbError> {
    let email = of_login(email);
    let (sql, digest) = (include_str!("login/find_by_email.sql"), networks::digest(network));
    let found = db.opt(sql, &[&site_id, &email, &digest.as_slice()]).await?;
    let login = Login { site_id, email, network, found };
    if login.is_of_known_network() {
        stoa_fair_queue::set_known();
    }
    Ok(login)
}

impl Login {
    /// Whether the customer with this address has logged in from this network. False if no customer has the address.
    pub fn is_of_known_network(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.is_known_network)
    }
}

/// Begins a session of the login's customer, if this is the customer's password.
///
/// Every attempt costs one hash, even if the address is unknown. A correct password costs a second one if its stored
/// hash has outdated parameters.
pub async fn log_in(
    context: &CustomerContext,
    mut login: Login,
    password: &Password,
) -> Result<AuthSession, Failed<LoginRefusal>> {
    let CustomerContext { db, passwords, .. } = context;
    for _ in 0..LOGIN_ATTEMPTS {
        let Login { site_id, email, network, found } = login;
        let hash = found.as_ref().map(|found| found.password_hash.clone());
        let is_right = passwords.verify(password.clone(), hash).await.map_err(not_hashed)?;
        let Some(StoredCustomer { password_hash: hash, customer, .. }) = found.filter(|_| is_right)
        else {
            return Err(LoginRefusal::InvalidEmailOrPassword)?;
        };
        // If a reset has replaced the stored hash in the meantime, no session begins. The next attempt then verifies
        // the password against the new hash.
        let now = context.clock.now();
        let begun = begin_session(db, site_id, customer.id, &hash, network, now);
        if let Some(token) = begun.await? {
            if is_outdated(&hash) {
                renew_hash(context, site_id, customer.id, &hash, password).await;
            }
            return Ok(AuthSession { token, expires_at: expires_at(now), customer });
        }
        login = find_login(db, site_id, &email, network).await?;
    }
    Err(LoginRefusal::InvalidEmailOrPassword)?
}

/// Replaces the stored hash with a hash that has the current parameters. A failure does not end the login, because the
/// session has begun already and the next login tries again.
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
