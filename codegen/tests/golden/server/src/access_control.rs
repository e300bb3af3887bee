//! The operations tagged `access-control`.
//!
//! Handlers implement [`AccessControlApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use acme_fixture_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};

use crate::{Authenticate, Role};

/// Every kind of security.
pub trait AccessControlApi: Authenticate {
    /// `GET /whoami/one`: One principal with a query key alone.
    fn know_order(
        &self,
        caller: Self::Order,
        request: KnowOrder,
    ) -> impl Future<Output = Result<bool, Error<KnowOrder>>> + Send;

    /// `GET /whoami/optional`: One principal, or no one.
    fn know_anyone(
        &self,
        caller: Self::ApiKeyOrAnyone,
        request: KnowAnyone,
    ) -> impl Future<Output = Result<bool, Error<KnowAnyone>>> + Send;

    /// `GET /whoami/lenient`: One principal, or no one, or one whose credential is not valid.
    fn know_anyone_leniently(
        &self,
        caller: Self::ApiKeyOrAnyone,
        request: KnowAnyoneLeniently,
    ) -> impl Future<Output = Result<bool, Error<KnowAnyoneLeniently>>> + Send;

    /// `GET /whoami/several`: Two principals.
    fn know_either(
        &self,
        caller: Self::ApiKeyOrSession,
        request: KnowEither,
    ) -> impl Future<Output = Result<bool, Error<KnowEither>>> + Send;

    /// `GET /whoami/several-optional`: Two principals, in another order, or no one.
    fn know_either_or_none(
        &self,
        caller: Self::ApiKeyOrSessionOrAnyone,
        request: KnowEitherOrNone,
    ) -> impl Future<Output = Result<bool, Error<KnowEitherOrNone>>> + Send;

    /// `GET /whoami/roles`: One principal with roles, in another order.
    ///
    /// Requires the roles `second_floor` and `store`.
    fn know_roles(
        &self,
        caller: Self::ApiKey,
        request: KnowRoles,
    ) -> impl Future<Output = Result<bool, Error<KnowRoles>>> + Send;

    /// `GET /whoami/any-role`: One principal with one role or with two others.
    ///
    /// The order of alternatives and of their roles has no meaning.
    ///
    /// Requires the roles `attic` and `second_floor`, or the role `store`.
    fn know_any_role(
        &self,
        caller: Self::ApiKey,
        request: KnowAnyRole,
    ) -> impl Future<Output = Result<bool, Error<KnowAnyRole>>> + Send;
}

/// The operation `knowOrder` and its request.
#[derive(Clone)]
pub struct KnowOrder {}

impl Operation for KnowOrder {
    const ID: &'static str = "knowOrder";
}

impl Documents<401> for KnowOrder {}

/// The operation `knowAnyone` and its request.
#[derive(Clone)]
pub struct KnowAnyone {}

impl Operation for KnowAnyone {
    const ID: &'static str = "knowAnyone";
}

impl Documents<401> for KnowAnyone {}
impl Documents<403> for KnowAnyone {}

/// The operation `knowAnyoneLeniently` and its request.
#[derive(Clone)]
pub struct KnowAnyoneLeniently {}

impl Operation for KnowAnyoneLeniently {
    const ID: &'static str = "knowAnyoneLeniently";
}

/// The operation `knowEither` and its request.
#[derive(Clone)]
pub struct KnowEither {}

impl Operation for KnowEither {
    const ID: &'static str = "knowEither";
}

impl Documents<401> for KnowEither {}

/// The operation `knowEitherOrNone` and its request.
#[derive(Clone)]
pub struct KnowEitherOrNone {}

impl Operation for KnowEitherOrNone {
    const ID: &'static str = "knowEitherOrNone";
}

impl Documents<401> for KnowEitherOrNone {}

/// The operation `knowRoles` and its request.
#[derive(Clone)]
pub struct KnowRoles {}

impl Operation for KnowRoles {
    const ID: &'static str = "knowRoles";
}

impl Restricted for KnowRoles {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::SecondFloor, Role::Store]];
    const REFUSAL: Refusal<Self> = Refusal::new::<404>("There is \"nothing\"");
}

impl Documents<401> for KnowRoles {}
impl Documents<404> for KnowRoles {}

/// The operation `knowAnyRole` and its request.
#[derive(Clone)]
pub struct KnowAnyRole {}

impl Operation for KnowAnyRole {
    const ID: &'static str = "knowAnyRole";
}

impl Restricted for KnowAnyRole {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Attic, Role::SecondFloor], &[Role::Store]];
    const REFUSAL: Refusal<Self> = Refusal::new::<404>("There is \"nothing\"");
}

impl Documents<401> for KnowAnyRole {}
impl Documents<404> for KnowAnyRole {}

/// The routes of the operations tagged `access-control`.
pub fn routes<A: AccessControlApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/whoami/one", api, |api, call| Box::pin(know_order(api, call)))
        .get("/whoami/optional", api, |api, call| Box::pin(know_anyone(api, call)))
        .get("/whoami/lenient", api, |api, call| Box::pin(know_anyone_leniently(api, call)))
        .get("/whoami/several", api, |api, call| Box::pin(know_either(api, call)))
        .get("/whoami/several-optional", api, |api, call| Box::pin(know_either_or_none(api, call)))
        .get("/whoami/roles", api, |api, call| Box::pin(know_roles(api, call)))
        .get("/whoami/any-role", api, |api, call| Box::pin(know_any_role(api, call)))
}

async fn know_order<A: AccessControlApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowOrder>> {
    let caller = api.order(call.credentials(), call.context()).await?;
    let request = KnowOrder {};
    let reply = api.know_order(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_anyone<A: AccessControlApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowAnyone>> {
    let caller = api.api_key_or_anyone(call.credentials(), call.context()).await?;
    let request = KnowAnyone {};
    let reply = api.know_anyone(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_anyone_leniently<A: AccessControlApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowAnyoneLeniently>> {
    let caller = api.api_key_or_anyone_leniently(call.credentials(), call.context()).await?;
    let request = KnowAnyoneLeniently {};
    let reply = api.know_anyone_leniently(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_either<A: AccessControlApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowEither>> {
    let caller = api.api_key_or_session(call.credentials(), call.context()).await?;
    let request = KnowEither {};
    let reply = api.know_either(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_either_or_none<A: AccessControlApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowEitherOrNone>> {
    let caller = api.api_key_or_session_or_anyone(call.credentials(), call.context()).await?;
    let request = KnowEitherOrNone {};
    let reply = api.know_either_or_none(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_roles<A: AccessControlApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowRoles>> {
    let (caller, _) = api.api_key_with_role(call.credentials(), call.context()).await?;
    let request = KnowRoles {};
    let reply = api.know_roles(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_any_role<A: AccessControlApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowAnyRole>> {
    let (caller, _) = api.api_key_with_role(call.credentials(), call.context()).await?;
    let request = KnowAnyRole {};
    let reply = api.know_any_role(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}
