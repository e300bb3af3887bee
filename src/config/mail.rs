//! Settings of the mail server, and arguments of `stoa mail`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{ArgGroup, Args, Subcommand};
use stoa_smtp::Mailer;

use super::{FilePlace, ProviderSettings};

/// The mail server.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Mail")]
pub struct MailSettings {
    /// URL of the mail server: smtps://user:password@host, or smtp://user:password@host?tls=required. Mails wait in the
    /// outbox if absent
    #[arg(long, env = "STOA_SMTP_URL", hide_env_values = true, value_name = "URL")]
    pub smtp_url: Option<String>,
    /// Certificate (PEM) of the authority that signs the mail server's certificate, instead of the public authorities
    #[arg(long, env = "STOA_SMTP_CA", value_name = "FILE")]
    pub smtp_ca: Option<PathBuf>,
    /// Sender address of mails; the sender's name is the store's
    #[arg(long, env = "STOA_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// List mails, the newest first, 500 at most, without recipients, which are encrypted
    List {
        /// List only the mails of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// List only mails in this state
        #[arg(long, value_parser = stoa_outbox::staff::STATES)]
        state: Option<String>,
    },
    /// Show a mail as it would be sent now. A password reset link in the mail is valid for 60 minutes; earlier reset
    /// links become invalid
    #[command(group = ArgGroup::new("which").required(true).args(["mail", "last"]))]
    Show {
        /// The mail's id, as `stoa mail list` shows it
        #[arg(value_name = "MAIL")]
        mail: Option<i64>,
        /// Show the newest mail
        #[arg(long)]
        last: bool,
        /// The mail's site; looked up if absent
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Show the HTML instead of the text
        #[arg(long)]
        html: bool,
        #[command(flatten)]
        place: Box<FilePlace>,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Retry unsent mails now
    #[command(group = ArgGroup::new("which").required(true).args(["mail", "failed"]))]
    Retry {
        /// The mail's id
        #[arg(value_name = "MAIL")]
        mail: Option<i64>,
        /// Retry all failed mails, except password resets
        #[arg(long)]
        failed: bool,
        /// The mail's site, looked up if absent; with --failed, only mails of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Send a test mail, to see whether the mail server accepts it
    Test {
        /// Recipient of the mail
        #[arg(value_name = "ADDRESS")]
        to: String,
        #[command(flatten)]
        mail: MailSettings,
    },
}

impl MailSettings {
    /// Returns the mail client, or `None` if no mail server is configured.
    pub fn mailer(&self) -> Result<Option<Mailer>> {
        let read = |path: &PathBuf| {
            fs::read(path).with_context(|| format!("--smtp-ca: {} cannot be read", path.display()))
        };
        let settings = stoa_smtp::Settings {
            smtp_url: self.smtp_url.clone(),
            smtp_ca: self.smtp_ca.as_ref().map(read).transpose()?,
            from: self.mail_from.clone(),
        };
        Ok(Mailer::new(&settings)?)
    }

    /// Checks the settings without contacting the mail server.
    pub fn check(&self) -> Result<()> {
        self.mailer().map(drop)
    }
}
