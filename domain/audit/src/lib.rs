//! The audit trail: the actor, the object and the fields of each change. A change and its entry commit together.

use chrono::{DateTime, Utc};
use stoa_db::{DbError, ToSql, Transaction};

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

/// The change of a row by a person or a program.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    pub site_id: i64,
    pub origin: &'a Origin,
    pub now: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    Person { id: i64, name: String },
    ServerKey { id: i64, name: String },
    CommandLine,
}

/// The object of a change.
#[derive(Debug, Clone)]
pub struct Target {
    kind: &'static str,
    id: String,
}

impl Target {
    pub fn new(kind: &'static str, id: impl ToString) -> Self {
        Self { kind, id: id.to_string() }
    }

    pub fn person(id: i64) -> Self {
        Self::new("person", id)
    }
}

impl Origin {
    /// The origin of a change by a command, such as `stoa order ship`.
    pub fn of_command(command: &'static str) -> Self {
        Self { actor: Actor::CommandLine, operation: command, request_id: None }
    }
}

impl Actor {
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Person { .. } => "person",
            Self::ServerKey { .. } => "server_key",
            Self::CommandLine => "command_line",
        }
    }

    /// The id of the person or of the server key; 0 for the command line.
    pub fn id(&self) -> i64 {
        match self {
            Self::Person { id, .. } | Self::ServerKey { id, .. } => *id,
            Self::CommandLine => 0,
        }
    }

    /// A text that no other actor has.
    pub fn unique(&self) -> String {
        format!("{}:{}", self.kind(), self.id())
    }

    /// The name of the person or of the server key, or `the command line`.
    pub fn name(&self) -> &str {
        match self {
            Self::Person { name, .. } | Self::ServerKey { name, .. } => name,
            Self::CommandLine => "the command line",
        }
    }
}

static RECORD: &str = include_str!("record.sql");

/// Records a change in its transaction. `fields` are the names of the fields that changed; values are not recorded.
pub async fn record(
    transaction: &Transaction<'_>,
    site_id: i64,
    origin: &Origin,
    target: Target,
    fields: &[&str],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let Origin { actor, operation, request_id } = origin;
    let params = [
        &site_id as _,
        &now as _,
        &actor.kind() as _,
        &actor.id() as _,
        &actor.name() as _,
        operation as _,
        &target.kind as _,
        &target.id as _,
        request_id as _,
        &fields as _,
    ];
    transaction.execute(RECORD, &params).await?;
    Ok(())
}

/// Like [`record`], in a transaction of a connection that belongs to no pool.
pub async fn record_unpooled(
    transaction: &tokio_postgres::Transaction<'_>,
    site_id: i64,
    origin: &Origin,
    target: Target,
    fields: &[&str],
    now: DateTime<Utc>,
) -> Result<(), tokio_postgres::Error> {
    let Origin { actor, operation, request_id } = origin;
    let params: [&(dyn ToSql + Sync); 10] = [
        &site_id,
        &now,
        &actor.kind(),
        &actor.id(),
        &actor.name(),
        operation,
        &target.kind,
        &target.id,
        request_id,
        &fields,
    ];
    transaction.execute(RECORD, &params).await?;
    Ok(())
}

/// Like [`record_unpooled`], for rows of one kind. `targets` are their ids, each with the names of the fields that changed.
pub async fn record_all_unpooled(
    transaction: &tokio_postgres::Transaction<'_>,
    site_id: i64,
    origin: &Origin,
    kind: &'static str,
    targets: &[(i64, Vec<String>)],
    now: DateTime<Utc>,
) -> Result<(), tokio_postgres::Error> {
    let Origin { actor, operation, request_id } = origin;
    let ids: Vec<String> = targets.iter().map(|(id, _)| id.to_string()).collect();
    let fields: Vec<String> = targets.iter().map(|(_, fields)| fields.join(",")).collect();
    let params: [&(dyn ToSql + Sync); 10] = [
        &site_id,
        &now,
        &actor.kind(),
        &actor.id(),
        &actor.name(),
        operation,
        &kind,
        &ids,
        request_id,
        &fields,
    ];
    transaction.execute(include_str!("record_all.sql"), &params).await?;
    Ok(())
}
