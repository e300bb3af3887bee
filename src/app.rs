//! Everything that is served, as one tower service.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use stoa_db::Db;
use stoa_live_chat::LiveChat;
use stoa_rest_v1::RestV1;
use stoa_runtime::{Body, Router, Routes, RoutingFuture};
use stoa_storefront::Storefront;
use tower::{Layer, Service};
use tower_http::compression::predicate::{And, DefaultPredicate, Predicate, SizeAbove};
use tower_http::compression::{Compression, CompressionLayer};
use tower_http::cors::{self, Cors, CorsLayer};

use crate::{cors as policy, demo, documents};

/// The whole service: surfaces, compressed where the client takes it and the answer is no stream.
pub type App = Compression<Surfaces, And<DefaultPredicate, SizeAbove>>;

/// A shorter body fits into one packet as it is.
const WORTH_COMPRESSING: u64 = 1024;

/// The handlers of each API.
pub struct Apis {
    pub rest_v1: Arc<RestV1>,
    pub storefront: Arc<Storefront>,
    pub live_chat: Arc<LiveChat>,
}

/// Puts the APIs together, and the demo's page, which asks this database whether the demo is there.
pub fn app(apis: &Apis, db: &Db, trusted_proxies: usize) -> anyhow::Result<App> {
    let rest_v1 = stoa_rest_v1_server::routes(&apis.rest_v1).nest(stoa_rest_v1_server::BASE_PATH);
    let storefront = storefront(&apis.storefront).nest(stoa_storefront_server::BASE_PATH);
    let live_chat =
        stoa_live_chat_server::routes(&apis.live_chat).nest(stoa_live_chat_server::BASE_PATH);
    let surface = |routes: Routes, policy: CorsLayer| -> anyhow::Result<Cors<Router>> {
        Ok(policy.layer(Router::new(routes)?.trusted_proxies(trusted_proxies)))
    };
    let pages = documents::routes().merge(demo::chat::routes(db));
    let surfaces = Surfaces {
        main: surface(rest_v1.merge(pages), policy::rest_v1())?,
        storefront: surface(storefront, policy::storefront())?,
        live_chat: surface(live_chat, policy::live_chat())?,
    };
    let worthwhile = DefaultPredicate::new().and(SizeAbove::new(WORTH_COMPRESSING));
    Ok(CompressionLayer::new().compress_when(worthwhile).layer(surfaces))
}

/// The tags of the storefront that have handlers. Accounts and the designer are 404 until they have some.
fn storefront(api: &Arc<Storefront>) -> Routes {
    Routes::new()
        .merge(stoa_storefront_server::cart::routes(api))
        .merge(stoa_storefront_server::checkout::routes(api))
        .merge(stoa_storefront_server::orders::routes(api))
        .merge(stoa_storefront_server::shipping::routes(api))
        .merge(stoa_storefront_server::webhooks::routes(api))
}

/// The three surfaces; each has its own rules for browsers.
#[derive(Clone)]
pub struct Surfaces {
    main: Cors<Router>,
    storefront: Cors<Router>,
    live_chat: Cors<Router>,
}

impl<B> Service<Request<B>> for Surfaces
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = cors::ResponseFuture<RoutingFuture>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // Routers are always ready; what limits them is the number of connections.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let path = request.uri().path();
        let below = |base: &str| path.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
        if below(stoa_storefront_server::BASE_PATH) {
            self.storefront.call(request)
        } else if below(stoa_live_chat_server::BASE_PATH) {
            self.live_chat.call(request)
        } else {
            self.main.call(request)
        }
    }
}
