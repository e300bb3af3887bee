//! `stoa mail`: the outbox, for staff. `show` stores a new token for a reset, a welcome or a reminder, as each attempt to
//! send it does, and does not write to the audit trail.

use std::io::{Write, stdout};

use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use clap::{ArgGroup, Subcommand};
use stoa_audit::Origin;
use stoa_db::Db;
use stoa_outbox::{
    MailContext, Outbox,
    staff::{self, FoundMail},
};
use stoa_smtp::{Letter, Mailer};
use stoa_values::{Clock, text::is_control};

use super::only;
use crate::config::{FilePlace, MailSettings, ProviderSettings};
use crate::database::Database;
use crate::listing::{self, Output};
use crate::serve;

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

pub async fn run(command: MailCommand, database: &Database, db: &Db) -> Result<()> {
    match command {
        MailCommand::List { site, state } => list(db, site, state.as_deref(), &mut stdout()).await,
        MailCommand::Show { mail, last: _, site, html, place, providers } => {
            let outbox = Outbox::new(providers.secrets(database)?);
            let public_url = place.public_url.for_links(db).await?;
            let files = place.files.files(db, &Clock::default(), database, &public_url)?;
            let context = serve::mail_context(db, outbox, files, public_url);
            show(&context, find(db, site, mail).await?, html, &mut stdout()).await
        }
        MailCommand::Retry { mail: None, failed: _, site } => {
            let origin = Origin::of_command("stoa mail retry");
            let retried = staff::retry_failed(db, &origin, site, Utc::now()).await?;
            writeln!(stdout(), "{retried} mails will be retried")?;
            Ok(())
        }
        MailCommand::Retry { mail, failed: _, site } => {
            retry(db, find(db, site, mail).await?, Utc::now()).await
        }
        MailCommand::Test { to, mail } => {
            let mailer = mail.mailer()?;
            let mailer = mailer.context("set the mail server with STOA_SMTP_URL")?;
            test(&mailer, &to).await?;
            writeln!(stdout(), "the mail server has accepted a mail to {to}")?;
            Ok(())
        }
    }
}

/// Writes one line per mail, the newest first, 500 at most.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    state: Option<&str>,
    out: &mut Output,
) -> Result<()> {
    let headings = ["SITE", "MAIL", "KIND", "STATE", "TRIES", "QUEUED", "DUE", "NOTE"];
    listing::write(&headings, staff::list(db, site_id, state).await?, out)
}

/// Finds a mail by id, or the newest mail if `id` is `None`. Without a site, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, id: Option<i64>) -> Result<FoundMail> {
    let mut found = staff::find(db, site_id, id).await?;
    match id {
        Some(id) => only(found, &format!("mail {id}"), "stoa mail list"),
        None => found.pop().context("no mail was queued yet"),
    }
}

/// Writes a mail as it would be sent now.
pub async fn show(
    context: &MailContext,
    mail: FoundMail,
    html: bool,
    out: &mut Output,
) -> Result<()> {
    let letter = match staff::show(context, mail).await? {
        Ok(letter) => letter,
        Err(reason) => bail!("mail {} would not be sent: {reason}", mail.id),
    };
    if html {
        writeln!(out, "{}", shown(&letter.html))?;
        return Ok(());
    }
    let Letter { from_name, to, reply_to, subject, text, unsubscribe_url, .. } = &letter;
    writeln!(out, "From: {}", shown(from_name))?;
    writeln!(out, "To: {}", shown(to))?;
    if let Some(reply_to) = reply_to {
        writeln!(out, "Reply-To: {}", shown(reply_to))?;
    }
    if let Some(url) = unsubscribe_url {
        writeln!(out, "List-Unsubscribe: <{}>", shown(url))?;
    }
    writeln!(out, "Subject: {}\n\n{}", shown(subject), shown(text))?;
    Ok(())
}

/// Replaces control characters, which could control the terminal.
fn shown(text: &str) -> String {
    text.replace(|c: char| is_control(c) && c != '\n', " ")
}

/// Makes a mail due now. Fails if the mail was sent already.
pub async fn retry(db: &Db, mail: FoundMail, now: DateTime<Utc>) -> Result<()> {
    let origin = Origin::of_command("stoa mail retry");
    ensure!(staff::retry(db, &origin, mail, now).await?, "mail {} was sent already", mail.id);
    Ok(())
}

pub async fn test(mailer: &Mailer, to: &str) -> Result<()> {
    let letter = Letter {
        id: format!("test.{:x}", rand::random::<u64>()),
        from_name: "Stoa".into(),
        to: to.to_owned(),
        reply_to: None,
        subject: "Test mail".into(),
        text: "The mail server accepts mails from this Stoa server.\n".into(),
        html: "<p>The mail server accepts mails from this Stoa server.</p>".into(),
        unsubscribe_url: None,
    };
    mailer.send(&letter).await.with_context(|| "the mail server has not accepted the mail")
}
