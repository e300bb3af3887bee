//! Customers: registration, login and logout, passwords, verified addresses, profiles and orders. HTTP handlers, commands and jobs share
//! these rules.

mod export;
mod login;
mod networks;
mod orders;
mod passwords;
mod profile;
mod registration;
mod reset;
mod sessions;
pub mod staff;
pub mod support;
mod upkeep;
mod verification;
pub mod wishlists;

use stoa_credentials::Passwords;
use stoa_db::Db;
use stoa_outbox::Outbox;
use stoa_values::Clock;

pub use export::export;
pub use login::{Login, LoginRefusal, find_login, log_in};
pub use orders::{get_account_order, list_account_orders};
pub use profile::{get_account, update_account};
pub use registration::{NewCustomer, RegistrationRefusal, register};
pub use reset::{ResetRefusal, forget_password, give_reset_token, reset_password};
pub use sessions::{SessionCustomer, end_session, find_session};
pub use upkeep::{DELETE_ENDED, delete_ended};
pub use verification::{
    TokenState, find_verification_token, give_verification_token, verify_email,
};

/// The services that operations on customers need. Clones share the same services.
#[derive(Clone)]
pub struct CustomerContext {
    pub db: Db,
    pub clock: Clock,
    pub passwords: Passwords,
    pub outbox: Outbox,
}
