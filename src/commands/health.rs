//! `stoa health`: probes the admin listener of a server on this machine. Container images need it, because they contain
//! no other HTTP client.

use std::io::{Read, Write, stdout};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::config::AdminSettings;

#[derive(Debug, Clone, Args)]
pub struct HealthSettings {
    /// Ask /readyz, which tells whether the server should receive requests, instead of /healthz, which tells whether it
    /// must be restarted
    #[arg(long)]
    pub ready: bool,
    #[command(flatten)]
    pub admin: AdminSettings,
}

/// Timeout for connecting, and for each read of the response.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum bytes of a response. The admin listener's responses are shorter.
const MAX_HEALTH_RESPONSE_BYTES: u64 = 64 * 1024;

/// Prints the response. Fails unless the status is 200.
pub fn run(settings: &HealthSettings) -> Result<()> {
    let listen = settings.admin.admin_listen;
    let listen =
        listen.context("name the admin listener with --admin-listen or STOA_ADMIN_LISTEN")?;
    let path = if settings.ready { "/readyz" } else { "/healthz" };
    let address = reached_at(listen);
    let (status, body) =
        ask(address, path).with_context(|| format!("http://{address}{path} does not answer"))?;
    ensure!(status == 200, "http://{address}{path} answers {status}: {}", body.trim());
    Ok(writeln!(stdout(), "{}", body.trim())?)
}

/// Returns the address to connect to. A listener on all addresses is reached by loopback.
fn reached_at(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn ask(address: SocketAddr, path: &str) -> Result<(u16, String)> {
    let mut stream = TcpStream::connect_timeout(&address, HEALTH_TIMEOUT)?;
    stream.set_read_timeout(Some(HEALTH_TIMEOUT))?;
    // With HTTP/1.0, the server closes the connection after the response.
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MAX_HEALTH_RESPONSE_BYTES).read_to_string(&mut answer)?;
    let status = answer.split_whitespace().nth(1).and_then(|status| status.parse().ok());
    let (Some(status), Some((_, body))) = (status, answer.split_once("\r\n\r\n")) else {
        bail!("the answer is not HTTP")
    };
    Ok((status, body.to_owned()))
}
