//! `stoa serve`: migrate, listen, answer until told to stop.

use std::future::Future;
use std::sync::Arc;

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use stoa_carriers::{BaseUrls, LiveRates};
use stoa_live_chat::LiveChat;
use stoa_rest_v1::RestV1;
use stoa_runtime::Limits;
use stoa_storefront::{self as storefront, Storefront};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::Apis;
use crate::config::ServeSettings;
use crate::database::{self, Database};
use crate::secret::secret;
use crate::{app, chat, demo};

/// Serves until Ctrl-C or SIGTERM; then requests finish, within ten seconds.
pub async fn serve(database: &Database, settings: &ServeSettings) -> anyhow::Result<()> {
    let stop = stop()?;
    raise_file_limit();
    let secret = secret(settings.secret.as_deref(), database.data_dir.as_deref())?;
    let mut client = database.client().await?;
    database::migrate(&mut client).await?;
    if database.embedded.is_some() {
        demo::import(&mut client).await?;
    }
    let db = database.pool();
    let base_urls = BaseUrls {
        easypost: settings.easypost_url.clone(),
        printful: settings.printful_url.clone(),
    };
    let live_rates = Arc::new(LiveRates::new(&base_urls)?);
    let apis = Apis {
        rest_v1: Arc::new(RestV1::new(db.clone())),
        live_chat: Arc::new(LiveChat::new(db.clone(), &secret)),
        storefront: Arc::new(Storefront::new(
            db.clone(),
            storefront::Settings { secret, live_rates },
        )),
    };
    let app = app::app(&apis, &db, settings.trusted_proxies)?;
    let listener = TcpListener::bind(settings.listen).await.with_context(|| {
        format!("cannot listen on {}: name another with --listen", settings.listen)
    })?;
    let address = listener.local_addr()?;
    println!("stoa listens on http://{address}");
    if let Some(text) = demo::what_to_try(&client, address).await? {
        println!("{text}");
    }
    drop(client);
    tokio::spawn(apis.live_chat.listen(database.config.clone()));
    tokio::spawn(chat::close_idle_hourly(database.config.clone()));
    let limits = Limits { connections: settings.max_connections, ..Limits::default() };
    stoa_runtime::serve(listener, app, limits, stop).await?;
    Ok(())
}

/// Each connection is an open file, and the usual soft limit of 1,024 is soon reached.
fn raise_file_limit() {
    let limit = getrlimit(Resource::RLIMIT_NOFILE);
    let raised = limit.and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard, hard));
    if let Err(error) = raised {
        tracing::warn!(%error, "the limit of open files cannot be raised");
    }
}

/// Resolves at Ctrl-C or SIGTERM.
fn stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}
