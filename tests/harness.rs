//! The test harness: a served app with a database, a fluent request builder, and exchanges that have passed the
//! contract check.

pub mod authority;
pub mod browser;
pub mod database;
pub mod designs;
pub mod eventually;
pub mod exchange;
pub mod hostile;
pub mod log;
mod posted;
pub mod recorder;
pub mod request;
mod settings;
pub mod sites;
pub mod skipped;
pub mod wire;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use stoa::apis::{ApiContext, InboxStreams};
use stoa::app::{Part, Serving};
use stoa::config::CacheOptions;
use stoa::demo::Demo;
use stoa::staff_gate::StaffGate;
use stoa_ai::Ai;
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_commerce::orders::OrderContext;
use stoa_credentials::Passwords;
use stoa_design_renderer::{Drawings, Fonts};
use stoa_designs::Studio;
use stoa_files::{Files, Uploads};
use stoa_images::{Pictures, Remote};
use stoa_jobs::Jobs;
use stoa_live_chat::LiveChat;
use stoa_outbox::Outbox;
use stoa_payments::Payments;
use stoa_people::LinkMails;
use stoa_runtime::{Limits, Stop, Trusted};
use stoa_site_bundle::bundles::Bundles;
use stoa_storage::Storage;
use stoa_storefront::{Storefront, StorefrontContext};
use stoa_stores::Stores;
use stoa_values::Clock;
use stoa_webhooks::Targets;
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_postgres::types::FromSqlOwned;

use database::Database;
pub use eventually::{DEADLINE, eventually, until_waiting};
pub use exchange::{Exchange, SharedResponses};
pub use recorder::Recorder;
pub use request::{Request, checkout_body, encoded};
pub use settings::{OPENAI_KEY, Served};
use settings::{Settings, ai_at, parse, stripe_at};
pub use sites::*;
pub use skipped::skipped;

/// Fonts that all servers share.
static FONTS: LazyLock<Arc<Fonts>> = LazyLock::new(|| Arc::new(Fonts::bundled()));

/// How long a hash, a drawing or a statement may wait on a busy machine.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(300);

/// The real app on a socket. It ends with the test's runtime, unless the test stops it earlier.
pub struct Server {
    pub address: SocketAddr,
    database: Arc<Database>,
    /// The connection of [`Server::sql`].
    connection: Mutex<Option<tokio_postgres::Client>>,
    settings: Settings,
    /// Context in which the app places orders and takes payments, for the sweep and the commands.
    pub orders: OrderContext,
    /// Uploads and drawings, in this server's own folder.
    pub files: Files,
    /// Draws designs with generous timeouts.
    pub studio: Studio,
    storefront: Arc<Storefront>,
    /// The time of the app's clock in seconds since 1970.
    clock: Arc<AtomicU64>,
    /// Secrets in this server's requests and responses, which must not be logged.
    pub secrets: log::Secrets,
    stop: Stop,
    serving: JoinHandle<()>,
    jobs: Jobs,
}

/// The servers' secret (`STOA_SECRET`).
pub const SECRET: &[u8] = b"the secret of all servers in tests";

/// The server's public URL. No test sends a request to it.
pub const PUBLIC_URL: &str = "https://api.stoa.test";

/// The beginning of the links in mails of invitations. No test sends a request to it.
pub const INVITATION_URL: &str = "https://portal.stoa.test/accept#token=";

/// The beginning of the links in mails of staff's password resets. No test sends a request to it.
pub const STAFF_RESET_URL: &str = "https://portal.stoa.test/reset#token=";

/// Prefix of file URLs. No test sends a request to it, because the server serves the files below `/files` at its own
/// address.
pub const FILES_URL: &str = "https://api.stoa.test/files";

/// Initial time of the app's clock: 2026-06-01T12:00:10Z. Tests advance it with [`Server::pass`].
const START: u64 = 1_780_315_210;

/// The TTL of most cached responses.
pub const SECOND: Duration = Duration::from_secs(1);

/// Window of the rate limits.
pub const MINUTE: Duration = Duration::from_secs(60);

pub const HOUR: Duration = Duration::from_secs(60 * 60);

pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Value of `--stale-if-error` on servers that cache responses.
pub const STALE_IF_ERROR: Duration = Duration::from_secs(60);

/// Short, so that tests need not wait for the end of a stream.
const ROLES_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// How long a client may leave a response unread. A test on a loaded machine may read late, and the server must not cut
/// its connection.
const WRITE_TIMEOUT: Duration = Duration::from_secs(600);

/// Serves the app over a fresh copy of the seed.
pub async fn served() -> Server {
    served_behind_proxies(0).await
}

