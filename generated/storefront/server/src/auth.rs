//! The operations tagged `auth`.

use std::sync::Arc;

use stoa_runtime::{Call, Error, Reply, Routes};
use stoa_storefront_types as types;

use crate::{Authenticate, SCHEMAS, op};

/// Registering, logging in and out, and passwords.
pub trait Auth: Authenticate {
    /// `POST /{siteId}/auth`: Register, log in or out, and more.
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
    fn authenticate_customer(
        &self,
        caller: Option<Self::Customer>,
        request: AuthenticateCustomer,
    ) -> impl Future<Output = Result<AuthenticateCustomerReply, Error<op::AuthenticateCustomer>>> + Send;
}

/// What `authenticateCustomer` is asked for.
#[derive(Debug, Clone)]
pub struct AuthenticateCustomer {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::AuthRequest,
}

/// What `authenticateCustomer` answers, by status.
#[derive(Debug, Clone)]
pub enum AuthenticateCustomerReply {
    /// 200
    Ok(types::AuthResponse),
    /// 201
    Created(types::AuthResponse),
}

/// The routes of the operations tagged `auth`.
pub fn routes<A: Auth>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/{siteId}/auth", api, |api, call| Box::pin(authenticate_customer(api, call)))
}

async fn authenticate_customer<A: Auth>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::AuthenticateCustomer>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.optional_customer(call).await?;
    let request = AuthenticateCustomer { site_id, body: call.json(&SCHEMAS, "AuthRequest").await? };
    let reply = api.authenticate_customer(caller, request).await?;
    Ok(match reply {
        AuthenticateCustomerReply::Ok(body) => Reply::json(200, &body),
        AuthenticateCustomerReply::Created(body) => Reply::json(201, &body),
    })
}
