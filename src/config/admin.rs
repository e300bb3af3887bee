//! Settings for operators: the admin listener, and how the server stops.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;

/// The admin listener.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Health and stops")]
pub struct AdminSettings {
    /// Address and port that serve /healthz, /readyz and /metrics, in plain HTTP and without authentication. Only the
    /// servers' own network may reach them. Not served if absent
    #[arg(long, env = "STOA_ADMIN_LISTEN", value_name = "ADDRESS")]
    pub admin_listen: Option<SocketAddr>,
}

/// How the server stops.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Health and stops")]
pub struct StopSettings {
    /// Seconds from SIGTERM until the server refuses new connections. In this time the proxies in front notice that
    /// /readyz answers 503
    #[arg(
        long,
        env = "STOA_DRAIN_DELAY",
        default_value = "0",
        value_name = "SECONDS",
        value_parser = seconds
    )]
    pub drain_delay: Duration,
    /// Seconds that requests have to finish after the drain delay. Then the server cuts them off
    #[arg(
        long,
        env = "STOA_DRAIN_TIMEOUT",
        default_value = "10",
        value_name = "SECONDS",
        value_parser = seconds
    )]
    pub drain_timeout: Duration,
}

#[derive(Debug, Clone, Args)]
pub struct HealthSettings {
    /// Ask /readyz, which tells whether the server should receive requests, instead of /healthz, which tells whether it
    /// must be restarted
    #[arg(long)]
    pub ready: bool,
    #[command(flatten)]
    pub admin: AdminSettings,
}

impl AdminSettings {
    /// Refuses an admin listener at the server's own address.
    pub fn check(&self, listen: SocketAddr) -> Result<()> {
        let is_taken = self.admin_listen.is_some_and(|admin| is_same(admin, listen));
        ensure!(!is_taken, "--admin-listen and --listen must be different addresses");
        Ok(())
    }
}

/// Whether only one of the two can be listened on.
pub(super) fn is_same(one: SocketAddr, other: SocketAddr) -> bool {
    let is_of_all = one.ip().is_unspecified() || other.ip().is_unspecified();
    one.port() != 0 && one.port() == other.port() && (one.ip() == other.ip() || is_of_all)
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "write seconds from 0 to 3600".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_use() {
        let is_taken = |admin: &str, listen: &str| {
            let admin = AdminSettings { admin_listen: Some(admin.parse().unwrap()) };
            admin.check(listen.parse().unwrap()).is_err()
        };
        for listen in ["127.0.0.1:8080", "0.0.0.0:8080", "[::]:8080"] {
            assert!(is_taken("127.0.0.1:8080", listen), "{listen}");
            assert!(is_taken("0.0.0.0:8080", listen), "{listen}");
            assert!(!is_taken("127.0.0.1:9090", listen), "{listen}");
        }
        assert!(!is_taken("127.0.0.1:8080", "10.0.0.1:8080"));
        assert!(!is_taken("127.0.0.1:0", "127.0.0.1:0"), "each takes one that is free");
    }
}
