//! Receives the announcements of other servers and of commands. Each process has one LISTEN connection.

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use stoa_db::{Server, pin_session};
use tokio::time::{sleep, timeout};
use tokio_postgres::AsyncMessage;

use crate::{Hub, Topic};

/// How long the listener waits for an answer of the database.
const LISTENER_TIMEOUT: Duration = Duration::from_secs(5);

/// Time for which a chat stream continues after its widget was disabled or its site was deactivated.
///
/// The connection is probed at this interval. Each time, the database is also read for changes that nothing has announced:
/// - events of a server or command that died between commit and notification
/// - topics that may have no streams any more
const LISTENER_PROBE_INTERVAL: Duration = Duration::from_secs(60);

/// A hub, whatever its topics are, as the listener uses it.
pub trait Listens: Send + Sync {
    fn channel(&self) -> &'static str;

    /// Handles the payload of a notification. Returns whether the payload is well-formed.
    fn receive(&self, payload: &str) -> bool;

    /// Requests a read of everything that may have been missed.
    fn catch_up(&self);

    /// Records whether notifications are received.
    fn set_listening(&self, is_listening: bool);
}

impl<T: Topic> Listens for Hub<T> {
    fn channel(&self) -> &'static str {
        T::CHANNEL
    }

    fn receive(&self, payload: &str) -> bool {
        let parsed = T::parse(payload);
        let is_well_formed = parsed.is_some();
        parsed.into_iter().for_each(|(topic, number)| self.receive_announcement(topic, number));
        is_well_formed
    }

    fn catch_up(&self) {
        self.all_fall_behind();
        self.to_check.notify_one();
    }

    fn set_listening(&self, is_listening: bool) {
        Hub::set_listening(self, is_listening);
    }
}

/// Listens for all hubs until the connection is lost. Events that were committed before the start are read from the
/// database.
pub async fn listen(hubs: Arc<[Arc<dyn Listens>]>, server: Server) -> Result<()> {
    let server = server.named("stoa event listener").with(|config| {
        config.connect_timeout(LISTENER_TIMEOUT);
    });
    // Dropping this guard records that the listener has ended. This also happens if the task is cancelled.
    let _guard = ListeningGuard(&hubs);
    let Err(lost) = receive_announcements(&hubs, &server).await;
    Err(lost.context("announcements of other servers are not received"))
}

/// On drop, records that announcements are no longer received.
struct ListeningGuard<'a>(&'a [Arc<dyn Listens>]);

impl Drop for ListeningGuard<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(|hub| hub.set_listening(false));
    }
}

async fn receive_announcements(hubs: &[Arc<dyn Listens>], server: &Server) -> Result<Infallible> {
    // `connect_timeout` applies to each host, and ends as soon as the socket is connected. This second timeout covers a
    // database that stays silent after that.
    let tries = u32::try_from(server.config().get_hosts().len()).unwrap_or(1) + 1;
    let opened = timeout(LISTENER_TIMEOUT * tries, server.connect()).await;
    let (client, mut connection) = opened.context("the database does not answer")??;
    let notifications = async {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message? {
                let channel = notification.channel();
                let mut of_channel = hubs.iter().filter(|hub| hub.channel() == channel);
                if !of_channel.any(|hub| hub.receive(notification.payload())) {
                    tracing::warn!("a notification on {channel} is malformed");
                }
            }
        }
        bail!("the connection was closed")
    };
    let checks = async {
        let listen: String = hubs.iter().map(|hub| format!("listen {};", hub.channel())).collect();
        timeout(LISTENER_TIMEOUT, pin_session(&client)).await??;
        timeout(LISTENER_TIMEOUT, client.batch_execute(&listen)).await??;
        hubs.iter().for_each(|hub| hub.set_listening(true));
        loop {
            // From here on, every announcement arrives. Events that were committed earlier are read from the database.
            hubs.iter().for_each(|hub| hub.catch_up());
            sleep(LISTENER_PROBE_INTERVAL).await;
            timeout(LISTENER_TIMEOUT, client.batch_execute("select")).await??;
        }
    };
    tokio::select! {
        lost = notifications => lost,
        lost = checks => lost,
    }
}
