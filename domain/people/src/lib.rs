//! The staff of sites: people, their accounts with TOTP, roles, sessions and invitations. HTTP handlers and commands share
//! these rules.

mod account;
mod callers;
mod invitations;
mod login;
mod networks;
mod people;
mod requirement;
mod roles;
pub mod staff;
mod totp;

use chrono::{DateTime, Utc};
use stoa_credentials::Passwords;
use stoa_db::Db;
use stoa_values::Clock;

pub use account::{Account, ChangeError, change_password, find_account};
pub use callers::{Caller, find_caller};
pub use invitations::{AcceptError, Invited, accept_invitation};
pub use login::{Login, LoginError, end_session, find_login, log_in};
pub use people::{get_me, has_people, list_people};
pub use requirement::set_totp_requirement;
pub use totp::{
    ConfirmError, RemoveError, Resealed, SetUpError, confirm_totp, remove_totp, reseal_totp,
    set_up_totp,
};

/// The services that operations on people need. Clones share the same services.
#[derive(Clone)]
pub struct PeopleContext {
    pub db: Db,
    pub clock: Clock,
    pub passwords: Passwords,
}

impl PeopleContext {
    /// The current time in whole milliseconds, the precision of stored times.
    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
