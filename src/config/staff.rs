//! Settings of the staff API: where it is served, and which pages may call it.

use std::net::SocketAddr;

use clap::Args;
use http::HeaderValue;
use url::Url;

/// Where the staff API is served.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Staff")]
pub struct StaffSettings {
    /// Address and port that serve the staff API, its document and its reference, by TLS as --listen. --listen then does
    /// not serve them. If absent, --listen serves the staff API once a person exists
    #[arg(long, env, value_name = "ADDRESS")]
    pub staff_listen: Option<SocketAddr>,
    /// Origin whose pages may call the staff API, such as https://portal.example.com. Repeat the option for several, or
    /// separate them by commas. Pages of other origins may not call it
    #[arg(
        long = "staff-origin",
        env = "STAFF_ORIGIN",
        value_delimiter = ',',
        value_name = "ORIGIN",
        value_parser = origin
    )]
    pub staff_origins: Vec<HeaderValue>,
    /// URL of the page on which staff set a new password, to which the token is appended, such as
    /// https://portal.example.com/reset#token=. If absent, the server mails no password resets to staff
    #[arg(long, env, value_name = "URL", value_parser = parse_page_url)]
    pub staff_reset_url: Option<String>,
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

/// The page of a portal on which an invited person sets a name and a password.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Network")]
pub struct InvitationPage {
    /// URL of the page on which people accept invitations, to which the token is appended, such as
    /// https://portal.example.com/accept#token=. If absent, the server mails no invitations
    #[arg(long, env, value_name = "URL", value_parser = parse_page_url)]
    pub invitation_url: Option<String>,
}

fn parse_page_url(text: &str) -> Result<String, &'static str> {
    let is_of_the_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    match Url::parse(text).is_ok_and(|url| is_of_the_web(&url)) {
        true => Ok(text.to_owned()),
        false => Err("it must begin with http:// or https:// and a host"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
