//! `stoa chat`: the agents' side of live chat.

use std::fmt::Display;
use std::io::{Write, stdout};

use anyhow::{Error, Result, anyhow, bail};
use chrono::{DateTime, Utc};
use stoa_audit::Origin;
use stoa_conversations::{
    self as conversations, Agent, Changed, Conversation, NewReply, announce, check_agent,
    check_reply,
};
use stoa_db::Db;
use stoa_event_streams::events_after;
use stoa_live_chat_types::{ChatEvent, Timestamp};
use stoa_runtime::Failed;
use stoa_values::{Clock, text::is_control};

use crate::config::{ChatCommand, ConversationId};
use crate::listing;

pub async fn run(command: ChatCommand, db: &Db) -> Result<()> {
    execute(command, db, Clock::default().now(), &mut stdout()).await
}

pub async fn execute(
    command: ChatCommand,
    db: &Db,
    now: DateTime<Utc>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    match command {
        ChatCommand::List { site, state } => list(db, site, state.as_deref(), out).await,
        ChatCommand::Show { conversation } => show(db, find(db, conversation).await?, out).await,
        ChatCommand::Assign { conversation, name } => {
            let conversation = find(db, conversation).await?;
            let origin = Origin::of_command("stoa chat assign");
            let agent = name.map(named);
            agent.as_ref().map_or(Ok(()), check_agent).map_err(Error::msg)?;
            let assigned =
                conversations::assign(db, &origin, conversation, agent.as_ref(), now).await;
            announce_change(db, conversation, assigned).await
        }
        ChatCommand::Reply { conversation, name, text } => {
            let conversation = find(db, conversation).await?;
            let origin = Origin::of_command("stoa chat reply");
            let reply = NewReply { agent: named(name), body: text, idempotency: None };
            check_reply(&reply).map_err(Error::msg)?;
            let replied = conversations::reply(db, &origin, conversation, reply, now).await;
            let replied = replied.map_err(|failed| reason(conversation, failed))?;
            Ok(announce(db, replied.notification.as_slice()).await?)
        }
        ChatCommand::Release { conversation } => {
            let conversation = find(db, conversation).await?;
            let origin = Origin::of_command("stoa chat release");
            let released = conversations::release(db, &origin, conversation, now).await;
            announce_change(db, conversation, released).await
        }
        ChatCommand::Close { conversation } => {
            let conversation = find(db, conversation).await?;
            let origin = Origin::of_command("stoa chat close");
            let closed = conversations::close(db, &origin, conversation, now).await;
            announce_change(db, conversation, closed).await
        }
    }
}

fn named(name: String) -> Agent {
    Agent { name, person_id: None }
}

/// Announces the event of a change to the servers.
async fn announce_change<R: Display>(
    db: &Db,
    conversation: Conversation,
    changed: Result<Changed, Failed<R>>,
) -> Result<()> {
    let changed = changed.map_err(|failed| reason(conversation, failed))?;
    Ok(announce(db, &[changed.notification]).await?)
}

async fn list(
    db: &Db,
    site_id: Option<i64>,
    status: Option<&str>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    listing::write(
        &["SITE", "CONVERSATION", "STATE", "AGENT", "VISITOR", "EVENTS", "LAST MESSAGE"],
        conversations::list(db, site_id, status).await?,
        out,
    )
}

/// Finds a conversation by id, in one site or in all of them.
async fn find(db: &Db, ConversationId { id, site }: ConversationId) -> Result<Conversation> {
    match conversations::find(db, site, id).await?.as_slice() {
        [conversation] => Ok(*conversation),
        [] => bail!("there is no conversation {id}: `stoa chat list` lists them"),
        _ => bail!("several sites have a conversation {id}: name one with --site"),
    }
}

async fn show(db: &Db, conversation: Conversation, out: &mut (dyn Write + Send)) -> Result<()> {
    for (_, event) in events_after(db, conversation, 0, i64::MAX).await? {
        match event {
            ChatEvent::Message(message) => {
                let message = message.data;
                writeln!(
                    out,
                    "{}  {} ({}): {}",
                    time(message.occurred_at),
                    printable(&message.author_name, ' '),
                    message.author_kind,
                    printable(&message.body, '\n')
                )?;
            }
            ChatEvent::Status(change) => {
                let (time, status) = (time(change.occurred_at), change.status);
                writeln!(out, "{time}  the conversation is {status}")?;
            }
            // `hello` is sent at the start of a stream and never stored.
            ChatEvent::Hello(_) => {}
        }
    }
    Ok(())
}

fn reason<R: Display>(Conversation { id, .. }: Conversation, failed: Failed<R>) -> Error {
    match failed {
        Failed::Refused(reason) => anyhow!("conversation {id}: {reason}"),
        Failed::Internal(error) => error.into(),
    }
}

fn time(Timestamp(time): Timestamp) -> String {
    time.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// Replaces control characters except `kept`, because a visitor's text could control the terminal with them.
fn printable(text: &str, kept: char) -> String {
    let shown = text.replace(|letter: char| is_control(letter) && letter != kept, " ");
    shown.replace('\n', "\n    ")
}