/// Like [`served`], over a copy of the seed that all servers of this kind share, and that refuses writes.
pub async fn served_read_only() -> Server {
    served_at("127.0.0.1:0", database::read_only().await, Settings::default()).await
}

/// Like [`served`], without rate limits, for many concurrent calls.
pub async fn served_without_limits() -> Server {
    served_limited(&["all=off"]).await
}

/// Like [`served`], but the server trusts this number of proxies.
pub async fn served_behind_proxies(proxies: usize) -> Server {
    served_trusting(Trusted { proxies, ..Trusted::default() }).await
}

/// Like [`served`], with these settings for trusted headers.
pub async fn served_trusting(trusted: Trusted) -> Server {
    served_with(Settings { trusted, ..Settings::default() }).await
}

/// Like [`served`], but only this part is served.
pub async fn served_part(part: Served) -> Server {
    served_with(Settings { part, ..Settings::default() }).await
}

/// Like [`served`], with these values of `--staff-origin`.
pub async fn served_with_staff_origins(origins: &[&str]) -> Server {
    let staff_origins = origins.iter().map(|origin| origin.parse().unwrap()).collect();
    served_with(Settings { staff_origins, ..Settings::default() }).await
}

/// Like [`served`], with these rate limits in the form of `--limit`.
pub async fn served_limited(limits: &[&str]) -> Server {
    served_behind_proxies_limited(0, limits).await
}

/// Like [`served_limited`], but the server trusts this number of proxies.
pub async fn served_behind_proxies_limited(proxies: usize, limits: &[&str]) -> Server {
    let (limits, trusted) = (parse(limits), Trusted { proxies, ..Trusted::default() });
    served_with(Settings { trusted, limits, ..Settings::default() }).await
}

/// Like [`served_limited`], but webhook endpoints may have any URL, such as that of a receiver in a test.
pub async fn served_with_any_webhook_targets(limits: &[&str]) -> Server {
    let limits = parse(limits);
    served_with(Settings { webhook_targets: Targets::Any, limits, ..Settings::default() }).await
}

/// Like [`served_limited`], over this database.
pub async fn served_from(database: Database, limits: &[&str]) -> Server {
    let settings = Settings { limits: parse(limits), ..Settings::default() };
    served_at("127.0.0.1:0", Arc::new(database), settings).await
}

/// Like [`served_limited`], with the carriers' APIs at these base URLs.
pub async fn served_with_carriers(base_urls: &BaseUrls, limits: &[&str]) -> Server {
    let live_rates = Arc::new(LiveRates::new(base_urls).unwrap());
    let limits = parse(limits);
    served_with(Settings { live_rates, limits, ..Settings::default() }).await
}

/// Like [`served`], with Stripe at this URL and the server's own Stripe keys. Stores select it by `payment_provider`.
pub async fn served_with_stripe(stripe_url: &str) -> Server {
    let payments = stripe_at(stripe_url);
    served_with(Settings { payments, ..Settings::default() }).await
}

/// Like [`served_limited`], with the response cache.
pub async fn served_with_cache(limits: &[&str]) -> Server {
    served_with(Settings { cache_bytes: 64 << 20, limits: parse(limits), ..Settings::default() })
        .await
}

/// Like [`served_with_cache`], without rate limits, and with a recorder of the statements that are run.
pub async fn served_with_cache_and_recorder() -> (Server, Recorder) {
    let mut database = database::seeded().await;
    let recorder = Recorder::before(&mut database);
    let limits = parse(&["all=off"]);
    let settings = Settings { cache_bytes: 64 << 20, limits, ..Settings::default() };
    (served_at("127.0.0.1:0", Arc::new(database), settings).await, recorder)
}

/// Like [`served`], with files in this storage.
pub async fn served_with_files_in(storage: Storage) -> Server {
    served_with(Settings { storage, ..Settings::default() }).await
}

/// Like [`served_limited`], with OpenAI at this URL and the server's own API key for it.
pub async fn served_with_openai(openai_url: &str, limits: &[&str]) -> Server {
    let (ai, limits) = (ai_at(openai_url, Some(OPENAI_KEY)), parse(limits));
    served_with(Settings { ai, limits, ..Settings::default() }).await
}

/// Like [`served`], for browsers: file URLs point to this server, and the demo's pictures are stored.
pub async fn served_with_pictures() -> Server {
    let server = served_with(Settings { files_url: None, ..Settings::default() }).await;
    stoa::demo::pictures::show(&server.db(), &server.files).await.unwrap();
    server
}

