//! The operations tagged `auth`.
//!
//! Not served yet: the server answers 404.

use reqwest::Method;

use crate::call::segment;
use crate::{Client, Error, Response, types};

impl Client {
    /// `POST /{siteId}/auth`: Register, log in or out, and more.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// `action` selects what is done.
    ///
    /// | action | fields | answer |
    /// |---|---|---|
    /// | `register` | `email`, `password`, optional `firstName`, `lastName` | 201 with a token and the customer |
    /// | `login` | `email`, `password` | 200 with a token and the customer |
    /// | `logout` | none, with the token | 200 without `data`; the session has ended |
    /// | `me` | none, with the token | 200 with the profile |
    /// | `forgot-password` | `email` | 200 without `data`, whether the address exists or not; a message with a token is sent if it does |
    /// | `reset-password` | `token`, `password` | 200 without `data`; all sessions have ended, and the address counts as verified |
    ///
    /// A token in `Authorization` must be valid whatever the action, so leave it out of `login`. A
    /// reset token works once and for 60 minutes, and a newer one voids the older. Limits for each
    /// client address: 5 logins and 3 registrations a minute; for each e-mail address: 10 logins in 15
    /// minutes and 5 forgotten passwords an hour.
    pub async fn authenticate_customer(
        &self,
        site_id: i64,
        body: &types::AuthRequest,
    ) -> Result<Response<types::AuthResponse>, Error> {
        let mut call = self.call(Method::POST, format!("/{}/auth", segment(site_id)));
        call = call.json(body)?;
        call.send().await
    }
}
