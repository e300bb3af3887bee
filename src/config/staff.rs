//! Settings of the staff API: where it is served, and which pages may call it.

use std::net::SocketAddr;

use anyhow::{Result, ensure};
use clap::Args;
use http::HeaderValue;
use url::Url;

use super::admin::is_same;

/// Where the staff API is served.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Staff")]
pub struct StaffSettings {
    /// Address and port that serve the staff API, its document and its reference, by TLS as --listen. --listen then does
    /// not serve them. If absent, --listen serves the staff API once a person exists
    #[arg(long, env = "STOA_STAFF_LISTEN", value_name = "ADDRESS")]
    pub staff_listen: Option<SocketAddr>,
    /// Origin whose pages may call the staff API, such as https://portal.example.com. Repeat the option for several, or
    /// separate them by commas. Pages of other origins may not call it
    #[arg(
        long = "staff-origin",
        env = "STOA_STAFF_ORIGIN",
        value_delimiter = ',',
        value_name = "ORIGIN",
        value_parser = origin
    )]
    pub staff_origins: Vec<HeaderValue>,
}

impl StaffSettings {
    /// Refuses a listener at an address that another listener takes.
    pub fn check(&self, listen: SocketAddr, admin: Option<SocketAddr>) -> Result<()> {
        let Some(staff) = self.staff_listen else { return Ok(()) };
        let differ = "must be different addresses";
        ensure!(!is_same(staff, listen), "--staff-listen and --listen {differ}");
        let is_admin = admin.is_some_and(|admin| is_same(staff, admin));
        ensure!(!is_admin, "--staff-listen and --admin-listen {differ}");
        Ok(())
    }
}

/// Parses scheme, host and an optional port, in the form in which browsers send them.
fn origin(text: &str) -> Result<HeaderValue, String> {
    let url = Url::parse(text).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    let origin = url.map(|url| url.origin().ascii_serialization());
    origin
        .filter(|origin| origin == text.trim_end_matches('/'))
        .and_then(|origin| origin.parse().ok())
        .ok_or_else(|| {
            "an origin is a scheme and a host, such as https://portal.example.com".into()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_use() {
        let is_refused = |staff: &str| {
            let staff_listen = Some(staff.parse().unwrap());
            let settings = StaffSettings { staff_listen, staff_origins: Vec::new() };
            let (listen, admin) = ("0.0.0.0:8080", "127.0.0.1:9090");
            settings.check(listen.parse().unwrap(), Some(admin.parse().unwrap())).is_err()
        };
        assert!(is_refused("127.0.0.1:8080") && is_refused("127.0.0.1:9090"));
        assert!(!is_refused("127.0.0.1:8081") && !is_refused("127.0.0.1:0"));
    }

    #[test]
    fn origins() {
        for text in ["https://portal.example.com", "http://localhost:5173", "http://[::1]:8000"] {
            assert_eq!(origin(text).unwrap(), text);
        }
        assert_eq!(origin("https://portal.example.com/").unwrap(), "https://portal.example.com");
        for text in [
            "*",
            "null",
            "",
            "portal.example.com",
            "https://portal.example.com/app",
            "https://portal.example.com:443",
            "https://Portal.example.com",
            "ftp://portal.example.com",
        ] {
            assert!(origin(text).is_err(), "{text}");
        }
    }
}
