//! Receives the announcements of other servers and of commands. Each process has one LISTEN connection.

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use stoa_db::Server;
use tokio::time::{sleep, timeout};
use tokio_postgres::AsyncMessage;

use crate::{CHANNEL, Hub};

/// How long the listener waits for an answer of the database.
const LISTENER_TIMEOUT: Duration = Duration::from_secs(5);

/// How often the connection is probed. Each time, the database is also read for changes that nothing has announced:
/// - events of a server or command that died between commit and notification
/// - disabled widgets
const LISTENER_PROBE_INTERVAL: Duration = Duration::from_secs(60);

/// Listens until the connection is lost. Events that were committed before the start are read from the database.
pub async fn listen(hub: Arc<Hub>, server: Server) -> Result<()> {
    let server = server.named("stoa chat listener").with(|config| {
        config.connect_timeout(LISTENER_TIMEOUT);
    });
    // Dropping this guard records that the listener has ended. This also happens if the task is cancelled.
    let _deaf = Deaf(&hub);
    let Err(lost) = hear(&hub, &server).await;
    Err(lost.context("messages from other servers are not heard"))
}

/// On drop, records that announcements are no longer received.
struct Deaf<'a>(&'a Hub);

impl Drop for Deaf<'_> {
    fn drop(&mut self) {
        self.0.set_listening(false);
    }
}

async fn hear(hub: &Hub, server: &Server) -> Result<Infallible> {
    // `connect_timeout` applies to each host, and ends as soon as the socket is connected. This second timeout covers a
    // database that stays silent after that.
    let tries = u32::try_from(server.config().get_hosts().len()).unwrap_or(1) + 1;
    let opened = timeout(LISTENER_TIMEOUT * tries, server.connect()).await;
    let (client, mut connection) = opened.context("the database does not answer")??;
    let notifications = async {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message? {
                match notification.payload().parse() {
                    Ok(notification) => hub.heard(notification),
                    Err(_) => tracing::warn!("a notification on {CHANNEL} is none of ours"),
                }
            }
        }
        bail!("the connection was closed")
    };
    let checks = async {
        timeout(LISTENER_TIMEOUT, client.batch_execute(&format!("listen {CHANNEL}"))).await??;
        hub.set_listening(true);
        loop {
            // From here on, every announcement arrives. Events that were committed earlier are read from the database.
            hub.all_fall_behind();
            hub.to_check.notify_one();
            sleep(LISTENER_PROBE_INTERVAL).await;
            timeout(LISTENER_TIMEOUT, client.batch_execute("select")).await??;
        }
    };
    tokio::select! {
        lost = notifications => lost,
        lost = checks => lost,
    }
}
