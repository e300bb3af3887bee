//! The schema, which this binary brings up to date: what of it a database has, and what it lacks.
//!
//! Release 1.0 refuses a database whose history names a migration that it does not have, and reads that history from
//! the table `refinery_schema_history`. What came after 1.0 stands in `schema_history` instead, so that an older binary
//! goes on over a schema to which something was only added. A migration that takes something away says so in its file,
//! `-- breaks before V025: why`: binaries that know no V025 then refuse to start, 1.0 too.

mod apply;
mod status;

use std::collections::BTreeSet;

use tokio_postgres::GenericClient;

pub use apply::{apply, make_in_empty, make_rest, migrate};
pub use refinery::Migration;
pub use status::{Applied, Pending, Status};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The last migration of release 1.0.
const LAST_OF_1_0: i32 = 19;

/// What this database has of the schema, what it lacks, and what it has that this binary does not know. Only reads, and
/// needs no right but that.
pub async fn status(client: &impl GenericClient) -> anyhow::Result<Status> {
    status::read(client, &known()).await
}

/// The last migration of this binary.
pub fn newest() -> i32 {
    known().last().map_or(0, Migration::version)
}

/// The tables that the migrations of this binary make. A database may have others beside them, which are none of ours.
pub fn tables() -> BTreeSet<String> {
    let named = |line: &str| {
        let rest = line.strip_prefix("create table ")?;
        Some(
            rest.strip_prefix("if not exists ")
                .unwrap_or(rest)
                .split([' ', '('])
                .next()?
                .to_owned(),
        )
    };
    known()
        .iter()
        .flat_map(|made| made.sql().unwrap_or_default().lines())
        .filter_map(named)
        .collect()
}

/// The migrations of this binary, in their order.
fn known() -> Vec<Migration> {
    let mut migrations = embedded::migrations::runner().get_migrations().clone();
    migrations.sort();
    migrations
}
