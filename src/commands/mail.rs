//! `stoa mail`: the outbox, for staff. `show` stores a new token for a reset or a welcome, as each attempt to send it does,
//! and does not write to the audit trail.

use std::io::{Write, stdout};

use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use stoa_audit::Origin;
use stoa_db::Db;
use stoa_outbox::{
    MailContext, Outbox,
    staff::{self, FoundMail},
};
use stoa_smtp::{Letter, Mailer};
use stoa_values::{Clock, text::is_control};

use crate::config::MailCommand;
use crate::database::Database;
use crate::{listing, serve};

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
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let headings = ["SITE", "MAIL", "KIND", "STATE", "TRIES", "QUEUED", "DUE", "NOTE"];
    listing::write(&headings, staff::list(db, site_id, state).await?, out)
}

/// Finds a mail by id, or the newest mail if `id` is `None`. Without a site, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, id: Option<i64>) -> Result<FoundMail> {
    let mut mails = staff::find(db, site_id, id).await?;
    match (mails.pop(), mails.is_empty(), id) {
        (Some(mail), true, _) => Ok(mail),
        (Some(_), false, _) => {
            bail!("several sites have a mail with this id: name one with --site")
        }
        (None, _, Some(id)) => {
            bail!("there is no mail {id}: `stoa mail list` lists them")
        }
        (None, _, None) => bail!("no mail was queued yet"),
    }
}

/// Writes a mail as it would be sent now.
pub async fn show(
    context: &MailContext,
    mail: FoundMail,
    html: bool,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let letter = match staff::show(context, mail).await? {
        Ok(letter) => letter,
        Err(reason) => bail!("mail {} would not be sent: {reason}", mail.id),
    };
    if html {
        writeln!(out, "{}", shown(&letter.html))?;
        return Ok(());
    }
    let Letter { from_name, to, reply_to, subject, text, .. } = &letter;
    writeln!(out, "From: {}", shown(from_name))?;
    writeln!(out, "To: {}", shown(to))?;
    if let Some(reply_to) = reply_to {
        writeln!(out, "Reply-To: {}", shown(reply_to))?;
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
    };
    mailer.send(&letter).await.with_context(|| "the mail server has not accepted the mail")
}
