//! The load: keep-alive connections that ask again as soon as they are answered.
//! It speaks just enough HTTP/1.1 to cost little of the CPU that the server shares with it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::figures::Figures;

/// What is asked, and where.
#[derive(Clone, Copy)]
pub struct Target {
    pub address: SocketAddr,
    pub asked: Asked,
}

#[derive(Clone, Copy)]
pub enum Asked {
    /// With an API key, which public operations ignore.
    Get { path: &'static str, key: &'static str },
    /// With these lines in its head; the answer may be a 304 then.
    GetWith { path: &'static str, key: &'static str, headers: &'static str },
    /// With a JSON body of its own for each request.
    Post { path: &'static str, body: fn() -> serde_json::Result<String> },
    /// With a customer's token, another for each request: a POST where there is a JSON body.
    ByToken { path: &'static str, token: fn() -> String, body: &'static str },
}

/// The body of one answer, which must be a 200, or a 304 where that may be.
pub async fn answer(target: &Target) -> anyhow::Result<Vec<u8>> {
    let mut connection = Connection::open(target.address).await?;
    Ok(connection.exchange(request(target)?.as_bytes()).await?.to_vec())
}

/// Asks so often a second and no oftener, over so many connections for so long. Requests leave in bursts, of what is due
/// in a millisecond.
pub fn run_at(
    target: &Target,
    per_second: f64,
    connections: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    let between = Duration::from_secs_f64(connections as f64 / per_second);
    on_one_thread(ask(target, Some(between), connections, time))
}

/// Asks over so many connections for so long. One thread does it all: the load is not what is measured.
pub fn run(target: &Target, connections: usize, time: Duration) -> anyhow::Result<Figures> {
    on_one_thread(ask(target, None, connections, time))
}

fn on_one_thread(asking: impl Future<Output = anyhow::Result<Figures>>) -> anyhow::Result<Figures> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(asking)
}

/// Each connection asks again when it is answered, or when so long has passed since it asked last, if that is later.
async fn ask(
    target: &Target,
    between: Option<Duration>,
    connections: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    let mut tasks = JoinSet::new();
    let start = Instant::now();
    for number in 0..connections {
        let mut connection = Connection::open(target.address).await?;
        let target = *target;
        let mut ticks = between.map(|between| {
            let first = between.mul_f64(number as f64 / connections as f64);
            tokio::time::interval_at(tokio::time::Instant::now() + first, between)
        });
        tasks.spawn(async move {
            let mut latencies = Vec::with_capacity(16_384);
            while start.elapsed() < time {
                let request = request(&target)?;
                if let Some(ticks) = &mut ticks {
                    ticks.tick().await;
                }
                let asked = Instant::now();
                connection.exchange(request.as_bytes()).await?;
                latencies.push(asked.elapsed());
            }
            anyhow::Ok(latencies)
        });
    }
    let mut latencies = Vec::new();
    while let Some(task) = tasks.join_next().await {
        latencies.extend(task??);
    }
    Ok(Figures::new(latencies, start.elapsed()))
}

fn request(target: &Target) -> serde_json::Result<String> {
    let Target { address, asked } = target;
    Ok(match asked {
        Asked::Get { path, key } => {
            format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nx-api-key: {key}\r\n\r\n")
        }
        Asked::GetWith { path, key, headers } => {
            format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nx-api-key: {key}\r\n{headers}\r\n")
        }
        Asked::ByToken { path, token, body: "" } => {
            format!(
                "GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\n\r\n",
                token()
            )
        }
        Asked::ByToken { path, token, body } => format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            token(),
            body.len(),
        ),
        Asked::Post { path, body } => {
            let body = body()?;
            let length = body.len();
            format!(
                "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
                 content-length: {length}\r\n\r\n{body}"
            )
        }
    })
}

/// A keep-alive connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(65_536) })
    }

    /// Asks once and reads the whole answer, which must be a 200; returns its body.
    pub async fn exchange(&mut self, request: &[u8]) -> anyhow::Result<&[u8]> {
        match self.exchange_or_refusal(request).await? {
            Some((head, whole)) => Ok(&self.buffer[head..whole]),
            None => bail!("a 503, which was to be a 200"),
        }
    }

    /// The same, of a server that may be too busy: whether it did what was asked.
    pub async fn is_done(&mut self, request: &[u8]) -> anyhow::Result<bool> {
        Ok(self.exchange_or_refusal(request).await?.is_some())
    }

    /// Where the body begins and ends in the buffer; none of a 503.
    async fn exchange_or_refusal(
        &mut self,
        request: &[u8],
    ) -> anyhow::Result<Option<(usize, usize)>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let mut whole = None;
        while whole.is_none_or(|(head, body)| self.buffer.len() < head + body) {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server closed the connection");
            }
            if whole.is_none() {
                whole = lengths(&self.buffer)?;
            }
        }
        let is_refusal = self.buffer.starts_with(b"HTTP/1.1 503");
        Ok(whole.filter(|_| !is_refusal).map(|(head, body)| (head, head + body)))
    }
}

/// Length of head and body, once the head is there.
fn lengths(answer: &[u8]) -> anyhow::Result<Option<(usize, usize)>> {
    let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = std::str::from_utf8(&answer[..end])?;
    if head.starts_with("HTTP/1.1 304") {
        return Ok(Some((end + 4, 0)));
    }
    if !head.starts_with("HTTP/1.1 200") && !head.starts_with("HTTP/1.1 503") {
        bail!("not a 200: {}", head.lines().next().unwrap_or_default());
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    Ok(Some((end + 4, length.context("the answer has no content-length")?)))
}
