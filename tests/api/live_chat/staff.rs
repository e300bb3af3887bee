//! The domain's operations of staff, as commands call them.

use chrono::{DateTime, Utc};
use stoa_audit::Origin;
use stoa_conversations::{
    self as conversations, Agent, AssignRefusal, Changed, CloseRefusal, Conversation, NewReply,
    ReleaseRefusal, ReplyRefusal, announce,
};
use stoa_db::Db;
use stoa_runtime::Failed;

type Now = DateTime<Utc>;

fn named(name: &str) -> Agent {
    Agent { name: name.to_owned(), person_id: None }
}

fn origin() -> Origin {
    Origin::of_command("stoa chat")
}

async fn told<R>(db: &Db, changed: Result<Changed, Failed<R>>) -> Result<(), Failed<R>> {
    Ok(announce(db, &[changed?.notification]).await?)
}

pub async fn assign(
    db: &Db,
    conversation: Conversation,
    name: Option<&str>,
    now: Now,
) -> Result<(), Failed<AssignRefusal>> {
    let agent = name.map(named);
    let assigned = conversations::assign(db, &origin(), conversation, agent.as_ref(), now).await;
    told(db, assigned).await
}

pub async fn release(
    db: &Db,
    conversation: Conversation,
    now: Now,
) -> Result<(), Failed<ReleaseRefusal>> {
    told(db, conversations::release(db, &origin(), conversation, now).await).await
}

pub async fn close(
    db: &Db,
    conversation: Conversation,
    now: Now,
) -> Result<(), Failed<CloseRefusal>> {
    told(db, conversations::close(db, &origin(), conversation, now).await).await
}

pub async fn reply(
    db: &Db,
    conversation: Conversation,
    name: &str,
    text: &str,
    now: Now,
) -> Result<(), Failed<ReplyRefusal>> {
    let reply = NewReply { agent: named(name), body: text.to_owned(), idempotency: None };
    let replied = conversations::reply(db, &origin(), conversation, reply, now).await?;
    Ok(announce(db, replied.notification.as_slice()).await?)
}
