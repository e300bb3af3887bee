//! `stoa serve`: migrates, listens, and serves until the server is stopped.

mod contexts;
mod jobs;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use stoa_ai::Ai;
use stoa_commerce::orders::OrderContext;
use stoa_credentials::Passwords;
use stoa_db::Db;
use stoa_files::{Files, Uploads};
use stoa_images::Pictures;
use stoa_jobs::Jobs;
use stoa_live_chat::LiveChat;
use stoa_outbox::Outbox;
use stoa_people::LinkMails;
use stoa_runtime::{CheckCounts, Limits, Listener, ResponseCache, ResponseChecks, Stop, Trusted};
use stoa_site_bundle::bundles::Bundles;
use stoa_storefront::{Storefront, StorefrontContext};
use stoa_telemetry::Chain;
use stoa_valkey::Valkey;
use stoa_values::Secrets;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;
use tokio_postgres::Client;

use crate::apis::{ApiContext, InboxStreams};
use crate::app::{App, Part, Serving};
use crate::config::ServeSettings;
use crate::database::Database;
use crate::demo::{self, Demo};
use crate::health::{Health, Parts};
use crate::signals::Signals;
use crate::staff_gate::StaffGate;
use crate::telemetry::{self, Telemetry};
use crate::{admin, app, disk, log, standby};

pub use contexts::{drawings, mail_context, order_context, studio};
pub(crate) use contexts::{read_fonts, skipped_font};

/// The open listeners of a server. Clients that connect before the server serves wait for it.
pub struct Listeners {
    clients: TcpListener,
    /// The listener of the staff API, if `--listen` does not serve it.
    staff: Option<TcpListener>,
    admin: Option<TcpListener>,
}

impl Listeners {
    /// Opens the listeners. Call this before the database is opened, so that a start changes nothing if an address is
    /// in use.
    pub async fn open(settings: &ServeSettings) -> anyhow::Result<Self> {
        Ok(Self {
            clients: listen(settings.listen, "--listen").await?,
            staff: listen_at(settings.staff.staff_listen, "--staff-listen").await?,
            admin: listen_at(settings.admin.admin_listen, "--admin-listen").await?,
        })
    }
}

struct Prepared {
    listener: Listener,
    app: App,
    /// The listener of the staff API and what it serves, if `--listen` does not serve it.
    staff: Option<(Listener, App)>,
    limits: Limits,
    jobs: Jobs,
    live_chat: Arc<LiveChat>,
    checks: Option<ResponseChecks>,
}

/// Serves until SIGINT (Ctrl-C) or SIGTERM, then drains requests within `--drain-timeout`. A second signal ends the
/// process at once.
pub async fn serve(
    database: &Database,
    settings: &ServeSettings,
    telemetry: &Telemetry,
    listeners: Listeners,
) -> anyhow::Result<()> {
    let mut signals = Signals::watch()?;
    raise_file_limit();
    let health = Health::new(&database.pooled);
    let Listeners { clients, staff, admin } = listeners;
    if let Some(listener) = admin {
        admin::begin(listener, &health, telemetry.metrics())?;
    }
    let prepared = tokio::select! {
        biased;
        () = signals.received() => {
            tracing::info!("the server was told to stop before it started to serve");
            return Ok(());
        }
        prepared = prepare(database, settings, telemetry, &health, (clients, staff)) => prepared?,
    };
    let Prepared { listener, app, staff, limits, jobs, live_chat, checks } = prepared;
    health.serves(Parts { live_chat, jobs: jobs.watch() });
    let stop = Stop::new();
    let stopping = async {
        signals.received().await;
        let stopping_since = Instant::now();
        health.stops();
        tracing::info!(delay = ?settings.stop.drain_delay, "the server was told to stop");
        stop.drain();
        tokio::time::sleep(settings.stop.drain_delay).await;
        jobs.stop();
        stop.stop();
        stopping_since
    };
    let serving = stoa_runtime::serve(listener, app, limits.clone(), stop.clone());
    let serving_staff = async {
        if let Some((listener, app)) = staff {
            stoa_runtime::serve(listener, app, limits, stop.clone()).await;
        }
    };
    let ((), (), stopping_since) = tokio::join!(serving, serving_staff, stopping);
    jobs.stopped().await;
    if let Some(checks) = checks {
        settle(checks).await?;
    }
    tracing::info!(after = ?stopping_since.elapsed(), "the server has stopped");
    Ok(())
}

