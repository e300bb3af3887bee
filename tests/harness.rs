//! What every test stands on: a served app with a database of its own, requests that read like a sentence, and
//! exchanges that have passed the contract check.

pub mod authority;
pub mod browser;
pub mod database;
pub mod designs;
pub mod eventually;
pub mod exchange;
pub mod hostile;
pub mod log;
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
use stoa::app::{Apis, Serving};
use stoa::config::CacheOptions;
use stoa::demo::Demo;
use stoa_ai::Ai;
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_commerce::orders::OrderContext;
use stoa_design_renderer::{Drawings, Fonts};
use stoa_designs::Studio;
use stoa_files::Files;
use stoa_images::{Pictures, Remote};
use stoa_jobs::Jobs;
use stoa_live_chat::LiveChat;
use stoa_outbox::Outbox;
use stoa_payments::Payments;
use stoa_rest_v1::RestV1;
use stoa_runtime::{Limits, Stop, Trusted};
use stoa_storage::Storage;
use stoa_storefront::{Storefront, StorefrontContext};
use stoa_stores::Stores;
use stoa_values::Clock;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use database::Database;
pub use eventually::{DEADLINE, eventually, until_waiting};
pub use exchange::{Exchange, SharedRefusals};
pub use recorder::Recorder;
pub use request::{Request, checkout_body, encoded};
pub use settings::OPENAI_KEY;
use settings::{Settings, ai_at, parse, stripe_at};
pub use sites::*;
pub use skipped::skipped;

/// Those of all servers.
static FONTS: LazyLock<Arc<Fonts>> = LazyLock::new(|| Arc::new(Fonts::bundled()));

const DRAWING_TIMEOUT: Duration = Duration::from_secs(300);

/// The real app on a socket. It ends with the test's runtime, unless it is stopped before.
pub struct Server {
    pub address: SocketAddr,
    database: Arc<Database>,
    settings: Settings,
    /// What the app places and pays orders with, for the sweep and the commands.
    pub orders: OrderContext,
    /// Uploads and drawings, in a folder of its own.
    pub files: Files,
    storefront: Arc<Storefront>,
    /// Seconds since 1970.
    clock: Arc<AtomicU64>,
    /// What of this server's requests and answers must not be logged.
    pub secrets: log::Secrets,
    stop: Stop,
    serving: JoinHandle<()>,
    jobs: Jobs,
}

/// What tokens are signed with.
pub const SECRET: &[u8] = b"the secret of all servers in tests";

/// Where the server says that it is. No test asks there.
pub const PUBLIC_URL: &str = "https://api.stoa.test";

/// What the URLs of files begin with. No test asks there: what this server serves of it is below `/files`.
pub const FILES_URL: &str = "https://api.stoa.test/files";

/// When the app believes that it is: 2026-06-01T12:00:10Z, until a test lets time pass.
const START: u64 = 1_780_315_210;

/// The TTL of most cached responses.
pub const SECOND: Duration = Duration::from_secs(1);

/// What rates are limited by.
pub const MINUTE: Duration = Duration::from_secs(60);

pub const HOUR: Duration = Duration::from_secs(60 * 60);

pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// As `--stale-if-error` has it, where responses are cached.
pub const STALE_IF_ERROR: Duration = Duration::from_secs(60);

/// For a client that does not read. On a machine under load a test may come to its reading late, and the server is not
/// to cut it for that.
const WRITE_TIMEOUT: Duration = Duration::from_secs(600);

/// Serves the app over a fresh copy of the seed.
pub async fn served() -> Server {
    served_behind(0).await
}

/// The same without limits of calls, for many at once.
pub async fn served_without_limits() -> Server {
    served_limited(&["all=off"]).await
}

/// The same behind this many proxies.
pub async fn served_behind(proxies: usize) -> Server {
    served_trusting(Trusted { proxies, ..Trusted::default() }).await
}

/// The same where the word of others is believed.
pub async fn served_trusting(trusted: Trusted) -> Server {
    served_with(Settings { trusted, ..Settings::default() }).await
}

/// The same with these limits, as `--limit` takes them.
pub async fn served_limited(limits: &[&str]) -> Server {
    served_behind_limited(0, limits).await
}

