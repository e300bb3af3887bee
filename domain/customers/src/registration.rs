//! Registration of a customer, which also logs the customer in.

use std::net::IpAddr;

use stoa_credentials::passwords::CommonPasswords;
use stoa_credentials::{Password, digest, new_token, passwords};
use stoa_db::ToSql;
use stoa_outbox::Mail;
use stoa_storefront_reasons::{self as reasons, Failed, refusals};
use stoa_storefront_types::{AuthSession, Customer};
use stoa_values::email::{is_email, normalized};

use crate::CustomerContext;
use crate::networks::record_login;
use crate::passwords::{not_hashed, password_refusal};
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

refusals! {
    /// Why a registration fails.
    pub enum RegistrationRefusal of reasons {
        InvalidEmail,
        PasswordTooShort,
        PasswordTooLong,
        PasswordTooCommon,
        EmailAlreadyRegistered,
        TooManyAttempts { retry_after },
    }
}

/// Registers a customer of a site, begins a session and queues a welcome mail.
pub async fn register(
    context: &CustomerContext,
    site_id: i64,
    customer: NewCustomer,
) -> Result<AuthSession, Failed<RegistrationRefusal>> {
    let NewCustomer { email, password, common_passwords, first_name, last_name, network } =
        customer;
    let (first_name, last_name) = (filled(first_name), filled(last_name));
    let email = normalized(&email);
    if !is_email(&email) {
        return Err(RegistrationRefusal::InvalidEmail)?;
    }
    passwords::check(&password, common_passwords)
        .map_err(password_refusal::<RegistrationRefusal>)?;
    let hash = context.passwords.hash(password).await.map_err(not_hashed)?;
    let (token, now) = (new_token(), context.clock.now());
    let digest = digest(&token);

    let mut connection = context.db.connection().await?;
    // One transaction stores the customer, the event and the welcome mail.
    let transaction = connection.transaction();
    let sql = include_str!("registration/register.sql");
    let params: [&(dyn ToSql + Sync); 7] =
        [&site_id, &email, &hash, &first_name, &last_name, &digest.as_slice(), &now];
    let id = transaction.one(sql, &params).await.map_err(|error| match error.constraint() {
        Some("customers_email_taken") => RegistrationRefusal::EmailAlreadyRegistered.into(),
        _ => Failed::from(error),
    })?;
    record_login(&transaction, site_id, id, network, now).await?;
    let registered = stoa_events::customer_registered(site_id, id, now);
    stoa_events::post(&transaction, site_id, &registered, now).await?;
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
