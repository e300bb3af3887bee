//! Attempts to log in, or to prove that the caller knows a password or a code. They are counted before the outcome is
//! known, so that concurrent calls cannot exceed the limits.

use std::net::IpAddr;

use stoa_runtime::TooManyRequests;
use stoa_staff_server::RateLimits;
use stoa_values::email::comparable;

pub(crate) struct Attempt<'a> {
    limits: &'a RateLimits,
    email: String,
    client: IpAddr,
    is_of_stranger: bool,
}

impl<'a> Attempt<'a> {
    pub(crate) async fn begin(
        limits: &'a RateLimits,
        email: &str,
        client: IpAddr,
        is_known_network: bool,
    ) -> Result<Self, TooManyRequests> {
        let attempt =
            Self { limits, email: comparable(email), client, is_of_stranger: !is_known_network };
        limits.staff_failed_logins.count((&attempt.email, client)).await?;
        if attempt.is_of_stranger
            && let Err(refused) = limits.staff_strangers_failed_logins.count(&attempt.email).await
        {
            limits.staff_failed_logins.give_back((&attempt.email, client)).await;
            return Err(refused);
        }
        Ok(attempt)
    }

    /// Removes the attempt from the counts, because the password was right or could not be checked.
    pub(crate) async fn give_back(self) {
        self.limits.staff_failed_logins.give_back((&self.email, self.client)).await;
        if self.is_of_stranger {
            self.limits.staff_strangers_failed_logins.give_back(&self.email).await;
        }
    }

    pub(crate) async fn clear(self) {
        self.limits.staff_failed_logins.reset((&self.email, self.client)).await;
        self.limits.staff_strangers_failed_logins.reset(&self.email).await;
    }
}
