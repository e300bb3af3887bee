//! The operations tagged `inbound`.
//!
//! Handlers implement [`InboundApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use acme_fixture_types as types;
use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};

use crate::{Authenticate, RateLimited};

/// What others send, and no client of ours.
pub trait InboundApi: Authenticate + RateLimited {
    /// `GET /whoami/inbound`: One principal that no other operation has.
    ///
    /// Only the server has this operation.
    fn know_somebody(
        &self,
        caller: Self::Somebody,
        request: KnowSomebody,
    ) -> impl Future<Output = Result<bool, Error<KnowSomebody>>> + Send;
}

/// The operation `knowSomebody` and its request.
#[derive(Clone)]
pub struct KnowSomebody {}

impl Operation for KnowSomebody {
    const ID: &'static str = "knowSomebody";
}

impl Documents<401> for KnowSomebody {}
impl Documents<429> for KnowSomebody {}

/// The routes of the operations tagged `inbound`.
pub fn routes<A: InboundApi>(api: &Arc<A>) -> Routes {
    Routes::new().get("/whoami/inbound", api, |api, call| Box::pin(know_somebody(api, call)))
}

async fn know_somebody<A: InboundApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<KnowSomebody>> {
    let caller = api.somebody(call.credentials(), call.context()).await?;
    api.rate_limits().dreams.count(call.client()).await?;
    let request = KnowSomebody {};
    let reply = api.know_somebody(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}
