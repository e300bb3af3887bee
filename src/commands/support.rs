//! `stoa support`: the support messages of customers, for staff.

use std::fmt::Display;
use std::io::{Write, stdout};

use anyhow::{Context, Error, Result, anyhow, bail};
use chrono::Utc;
use stoa_audit::Origin;
use stoa_customers::support::{
    SupportContext,
    staff::{self, FoundMessage, NewReply},
};
use stoa_db::Db;
use stoa_outbox::Outbox;
use stoa_runtime::Failed;
use stoa_staff_types::Timestamp;
use stoa_values::{Clock, text::is_control};

use crate::config::{SupportCommand, SupportMessageId};
use crate::database::Database;
use crate::listing;

pub async fn run(command: SupportCommand, database: &Database, db: &Db) -> Result<()> {
    match command {
        SupportCommand::List { site, state } => {
            list(db, site, state.as_deref(), &mut stdout()).await
        }
        SupportCommand::Show { message } => show(db, find(db, message).await?, &mut stdout()).await,
        SupportCommand::Reply { message, name, text, providers } => {
            let outbox = Outbox::new(providers.secrets(database)?);
            let context = SupportContext { db: db.clone(), clock: Clock::default(), outbox };
            let message = find(db, message).await?;
            let reply = NewReply { author_name: name, body: text, idempotency: None };
            staff::check_reply(&reply).map_err(Error::msg)?;
            let origin = Origin::of_command("stoa support reply");
            let replied = staff::reply(&context, &origin, message, reply).await;
            replied.map(drop).map_err(|failed| reason(message, failed))
        }
        SupportCommand::Close { message } => {
            let message = find(db, message).await?;
            let origin = Origin::of_command("stoa support close");
            let closed = staff::close(db, &origin, message, Utc::now()).await;
            closed.map(drop).map_err(|failed| reason(message, failed))
        }
    }
}

/// Writes one line per message, the latest activity first, 500 at most.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    state: Option<&str>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let headings =
        ["SITE", "MESSAGE", "STATE", "CATEGORY", "CUSTOMER", "SUBJECT", "REPLIES", "LAST ACTIVITY"];
    listing::write(&headings, staff::list(db, site_id, state).await?, out)
}

/// Finds a message by id. Without a site, searches all sites.
pub async fn find(
    db: &Db,
    SupportMessageId { id, site }: SupportMessageId,
) -> Result<FoundMessage> {
    match staff::find(db, site, id).await?.as_slice() {
        [message] => Ok(*message),
        [] => bail!("there is no message {id}: `stoa support list` lists them"),
        _ => bail!("several sites have a message {id}: name one with --site"),
    }
}

pub async fn show(db: &Db, found: FoundMessage, out: &mut (dyn Write + Send)) -> Result<()> {
    let message = staff::get_message(db, found).await?;
    let message = message.with_context(|| format!("message {} no longer exists", found.id))?;
    let name = message.customer_name.map(|name| name + " ").unwrap_or_default();
    let heads = [
        ("Message", Some(message.id.to_string())),
        ("Site", Some(found.site_id.to_string())),
        ("State", Some(message.status.to_string())),
        ("Customer", Some(format!("{name}<{}>", message.customer_email))),
        ("Category", Some(message.category)),
        ("Order", message.order_number),
        ("Subject", Some(message.subject)),
    ];
    for (head, value) in heads {
        if let Some(value) = value {
            writeln!(out, "{head:<10}{}", printable(&value, ' '))?;
        }
    }
    writeln!(out, "\n{}  {}", time(message.created_at), printable(&message.body, '\n'))?;
    for reply in message.replies {
        writeln!(
            out,
            "{}  {} ({}): {}",
            time(reply.created_at),
            printable(&reply.author.name, ' '),
            reply.author.kind,
            printable(&reply.body, '\n')
        )?;
    }
    Ok(())
}

fn reason<R: Display>(FoundMessage { id, .. }: FoundMessage, failed: Failed<R>) -> Error {
    match failed {
        Failed::Refused(reason) => anyhow!("message {id}: {reason}"),
        Failed::Internal(error) => error.into(),
    }
}

fn time(Timestamp(time): Timestamp) -> String {
    time.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// Replaces control characters except `kept`, because a customer's text could control the terminal with them.
fn printable(text: &str, kept: char) -> String {
    let shown = text.replace(|letter: char| is_control(letter) && letter != kept, " ");
    shown.replace('\n', "\n    ")
}
