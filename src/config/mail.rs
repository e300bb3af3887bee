//! Settings of the mail server.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use stoa_smtp::Mailer;

/// The mail server.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Mail")]
pub struct MailSettings {
    /// URL of the mail server: smtps://user:password@host, or smtp://user:password@host?tls=required. Mails wait in the
    /// outbox if absent
    #[arg(long, env, hide_env_values = true, value_name = "URL")]
    pub smtp_url: Option<String>,
    /// Certificate (PEM) of the authority that signs the mail server's certificate, instead of the public authorities
    #[arg(long, env, value_name = "FILE")]
    pub smtp_ca: Option<PathBuf>,
    /// Sender address of mails; the sender's name is the store's
    #[arg(long, env, value_name = "ADDRESS")]
    pub mail_from: Option<String>,
}

impl MailSettings {
    /// Returns the mail client, without contacting the server. Returns `None` if no mail server is configured.
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
}
