//! The rights that a server's role needs: to read and write the rows of every table and view, and to create tables if
//! the server migrates.

use anyhow::{Context, Result, ensure};
use stoa_db::Db;
use tokio_postgres::GenericClient;

use super::created;

/// The tables and views among $1 that this role may not read and write. $1 has only the tables and views of this
/// version, because the server needs no rights on newer ones. A grant on all tables includes views.
const OUT_OF_REACH: &str = "select served.relname::text from pg_class served
    where served.relkind in ('r', 'p', 'v') and served.relnamespace = current_schema()::regnamespace
    and served.relname = any($1)
    and not (
        has_table_privilege(served.oid, 'select') and has_table_privilege(served.oid, 'insert')
        and has_table_privilege(served.oid, 'update') and has_table_privilege(served.oid, 'delete')
    )
    order by 1";

/// Fails if this role may not read and write a table or view, for example because a migration created it and the owner
/// granted no rights. Without this check, the server would report that it is ready, but answer 500.
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

/// Whether this role may create tables.
pub async fn may_migrate(client: &impl GenericClient) -> Result<bool> {
    let may = "select coalesce(has_schema_privilege(current_schema(), 'create'), false)";
    Ok(client.query_one(may, &[]).await?.try_get(0)?)
}
