//! Settings for operators: the admin listener, and how the server stops.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;

/// The admin listener.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Health and stops")]
pub struct AdminSettings {
    /// Address and port that serve /healthz, /readyz and /metrics, in plain HTTP and without authentication. Only the
    /// servers' own network may reach them. Not served if absent
    #[arg(long, env, value_name = "ADDRESS")]
    pub admin_listen: Option<SocketAddr>,
}

/// How the server stops.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Health and stops")]
pub struct StopSettings {
    /// Seconds from SIGTERM until the server refuses new connections. In this time the proxies in front notice that
    /// /readyz answers 503
    #[arg(long, env, default_value = "0", value_name = "SECONDS", value_parser = seconds)]
    pub drain_delay: Duration,
    /// Seconds that requests have to finish after the drain delay. Then the server cuts them off
    #[arg(long, env, default_value = "10", value_name = "SECONDS", value_parser = seconds)]
    pub drain_timeout: Duration,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "write seconds from 0 to 3600".into())
}
