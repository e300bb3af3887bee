//! The server's public URL. Links in mails, links to files and links to recovered carts begin with it.

use std::io::{Write, stderr};

use clap::Args;
use stoa_db::{Db, DbError};
use url::Url;

use super::LISTENS_ON;

/// The server's public URL.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Network")]
pub struct PublicUrl {
    /// URL at which browsers reach the server. If absent, http:// or https:// and the address that the server listens
    /// on. Commands use the URL that the server stored at its last start
    #[arg(
        long,
        // In version 1.0, `stoa cart recovery-link` called this option `--base-url`.
        alias = "base-url",
        env,
        value_name = "URL",
        value_parser = parse_base_url
    )]
    pub public_url: Option<String>,
}

impl PublicUrl {
    /// Returns the URL with which printed links begin: the configured URL, or the one that a server stored last. If
    /// there is neither, prints a warning and uses the default address.
    pub async fn for_links(&self, db: &Db) -> Result<String, DbError> {
        if let Some(url) = &self.public_url {
            return Ok(url.clone());
        }
        if let Some(url) = stoa_stores::find_public_url(db).await? {
            return Ok(url);
        }
        let guess = default_url();
        // A closed standard error must not fail the command.
        let _ = writeln!(
            stderr(),
            "warning: no server has stored its public URL, so links begin with {guess}: set another with --public-url"
        );
        Ok(guess)
    }

    pub fn or(&self, own_url: &str) -> String {
        self.public_url.clone().unwrap_or_else(|| own_url.to_owned())
    }
}

/// A URL with the default address of `--listen`.
pub fn default_url() -> String {
    format!("http://{LISTENS_ON}")
}

/// Parses scheme, host and an optional path; removes a trailing slash.
pub(super) fn parse_base_url(text: &str) -> Result<String, String> {
    match parse_plain_url(text) {
        Some(url) => Ok(url.as_str().trim_end_matches('/').to_owned()),
        None => Err("write a URL such as https://shop.example.com".into()),
    }
}

/// Parses a URL of the web that has only scheme, host, port and path.
pub(super) fn parse_plain_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    is_plain.then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls() {
        assert_eq!(parse_base_url("https://shop.test/").as_deref(), Ok("https://shop.test"));
        assert_eq!(parse_base_url("http://a.test:8080/b").as_deref(), Ok("http://a.test:8080/b"));
        for text in [
            "shop.test",
            "ftp://shop.test",
            "https://a@shop.test",
            "https://shop.test?a",
            "https://shop.test#a",
            "",
        ] {
            assert!(parse_base_url(text).is_err(), "{text}");
        }
    }
}
