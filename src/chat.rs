//! The agents' side of live chat, for the command line, and the end of conversations that fell silent.
//! Visitors' side is handlers/live-chat's.

mod idle;

pub use idle::{CLOSE_IDLE, IDLE, close_idle, close_idle_round};

use std::io::Write;

use anyhow::{Context, Result, bail, ensure};
use chrono::Utc;
use stoa_live_chat::{CHANNEL, Conversation, Notification};
use tokio_postgres::Client;

use crate::listing;

/// Characters of a message, as the document has it.
const LONGEST_MESSAGE: usize = 4000;

const LONGEST_NAME: usize = 255;

/// Writes a line for each conversation, the one with the newest message first, 500 at most.
pub async fn list(
    client: &Client,
    site_id: Option<i64>,
    state: Option<&str>,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let rows = client.query(include_str!("chat/list.sql"), &[&site_id, &state]).await?;
    listing::write(
        &["SITE", "CONVERSATION", "STATE", "AGENT", "VISITOR", "EVENTS", "LAST MESSAGE"],
        &rows,
        out,
    )
}

/// The conversation with this id, of this site or of whichever has it.
pub async fn find(client: &Client, site_id: Option<i64>, id: i64) -> Result<Conversation> {
    let rows = client.query(include_str!("chat/find.sql"), &[&site_id, &id]).await?;
    match rows.as_slice() {
        [row] => Ok(Conversation { site_id: row.try_get(0)?, id }),
        [] => bail!("there is no conversation {id}: `stoa chat list` shows those that are"),
        _ => bail!("several sites have a conversation {id}: name one with --site"),
    }
}

/// Writes everything that happened in a conversation.
pub async fn show(
    client: &Client,
    conversation: Conversation,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let Conversation { site_id, id } = conversation;
    for row in client.query(include_str!("chat/show.sql"), &[&site_id, &id]).await? {
        let (time, text): (&str, &str) = (row.try_get(0)?, row.try_get(3)?);
        let author: Option<(&str, &str)> = match row.try_get(1)? {
            Some(kind) => Some((kind, row.try_get(2)?)),
            None => None,
        };
        match author {
            Some((kind, name)) => writeln!(
                out,
                "{time}  {} ({kind}): {}",
                printable(name, ' '),
                printable(text, '\n')
            )?,
            None => writeln!(out, "{time}  the conversation is {text}")?,
        }
    }
    Ok(())
}

/// Takes an open conversation for an agent.
pub async fn assign(
    client: &Client,
    conversation: Conversation,
    agent: Option<&str>,
) -> Result<()> {
    if let Some(agent) = agent {
        check("the name", agent, LONGEST_NAME)?;
    }
    change_status(client, conversation, &["open"], "assigned", agent).await
}

/// Gives an assigned conversation back.
pub async fn release(client: &Client, conversation: Conversation) -> Result<()> {
    change_status(client, conversation, &["assigned"], "open", None).await
}

/// Ends a conversation for good.
pub async fn close(client: &Client, conversation: Conversation) -> Result<()> {
    change_status(client, conversation, &["open", "assigned"], "closed", None).await
}

/// Answers a visitor. An open conversation is the agent's from then on.
pub async fn reply(
    client: &Client,
    conversation: Conversation,
    agent: &str,
    text: &str,
) -> Result<()> {
    let (agent, text) = (agent.trim(), text.trim());
    check("the name", agent, LONGEST_NAME)?;
    check("the text", text, LONGEST_MESSAGE)?;
    // Each is whole by itself: a visitor's message may well come between the two.
    store_status(client, conversation, &["open"], "assigned", Some(agent)).await?;
    let Conversation { site_id, id } = conversation;
    let stored = client
        .query_opt(include_str!("chat/reply.sql"), &[&site_id, &id, &agent, &text, &Utc::now()])
        .await?;
    match stored {
        Some(row) => announce(client, conversation, row.try_get(0)?).await,
        None => refuse(client, conversation).await,
    }
}

async fn change_status(
    client: &Client,
    conversation: Conversation,
    from: &[&str],
    to: &str,
    agent: Option<&str>,
) -> Result<()> {
    match store_status(client, conversation, from, to, agent).await? {
        true => Ok(()),
        false => refuse(client, conversation).await,
    }
}

/// Changes the status, if it is one of `from`.
async fn store_status(
    client: &Client,
    conversation: Conversation,
    from: &[&str],
    to: &str,
    agent: Option<&str>,
) -> Result<bool> {
    let Conversation { site_id, id } = conversation;
    let stored = client
        .query_opt(
            include_str!("chat/change_status.sql"),
            &[&site_id, &id, &from, &to, &agent, &Utc::now()],
        )
        .await?;
    if let Some(row) = &stored {
        announce(client, conversation, row.try_get(0)?).await?;
    }
    Ok(stored.is_some())
}

/// Why nothing could be done.
async fn refuse(client: &Client, conversation: Conversation) -> Result<()> {
    let Conversation { site_id, id } = conversation;
    let row = client.query_opt(include_str!("chat/status.sql"), &[&site_id, &id]).await?;
    let row = row.with_context(|| format!("there is no conversation {id} any more"))?;
    let status: &str = row.try_get(0)?;
    bail!("conversation {id} is {status}")
}

/// Tells servers of a committed event.
async fn announce(client: &Client, conversation: Conversation, number: i64) -> Result<()> {
    let payload = Notification { conversation, number }.to_string();
    client.execute("select pg_notify($1, $2)", &[&CHANNEL, &payload]).await?;
    Ok(())
}

fn check(what: &str, text: &str, most: usize) -> Result<()> {
    ensure!(!text.trim().is_empty(), "{what} must not be empty");
    ensure!(text.chars().count() <= most, "{what} must have at most {most} characters");
    ensure!(!text.contains('\0'), "{what} must not hold NUL");
    Ok(())
}

/// Text of a visitor without what could steer a terminal.
fn printable(text: &str, kept: char) -> String {
    let shown = text.replace(|letter: char| letter.is_control() && letter != kept, " ");
    shown.replace('\n', "\n    ")
}
