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

#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// List mails, the newest first, 500 at most; to whom they go is sealed
    List {
        /// Only those of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Only those in this state
        #[arg(long, value_parser = stoa_outbox::staff::STATES)]
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
    /// The mail client; `None` if no server is configured.
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

    /// Checks the settings without contacting the server.
    pub fn check(&self) -> Result<()> {
        self.mailer().map(drop)
    }
}
