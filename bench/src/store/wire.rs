//! A socket before that of Postgres, which counts round trips by the messages that pass.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use stoa::embedded_postgres::Postgres;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

const SOCKET: &str = ".s.PGSQL.5432";

/// Ends with the runtime.
pub struct Wire {
    folder: TempDir,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    /// Requests without an answer. What is sent while there are some has not waited for them.
    open: AtomicUsize,
    round_trips: AtomicUsize,
}

impl Wire {
    /// A socket that passes on to this Postgres, and its answers after so long.
    pub fn before(postgres: &Postgres, delay: Duration) -> anyhow::Result<Self> {
        let folder = TempDir::new()?;
        let listener = UnixListener::bind(folder.path().join(SOCKET))?;
        let counts = Arc::<Counts>::default();
        let (passed_on, behind) = (counts.clone(), postgres.socket_dir().join(SOCKET));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = UnixStream::connect(&behind).await?;
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(requests(from_client, to_server, passed_on.clone()));
                tokio::spawn(answers(from_server, to_client, passed_on.clone(), delay));
            }
            std::io::Result::Ok(())
        });
        Ok(Self { folder, counts })
    }

    pub fn config(&self) -> tokio_postgres::Config {
        let mut config = tokio_postgres::Config::new();
        config.host_path(self.folder.path()).user("postgres").dbname("stoa");
        config
    }

    /// So far, over all connections.
    pub fn round_trips(&self) -> usize {
        self.counts.round_trips.load(Ordering::SeqCst)
    }
}

async fn requests(
    from: impl AsyncRead + Unpin,
    to: impl AsyncWrite + Unpin,
    counts: Arc<Counts>,
) -> std::io::Result<()> {
    // The first message has no type.
    let messages = Messages { head: vec![STARTUP], rest: 0 };
    pass_on(from, to, messages, Duration::ZERO, |message| {
        // Query, and Sync at the end of Parse, Bind and Execute: Postgres answers each with ReadyForQuery.
        if matches!(message, b'Q' | b'S' | STARTUP)
            && counts.open.fetch_add(1, Ordering::SeqCst) == 0
        {
            counts.round_trips.fetch_add(1, Ordering::SeqCst);
        }
    })
    .await
}

async fn answers(
    from: impl AsyncRead + Unpin,
    to: impl AsyncWrite + Unpin,
    counts: Arc<Counts>,
    delay: Duration,
) -> std::io::Result<()> {
    pass_on(from, to, Messages::default(), delay, |message| {
        // ReadyForQuery.
        if message == b'Z' {
            counts.open.fetch_sub(1, Ordering::SeqCst);
        }
    })
    .await
}

async fn pass_on(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut messages: Messages,
    delay: Duration,
    mut seen: impl FnMut(u8),
) -> std::io::Result<()> {
    let mut buffer = vec![0; 65_536];
    loop {
        let length = from.read(&mut buffer).await?;
        if length == 0 {
            return to.shutdown().await;
        }
        tokio::time::sleep(delay).await;
        messages.read(&buffer[..length], &mut seen);
        to.write_all(&buffer[..length]).await?;
    }
}

/// No type of a message of the protocol.
const STARTUP: u8 = 0;

/// Tells messages apart: a type of one byte, then a length, which counts itself, then what the message says.
#[derive(Default)]
struct Messages {
    head: Vec<u8>,
    /// Bytes of the message that are still to come.
    rest: usize,
}

impl Messages {
    fn read(&mut self, mut bytes: &[u8], seen: &mut impl FnMut(u8)) {
        while let Some((first, others)) = bytes.split_first() {
            if self.rest > 0 {
                let passed = self.rest.min(bytes.len());
                self.rest -= passed;
                bytes = &bytes[passed..];
                continue;
            }
            bytes = others;
            self.head.push(*first);
            if let [kind, length @ ..] = self.head.as_slice()
                && let Ok(length) = <[u8; 4]>::try_from(length)
            {
                seen(*kind);
                self.rest = (u32::from_be_bytes(length) as usize).saturating_sub(4);
                self.head.clear();
            }
        }
    }
}
