//! Visitors who read: an event stream for each conversation, and what came on it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::conversations::Conversation;
use super::now;

/// Streams that are opened at once.
pub const AT_ONCE: usize = 128;

/// Enough for an event; what is longer grows it.
const BUFFER: usize = 1024;

/// A message that came on a stream.
pub struct Receipt {
    pub conversation: i64,
    pub number: i64,
    /// Which of those that were sent, by its text.
    pub message: usize,
    /// Microseconds since 1970.
    pub at: i64,
}

/// All that came, in the order in which it came, and how many streams have ended.
#[derive(Default)]
pub struct Received {
    pub receipts: Vec<Receipt>,
    pub ended: usize,
}

/// Open streams; they end with this.
pub struct Streams {
    received: Arc<Mutex<Received>>,
    _readers: JoinSet<()>,
}

/// Opens a stream for each conversation and waits for the hello of all.
pub async fn open(address: SocketAddr, conversations: &[Conversation]) -> anyhow::Result<Streams> {
    let received = Arc::new(Mutex::new(Received::default()));
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let (opened, mut openings) = mpsc::unbounded_channel();
    let mut readers = JoinSet::new();
    for Conversation { id, token } in conversations {
        let (id, received, turns, opened) = (*id, received.clone(), turns.clone(), opened.clone());
        // Of a client of its own: one may have only so many.
        let client = Ipv4Addr::from_bits(id as u32);
        let request = format!(
            "GET /api/public/chat/stream?conversationId={id}&token={token} HTTP/1.1\r\n\
             host: {address}\r\nx-forwarded-for: {client}\r\n\r\n"
        );
        readers.spawn(async move {
            let turn = turns.acquire().await;
            let stream = Stream::open(address, request.as_bytes()).await;
            drop(turn);
            match stream {
                Ok(stream) => {
                    opened.send(Ok(())).ok();
                    drop(opened);
                    // However it ends, the messages after its end are lost, and counted as such.
                    stream.read(id, &received).await.ok();
                    lock(&received).ended += 1;
                }
                Err(error) => drop(opened.send(Err(error))),
            }
        });
    }
    drop(opened);
    for _ in conversations {
        openings.recv().await.context("a stream was not opened")??;
    }
    Ok(Streams { received, _readers: readers })
}

impl Streams {
    /// Waits until so many messages have come, but not longer than that.
    pub async fn wait_for(&self, messages: usize, patience: Duration) {
        let deadline = Instant::now() + patience;
        while self.received().receipts.len() < messages && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // What comes twice may come now.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }

    pub fn received(&self) -> MutexGuard<'_, Received> {
        lock(&self.received)
    }
}

struct Stream {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Stream {
    /// Asks, and reads up to the hello.
    async fn open(address: SocketAddr, request: &[u8]) -> anyhow::Result<Self> {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(request).await?;
        let mut opened = Self { stream, buffer: Vec::with_capacity(BUFFER) };
        loop {
            opened.fill().await?;
            let Some(end) = opened.buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
                continue;
            };
            ensure!(opened.buffer.starts_with(b"HTTP/1.1 200"), "a stream was refused");
            opened.buffer.drain(..end + 4);
            break;
        }
        let mut is_open = false;
        loop {
            take_chunks(&mut opened.buffer, |event| is_open |= event.starts_with("event: hello"))?;
            if is_open {
                return Ok(opened);
            }
            opened.fill().await?;
        }
    }

    /// Reads for ever.
    async fn read(mut self, conversation: i64, received: &Mutex<Received>) -> anyhow::Result<()> {
        loop {
            self.fill().await?;
            let at = now();
            let mut receipts = Vec::new();
            take_chunks(&mut self.buffer, |event| {
                let message = message(event);
                receipts.extend(message.map(|(number, message)| Receipt {
                    conversation,
                    number,
                    message,
                    at,
                }));
            })?;
            lock(received).receipts.append(&mut receipts);
        }
    }

    async fn fill(&mut self) -> anyhow::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server closed a stream");
        }
        Ok(())
    }
}

/// Gives out the events of the chunks that are whole. The server puts whole events into each chunk.
fn take_chunks(buffer: &mut Vec<u8>, mut each: impl FnMut(&str)) -> anyhow::Result<()> {
    let mut taken = 0;
    while let Some(line) = buffer[taken..].windows(2).position(|bytes| bytes == b"\r\n") {
        let size = std::str::from_utf8(&buffer[taken..taken + line])?;
        let size = usize::from_str_radix(size, 16).context("a chunk without its size")?;
        ensure!(size > 0, "the server ended a stream");
        let start = taken + line + 2;
        let Some(chunk) = buffer.get(start..start + size + 2) else { break };
        let events = std::str::from_utf8(&chunk[..size])?;
        ensure!(events.ends_with("\n\n"), "a chunk with a part of an event");
        events.split_terminator("\n\n").for_each(&mut each);
        taken = start + size + 2;
    }
    buffer.drain(..taken);
    Ok(())
}

/// The number of a message and its place among those that were sent; nothing for other events.
fn message(event: &str) -> Option<(i64, usize)> {
    let rest = event.strip_prefix("event: message\nid: ")?;
    let (number, rest) = rest.split_once('\n')?;
    let (_, text) = rest.split_once("\"body\":\"message ")?;
    Some((number.parse().ok()?, text.split_once(' ')?.0.parse().ok()?))
}

fn lock(received: &Mutex<Received>) -> MutexGuard<'_, Received> {
    received.lock().unwrap_or_else(PoisonError::into_inner)
}
