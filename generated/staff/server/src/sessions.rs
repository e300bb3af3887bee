//! The operations tagged `sessions`.
//!
//! Handlers implement [`SessionsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// Logging in and out, and the account of the person or key that calls.
pub trait SessionsApi: Authenticate + RateLimited {
    /// `POST /sessions`: Log in.
    ///
    /// Starts a session of a person.
    ///
    /// An unknown address, a wrong password and a person without a password get the same answer, in the
    /// same time.
    ///
    /// Wrong passwords are failed logins.
    ///
    /// Counts toward `staff-logins` (5 a minute for each client) and `staff-failed-logins` (10 in 15
    /// minutes for each e-mail address and client).
    fn log_in(
        &self,
        caller: Self::Anyone,
        request: LogIn,
    ) -> impl Future<Output = Result<types::Session, Error<LogIn>>> + Send;

    /// `DELETE /sessions/current`: Log out.
    ///
    /// Ends the session of the token, and no other session. Counts toward `staff-changes` (120 a minute
    /// for each client).
    fn log_out(
        &self,
        caller: Self::Staff,
        request: LogOut,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<LogOut>>> + Send;

    /// `GET /me`: Get the caller.
    ///
    /// The person who calls, with the roles for sites. Counts toward `staff-reads` (600 a minute for
    /// each client).
    fn get_me(
        &self,
        caller: Self::Staff,
        request: GetMe,
    ) -> impl Future<Output = Result<types::Me, Error<GetMe>>> + Send;

    /// `POST /invitations/accept`: Accept an invitation.
    ///
    /// Sets the name and the password of an invited person and starts a session. `token` is at the end
    /// of the invitation's link, and valid once, for 7 days. A password has at least 8 characters and
    /// at most 1,024 bytes, spaces count, and the most common passwords are refused. A refused password
    /// does not use up the token. Counts toward `invitations` (10 a minute for each client).
    fn accept_invitation(
        &self,
        caller: Self::Anyone,
        request: AcceptInvitation,
    ) -> impl Future<Output = Result<types::Session, Error<AcceptInvitation>>> + Send;
}

/// The operation `logIn` and its request.
#[derive(Clone)]
pub struct LogIn {
    /// The body of the request.
    pub body: types::LogInRequest,
}

impl Operation for LogIn {
    const ID: &'static str = "logIn";
}

impl Documents<400> for LogIn {}
impl Documents<401> for LogIn {}
impl Documents<413> for LogIn {}
impl Documents<415> for LogIn {}
impl Documents<429> for LogIn {}
impl Documents<500> for LogIn {}
impl TakesBody for LogIn {}

/// The operation `logOut` and its request.
#[derive(Clone)]
pub struct LogOut {}

impl Operation for LogOut {
    const ID: &'static str = "logOut";
}

impl Documents<401> for LogOut {}
impl Documents<429> for LogOut {}
impl Documents<500> for LogOut {}

/// The operation `getMe` and its request.
#[derive(Clone)]
pub struct GetMe {}

impl Operation for GetMe {
    const ID: &'static str = "getMe";
}

impl Documents<401> for GetMe {}
impl Documents<429> for GetMe {}
impl Documents<500> for GetMe {}

/// The operation `acceptInvitation` and its request.
#[derive(Clone)]
pub struct AcceptInvitation {
    /// The body of the request.
    pub body: types::AcceptInvitationRequest,
}

impl Operation for AcceptInvitation {
    const ID: &'static str = "acceptInvitation";
}

impl Documents<400> for AcceptInvitation {}
impl Documents<413> for AcceptInvitation {}
impl Documents<415> for AcceptInvitation {}
impl Documents<429> for AcceptInvitation {}
impl Documents<500> for AcceptInvitation {}
impl TakesBody for AcceptInvitation {}

/// The routes of the operations tagged `sessions`.
pub fn routes<A: SessionsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/sessions", api, |api, call| Box::pin(log_in(api, call)))
        .delete("/sessions/current", api, |api, call| Box::pin(log_out(api, call)))
        .get("/me", api, |api, call| Box::pin(get_me(api, call)))
        .post("/invitations/accept", api, |api, call| Box::pin(accept_invitation(api, call)))
}

async fn log_in<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<LogIn>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    api.rate_limits().staff_logins.count(call.client()).await?;
    let request = LogIn { body: call.json(&SCHEMAS, "LogInRequest").await? };
    let reply = api.log_in(caller, request).await?;
    Ok(Reply::json(201, &types::SessionResponse { data: reply }))
}

async fn log_out<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<LogOut>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = LogOut {};
    let reply = api.log_out(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_me<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetMe>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetMe {};
    let reply = api.get_me(caller, request).await?;
    Ok(Reply::json(200, &types::MeResponse { data: reply }))
}

async fn accept_invitation<A: SessionsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<AcceptInvitation>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    api.rate_limits().invitations.count(call.client()).await?;
    let request = AcceptInvitation { body: call.json(&SCHEMAS, "AcceptInvitationRequest").await? };
    let reply = api.accept_invitation(caller, request).await?;
    Ok(Reply::json(201, &types::SessionResponse { data: reply }))
}