/// The same behind this many proxies.
pub async fn served_behind_limited(proxies: usize, limits: &[&str]) -> Server {
    let (limits, trusted) = (parse(limits), Trusted { proxies, ..Trusted::default() });
    served_with(Settings { trusted, limits, ..Settings::default() }).await
}

/// The same over this database, with these limits.
pub async fn served_from(database: Database, limits: &[&str]) -> Server {
    let settings = Settings { limits: parse(limits), ..Settings::default() };
    served_at("127.0.0.1:0", Arc::new(database), settings).await
}

/// The same with carriers and print on demand at these addresses, and with these limits.
pub async fn served_asking(base_urls: &BaseUrls, limits: &[&str]) -> Server {
    let live_rates = Arc::new(LiveRates::new(base_urls).unwrap());
    let limits = parse(limits);
    served_with(Settings { live_rates, limits, ..Settings::default() }).await
}

/// The same with all that its statements are answered on record, and with Stripe at this address.
pub async fn served_on_record(base_urls: &BaseUrls, stripe_url: &str) -> (Server, Recorder) {
    let live_rates = Arc::new(LiveRates::new(base_urls).unwrap());
    let mut database = database::seeded().await;
    let recorder = Recorder::before(&mut database);
    let settings = Settings { live_rates, payments: stripe_at(stripe_url), ..Settings::default() };
    (served_at("127.0.0.1:0", Arc::new(database), settings).await, recorder)
}

/// The same with Stripe at this address, and with the server's keys to it. Stores choose it by `payment_provider`.
pub async fn served_paid_by(stripe_url: &str) -> Server {
    let payments = stripe_at(stripe_url);
    served_with(Settings { payments, ..Settings::default() }).await
}

/// The same where responses are cached.
pub async fn served_from_memory(limits: &[&str]) -> Server {
    served_with(Settings { cache_bytes: 64 << 20, limits: parse(limits), ..Settings::default() })
        .await
}

/// The same with all that its statements are answered on record.
pub async fn served_from_memory_on_record() -> (Server, Recorder) {
    let mut database = database::seeded().await;
    let recorder = Recorder::before(&mut database);
    let limits = parse(&["all=off"]);
    let settings = Settings { cache_bytes: 64 << 20, limits, ..Settings::default() };
    (served_at("127.0.0.1:0", Arc::new(database), settings).await, recorder)
}

/// The same with files elsewhere than in a folder of its own.
pub async fn served_with_files_in(storage: Storage) -> Server {
    served_with(Settings { storage, ..Settings::default() }).await
}

/// The same with OpenAI at this address and a key of the server's to it, and with these limits.
pub async fn served_drawn_by(openai_url: &str, limits: &[&str]) -> Server {
    let (ai, limits) = (ai_at(openai_url, Some(OPENAI_KEY)), parse(limits));
    served_with(Settings { ai, limits, ..Settings::default() }).await
}

/// The same for browsers: files are read where the server is, and the demo's pictures are among them.
pub async fn served_with_pictures() -> Server {
    let server = served_with(Settings { files_url: None, ..Settings::default() }).await;
    stoa::demo::pictures::show(&server.db(), &server.files).await.unwrap();
    server
}

/// The same as where the server runs its own Postgres.
pub async fn served_from_its_own_postgres() -> Server {
    let payments =
        stoa_payments::Settings { test_by_default: true, ..stoa_payments::Settings::default() };
    served_with(Settings { payments, ..Settings::default() }).await
}

async fn served_with(settings: Settings) -> Server {
    served_at("127.0.0.1:0", Arc::new(database::seeded().await), settings).await
}

