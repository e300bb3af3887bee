//! Mail: the server that takes it, where its links lead, and the commands.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{ArgGroup, Args, Subcommand};
use stoa_mail::Mailer;
use url::Url;

use super::{FilePlace, ProviderSettings};
use crate::serve::LISTENS_ON;

/// Who takes mails.
#[derive(Debug, Clone, Args)]
pub struct MailSettings {
    /// Server that takes mails: smtps://user:password@host, or smtp://user:password@host?tls=required; without it they
    /// wait
    #[arg(long, env = "STOA_SMTP_URL", hide_env_values = true, value_name = "URL")]
    pub smtp_url: Option<String>,
    /// Certificate (PEM) of the authority that vouches for this server, in place of the public ones
    #[arg(long, env = "STOA_SMTP_CA", value_name = "FILE")]
    pub smtp_ca: Option<PathBuf>,
    /// Address that mails come from; stores write under their own names
    #[arg(long, env = "STOA_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
}

/// Where browsers reach the server.
#[derive(Debug, Clone, Args)]
pub struct PublicUrl {
    /// Where browsers reach this server; http:// or https:// and the address that it listens on when absent
    #[arg(long, env = "STOA_PUBLIC_URL", value_name = "URL", value_parser = parse_base_url)]
    pub public_url: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// List mails, the newest first, 500 at most; to whom they go is sealed
    List {
        /// Only those of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Only those in this state
        #[arg(long, value_parser = stoa_mails::staff::STATES)]
        state: Option<String>,
    },
    /// Show a mail as it would be sent now; the link of a reset holds for 60 minutes, and earlier ones are void
    #[command(group = ArgGroup::new("which").required(true).args(["mail", "last"]))]
    Show {
        /// The mail's id, as `stoa mail list` shows it
        #[arg(value_name = "MAIL")]
        mail: Option<i64>,
        /// The newest
        #[arg(long)]
        last: bool,
        /// Its site; looked up when absent
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// The HTML in place of the text
        #[arg(long)]
        html: bool,
        #[command(flatten)]
        place: Box<FilePlace>,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Have mails that were not sent tried again, now
    #[command(group = ArgGroup::new("which").required(true).args(["mail", "failed"]))]
    Retry {
        /// The mail's id
        #[arg(value_name = "MAIL")]
        mail: Option<i64>,
        /// All that failed, resets apart
        #[arg(long)]
        failed: bool,
        /// The mail's site, or whose failed ones; of all when absent
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Send a mail to an address, to see whether the server takes it
    Test {
        /// To whom
        #[arg(value_name = "ADDRESS")]
        to: String,
        #[command(flatten)]
        mail: MailSettings,
    },
}

impl MailSettings {
    /// What hands mails over; none when no server is named.
    pub fn mailer(&self) -> Result<Option<Mailer>> {
        let read = |path: &PathBuf| {
            fs::read(path).with_context(|| format!("--smtp-ca: {} cannot be read", path.display()))
        };
        let settings = stoa_mail::Settings {
            smtp_url: self.smtp_url.clone(),
            smtp_ca: self.smtp_ca.as_ref().map(read).transpose()?,
            from: self.mail_from.clone(),
        };
        Ok(Mailer::new(&settings)?)
    }
}

impl MailSettings {
    /// What is wrong with these settings. No server is asked.
    pub fn check(&self) -> Result<()> {
        self.mailer().map(drop)
    }
}

impl PublicUrl {
    /// The named one, or that of the address that a server listens on that is told nothing else.
    pub fn or_default(&self) -> String {
        self.or(&format!("http://{LISTENS_ON}"))
    }

    /// The named one, or this of the server itself.
    pub fn or(&self, own_url: &str) -> String {
        self.public_url.clone().unwrap_or_else(|| own_url.to_owned())
    }
}

/// Scheme, host and perhaps a path, without a slash at the end.
pub(super) fn parse_base_url(text: &str) -> Result<String, String> {
    let is_base = |url: &Url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    };
    match Url::parse(text).ok().filter(is_base) {
        Some(url) => Ok(url.as_str().trim_end_matches('/').to_owned()),
        None => Err("it must be such as https://shop.example.com".into()),
    }
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
