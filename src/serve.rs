//! `stoa serve`: migrate, listen, answer until told to stop.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use stoa_ai::Ai;
use stoa_ai_credits::{self as ai_credits, RELEASE_ABANDONED};
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_clock::Clock;
use stoa_conversations::{self as conversations, CLOSE_IDLE};
use stoa_customers::{self as customers, DELETE_ENDED};
use stoa_db::{Db, DbError, Server};
use stoa_designs::Studio;
use stoa_drawing::{Drawings, Fonts};
use stoa_files::Files;
use stoa_jobs::Jobs;
use stoa_live_chat::LiveChat;
use stoa_mail::Mailer;
use stoa_mails::{MailContext, Outbox, ResetToken, ResetTokens, SendReport};
use stoa_orders::OrderContext;
use stoa_orders::sweep::{self, DELETE_OLD, SWEEP, SweepReport};
use stoa_payments::Payments;
use stoa_pictures::{Pictures, Remote};
use stoa_rest_v1::RestV1;
use stoa_runtime::{CheckCounts, Limits, Listener, ResponseChecks, Stop, Trusted};
use stoa_secrets::Secrets;
use stoa_storefront::{Storefront, StorefrontContext};
use stoa_stores::Stores;
use stoa_telemetry::Chain;
use tokio::net::TcpListener;

use crate::app::{Apis, App, Serving};
use crate::certificate::CertificateFiles;
use crate::config::{ProviderSettings, ServeSettings};
use crate::database::Database;
use crate::demo::{self, Demo};
use crate::health::{Health, Parts};
use crate::signals::Signals;
use crate::telemetry::{self, Telemetry};
use crate::{admin, app, disk, log, migrations, rights};

/// Where a server listens that is told nothing else.
pub const LISTENS_ON: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A server that is ready to serve.
struct Prepared {
    listener: Listener,
    app: App,
    limits: Limits,
    jobs: Jobs,
    live_chat: Arc<LiveChat>,
    checks: Option<ResponseChecks>,
}

/// Serves until Ctrl-C or SIGTERM; then requests finish, within `--drain-timeout`. A second signal ends it at once.
pub async fn serve(
    database: &Database,
    settings: &ServeSettings,
    telemetry: &Telemetry,
) -> anyhow::Result<()> {
    let mut signals = Signals::watch()?;
    raise_file_limit();
    let health = Health::new(&database.pooled);
    admin::begin(&settings.admin, &health, telemetry.metrics()).await?;
    let prepared = tokio::select! {
        biased;
        () = signals.told() => {
            tracing::info!("the server was told to stop before it served");
            return Ok(());
        }
        prepared = prepare(database, settings, telemetry) => prepared?,
    };
    let Prepared { listener, app, limits, jobs, live_chat, checks } = prepared;
    health.serves(Parts { live_chat, jobs: jobs.watch() });
    let stop = Stop::new();
    let told = async {
        signals.told().await;
        let told = Instant::now();
        health.stops();
        tracing::info!(delay = ?settings.stop.drain_delay, "the server was told to stop");
        stop.let_go();
        tokio::time::sleep(settings.stop.drain_delay).await;
        jobs.stop();
        stop.stop();
        told
    };
    let ((), told) = tokio::join!(stoa_runtime::serve(listener, app, limits, stop.clone()), told);
    jobs.stopped().await;
    if let Some(checks) = checks {
        let settled = tokio::task::spawn_blocking(move || {
            checks.settle();
            checks.counts()
        });
        let CheckCounts { checked, disagreed, skipped } = settled.await?;
        tracing::info!(checked, disagreed, skipped, "answers were held against their documents");
    }
    tracing::info!(after = ?told.elapsed(), "the server has stopped");
    Ok(())
}