/// Does everything that must happen before the first request is answered.
async fn prepare(
    database: &Database,
    settings: &ServeSettings,
    telemetry: &Telemetry,
    health: &Health,
    (socket, staff_socket): (TcpListener, Option<TcpListener>),
) -> anyhow::Result<Prepared> {
    let certificate = settings.tls.certificate()?;
    let secrets = settings.providers.secrets(database)?;
    let demo = if database.embedded.is_some() { Demo::Shown } else { Demo::Hidden };
    let (mut client, is_standby) = with_schema(database, settings).await?;
    for warning in stoa_schema::changed_collations(&client).await? {
        tracing::warn!("{warning}");
    }
    let db = database.with_replicas(database.pool().await?, &client).await?;
    stoa_schema::migrations::check_rights(&db).await?;
    let scheme = if certificate.is_some() { "https" } else { "http" };
    // The system has chosen the port if `--listen` has port 0.
    let own_url = format!("{scheme}://{}", socket.local_addr()?);
    let public_url = settings.public_url.or(&own_url);
    let payments = settings.providers.payments(database);
    let orders = order_context(&db, &secrets, payments, settings.cache.stale_if_error)?;
    let files = settings.files.files(&db, &orders.clock, database, &public_url)?;
    if demo == Demo::Shown {
        demo::prepare(&mut client, &db, &files, &public_url).await?;
    }
    // A read-only database does not prevent the start.
    if !is_standby && let Err(error) = stoa_stores::store_public_url(&db, &public_url).await {
        tracing::warn!(error = %Chain(&error), "the public URL was not stored: commands may print links with another one");
    }
    if let Some(warning) = settings.files.storage.warning(database) {
        tracing::warn!("{warning}");
    }
    let outbox = Outbox::new(&secrets);
    let storefront = storefront_context(settings, &orders, &files, &outbox, &public_url)?;
    let studio = storefront.studio.clone();
    let valkey = match settings.valkey()? {
        Some(server) => Some(Valkey::connect(server, &secrets).await),
        None => None,
    };
    let bundles = Bundles::new(db.clone(), database.direct.clone());
    let context = api_context(settings, &secrets, storefront, bundles, demo, valkey);
    let checks = app::response_checks(settings.telemetry.check_responses)?;
    let cache = settings.cache.build(&db, orders.clock.clone());
    let serving = Serving {
        public_url: &public_url,
        trusted: &Trusted {
            proxies: settings.trusted_proxies,
            clients: settings.trusted_clients.clone(),
        },
        checks: checks.as_ref(),
        cache: cache.as_ref(),
        is_traced: telemetry.is_traced(),
    };
    let part = match &staff_socket {
        Some(_) => Part::WithoutStaff,
        None => {
            let gate = StaffGate::closed(db.clone());
            gate.ask().await;
            Part::Everything(Some(gate))
        }
    };
    let app = app::app(&context, &files, &serving, &part)?;
    let staff_app = match &staff_socket {
        Some(_) => Some(app::app(&context, &files, &serving, &Part::Staff)?),
        None => None,
    };
    watch(telemetry, &db, health, checks.as_ref(), cache.as_ref());
    telemetry::watch_disks(telemetry, folders(database, settings));
    let mailer = settings.mail.mailer()?;
    let webhooks = contexts::webhook_sender(&orders, &secrets, settings)?;
    let to_try = match demo {
        Demo::Shown => demo::what_to_try(&db, &own_url).await?,
        Demo::Hidden => None,
    };
    drop(client);
    // The code below does not wait. A server that has printed its address can therefore be stopped gracefully.
    log::say(&format!("stoa listens on {own_url}"));
    if let Some(socket) = &staff_socket {
        let address = socket.local_addr()?;
        log::say(&format!(
            "the staff API is at {scheme}://{address}{}",
            stoa_staff_server::BASE_PATH
        ));
    }
    if let Some(text) = to_try {
        log::say(&text);
    }
    let limits = limits(settings);
    let mails = mail_context(&db, outbox, files.clone(), public_url);
    let jobs = match is_standby {
        true => {
            let begin = standby::until_promoted(&db, &database.direct);
            Jobs::waiting(db.clone(), limits.drain, begin)
        }
        false => Jobs::new(db.clone(), limits.drain),
    };
    context.share_events(&jobs, database.direct.clone());
    jobs::remind_of_carts(&jobs, orders.clone(), mails.outbox.clone());
    jobs::add(&jobs, orders, studio, files);
    match mailer {
        Some(mailer) => jobs::send_mails(&jobs, mails, mailer),
        None => tracing::info!("no mail server is set (STOA_SMTP_URL): mails wait in the outbox"),
    }
    jobs::send_webhooks(&jobs, db.clone(), webhooks);
    if let Some(folder) = &database.data_dir {
        disk::watch(&jobs, &db, folder, settings.capacity.min_free_disk);
    }
    let secured = |socket: TcpListener| match &certificate {
        Some(certificate) => Listener::with_tls(socket, certificate.tls.clone()),
        None => socket.into(),
    };
    let (listener, staff) = (secured(socket), staff_socket.map(secured).zip(staff_app));
    if let Some(certificate) = certificate {
        tokio::spawn(certificate.watch());
    }
    Ok(Prepared { listener, app, staff, limits, jobs, live_chat: context.live_chat, checks })
}

/// Migrates or checks the schema, and returns the connection and whether the database is a standby, which cannot be
/// migrated.
async fn with_schema(
    database: &Database,
    settings: &ServeSettings,
) -> anyhow::Result<(Client, bool)> {
    let mut client = database.client().await?;
    let is_standby = stoa_db::about::is_standby(&client).await?;
    match settings.no_migrate || is_standby {
        true => stoa_schema::migrations::status(&client).await?.ready()?,
        false => stoa_schema::migrations::migrate(&mut client).await?,
    }
    Ok((client, is_standby))
}