/// Like [`served`], with the payment settings of a server that runs its own Postgres.
pub async fn served_with_test_payments() -> Server {
    let payments =
        stoa_payments::Settings { test_by_default: true, ..stoa_payments::Settings::default() };
    served_with(Settings { payments, ..Settings::default() }).await
}

async fn served_with(settings: Settings) -> Server {
    served_at("127.0.0.1:0", Arc::new(database::seeded().await), settings).await
}

async fn served_at(address: &str, database: Arc<Database>, settings: Settings) -> Server {
    let secrets = log::Secrets::new();
    let pool = stoa_db::Settings {
        connections: 4,
        wait: QUEUE_TIMEOUT,
        page_timeout: QUEUE_TIMEOUT,
        probe_timeout: QUEUE_TIMEOUT,
        ..stoa_db::Settings::default()
    };
    let db = database.pool(pool);
    let clock = Arc::new(AtomicU64::new(START));
    let seconds = clock.clone();
    let clock_of_app = Clock::new(move || {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.load(Ordering::Relaxed))
    });
    let payments = Payments::new(db.clone(), SECRET, settings.payments.clone()).unwrap();
    let cache_options = CacheOptions {
        cache_bytes: settings.cache_bytes,
        stale_if_error: if settings.cache_bytes > 0 { STALE_IF_ERROR } else { Duration::ZERO },
    };
    let stores = Stores::new(db.clone(), clock_of_app.clone(), SECRET);
    let stores = stores.stale_if_error(cache_options.stale_if_error);
    let cache = cache_options.build(&db, clock_of_app.clone());
    let orders = OrderContext {
        db: db.clone(),
        clock: clock_of_app.clone(),
        stores: Arc::new(stores),
        payments: Arc::new(payments),
    };
    let listener = TcpListener::bind(address).await.unwrap();
    let address = listener.local_addr().unwrap();
    let own = format!("http://{address}/files");
    let files_url = settings.files_url.unwrap_or(&own);
    let files = Files::new(db.clone(), clock_of_app.clone(), settings.storage.clone(), files_url);
    let live_rates = settings.live_rates.clone();
    let rates = settings.limits.rates(&clock_of_app);
    let outbox = Outbox::new(SECRET);
    let (pictures, remote) = (Pictures::new(), Remote::new().unwrap());
    let drawings = Drawings::new(FONTS.clone()).with_timeouts(QUEUE_TIMEOUT, QUEUE_TIMEOUT);
    let studio = Studio::new(db.clone(), files.clone(), pictures.clone(), drawings, remote);
    let storefront = StorefrontContext {
        orders: orders.clone(),
        passwords: Passwords::with_queue_timeout(QUEUE_TIMEOUT),
        live_rates,
        tracking_webhook_secret: None,
        outbox: outbox.clone(),
        public_url: PUBLIC_URL.to_owned(),
        uploads: Uploads::new(files.clone(), pictures),
        studio: studio.clone(),
        ai: Arc::new(Ai::new(settings.ai.clone()).unwrap()),
    };
    let link_mails = |page: &str| Some(LinkMails { outbox: outbox.clone(), page: page.to_owned() });
    let context = ApiContext {
        orders: orders.clone(),
        stale_if_error: cache_options.stale_if_error,
        demo: Demo::Shown,
        storefront: Arc::new(Storefront::new(storefront, &rates)),
        live_chat: Arc::new(LiveChat::new(db, SECRET, clock_of_app, &rates)),
        invitation_mails: link_mails(INVITATION_URL),
        reset_mails: link_mails(STAFF_RESET_URL),
        inbox: InboxStreams::default().checking_roles_every(ROLES_CHECK_INTERVAL),
        bundles: Bundles::new(orders.db.clone(), &database.config),
        rates,
        secrets: SECRET.into(),
        webhook_targets: settings.webhook_targets,
        staff_origins: settings.staff_origins.clone(),
    };
    let trusted = &settings.trusted;
    let serving = Serving {
        public_url: PUBLIC_URL,
        trusted,
        checks: None,
        cache: cache.as_ref(),
        is_traced: false,
    };
    let part = match settings.part {
        Served::Everything => Part::Everything(None),
        Served::StaffOnceNeeded => Part::Everything(Some(StaffGate::closed(orders.db.clone()))),
        Served::Staff => Part::Staff,
        Served::WithoutStaff => Part::WithoutStaff,
    };
    let app = stoa::app::app(&context, &files, &serving, &part).unwrap();
    let jobs = Jobs::new(orders.db.clone(), Limits::default().drain);
    context.share_events(&jobs, &database.config);
    let stop = Stop::new();
    let limits = Limits { write_timeout: WRITE_TIMEOUT, ..Limits::default() };
    let serving = tokio::spawn(stoa_runtime::serve(listener, app, limits, stop.clone()));
    Server {
        address,
        database,
        connection: Mutex::default(),
        settings,
        orders,
        files,
        studio,
        storefront: context.storefront,
        clock,
        secrets,
        stop,
        serving,
        jobs,
    }
}

