//! The connection that all requests share, and what happens when it fails.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use metrics::{Counter, Gauge, counter, gauge};
use redis::aio::MultiplexedConnection;
use redis::{FromRedisValue, ScriptInvocation};
use sha2::Sha256;
use stoa_values::Secrets;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::ValkeyServer;
use crate::counts::Counts;
use crate::places::Places;
use crate::server::ConnectError;

/// How long a request waits for Valkey. The first request that waits this long makes the server count on its own, so
/// later requests do not wait.
pub const ANSWER_TIMEOUT: Duration = Duration::from_millis(100);

const VALKEY_CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// How long to wait before another attempt to connect.
const VALKEY_RECONNECT_DELAY: Duration = Duration::from_millis(250);

/// How often a server probes Valkey, so that the metric is right on a server without requests.
const VALKEY_PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Domain separation: no other use of the server's secret yields the same key.
const PURPOSE: &[u8] = b"stoa valkey keys 1";

/// Number of bytes of a digest in a key.
const DIGEST_BYTES: usize = 16;

const KEY_PREFIX: &[u8] = b"stoa:";

/// A key in Valkey: the prefix, and a digest.
pub(crate) type Key = [u8; KEY_PREFIX.len() + DIGEST_BYTES];

/// A Valkey that servers with the same secret share. Clones share the connection.
#[derive(Clone)]
pub struct Valkey(pub(crate) Arc<ValkeyClient>);

pub(crate) struct ValkeyClient {
    server: ValkeyServer,
    digests: Hmac<Sha256>,
    /// `None` while this server counts on its own.
    connection: Mutex<Option<Connection>>,
    /// Tells the task that keeps the connection that it was lost.
    lost: Notify,
    up: Gauge,
    fallbacks: Counter,
    pub(crate) counts: Counts,
    pub(crate) places: Places,
}

/// A connection that a probe has succeeded on.
#[derive(Clone)]
struct Connection {
    multiplexed: MultiplexedConnection,
    /// Distinguishes this connection from later ones.
    number: u64,
}

impl Valkey {
    /// Connects, and keeps the connection for as long as the process runs. If Valkey cannot be reached now, logs a
    /// warning and returns after at most a second.
    pub async fn connect(server: ValkeyServer, secrets: &Secrets) -> Self {
        let (places, released) = Places::new();
        let valkey = Self(Arc::new(ValkeyClient {
            server,
            digests: digests(secrets),
            connection: Mutex::default(),
            lost: Notify::new(),
            up: gauge!("stoa_valkey_up"),
            fallbacks: counter!("stoa_valkey_fallbacks_total"),
            counts: Counts::default(),
            places,
        }));
        valkey.0.up.set(0);
        valkey.0.fallbacks.absolute(0);
        let first = valkey.open(1).await;
        if let Err(cause) = &first {
            tracing::warn!(server = %valkey.0.server, cause, "Valkey cannot be reached: each server counts on its own until it can be");
        }
        tokio::spawn(valkey.clone().keep_connected(first.is_ok()));
        tokio::spawn(valkey.clone().keep_places(released));
        valkey
    }

    /// Runs a script. Returns `None` if there is no connection or no answer in time; the caller then counts on its own.
    pub(crate) async fn run<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> Option<T> {
        let connection = self.0.connection().clone();
        let answer = match connection {
            Some(connection) => self.run_on(connection, script).await,
            None => None,
        };
        if answer.is_none() {
            self.0.fallbacks.increment(1);
        }
        answer
    }

    /// Returns the key with this kind and these parts.
    pub(crate) fn key(&self, kind: u8, parts: &[&[u8]]) -> Key {
        let mut digest = self.0.digests.clone();
        digest.update(&[kind]);
        for part in parts {
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        let digest = digest.finalize().into_bytes();
        let mut key = Key::default();
        key[..KEY_PREFIX.len()].copy_from_slice(KEY_PREFIX);
        key[KEY_PREFIX.len()..].copy_from_slice(&digest[..DIGEST_BYTES]);
        key
    }

    async fn run_on<T: FromRedisValue>(
        &self,
        mut connection: Connection,
        script: &ScriptInvocation<'_>,
    ) -> Option<T> {
        let answer = timeout(ANSWER_TIMEOUT, script.invoke_async(&mut connection.multiplexed));
        let cause = match answer.await {
            Ok(Ok(answer)) => return Some(answer),
            Ok(Err(error)) => error.to_string(),
            Err(_) => ConnectError::TooSlow.to_string(),
        };
        self.lose(connection.number, &cause);
        None
    }

    /// Gives up this connection, if it is still in use.
    fn lose(&self, number: u64, cause: &str) {
        let lost = self.0.connection().take_if(|current| current.number == number);
        if lost.is_some() {
            self.0.up.set(0);
            tracing::warn!(server = %self.0.server, cause, "Valkey failed: each server counts on its own until it answers again");
            self.0.lost.notify_one();
        }
    }

    async fn keep_connected(self, mut is_connected: bool) {
        let mut number = 1;
        loop {
            if is_connected {
                self.watch().await;
            }
            number += 1;
            is_connected = self.open(number).await.is_ok();
            if is_connected {
                tracing::info!(server = %self.0.server, "Valkey answers: servers count together");
            } else {
                sleep(VALKEY_RECONNECT_DELAY).await;
            }
        }
    }

    /// Connects, and counts as a probe: a server that answers may still refuse writes, or be too slow.
    async fn open(&self, number: u64) -> Result<(), String> {
        let opened = async {
            let mut multiplexed = self.0.server.connect().await?;
            let probe = self.probe();
            // The first probe also loads the script, which takes more than one round trip.
            probe.invoke_async::<(i64, u64)>(&mut multiplexed).await?;
            let answer = probe.invoke_async::<(i64, u64)>(&mut multiplexed);
            timeout(ANSWER_TIMEOUT, answer).await.map_err(|_| ConnectError::TooSlow)??;
            Ok::<_, ConnectError>(multiplexed)
        };
        let opened = timeout(VALKEY_CONNECT_TIMEOUT, opened).await;
        let opened = opened.map_err(|_| ConnectError::TooSlow.to_string())?;
        let multiplexed = opened.map_err(|error| error.to_string())?;
        *self.0.connection() = Some(Connection { multiplexed, number });
        self.0.up.set(1);
        Ok(())
    }

    /// Probes the connection until it is lost.
    async fn watch(&self) {
        loop {
            tokio::select! {
                () = self.0.lost.notified() => return,
                () = sleep(VALKEY_PROBE_INTERVAL) => {
                    let connection = self.0.connection().clone();
                    if let Some(connection) = connection {
                        self.run_on::<(i64, u64)>(connection, &self.probe()).await;
                    }
                }
            }
        }
    }
}

impl ValkeyClient {
    fn connection(&self) -> MutexGuard<'_, Option<Connection>> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Servers must share the current secret to count together.
#[expect(
    clippy::expect_used,
    reason = "HMAC takes keys of any length, and there is a current secret"
)]
fn digests(secrets: &Secrets) -> Hmac<Sha256> {
    let keyed = |key: &[u8]| Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    let derived = secrets.derive(|secret| {
        let mut derived = keyed(secret);
        derived.update(PURPOSE);
        keyed(&derived.finalize().into_bytes())
    });
    derived.into_iter().next().expect("the current secret")
}