async fn served_at(address: &str, database: Arc<Database>, settings: Settings) -> Server {
    let secrets = log::Secrets::new();
    let pool = stoa_db::Settings { connections: 4, ..stoa_db::Settings::default() };
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
    let rest_v1 = RestV1::new(db.clone(), clock_of_app.clone(), &rates);
    let outbox = Outbox::new(SECRET);
    let (pictures, remote) = (Pictures::new(), Remote::new().unwrap());
    // However busy the machine is that tests.
    let drawings = Drawings::new(FONTS.clone()).patient(DRAWING_TIMEOUT, DRAWING_TIMEOUT);
    let storefront = StorefrontContext {
        orders: orders.clone(),
        live_rates,
        tracking_webhook_secret: None,
        outbox,
        public_url: PUBLIC_URL.to_owned(),
        files: files.clone(),
        pictures: pictures.clone(),
        studio: Studio::new(db.clone(), files.clone(), pictures, drawings, remote),
        ai: Arc::new(Ai::new(settings.ai.clone()).unwrap()),
    };
    let apis = Apis {
        rest_v1: Arc::new(rest_v1.stale_if_error(cache_options.stale_if_error)),
        storefront: Arc::new(Storefront::new(storefront, &rates)),
        live_chat: Arc::new(LiveChat::new(db, SECRET, clock_of_app, &rates)),
    };
    let storefront = apis.storefront.clone();
    let trusted = &settings.trusted;
    let serving = Serving {
        public_url: PUBLIC_URL,
        trusted,
        checks: None,
        cache: cache.as_ref(),
        is_traced: false,
        demo: Demo::Shown,
    };
    let app = stoa::app::app(&apis, &orders, &files, &serving).unwrap();
    let jobs = Jobs::new(orders.db.clone(), Limits::default().drain);
    apis.live_chat.share_events(&jobs, &database.config);
    let stop = Stop::new();
    let limits = Limits { write_timeout: WRITE_TIMEOUT, ..Limits::default() };
    let serving = tokio::spawn(stoa_runtime::serve(listener, app, limits, stop.clone()));
    Server {
        address,
        database,
        settings,
        orders,
        files,
        storefront,
        clock,
        secrets,
        stop,
        serving,
        jobs,
    }
}

impl Server {
    /// Another server on the same database.
    pub async fn another(&self) -> Self {
        served_at("127.0.0.1:0", self.database.clone(), self.settings.clone()).await
    }

    /// The same without the response cache.
    pub async fn another_without_memory(&self) -> Self {
        let settings = Settings { cache_bytes: 0, ..self.settings.clone() };
        served_at("127.0.0.1:0", self.database.clone(), settings).await
    }

    /// Another server on that database, with files in that folder, of the same settings otherwise.
    pub async fn another_on(&self, database: Database, files: &Path) -> Self {
        let settings = Settings { storage: Storage::local(files), ..self.settings.clone() };
        served_at("127.0.0.1:0", Arc::new(database), settings).await
    }

    /// Stops as SIGTERM does, and serves again at the same address.
    pub async fn restarted(self) -> Self {
        self.stop.stop();
        self.serving.await.unwrap();
        self.jobs.stopped().await;
        served_at(&self.address.to_string(), self.database.clone(), self.settings).await
    }

    /// Where the data is.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// What handlers ask the database by.
    pub fn db(&self) -> stoa_db::Db {
        self.database.pool(stoa_db::Settings::default())
    }

    /// How many passwords the app has hashed.
    pub fn hashes(&self) -> u64 {
        self.storefront.hashes()
    }

    /// When the app believes that it is.
    pub fn now(&self) -> DateTime<Utc> {
        let since_1970 = Duration::from_secs(self.clock.load(Ordering::Relaxed));
        (SystemTime::UNIX_EPOCH + since_1970).into()
    }

    /// Where files stand, unless that is said to be elsewhere.
    pub fn folder(&self) -> PathBuf {
        self.settings.folder.path().to_owned()
    }

    /// A connection of its own.
    pub async fn client(&self) -> tokio_postgres::Client {
        stoa::database::connect(&self.database.config).await.unwrap()
    }

    pub fn get(&self, target: &str) -> Request<'_> {
        self.request("GET", target)
    }

    pub fn request(&self, method: &'static str, target: &str) -> Request<'_> {
        Request::new(self, method, target)
    }

    /// Lets time pass for the app, in whole seconds.
    pub fn pass(&self, time: Duration) {
        self.clock.fetch_add(time.as_secs(), Ordering::Relaxed);
    }

    /// Changes what is stored.
    pub async fn sql(&self, statements: &str) {
        self.client().await.batch_execute(statements).await.unwrap();
    }

    /// As `--database-url` takes it.
    pub fn database_url(&self) -> String {
        self.database.url()
    }

    /// Takes the database away, as a network that fails would.
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
