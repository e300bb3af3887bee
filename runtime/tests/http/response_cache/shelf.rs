//! An API of cached operations. Its handler counts its calls, waits while the test holds it closed, and fails as the
//! test demands.

use std::{
    error::Error as StdError,
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{FutureExt, stream};
use http::{HeaderMap, HeaderValue, Request, Response, header};
use stoa_cache::Generations;
use stoa_runtime::{
    Body, Bytes, CacheSettings, Call, Documents, Error, HeaderName, Internal, NotFound, Operation,
    Reply, ResponseCache, ResponseChecks, Router, RouterSettings, Routes, Unauthorized,
};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::fixture::request;

pub const STALE_IF_ERROR: Duration = Duration::from_secs(60);

pub struct Shelf {
    pub router: Router,
    pub cache: Option<Arc<ResponseCache>>,
    pub generations: Generations,
    pub stock: Arc<Stock>,
    /// Milliseconds that the test's clock has advanced.
    clock: Arc<AtomicU64>,
}

/// The state of the handlers.
pub struct Stock {
    reads: AtomicUsize,
    calls: AtomicUsize,
    is_open: watch::Sender<bool>,
    /// The failure of all further reads.
    pub trouble: Mutex<Option<Trouble>>,
    /// Text that makes bodies longer.
    pub filling: Mutex<String>,
}

#[derive(Clone, Copy)]
pub enum Trouble {
    Gone,
    Broken,
    NotThere,
    /// The first read panics, later ones succeed.
    PanicsOnce,
}

#[derive(Hash)]
struct GetItem {
    site_id: i64,
    slug: String,
    limit: i64,
    search: Option<String>,
}

impl Operation for GetItem {
    const ID: &'static str = "getItem";
}
impl Documents<400> for GetItem {}
impl Documents<401> for GetItem {}
impl Documents<404> for GetItem {}

/// The error of a database that does not answer.
#[derive(Debug)]
struct Gone;

impl fmt::Display for Gone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the database is down")
    }
}

impl StdError for Gone {}

impl Shelf {
    pub fn new() -> Self {
        Self::with_bytes(1024 * 1024)
    }

    pub fn with_bytes(bytes: usize) -> Self {
        Self::build(Some(bytes), None)
    }

    pub fn without_cache() -> Self {
        Self::build(None, None)
    }

    pub fn checked(checks: &ResponseChecks) -> Self {
        Self::build(Some(1024 * 1024), Some(checks.clone()))
    }

    fn build(bytes: Option<usize>, checks: Option<ResponseChecks>) -> Self {
        let stock = Arc::new(Stock {
            reads: AtomicUsize::new(0),
            calls: AtomicUsize::new(0),
            is_open: watch::Sender::new(true),
            trouble: Mutex::new(None),
            filling: Mutex::new(String::new()),
        });
        let (began, clock) = (Instant::now(), Arc::new(AtomicU64::new(0)));
        let generations = Generations::default();
        let milliseconds = clock.clone();
        let cache = bytes.map(|bytes| {
            Arc::new(ResponseCache::new(CacheSettings {
                bytes,
                stale_if_error: STALE_IF_ERROR,
                generations: generations.clone(),
                reads_replicas: false,
                clock: Box::new(move || {
                    began + Duration::from_millis(milliseconds.load(Ordering::Relaxed))
                }),
                is_worth_compressing,
            }))
        });
        let routes = Routes::new()
            .get("/sites/{siteId}/items/{slug}", &stock, |stock, call| Box::pin(item(stock, call)))
            .get("/sites/{siteId}/things/{slug}", &stock, |stock, call| {
                Box::pin(item(stock, call))
            });
        let router = Router::new(routes).unwrap().with_settings(RouterSettings {
            cache: cache.clone(),
            checks,
            is_transient: |cause| cause.is::<Gone>(),
            ..RouterSettings::default()
        });
        Self { router, cache, generations, stock, clock }
    }

    pub async fn get(&self, path: &str) -> Response<Body> {
        self.send(path).await
    }

