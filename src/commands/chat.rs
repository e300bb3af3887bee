//! `stoa chat`: the agents' side of live chat.

use std::fmt::Display;

use anyhow::{Error, Result};
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use stoa_audit::Origin;
use stoa_conversations::{
    self as conversations, Agent, Changed, Conversation, NewReply, announce, check_agent,
    check_reply,
};
use stoa_db::Db;
use stoa_event_streams::events_after;
use stoa_live_chat_types::{ChatEvent, StreamedMessage};
use stoa_runtime::Failed;

use super::{only, refusal};
use crate::listing::{self, Output};

#[derive(Debug, Subcommand)]
pub enum ChatCommand {
    /// List conversations, the one with the newest message first, 500 at most
    List {
        /// List only the conversations of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// List only conversations in this state
        #[arg(long, value_parser = ["open", "assigned", "closed"])]
        state: Option<String>,
    },
    /// Show the messages and status changes of a conversation
    Show(ConversationId),
    /// Assign an open conversation to an agent
    Assign {
        #[command(flatten)]
        conversation: ConversationId,
        /// Name of the agent
        #[arg(long)]
        name: Option<String>,
    },
    /// Answer the visitor; an open conversation is then assigned to the agent
    Reply {
        #[command(flatten)]
        conversation: ConversationId,
        /// Name of the agent, as the visitor sees it
        #[arg(long)]
        name: String,
        /// The answer, at most 4,000 characters
        text: String,
    },
    /// Release an assigned conversation, so that it is open again
    Release(ConversationId),
    /// Close a conversation for good
    Close(ConversationId),
}

/// The conversation that a command acts on.
#[derive(Debug, Clone, Copy, Args)]
pub struct ConversationId {
    /// The conversation's id, as `stoa chat list` shows it
    #[arg(value_name = "CONVERSATION")]
    pub id: i64,
    /// The conversation's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}

const HEADINGS: [&str; 7] =
    ["SITE", "CONVERSATION", "STATE", "AGENT", "VISITOR", "EVENTS", "LAST MESSAGE"];

pub async fn run(
    command: ChatCommand,
    db: &Db,
    now: DateTime<Utc>,
    out: &mut Output,
) -> Result<()> {
    match command {
        ChatCommand::List { site, state } => {
            let conversations = conversations::list(db, site, state.as_deref()).await?;
            listing::write(&HEADINGS, conversations, out)
        }
        ChatCommand::Show(conversation) => show(db, find(db, conversation).await?, out).await,
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
            let replied = replied.map_err(|failed| refused(conversation, failed))?;
            Ok(announce(db, replied.notification.as_slice()).await?)
        }
        ChatCommand::Release(conversation) => {
            let conversation = find(db, conversation).await?;
            let origin = Origin::of_command("stoa chat release");
            let released = conversations::release(db, &origin, conversation, now).await;
            announce_change(db, conversation, released).await
        }
        ChatCommand::Close(conversation) => {
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
    let changed = changed.map_err(|failed| refused(conversation, failed))?;
    Ok(announce(db, &[changed.notification]).await?)
}

/// Finds a conversation by id, in one site or in all of them.
async fn find(db: &Db, ConversationId { id, site }: ConversationId) -> Result<Conversation> {
    only(conversations::find(db, site, id).await?, &format!("conversation {id}"), "stoa chat list")
}

async fn show(db: &Db, conversation: Conversation, out: &mut Output) -> Result<()> {
    for (_, event) in events_after(db, conversation, 0, i64::MAX).await? {
        match event {
            ChatEvent::Message(message) => {
                let StreamedMessage { author_name, author_kind, body, occurred_at, .. } =
                    message.data;
                listing::write_said(occurred_at.0, &author_name, author_kind, &body, out)?;
            }
            ChatEvent::Status(change) => {
                let time = listing::time(change.occurred_at.0);
                writeln!(out, "{time}  the conversation is {}", change.status)?;
            }
            // `hello` is sent at the start of a stream and never stored.
            ChatEvent::Hello(_) => {}
        }
    }
    Ok(())
}

fn refused<R: Display>(conversation: Conversation, failed: Failed<R>) -> Error {
    refusal("conversation", conversation.id, failed)
}
