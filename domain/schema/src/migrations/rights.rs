//! The rights that a server's role needs. It must read and write the rows of every table and view. If the server
//! migrates, it must also create tables.

use anyhow::{Context, Result, ensure};
use stoa_db::Db;
use tokio_postgres::GenericClient;

use super::created;

/// The tables and views among $1 that this role may not read and write. $1 lacks tables of newer versions, because the
/// server needs no rights on them.
const OUT_OF_REACH: &str = "select served.relname::text from pg_class served
    where served.relkind in ('r', 'p', 'v') and served.relnamespace = current_schema()::regnamespace
    and served.relname = any($1)
    and not (
        has_table_privilege(served.oid, 'select') and has_table_privilege(served.oid, 'insert')
        and has_table_privilege(served.oid, 'update') and has_table_privilege(served.oid, 'delete')
    )
    order by 1";

/// Fails if this role may not read and write a table or view. This happens if the owner has not granted rights on a
/// table that a migration created. Without this check, the server would report that it is ready, but answer 500.
pub async fn check_rights(db: &Db) -> Result<()> {
    let ours: Vec<String> = created("table").into_iter().chain(created("view")).collect();
    let rows: Vec<(String,)> =
        db.rows(OUT_OF_REACH, &[&ours]).await.context("the rights of this role are not known")?;
    let out_of_reach: Vec<String> = rows.into_iter().map(|(name,)| name).collect();
    ensure!(
        out_of_reach.is_empty(),
        "this role may not read and write {}: as the owner of the schema, grant it select, insert, update and delete on all tables",
        out_of_reach.join(", ")
    );
    Ok(())
}

/// Fails if this role may not create tables.
pub(super) async fn check_may_migrate(client: &impl GenericClient) -> Result<()> {
    let may = "select coalesce(has_schema_privilege(current_schema(), 'create'), false)";
    let may_create: bool = client.query_one(may, &[]).await?.try_get(0)?;
    ensure!(
        may_create,
        "migrations are pending, and this role may not apply them: run `stoa migrate` as the owner of the schema"
    );
    Ok(())
}
