//! The operations tagged `access-control`.

use std::sync::Arc;

use stoa_fixture_types as types;
use stoa_runtime::{Call, Error, Reply, Routes};

use crate::{Authenticate, op};

/// Every kind of security.
pub trait AccessControl: Authenticate {
    /// `GET /whoami/one`: One principal with a query key alone.
    fn know_order(
        &self,
        caller: Self::Order,
        request: KnowOrder,
    ) -> impl Future<Output = Result<bool, Error<op::KnowOrder>>> + Send;

    /// `GET /whoami/optional`: One principal, or no one.
    fn know_anyone(
        &self,
        caller: Option<Self::ApiKey>,
        request: KnowAnyone,
    ) -> impl Future<Output = Result<bool, Error<op::KnowAnyone>>> + Send;

    /// `GET /whoami/several`: Two principals.
    fn know_either(
        &self,
        caller: Self::ApiKeyOrSession,
        request: KnowEither,
    ) -> impl Future<Output = Result<bool, Error<op::KnowEither>>> + Send;

    /// `GET /whoami/several-optional`: Two principals, in another order, or no one.
    fn know_either_or_none(
        &self,
        caller: Option<Self::ApiKeyOrSession>,
        request: KnowEitherOrNone,
    ) -> impl Future<Output = Result<bool, Error<op::KnowEitherOrNone>>> + Send;

    /// `GET /whoami/roles`: One principal with roles, in another order.
    fn know_roles(
        &self,
        caller: Self::ApiKey,
        request: KnowRoles,
    ) -> impl Future<Output = Result<bool, Error<op::KnowRoles>>> + Send;
}

/// What `knowOrder` is asked for.
#[derive(Debug, Clone)]
pub struct KnowOrder {}

/// What `knowAnyone` is asked for.
#[derive(Debug, Clone)]
pub struct KnowAnyone {}

/// What `knowEither` is asked for.
#[derive(Debug, Clone)]
pub struct KnowEither {}

/// What `knowEitherOrNone` is asked for.
#[derive(Debug, Clone)]
pub struct KnowEitherOrNone {}

/// What `knowRoles` is asked for.
#[derive(Debug, Clone)]
pub struct KnowRoles {}

/// The routes of the operations tagged `access-control`.
pub fn routes<A: AccessControl>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/whoami/one", api, |api, call| Box::pin(know_order(api, call)))
        .get("/whoami/optional", api, |api, call| Box::pin(know_anyone(api, call)))
        .get("/whoami/several", api, |api, call| Box::pin(know_either(api, call)))
        .get("/whoami/several-optional", api, |api, call| Box::pin(know_either_or_none(api, call)))
        .get("/whoami/roles", api, |api, call| Box::pin(know_roles(api, call)))
}

async fn know_order<A: AccessControl>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::KnowOrder>> {
    let caller = api.order(call).await?;
    let request = KnowOrder {};
    let reply = api.know_order(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_anyone<A: AccessControl>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::KnowAnyone>> {
    let caller = api.optional_api_key(call).await?;
    let request = KnowAnyone {};
    let reply = api.know_anyone(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_either<A: AccessControl>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::KnowEither>> {
    let caller = api.api_key_or_session(call).await?;
    let request = KnowEither {};
    let reply = api.know_either(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_either_or_none<A: AccessControl>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::KnowEitherOrNone>> {
    let caller = api.optional_api_key_or_session(call).await?;
    let request = KnowEitherOrNone {};
    let reply = api.know_either_or_none(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn know_roles<A: AccessControl>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::KnowRoles>> {
    let caller = api.api_key_with_second_floor_and_store(call).await?;
    let request = KnowRoles {};
    let reply = api.know_roles(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}
