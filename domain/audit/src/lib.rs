//! The audit trail: the actor, the object and the fields of each change. A change and its entry commit together.

use chrono::{DateTime, Utc};
use stoa_db::{DbError, Transaction};

/// The site of changes that belong to no site.
pub const NO_SITE: i64 = 0;

/// The origin of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    pub actor: Actor,
    /// An operationId, or a command such as `stoa order ship`.
    pub operation: &'static str,
    /// None for a command.
    pub request_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    Person { id: i64, name: String },
    CommandLine,
}

/// The object of a change.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    pub kind: &'static str,
    pub id: &'a str,
}

impl Origin {
    /// The origin of a change by a command, such as `stoa order ship`.
    pub fn of_command(command: &'static str) -> Self {
        Self { actor: Actor::CommandLine, operation: command, request_id: None }
    }
}

impl Actor {
    fn kind(&self) -> &'static str {
        match self {
            Self::Person { .. } => "person",
            Self::CommandLine => "command_line",
        }
    }

    fn id(&self) -> Option<i64> {
        match self {
            Self::Person { id, .. } => Some(*id),
            Self::CommandLine => None,
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Person { name, .. } => name,
            Self::CommandLine => "the command line",
        }
    }
}

/// Records a change in its transaction. `fields` are the names of the fields that changed; values are not recorded.
pub async fn record(
    transaction: &Transaction<'_>,
    site_id: i64,
    origin: &Origin,
    target: Target<'_>,
    fields: &[&str],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let Origin { actor, operation, request_id } = origin;
    let sql = include_str!("record.sql");
    let (kind, id, name) = (actor.kind(), actor.id(), actor.name());
    transaction
        .execute(
            sql,
            &[
                &site_id,
                &now,
                &kind,
                &id,
                &name,
                operation,
                &target.kind,
                &target.id,
                request_id,
                &fields,
            ],
        )
        .await?;
    Ok(())
}