    /// Sends a GET. The future does not borrow `self`.
    pub fn send(&self, path: &str) -> impl Future<Output = Response<Body>> + Send + 'static {
        self.call(request("GET", path))
    }

    pub async fn get_with(&self, path: &str, headers: &[(&'static str, &str)]) -> Response<Body> {
        self.ask("GET", path, headers).await
    }

    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Response<Body> {
        let mut request = request(method, path);
        for (name, value) in headers {
            let name = HeaderName::from_static(name);
            request.headers_mut().append(name, HeaderValue::from_str(value).unwrap());
        }
        self.call(request).await
    }

    fn call(
        &self,
        request: Request<http_body_util::Full<Bytes>>,
    ) -> impl Future<Output = Response<Body>> + Send + 'static {
        self.router.clone().oneshot(request).map(Result::unwrap)
    }

    /// Advances the clock.
    pub fn pass(&self, time: Duration) {
        self.clock.fetch_add(time.as_millis() as u64, Ordering::Relaxed);
    }

    /// Makes handlers wait until [`Self::open`].
    pub fn close(&self) {
        self.stock.is_open.send_replace(false);
    }

    pub fn open(&self) {
        self.stock.is_open.send_replace(true);
    }

    pub fn is_in(&self, trouble: Trouble) {
        *self.stock.trouble.lock().unwrap() = Some(trouble);
    }

    pub fn is_well(&self) {
        *self.stock.trouble.lock().unwrap() = None;
    }

    /// Number of reads that have begun.
    pub fn reads(&self) -> usize {
        self.stock.reads.load(Ordering::Relaxed)
    }

    /// Waits until this number of reads have begun.
    pub async fn reads_are(&self, count: usize) {
        while self.reads() < count {
            tokio::task::yield_now().await;
        }
        assert_eq!(self.reads(), count);
    }
}

fn is_worth_compressing(response: &Response<Body>) -> bool {
    let is_long =
        http_body::Body::size_hint(response.body()).exact().is_some_and(|length| length >= 1024);
    let headers: &HeaderMap = response.headers();
    is_long && headers.get(header::CACHE_CONTROL).is_none_or(|value| value != "no-transform")
}

/// Written like generated code.
async fn item(stock: &Stock, call: &mut Call) -> Result<Reply, Error<GetItem>> {
    let site_id = call.path("siteId").integer().required()?;
    let slug = call.path("slug").text().required()?;
    stock.guard(call)?;
    let request = GetItem {
        site_id,
        slug,
        limit: call.query("limit").integer().or(20)?,
        search: call.query("search").text().optional()?,
    };
    if call.query("draftToken").secret().is_some() {
        call.bypass_cache();
    }
    call.cached(1, site_id, request, |request| async move { stock.find(request).await }).await
}

impl Stock {
    fn guard(&self, call: &mut Call) -> Result<(), Error<GetItem>> {
        let left = 9_usize.saturating_sub(self.calls.fetch_add(1, Ordering::Relaxed));
        call.set_header(HeaderName::from_static("x-ratelimit-remaining"), HeaderValue::from(left));
        if call.headers().contains_key("no-transform") {
            let value = HeaderValue::from_static("no-transform");
            call.set_header(header::CACHE_CONTROL, value);
        }
        match call.headers().get("x-api-key").map(HeaderValue::as_bytes) {
            Some(b"nobody") => Err(Unauthorized("Invalid API key"))?,
            _ => Ok(()),
        }
    }

    async fn find(&self, request: GetItem) -> Result<Reply, Error<GetItem>> {
        let read = self.reads.fetch_add(1, Ordering::Relaxed) + 1;
        self.is_open.subscribe().wait_for(|is_open| *is_open).await?;
        let trouble = *self.trouble.lock().unwrap();
        let GetItem { site_id, slug, .. } = request;
        let filling = self.filling.lock().unwrap().clone();
        let text = HeaderValue::from_static("text/plain");
        let reply = |body: String| Reply::bytes(200, text, body);
        match (trouble, slug.as_str()) {
            (Some(Trouble::Gone), _) | (_, "gone") => Err(Gone)?,
            (Some(Trouble::Broken), _) | (_, "broken") => Err(Internal("a bug".into()))?,
            (Some(Trouble::NotThere), _) | (_, "none") => Err(NotFound("Not found"))?,
            (Some(Trouble::PanicsOnce), _) => {
                *self.trouble.lock().unwrap() = None;
                panic!("a bug");
            }
            (_, "unwritten") => Ok(reply(String::new()).header(header::LINK, "a\nb")),
            (_, "elsewhere") => Ok(Reply::redirect(302, "/")),
            (_, "cookie") => Ok(reply("yours".into()).header(header::SET_COOKIE, "a=b")),
            (_, "pieces") => {
                let text = HeaderValue::from_static("text/plain");
                let piece = stream::iter([Ok(Bytes::from_static(b"a piece"))]);
                Ok(Reply::pieces(200, text, 7, piece))
            }
            (_, "json") => {
                let json = HeaderValue::from_static("application/json");
                Ok(Reply::bytes(200, json, filling).conditional())
            }
            (_, "same") => Ok(reply(filling).conditional()),
            (None, _) => {
                Ok(reply(format!("{slug} of {site_id}, read {read}{filling}")).conditional())
            }
        }
    }
}
