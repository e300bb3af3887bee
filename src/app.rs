//! All APIs and pages as one tower service.

use std::convert::Infallible;
use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use anyhow::Context as _;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, Response, header};
use http_body_util::Either;
use stoa_db::DbError;
use stoa_files::Files;
use stoa_runtime::{
    Body, Document, DocumentedResponses, Rate, RateLimit, ResponseCache, ResponseChecks, Router,
    RouterSettings, Routes, TooManyRequests, Trusted, X_REQUEST_ID, accepts_encoding, request_id,
    tag_by_encoding,
};
use stoa_storage::StorageError;
use stoa_storefront::Storefront;
use tower::{Layer, Service};
use tower_http::compression::predicate::{And, DefaultPredicate, Predicate, SizeAbove};
use tower_http::compression::{Compression, CompressionBody, CompressionLayer};
use tower_http::cors::{Cors, CorsLayer};
use url::Url;

use crate::apis::{APIS, Api, ApiContext};
use crate::demo::Demo;
use crate::staff_gate::StaffGate;
use crate::{
    cors as policy, demo, documents, files, fonts, reference, start_page, unsubscribe_page,
    verification_page,
};

/// A shorter body fits into one packet uncompressed.
const MIN_COMPRESSED_BYTES: u64 = 1024;

/// Name of the limit of requests that belong to no operation: for pages, documents, files and fonts, and `OPTIONS`.
pub const OTHER_REQUESTS: &str = "other-requests";

/// Requests of a client that belong to no operation (`--limit other-requests=…`): pages, documents, files, fonts, and
/// `OPTIONS` of browsers. A further one is answered 429.
const OTHER_REQUESTS_RATE: Rate = Rate { calls: 6_000, seconds: 60 };

/// The APIs and pages that an address serves.
pub enum Part {
    /// Everything. If there is a gate, the staff API is served once it is open.
    Everything(Option<StaffGate>),
    /// Everything except the staff API, which another address serves.
    WithoutStaff,
    /// The staff API, its document and its reference.
    Staff,
}

impl Part {
    fn apis(&self) -> Vec<&'static Api> {
        let serves = |api: &&Api| match self {
            Self::Everything(_) => true,
            Self::WithoutStaff => !api.is_for_staff,
            Self::Staff => api.is_for_staff,
        };
        APIS.iter().filter(serves).collect()
    }

    /// The gate of the API, unless it is always served.
    fn gate(&self, api: &Api) -> Option<StaffGate> {
        match self {
            Self::Everything(gate) if api.is_for_staff => gate.clone(),
            _ => None,
        }
    }
}

pub struct Serving<'a> {
    /// Scheme, host and path at which browsers reach this server.
    pub public_url: &'a str,
    pub trusted: &'a Trusted,
    pub checks: Option<&'a ResponseChecks>,
    pub cache: Option<&'a Arc<ResponseCache>>,
    pub is_traced: bool,
}

/// Assembles one service: of the APIs, files and fonts, the start page, the reference and the demo's pages, or of a part
/// of them.
pub fn app(
    context: &ApiContext,
    files: &Files,
    serving: &Serving<'_>,
    part: &Part,
) -> anyhow::Result<App> {
    let Serving { public_url, trusted, checks, cache, is_traced } = *serving;
    let ApiContext { orders, rates, demo, storefront, .. } = context;
    let url = Url::parse(public_url).with_context(|| format!("{public_url} is not a URL"))?;
    // Another address than that of the public URL serves the staff's part.
    let root = if matches!(part, Part::Staff) { "" } else { url.path().trim_end_matches('/') };
    let mount = |base_path, routes: Routes, cors: Option<CorsLayer>, gate| {
        let db = orders.db.clone();
        let router = Router::new(routes)?.with_settings(RouterSettings {
            trusted: trusted.clone(),
            checks: checks.cloned(),
            cache: cache.cloned(),
            is_traced,
            accepts_writes: Arc::new(move || db.accepts_writes()),
            is_transient: is_unavailable,
        });
        let compression = CompressionLayer::new().compress_when(worth_compressing());
        let has_cors = cors.is_some();
        let for_browsers = compression.layer(cors.unwrap_or_default().layer(router.clone()));
        anyhow::Ok(Mounted { base_path, router, for_browsers, has_cors, gate })
    };
    let served = part.apis();
    let apis = served.iter().map(|api| {
        let Document { name, base_path, .. } = api.document;
        let routes = (api.routes)(context, &rates.of_api(name)).of_api(name).nest(base_path);
        let page = format!("{root}{}", api.reference_path());
        mount(base_path, routes.described_at(&page), (api.cors)(context), part.gate(api))
    });
    let apis = apis.collect::<anyhow::Result<Vec<_>>>()?;
    let demo_of = (*demo == Demo::Shown).then_some(&orders.db);
    let mut pages = documents::routes(&served).merge(reference::routes(root, demo_of, &served));
    if !matches!(part, Part::Staff) {
        pages = pages
            .merge(start_page::routes(public_url, root, demo_of, &served))
            .merge(demo::routes(*demo, orders, files))
            .merge(files::routes(files))
            .merge(verification_page::routes(orders))
            .merge(unsubscribe_page::routes(orders, storefront.support().outbox))
            .merge(fonts::routes(storefront.drawings()));
    }
    let of_pages = policy::any_origin([Method::GET, Method::HEAD]);
    let pages = mount("", pages, Some(of_pages), None)?;
    let other_requests =
        rates.limit(OTHER_REQUESTS, OTHER_REQUESTS_RATE, "Too many requests, slow down");
    Ok(App(Arc::new(MountedApis { apis, pages, other_requests, stores: storefront.clone() })))
}