impl Server {
    /// Starts another server on the same database.
    pub async fn another(&self) -> Self {
        served_at("127.0.0.1:0", self.database.clone(), self.settings.clone()).await
    }

    /// Starts another server on the same database, which serves only this part.
    pub async fn another_part(&self, part: Served) -> Self {
        let settings = Settings { part, ..self.settings.clone() };
        served_at("127.0.0.1:0", self.database.clone(), settings).await
    }

    /// Starts another server on the same database, without the response cache.
    pub async fn another_without_cache(&self) -> Self {
        let settings = Settings { cache_bytes: 0, ..self.settings.clone() };
        served_at("127.0.0.1:0", self.database.clone(), settings).await
    }

    /// Starts another server on this database, with files in this folder and otherwise the same settings.
    pub async fn another_on(&self, database: Database, files: &Path) -> Self {
        let settings = Settings { storage: Storage::local(files), ..self.settings.clone() };
        served_at("127.0.0.1:0", Arc::new(database), settings).await
    }

    /// Stops the server as SIGTERM does, and serves again at the same address.
    pub async fn restarted(self) -> Self {
        self.stop.stop();
        self.serving.await.unwrap();
        self.jobs.stopped().await;
        served_at(&self.address.to_string(), self.database.clone(), self.settings).await
    }

    pub fn database(&self) -> &Database {
        &self.database
    }

    /// A connection pool like the pool of the handlers.
    pub fn db(&self) -> stoa_db::Db {
        self.database.pool(stoa_db::Settings::default())
    }

    /// The threads and the queue for hashes of passwords.
    pub fn passwords(&self) -> Passwords {
        self.storefront.passwords()
    }

    /// Number of passwords that the app has hashed.
    pub fn hashes(&self) -> u64 {
        self.storefront.hashes()
    }

    /// The time of the app's clock.
    pub fn now(&self) -> DateTime<Utc> {
        let since_1970 = Duration::from_secs(self.clock.load(Ordering::Relaxed));
        (SystemTime::UNIX_EPOCH + since_1970).into()
    }

    /// Folder of the files, unless the server has another storage.
    pub fn folder(&self) -> PathBuf {
        self.settings.folder.path().to_owned()
    }

    /// Opens a separate connection to the database.
    pub async fn client(&self) -> tokio_postgres::Client {
        self.database.client().await
    }

    /// Reads the first column of the statement's only row.
    pub async fn one<T: FromSqlOwned>(&self, sql: &str) -> T {
        self.client().await.query_one(sql, &[]).await.unwrap().get(0)
    }

    pub fn get(&self, target: &str) -> Request<'_> {
        self.request("GET", target)
    }

    /// A `POST` with this JSON.
    pub fn post(&self, target: &str, body: &serde_json::Value) -> Request<'_> {
        self.request("POST", target).json(body)
    }

    pub fn request(&self, method: &'static str, target: &str) -> Request<'_> {
        Request::new(self, method, target)
    }

    /// Advances the app's clock, by whole seconds.
    pub fn pass(&self, time: Duration) {
        self.clock.fetch_add(time.as_secs(), Ordering::Relaxed);
    }

    /// Changes rows directly in the database. Settings that the statements make apply to these statements only.
    pub async fn sql(&self, statements: &str) {
        let mut connection = self.connection.lock().await;
        if connection.as_ref().is_none_or(tokio_postgres::Client::is_closed) {
            *connection = Some(self.client().await);
        }
        let client = connection.as_ref().unwrap();
        client.batch_execute(statements).await.unwrap();
        client.batch_execute("reset all").await.unwrap();
    }

    /// Counts the rows of a table, such as `orders where total = 0`.
    pub async fn count(&self, rows: &str) -> i64 {
        self.number(&format!("select count(*) from {rows}")).await
    }

    /// The number that this query selects.
    pub async fn number(&self, query: &str) -> i64 {
        self.client().await.query_one(query, &[]).await.unwrap().get(0)
    }

    /// The database's URL, in the form of `--database-url`.
    pub fn database_url(&self) -> String {
        self.database.url()
    }

    /// Cuts all connections to the database and refuses new ones, as a network failure would.
    pub async fn lose_database(&self) {
        database::lose(&self.database).await;
    }

    pub async fn regain_database(&self) {
        database::regain(&self.database).await;
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}