async fn listen_at(
    address: Option<SocketAddr>,
    option: &str,
) -> anyhow::Result<Option<TcpListener>> {
    let Some(address) = address else { return Ok(None) };
    listen(address, option).await.map(Some)
}

async fn listen(address: SocketAddr, option: &str) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| {
        format!("cannot listen on {address}: choose another address with {option}")
    })
}

fn storefront_context(
    settings: &ServeSettings,
    orders: &OrderContext,
    files: &Files,
    outbox: &Outbox,
    public_url: &str,
) -> anyhow::Result<StorefrontContext> {
    let pictures = Pictures::new();
    Ok(StorefrontContext {
        passwords: Passwords::default(),
        orders: orders.clone(),
        live_rates: contexts::live_rates(&settings.providers)?,
        tracking_webhook_secret: settings.providers.tracking_webhook_secret.clone(),
        outbox: outbox.clone(),
        public_url: public_url.to_owned(),
        studio: studio(&orders.db, files, &pictures, drawings(settings.fonts.as_deref())?)?,
        uploads: Uploads::new(files.clone(), pictures),
        ai: Arc::new(Ai::new(settings.providers.ai())?),
    })
}

fn api_context(
    settings: &ServeSettings,
    secrets: &Secrets,
    storefront: StorefrontContext,
    bundles: Bundles,
    demo: Demo,
    valkey: Option<Valkey>,
) -> ApiContext {
    let orders = storefront.orders.clone();
    let OrderContext { db, clock, .. } = orders.clone();
    let mut rates = settings.rate_limits.rates(&clock);
    if let Some(valkey) = &valkey {
        rates.share(Arc::new(valkey.clone()));
    }
    let chat_rates = rates.of_api(stoa_live_chat_server::DOCUMENT.name);
    let store_rates = rates.of_api(stoa_storefront_server::DOCUMENT.name);
    let live_chat = LiveChat::new(db, secrets, clock, &chat_rates);
    let inbox = InboxStreams::default();
    let (live_chat, inbox) = match valkey {
        Some(valkey) => (live_chat.sharing(valkey.clone()), inbox.sharing(valkey)),
        None => (live_chat, inbox),
    };
    let outbox = storefront.outbox.clone();
    let link_mails =
        |page: &Option<String>| page.clone().map(|page| LinkMails { outbox: outbox.clone(), page });
    ApiContext {
        invitation_mails: link_mails(&settings.invitation_page.invitation_url),
        reset_mails: link_mails(&settings.staff.staff_reset_url),
        orders,
        stale_if_error: settings.cache.stale_if_error,
        demo,
        live_chat: Arc::new(live_chat),
        inbox,
        bundles,
        storefront: Arc::new(Storefront::new(storefront, &store_rates)),
        rates,
        secrets: secrets.clone(),
        webhook_targets: settings.webhooks.webhook_targets.into(),
        staff_origins: settings.staff.staff_origins.clone(),
    }
}

fn limits(settings: &ServeSettings) -> Limits {
    Limits {
        connections: settings.capacity.max_connections,
        connections_per_client: settings.connections_per_client(),
        trusted_clients: settings.trusted_clients.clone(),
        requests_per_client: settings.capacity.max_requests_per_client,
        body_bytes_in_flight: settings.capacity.max_body_bytes_in_flight,
        drain: settings.stop.drain_timeout,
        ..Limits::default()
    }
}

/// Registers the metrics that are read at each scrape.
fn watch(
    telemetry: &Telemetry,
    db: &Db,
    health: &Health,
    checks: Option<&ResponseChecks>,
    cache: Option<&Arc<ResponseCache>>,
) {
    telemetry::watch_database(telemetry, db, health);
    telemetry::watch_rows(telemetry, db);
    if let Some(checks) = checks {
        telemetry::watch_checks(telemetry, checks);
    }
    if let Some(cache) = cache {
        telemetry::watch_cache(telemetry, cache);
    }
}

/// The folders in which this server stores data, by their names in metrics.
fn folders(database: &Database, settings: &ServeSettings) -> Vec<(&'static str, PathBuf)> {
    let files = settings.files.storage.folder(database.files_dir.as_deref());
    let folders = [("data", database.data_dir.as_deref()), ("files", files)];
    folders.into_iter().filter_map(|(name, folder)| Some((name, folder?.to_owned()))).collect()
}

/// Waits for pending response checks, and logs their totals.
async fn settle(checks: ResponseChecks) -> anyhow::Result<()> {
    let settled = spawn_blocking(move || {
        checks.settle();
        checks.counts()
    });
    let CheckCounts { checked, disagreed, skipped } = settled.await?;
    tracing::info!(checked, disagreed, skipped, "responses were checked against their documents");
    Ok(())
}

/// Raises the limit of open files, because each connection is an open file. The usual soft limit is 1,024.
fn raise_file_limit() {
    let limit = getrlimit(Resource::RLIMIT_NOFILE);
    let raised = limit.and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard, hard));
    if let Err(error) = raised {
        tracing::warn!(error = %Chain(&error), "the limit of open files could not be raised");
    }
}