/// Starts to check this share of responses against the documents. Returns `None` if the share is 0.
pub fn response_checks(share: f64) -> anyhow::Result<Option<ResponseChecks>> {
    if share == 0.0 {
        return Ok(None);
    }
    let documents = APIS.iter().map(|api| {
        let Document { base_path, json, .. } = api.document;
        DocumentedResponses::new(base_path, json)
    });
    let documents = documents.collect::<Result<Vec<_>, _>>();
    let documents = documents.map_err(anyhow::Error::msg).context("--check-responses")?;
    Ok(Some(ResponseChecks::begin(share, documents)?))
}

/// The whole service. Clones share their state.
#[derive(Clone)]
pub struct App(Arc<MountedApis>);

struct MountedApis {
    apis: Vec<Mounted>,
    /// Serves every path that is not below the base path of an API.
    pages: Mounted,
    /// Counts the requests for pages and `OPTIONS`. Operations count toward the limits of their documents.
    other_requests: RateLimit,
    /// Knows the origins of the stores' own pages.
    stores: Arc<Storefront>,
}

/// An API, or all pages.
#[derive(Clone)]
struct Mounted {
    base_path: &'static str,
    router: Router,
    /// The same router with CORS and compression.
    for_browsers: Compression<Cors<Router>, Worthwhile>,
    /// Without a CORS policy, the router answers `OPTIONS`.
    has_cors: bool,
    /// While the gate is closed, the pages answer the API's paths, as they answer unknown ones.
    gate: Option<StaffGate>,
}

/// The future is boxed. It is freed as soon as the response is ready, so idle connections use little memory.
type BoxedAnswer = Pin<Box<dyn Future<Output = Result<Response<AnswerBody>, Infallible>> + Send>>;

/// An uncompressed or a compressed body.
pub type AnswerBody = Either<Body, Pin<Box<CompressionBody<Body>>>>;

type Worthwhile = And<And<DefaultPredicate, SizeAbove>, MayBeTransformed>;

/// A response with `no-transform` is not compressed (RFC 9110, section 7.7).
#[derive(Clone, Copy)]
struct MayBeTransformed;

impl Predicate for MayBeTransformed {
    fn should_compress<B: http_body::Body>(&self, response: &Response<B>) -> bool {
        let values = response.headers().get_all(header::CACHE_CONTROL).iter();
        !values.filter_map(|value| value.to_str().ok()).any(|value| value.contains("no-transform"))
    }
}

impl<B> Service<Request<B>> for App
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<AnswerBody>;
    type Error = Infallible;
    type Future = BoxedAnswer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // Routers are always ready. Only the number of connections is limited.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        leave_out_unknown_encodings(request.headers_mut());
        let mounted = self.0.at(request.uri().path());
        if let Some(gate) = mounted.gate.clone().filter(|gate| !gate.is_open()) {
            let apis = self.0.clone();
            return Box::pin(async move {
                let is_open = gate.ask().await;
                let mounted = if is_open { apis.at(request.uri().path()) } else { &apis.pages };
                apis.answer(mounted, request).await
            });
        }
        self.0.answer(mounted, request)
    }
}

impl MountedApis {
    fn at(&self, path: &str) -> &Mounted {
        let below = |base: &str| path.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
        self.apis.iter().find(|api| below(api.base_path)).unwrap_or(&self.pages)
    }

