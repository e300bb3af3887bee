//! The migrations. refinery applies the migrations that a database lacks.
//!
//! This module adds three rules:
//!
//! - One process migrates at a time.
//! - A migration waits at most three seconds for a locked table.
//! - An older binary works on a newer schema. If a migration breaks older binaries, its name has the first version that
//!   works with it, as in `V031__drop_note_breaks_before_V030.sql`.

mod apply;
mod needs;
mod rights;
mod status;

use std::collections::BTreeSet;

use tokio_postgres::GenericClient;

pub use apply::{apply, apply_in, migrate};
pub use needs::check_can_migrate;
pub use refinery::Migration;
pub use rights::check_rights;
pub use status::{Applied, Pending, Status};

mod embedded {
    refinery::embed_migrations!("../../migrations");
}

/// Compares the database's history with the migrations of this binary. Only reads.
pub async fn status(client: &impl GenericClient) -> anyhow::Result<Status> {
    status::read(client, &known()).await
}

/// The version of this binary's last migration.
pub fn newest() -> i32 {
    known().last().map_or(0, Migration::version)
}

/// The tables that this binary's migrations create.
pub fn tables() -> BTreeSet<String> {
    created("table")
}

/// The tables, or the views, that this binary's migrations create. `kind` is `table` or `view`.
fn created(kind: &str) -> BTreeSet<String> {
    let named = |line: &str| {
        let rest = line.strip_prefix("create ")?.strip_prefix(kind)?.strip_prefix(' ')?;
        let name = rest.strip_prefix("if not exists ").unwrap_or(rest);
        Some(name.split([' ', '(']).next()?.to_owned())
    };
    known()
        .iter()
        .flat_map(|migration| migration.sql().unwrap_or_default().lines())
        .filter_map(named)
        .collect()
}

/// The migrations of this binary, in order.
fn known() -> Vec<Migration> {
    let mut migrations = embedded::migrations::runner().get_migrations().clone();
    migrations.sort();
    migrations
}
