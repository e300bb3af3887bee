//! The handlers of the staff API. The rules are in domain/people.

mod authenticate;
mod page;
mod people;
mod sessions;

use stoa_db::Db;
use stoa_people::PeopleContext;
use stoa_runtime::Rates;
use stoa_staff_server::{RateLimited, RateLimits};

pub use authenticate::{Staff, Visitor};

/// The staff API.
pub struct StaffHandlers {
    db: Db,
    people: PeopleContext,
    rate_limits: RateLimits,
}

impl StaffHandlers {
    pub fn new(people: PeopleContext, rates: &Rates) -> Self {
        Self { db: people.db.clone(), people, rate_limits: RateLimits::new(rates) }
    }
}

impl RateLimited for StaffHandlers {
    fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }
}
