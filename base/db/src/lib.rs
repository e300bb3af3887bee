//! Postgres for handlers: the pool, prepared statements, and rows that are read directly into the types of the OpenAPI
//! documents.
//!
//! A handler passes a [`Db`] the text of a `.sql` file and names the type of a row. This crate knows no API and no
//! table.
//!
//! ```ignore
//! let post: Option<PostDetail> = db.opt(GET_POST_BY_SLUG, &[&site_id, &slug]).await?;
//! ```

pub mod about;
mod camel_case;
mod column;
mod connection;
mod db;
mod error;
mod free_form;
mod liveness;
mod patch;
mod pooler;
mod queues;
mod record;
mod replicas;
mod row;
pub mod search;
mod server;
mod session;
mod sql;
mod statements;
mod strict_json;
mod transaction;

pub use connection::Connection;
pub use db::{Db, Settings, Status};
pub use error::DbError;
pub use free_form::stored_size;
pub use patch::{Patch, merged};
pub use pooler::Pooling;
pub use row::Page;
pub use server::{Connected, Server, Tls, WrongAddress};
pub use session::pin_session;
pub use sql::{Sql, optional, variants};
pub use statements::{OTHER, digest, name_of, name_statements};
pub use tokio_postgres::{Config, error::SqlState, types::ToSql};
pub use transaction::Transaction;

/// A row as texts, such as a row of a table that a command prints. An empty cell is `None`.
pub type Cells = Vec<Option<String>>;
