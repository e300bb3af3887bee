//! The load: connections that send the next request as soon as the previous response has arrived.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::figures::Figures;
use super::operations::Operation;
use super::server::Postmaster;
use crate::process::{self, ServerProcess};

/// Sends requests of one operation on this many connections, for `time`.
pub async fn run(
    server: &ServerProcess,
    operation: Operation,
    connections: usize,
    time: Duration,
    postmaster: &Postmaster,
) -> anyhow::Result<Figures> {
    let (address, id, start) = (server.address, server.id(), Instant::now());
    let (server_before, postgres_before) = (process::cpu_time(id)?, postmaster.cpu_time()?);
    // All connections run on one thread, so that the load leaves most of the CPU to the server.
    let load = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(send(address, operation, connections, time))
    };
    let latencies = tokio::task::spawn_blocking(load).await??;
    let server_cpu = process::cpu_time(id)? - server_before;
    let postgres_cpu = postmaster.cpu_time()? - postgres_before;
    Ok(Figures::new(latencies, start.elapsed(), server_cpu, postgres_cpu))
}

async fn send(
    address: SocketAddr,
    operation: Operation,
    connections: usize,
    time: Duration,
) -> anyhow::Result<Vec<Duration>> {
    let mut tasks = JoinSet::new();
    for _ in 0..connections {
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let (start, mut latencies) = (Instant::now(), Vec::new());
            while start.elapsed() < time {
                let request = operation.request();
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
    Ok(latencies)
}

/// A keep-alive connection that speaks just enough HTTP/1.1.
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

    /// Sends a request and returns the body of the response. Fails unless the status is 200.
    pub async fn exchange(&mut self, request: &[u8]) -> anyhow::Result<&[u8]> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let mut lengths = None;
        while lengths.is_none_or(|(head, body)| self.buffer.len() < head + body) {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server closed the connection");
            }
            if lengths.is_none() {
                lengths = head_and_body_length(&self.buffer)?;
            }
        }
        let (head, _) = lengths.unwrap_or_default();
        Ok(&self.buffer[head..])
    }
}

/// Returns the lengths of head and body, or none while the head is incomplete.
fn head_and_body_length(answer: &[u8]) -> anyhow::Result<Option<(usize, usize)>> {
    let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = std::str::from_utf8(&answer[..end])?;
    if !head.starts_with("HTTP/1.1 200") {
        bail!("not a 200: {}", head.lines().next().unwrap_or_default());
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    Ok(Some((end + 4, length.context("the answer has no content-length")?)))
}