/// All that is done before the first request is answered.
async fn prepare(
    database: &Database,
    settings: &ServeSettings,
    telemetry: &Telemetry,
) -> anyhow::Result<Prepared> {
    let certificate = settings.tls.files()?.map(CertificateFiles::open).transpose()?;
    let secrets = settings.providers.secrets(database)?;
    let mut client = database.client().await?;
    match settings.no_migrate {
        true => migrations::status(&client).await?.ready()?,
        false => migrations::migrate(&mut client).await?,
    }
    let demo = if database.embedded.is_some() { Demo::Shown } else { Demo::Hidden };
    if demo == Demo::Shown {
        demo::import(&mut client, &demo::first_start()?).await?;
    }
    let db = database.pool().await?;
    rights::check(&db).await?;
    // Before all that names URLs of this server: it may be told to take any port.
    let listener = TcpListener::bind(settings.listen).await.with_context(|| {
        format!("cannot listen on {}: name another with --listen", settings.listen)
    })?;
    let address = listener.local_addr()?;
    let scheme = if certificate.is_some() { "https" } else { "http" };
    let own_url = format!("{scheme}://{address}");
    let public_url = settings.public_url.or(&own_url);
    let orders = order_context(&db, &secrets, settings.providers.payments(database))?;
    let files = settings.files.files(&db, &orders.clock, database, &public_url)?;
    if demo == Demo::Shown {
        demo::pictures::show(&client, &files)
            .await
            .context("the demo's pictures cannot be shown")?;
    }
    if let Some(warning) = settings.files.warning(database) {
        tracing::warn!("{warning}");
    }
    let rates = settings.rate_limits.rates(&orders.clock);
    let outbox = Outbox::new(&secrets);
    let pictures = Pictures::new();
    let drawings = Drawings::new(Arc::new(fonts(settings.fonts.as_deref())?));
    let remote = Remote::new()?;
    let storefront = StorefrontContext {
        orders: orders.clone(),
        live_rates: live_rates(&settings.providers)?,
        tracking_webhook_secret: settings.providers.tracking_webhook_secret.clone(),
        outbox: outbox.clone(),
        public_url: public_url.clone(),
        files: files.clone(),
        pictures: pictures.clone(),
        studio: Studio::new(db.clone(), files.clone(), pictures, drawings, remote),
        ai: Arc::new(Ai::new(settings.providers.ai())?),
    };
    let rest_v1 = RestV1::new(db.clone(), Clock::default(), &rates.of_api(app::REST_V1));
    let apis = Apis {
        rest_v1: Arc::new(match demo {
            Demo::Shown => rest_v1,
            Demo::Hidden => rest_v1.refusing(demo::KEY),
        }),
        live_chat: Arc::new(LiveChat::new(
            db.clone(),
            &secrets,
            Clock::default(),
            &rates.of_api(app::LIVE_CHAT),
        )),
        storefront: Arc::new(Storefront::new(storefront, &rates.of_api(app::STOREFRONT))),
    };
    let trusted =
        Trusted { proxies: settings.trusted_proxies, clients: settings.trusted_clients.clone() };
    let checks = app::response_checks(settings.check_responses)?;
    let serving = Serving {
        public_url: &public_url,
        trusted: &trusted,
        checks: checks.as_ref(),
        is_traced: telemetry.is_traced(),
        demo,
    };
    let app = app::app(&apis, &orders, &files, &serving)?;
    watch(telemetry, &db, checks.as_ref());
    let mailer = settings.mail.mailer()?;
    let to_try = match demo {
        Demo::Shown => demo::what_to_try(&client, &own_url).await?,
        Demo::Hidden => None,
    };
    // From here on nothing is waited for, so that a server that has said where it listens stops in order.
    log::say(&format!("stoa listens on {own_url}"));
    if let Some(text) = to_try {
        log::say(&text);
    }
    drop(client);
    let limits = Limits {
        connections: settings.max_connections,
        connections_per_client: (trusted.proxies == 0)
            .then_some(settings.max_connections_per_client),
        trusted_clients: trusted.clients,
        requests_per_client: settings.max_requests_per_client,
        body_bytes_in_flight: settings.max_body_bytes_in_flight,
        drain: settings.stop.drain_timeout,
        ..Limits::default()
    };
    let mails = mail_context(&db, outbox, public_url, files.clone());
    let jobs = begin_jobs(&apis.live_chat, orders, files, &database.direct, limits.drain);
    match mailer {
        Some(mailer) => send_mails(&jobs, mails, mailer),
        None => tracing::info!("no mail server is named (STOA_SMTP_URL): mails wait"),
    }
    if let Some(folder) = &database.data_dir {
        disk::watch(&jobs, &db, folder, settings.min_free_disk);
    }
    let listener = match certificate {
        Some(certificate) => {
            let listener = Listener::with_tls(listener, certificate.tls.clone());
            tokio::spawn(certificate.watch());
            listener
        }
        None => listener.into(),
    };
    Ok(Prepared { listener, app, limits, jobs, live_chat: apis.live_chat, checks })
}

/// What metrics are read of at each scrape.
fn watch(telemetry: &Telemetry, db: &Db, checks: Option<&ResponseChecks>) {
    telemetry::watch_database(telemetry, db);
    telemetry::watch_mails(telemetry, db);
    if let Some(checks) = checks {
        telemetry::watch_checks(telemetry, checks);
    }
}

/// Everything that runs beside requests. When the server stops, it has as long to finish as they have.
fn begin_jobs(
    live_chat: &LiveChat,
    orders: OrderContext,
    files: Files,
    direct: &Server,
    drain: Duration,
) -> Jobs {
    let jobs = Jobs::new(orders.db.clone(), drain);
    let designs = orders.clone();

    live_chat.share_events(&jobs, direct);

    let context = orders.clone();
    jobs.every(RELEASE_ABANDONED, ai_credits::SWEEP_EVERY, move || {
        release_ai_credits(context.db.clone(), context.now())
    });

    let context = orders.clone();
    jobs.every(CLOSE_IDLE, HOUR, move || close_idle(context.db.clone(), context.now()));

    let context = orders.clone();
    jobs.every(DELETE_ENDED, HOUR, move || delete_ended(context.db.clone(), context.now()));

    let context = orders.clone();
    jobs.every(SWEEP, sweep::EVERY, move || {
        let context = context.clone();
        async move {
            log_report(sweep::sweep(&context).await?);
            Ok(())
        }
    });

    jobs.every(DELETE_OLD, sweep::DELETE_OLD_EVERY, move || {
        let context = orders.clone();
        async move {
            log_report(sweep::delete_old(&context).await?);
            Ok(())
        }
    });

    jobs.every(stoa_designs::sweep::SWEEP, stoa_designs::sweep::EVERY, move || {
        sweep_designs(designs.db.clone(), designs.now())
    });

    jobs.every(stoa_files::sweep::SWEEP, stoa_files::sweep::EVERY, move || {
        let files = files.clone();
        async move {
            let report = stoa_files::sweep::sweep(&files).await?;
            if report != stoa_files::sweep::SweepReport::default() {
                tracing::info!(%report, "files were swept");
            }
            Ok(())
        }
    });

    jobs
}

