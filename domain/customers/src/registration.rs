//! Registration of a customer, which also logs the customer in.

use std::net::IpAddr;

use stoa_credentials::passwords::CommonPasswords;
use stoa_credentials::{HashError, Password, PasswordFault, digest, new_token, passwords};
use stoa_db::{DbError, ToSql};
use stoa_outbox::Mail;
use stoa_storefront_types::{AuthSession, Customer};
use stoa_values::email::{is_email, normalized};

use crate::CustomerContext;
use crate::networks::record_login;
use crate::sessions::expires_at;

/// The data of a registration.
pub struct NewCustomer {
    /// The e-mail address. The caller must have removed surrounding whitespace.
    pub email: String,
    pub password: Password,
    pub common_passwords: CommonPasswords,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// The network that the customer registers from.
    pub network: IpAddr,
}

/// Why a registration failed.
#[derive(Debug)]
pub enum RegistrationError {
    NoEmail,
    Password(PasswordFault),
    EmailTaken,
    Hash(HashError),
    Database(DbError),
}

/// Registers a customer of a site, begins a session and queues a welcome mail.
pub async fn register(
    context: &CustomerContext,
    site_id: i64,
    customer: NewCustomer,
) -> Result<AuthSession, RegistrationError> {
    let NewCustomer { email, password, common_passwords, first_name, last_name, network } =
        customer;
    let (first_name, last_name) = (filled(first_name), filled(last_name));
    let email = normalized(&email);
    if !is_email(&email) {
        return Err(RegistrationError::NoEmail);
    }
    passwords::check(&password, common_passwords).map_err(RegistrationError::Password)?;
    let hash = context.passwords.hash(password).await.map_err(RegistrationError::Hash)?;
    let (token, now) = (new_token(), context.now());
    let digest = digest(&token);

    let mut connection = context.db.connection().await?;
    // One transaction stores the customer and the welcome mail.
    let transaction = connection.transaction();
    let sql = include_str!("registration/register.sql");
    let params: [&(dyn ToSql + Sync); 7] =
        [&site_id, &email, &hash, &first_name, &last_name, &digest.as_slice(), &now];
    let id = transaction.one(sql, &params).await.map_err(|error| match error.constraint() {
        Some("customers_email_taken") => RegistrationError::EmailTaken,
        _ => RegistrationError::Database(error),
    })?;
    record_login(&transaction, site_id, id, network, now).await?;
    let welcome = Mail::Welcome { email: email.clone() };
    context.outbox.queue(&transaction, site_id, &welcome, now).await?;
    transaction.commit().await?;
    context.outbox.wake();
    let customer = Customer { id, email, first_name, last_name };
    Ok(AuthSession { token, expires_at: expires_at(now), customer })
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

impl From<DbError> for RegistrationError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
