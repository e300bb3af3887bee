//! `stoa support`: the support messages of customers, for staff.

use std::io::stdout;

use anyhow::{Context, Error, Result};
use chrono::Utc;
use clap::{Args, Subcommand};
use stoa_audit::Origin;
use stoa_customers::support::{
    SupportContext,
    staff::{self, FoundMessage, NewReply},
};
use stoa_db::Db;
use stoa_outbox::Outbox;
use stoa_staff_types::SupportReply;
use stoa_values::Clock;

use super::{only, refusal};
use crate::config::ProviderSettings;
use crate::database::Database;
use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum SupportCommand {
    /// List messages, the latest activity first, 500 at most
    List {
        /// List only the messages of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// List only messages in this state: open messages wait for staff, pending ones for the customer
        #[arg(long, value_parser = ["open", "pending", "closed"])]
        state: Option<String>,
    },
    /// Show a message and its replies
    Show(SupportMessageId),
    /// Answer a message; the customer gets a mail, and a closed message becomes pending again
    Reply {
        #[command(flatten)]
        message: SupportMessageId,
        /// Name of the author, as the customer sees it
        #[arg(long)]
        name: String,
        /// The answer, at most 10,000 characters
        text: String,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Close a message; a reply of the customer reopens it
    Close(SupportMessageId),
}

/// The message that a command acts on.
#[derive(Debug, Clone, Copy, Args)]
pub struct SupportMessageId {
    /// The message's id, as `stoa support list` shows it
    #[arg(value_name = "MESSAGE")]
    pub id: i64,
    /// The message's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}

const HEADINGS: [&str; 8] =
    ["SITE", "MESSAGE", "STATE", "CATEGORY", "CUSTOMER", "SUBJECT", "REPLIES", "LAST ACTIVITY"];

pub async fn run(command: SupportCommand, database: &Database, db: &Db) -> Result<()> {
    match command {
        SupportCommand::List { site, state } => {
            let messages = staff::list(db, site, state.as_deref()).await?;
            listing::write(&HEADINGS, messages, &mut stdout())
        }
        SupportCommand::Show(message) => show(db, find(db, message).await?, &mut stdout()).await,
        SupportCommand::Reply { message, name, text, providers } => {
            let outbox = Outbox::new(providers.secrets(database)?);
            let context = SupportContext { db: db.clone(), clock: Clock::default(), outbox };
            let message = find(db, message).await?;
            let reply = NewReply { author_name: name, body: text, idempotency: None };
            staff::check_reply(&reply).map_err(Error::msg)?;
            let origin = Origin::of_command("stoa support reply");
            let replied = staff::reply(&context, &origin, message, reply).await;
            replied.map(drop).map_err(|failed| refusal("message", message.id, failed))
        }
        SupportCommand::Close(message) => {
            let message = find(db, message).await?;
            let origin = Origin::of_command("stoa support close");
            let closed = staff::close(db, &origin, message, Utc::now()).await;
            closed.map(drop).map_err(|failed| refusal("message", message.id, failed))
        }
    }
}

/// Finds a message by id. Without a site, searches all sites.
async fn find(db: &Db, SupportMessageId { id, site }: SupportMessageId) -> Result<FoundMessage> {
    only(staff::find(db, site, id).await?, &format!("message {id}"), "stoa support list")
}

async fn show(db: &Db, found: FoundMessage, out: &mut Output) -> Result<()> {
    let message = staff::get_message(db, found).await?;
    let message = message.with_context(|| format!("message {} no longer exists", found.id))?;
    let name = message.customer_name.map(|name| name + " ").unwrap_or_default();
    let fields = [
        ("Message", Some(message.id.to_string())),
        ("Site", Some(found.site_id.to_string())),
        ("State", Some(message.status.to_string())),
        ("Customer", Some(format!("{name}<{}>", message.customer_email))),
        ("Category", Some(message.category)),
        ("Order", message.order_number),
        ("Subject", Some(message.subject)),
    ];
    listing::write_fields(10, fields, out)?;
    let written_at = listing::time(message.created_at.0);
    writeln!(out, "\n{written_at}  {}", listing::indented(&message.body))?;
    for SupportReply { author, body, created_at, .. } in message.replies {
        listing::write_said(created_at.0, &author.name, author.kind, &body, out)?;
    }
    Ok(())
}
