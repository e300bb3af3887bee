//! The connection that all requests share, and what happens when it fails.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit, Mac};
use metrics::{Counter, Gauge, counter, gauge};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, FromRedisValue, RedisResult, Script, ScriptInvocation};
use sha2::Sha256;
use stoa_telemetry::Chain;
use stoa_values::Secrets;
use tokio::time::sleep;

use crate::places::Places;
use crate::{ValkeyServer, counts};

/// How long a request waits for an answer of Valkey. The first request that waits this long makes the server count on
/// its own, so later requests do not wait.
pub const ANSWER_TIMEOUT: Duration = Duration::from_millis(100);

const VALKEY_CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// How often a server probes Valkey, or connects again, so that the metric is right on a server without requests.
const VALKEY_PROBE_INTERVAL: Duration = Duration::from_millis(500);

/// Domain separation: no other use of the server's secret yields the same key.
const PURPOSE: &[u8] = b"stoa valkey keys 1";

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
    up: Gauge,
    fallbacks: Counter,
    pub(crate) count: Script,
    pub(crate) places: Places,
}

#[derive(Clone)]
struct Connection {
    multiplexed: MultiplexedConnection,
    /// Distinguishes this connection from later ones.
    opened_at: Instant,
}

impl Valkey {
    /// Connects, and keeps the connection. If Valkey cannot be reached, returns after little more than a second.
    pub async fn connect(server: ValkeyServer, secrets: &Secrets) -> Self {
        let (places, released) = Places::new();
        let valkey = Self(Arc::new(ValkeyClient {
            server,
            digests: digests(secrets),
            connection: Mutex::default(),
            up: gauge!("stoa_valkey_up"),
            fallbacks: counter!("stoa_valkey_fallbacks_total"),
            count: counts::script(),
            places,
        }));
        valkey.0.up.set(0);
        valkey.0.fallbacks.absolute(0);
        if let Err(error) = valkey.open().await {
            tracing::warn!(server = %valkey.0.server, error = %Chain(&error), "Valkey cannot be reached: each server counts on its own until it can be");
        }
        tokio::spawn(valkey.clone().keep_connected());
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

    /// Gives up the connection if the script fails on it.
    async fn run_on<T: FromRedisValue>(
        &self,
        Connection { mut multiplexed, opened_at }: Connection,
        script: &ScriptInvocation<'_>,
    ) -> Option<T> {
        let error = match script.invoke_async(&mut multiplexed).await {
            Ok(answer) => return Some(answer),
            Err(error) => error,
        };
        let mut current = self.0.connection();
        if current.take_if(|current| current.opened_at == opened_at).is_some() {
            self.0.up.set(0);
            tracing::warn!(server = %self.0.server, error = %Chain(&error), "Valkey failed: each server counts on its own until it answers again");
        }
        None
    }

    async fn keep_connected(self) {
        loop {
            sleep(VALKEY_PROBE_INTERVAL).await;
            let connection = self.0.connection().clone();
            if let Some(connection) = connection {
                self.run_on::<(i64, u64)>(connection, &self.probe()).await;
            } else if self.open().await.is_ok() {
                tracing::info!(server = %self.0.server, "Valkey answers: servers count together");
            }
        }
    }

    /// Connects, and probes the connection: a server that answers may still refuse writes, or be too slow.
    ///
    /// The `ConnectionManager` of the library is not used: requests would wait while it reconnects, and it never
    /// reconnects after a refused login.
    async fn open(&self) -> RedisResult<()> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(VALKEY_CONNECT_TIMEOUT))
            .set_response_timeout(Some(ANSWER_TIMEOUT));
        let connecting = self.0.server.0.get_multiplexed_async_connection_with_config(&config);
        let mut connection = connecting.await?;
        self.probe().invoke_async::<(i64, u64)>(&mut connection).await?;
        let mut current = self.0.connection();
        *current = Some(Connection { multiplexed: connection, opened_at: Instant::now() });
        self.0.up.set(1);
        Ok(())
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