/// Every server sends mails: which of them is whose they settle in the database.
fn send_mails(jobs: &Jobs, context: MailContext, mailer: Mailer) {
    let mailer = Arc::new(mailer);
    let queued = context.outbox.queued();
    jobs.every_or_woken("send mails", stoa_mails::EVERY, queued, move || {
        let (context, mailer) = (context.clone(), mailer.clone());
        async move {
            let SendReport { sent, put_off, given_up, .. } =
                stoa_mails::send_due(&context, &mailer).await?;
            if sent + put_off + given_up > 0 {
                tracing::info!(sent, put_off, given_up, "mails were sent");
            }
            Ok(())
        }
    });
}

async fn close_idle(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    // Each that is closed gets one event more, which can wait until there is a place for it.
    if !db.takes_writes() {
        return Ok(());
    }
    let closed = conversations::close_idle(&db, now).await?;
    if closed > 0 {
        tracing::info!(closed, "idle conversations were closed");
    }
    Ok(())
}

async fn delete_ended(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let deleted = customers::delete_ended(&db, now).await?;
    if deleted > 0 {
        tracing::info!(deleted, "sessions and reset tokens that had ended were deleted");
    }
    Ok(())
}

async fn sweep_designs(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let report = stoa_designs::sweep::sweep(&db, now).await?;
    if report != stoa_designs::sweep::SweepReport::default() {
        tracing::info!(%report, "designs were swept");
    }
    Ok(())
}

async fn release_ai_credits(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let credits = ai_credits::release_abandoned(&db, now).await?;
    if credits > 0 {
        tracing::warn!(credits, "AI credits of calls that never ended were given back");
    }
    Ok(())
}

fn log_report(report: SweepReport) {
    if report != SweepReport::default() {
        tracing::info!(%report, "orders were swept");
    }
}

/// What orders of this database are placed, paid and swept with, for the server and for commands.
pub fn order_context(
    db: &Db,
    secrets: &Secrets,
    payments: stoa_payments::Settings,
) -> anyhow::Result<OrderContext> {
    let clock = Clock::default();
    let stores = Arc::new(Stores::new(db.clone(), clock.clone(), secrets));
    let payments = Arc::new(Payments::new(db.clone(), secrets, payments)?);
    Ok(OrderContext { db: db.clone(), clock, stores, payments })
}

/// What mails of this database are written with, for the server and for commands.
pub fn mail_context(db: &Db, outbox: Outbox, public_url: String, files: Files) -> MailContext {
    MailContext {
        db: db.clone(),
        clock: Clock::default(),
        outbox,
        reset_tokens: Arc::new(Customers(db.clone())),
        public_url,
        files,
    }
}

/// The customers of a database, whom mails know nothing of.
struct Customers(Db);

impl ResetTokens for Customers {
    fn give<'a>(
        &'a self,
        site_id: i64,
        token: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(customers::give_reset_token(&self.0, site_id, token))
    }
}

/// Carriers and print on demand, at the addresses of these settings.
fn live_rates(settings: &ProviderSettings) -> anyhow::Result<Arc<LiveRates>> {
    let base_urls = BaseUrls {
        easypost: settings.easypost_url.clone(),
        printful: settings.printful_url.clone(),
    };
    Ok(Arc::new(LiveRates::new(&base_urls)?))
}

/// The fonts that are built in, and those of a folder.
fn fonts(folder: Option<&Path>) -> anyhow::Result<Fonts> {
    let Some(folder) = folder else { return Ok(Fonts::bundled()) };
    let read = Fonts::bundled().with_folder(folder);
    let (fonts, refused) =
        read.with_context(|| format!("fonts cannot be read from {}", folder.display()))?;
    for file in refused {
        tracing::warn!(file, "is no font that can be drawn with, and is left out");
    }
    Ok(fonts)
}

/// Each connection is an open file, and the usual soft limit of 1,024 is soon reached.
fn raise_file_limit() {
    let limit = getrlimit(Resource::RLIMIT_NOFILE);
    let raised = limit.and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard, hard));
    if let Err(error) = raised {
        tracing::warn!(error = %Chain(&error), "the limit of open files cannot be raised");
    }
}