    fn answer<B>(self: &Arc<Self>, mounted: &Mounted, mut request: Request<B>) -> BoxedAnswer
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let is_preflight = request.method() == Method::OPTIONS;
        if !is_preflight && !std::ptr::eq(mounted, &self.pages) {
            return self.pass(mounted, request);
        }
        let (apis, mounted) = (self.clone(), mounted.clone());
        Box::pin(async move {
            if let Err(refusal) = apis.other_requests.count(mounted.router.client(&request)).await {
                request.extensions_mut().insert(refusal);
            }
            apis.pass(&mounted, request).await
        })
    }

    fn pass<B>(&self, mounted: &Mounted, request: Request<B>) -> BoxedAnswer
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let is_preflight = request.method() == Method::OPTIONS;
        let is_refused = request.extensions().get::<TooManyRequests>().is_some();
        let is_for_browsers = match is_preflight {
            // The CORS layer would answer a refused preflight too.
            true => mounted.has_cors && !is_refused,
            false => may_be_a_browser(&request),
        };
        if is_for_browsers {
            let caller = policy::caller(&request);
            // The CORS layer answers a preflight itself. The preflight never reaches the router, which sets the request
            // id of all other responses.
            let preflight_id = is_preflight.then(|| request_id(request.headers()));
            let answer = mounted.for_browsers.clone().call(request);
            let stores = self.stores.clone();
            return Box::pin(async move {
                let mut response = unwrap_uncompressed(answer.await?);
                tag_by_encoding(&mut response);
                vary_by_encoding(response.headers_mut());
                if let Some(id) = preflight_id {
                    response.headers_mut().insert(X_REQUEST_ID, id);
                }
                if let Some((site_id, origin)) = caller
                    && stores.has_pages_at(site_id, &origin).await
                {
                    policy::allow_cookies(&mut response);
                }
                Ok(response)
            });
        }
        let answer = mounted.router.clone().call(request);
        Box::pin(async {
            let mut response = answer.await?;
            add_vary(&mut response);
            Ok(response.map(Either::Left))
        })
    }
}

/// Whether the error means that the database or the file storage is unavailable.
fn is_unavailable(cause: &(dyn Error + 'static)) -> bool {
    cause.downcast_ref().is_some_and(DbError::is_unavailable)
        || cause.downcast_ref().is_some_and(StorageError::is_unavailable)
}

/// Whether the CORS layer or the compression layer may change more of the response than `Vary`.
fn may_be_a_browser<B>(request: &Request<B>) -> bool {
    let headers: &HeaderMap = request.headers();
    headers.contains_key(header::ORIGIN) || headers.contains_key(header::ACCEPT_ENCODING)
}

/// Removes `Accept-Encoding` if the client accepts none of our encodings. The client then gets an uncompressed body,
/// even if it refuses `identity`. RFC 9110, section 12.5.3, allows this. Otherwise the compression layer would answer
/// 406 after the handler has run.
fn leave_out_unknown_encodings(headers: &mut HeaderMap) {
    if headers.contains_key(header::ACCEPT_ENCODING)
        && !["br", "gzip"].iter().any(|encoding| accepts_encoding(headers, encoding))
    {
        headers.remove(header::ACCEPT_ENCODING);
    }
}

fn worth_compressing() -> Worthwhile {
    DefaultPredicate::new().and(SizeAbove::new(MIN_COMPRESSED_BYTES)).and(MayBeTransformed)
}

/// Whether a response is compressed if the client accepts an encoding. Cached responses use the same rule.
pub fn is_worth_compressing(response: &Response<Body>) -> bool {
    worth_compressing().should_compress(response)
}

/// Adds to `Vary` the request headers that change the response for a browser.
fn add_vary(response: &mut Response<Body>) {
    response.headers_mut().append(header::VARY, policy::VARY);
    if response.headers().contains_key(header::ETAG) {
        vary_by_encoding(response.headers_mut());
    } else if is_worth_compressing(response) {
        response.headers_mut().append(header::VARY, header::ACCEPT_ENCODING.into());
    }
}

/// Adds `Vary: accept-encoding` to a response with an `ETag`, because the tag depends on the encoding. A 304 needs it
/// too, although a 304 has no body to compress.
fn vary_by_encoding(headers: &mut HeaderMap) {
    let is_told = |value: &HeaderValue| value == header::ACCEPT_ENCODING.as_str();
    if headers.contains_key(header::ETAG) && !headers.get_all(header::VARY).iter().any(is_told) {
        headers.append(header::VARY, header::ACCEPT_ENCODING.into());
    }
}

/// Takes an uncompressed body out of the compression layer's wrapper. An open event stream then holds no encoder.
fn unwrap_uncompressed(response: Response<CompressionBody<Body>>) -> Response<AnswerBody> {
    let is_compressed = response.headers().contains_key(header::CONTENT_ENCODING);
    response.map(|body| match is_compressed {
        true => Either::Right(Box::pin(body)),
        false => Either::Left(body.into_inner()),
    })
}
