//! The staff of sites: people, their roles, sessions and invitations. HTTP handlers and commands share these rules.

mod callers;
mod invitations;
mod login;
mod people;
mod roles;
pub mod staff;

use chrono::{DateTime, Utc};
use stoa_credentials::Passwords;
use stoa_db::Db;
use stoa_values::Clock;

pub use callers::{Caller, find_caller};
pub use invitations::{AcceptError, Invited, accept_invitation};
pub use login::{LoginError, end_session, log_in};
pub use people::{get_me, list_people};

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
