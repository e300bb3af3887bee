//! What the role of a server may do: read and write the rows of every table, and perhaps migrate.

use anyhow::{Context, Result, ensure};
use stoa_db::Db;
use tokio_postgres::GenericClient;

use super::tables;

/// Those of these tables that this role may not read or write. Tables of a newer stoa are not needed.
const OUT_OF_REACH: &str = "select served.relname::text from pg_class served
    where served.relkind in ('r', 'p') and served.relnamespace = current_schema()::regnamespace
    and served.relname = any($1)
    and not (
        has_table_privilege(served.oid, 'select') and has_table_privilege(served.oid, 'insert')
        and has_table_privilege(served.oid, 'update') and has_table_privilege(served.oid, 'delete')
    )
    order by 1";

/// Fails if this role may not read and write a table, for example one that a migration created and the owner has not
/// granted: such a server would be ready, and answer 500.
pub async fn check_rights(db: &Db) -> Result<()> {
    let ours: Vec<String> = tables().into_iter().collect();
    let rows: Vec<(String,)> =
        db.rows(OUT_OF_REACH, &[&ours]).await.context("the rights of this role are not known")?;
    let tables: Vec<String> = rows.into_iter().map(|(table,)| table).collect();
    ensure!(
        tables.is_empty(),
        "this role may not read and write {}: as the owner of the schema, grant it select, insert, update and delete on all tables",
        tables.join(", ")
    );
    Ok(())
}

/// Whether this role may create tables.
pub async fn may_migrate(client: &impl GenericClient) -> Result<bool> {
    let may = "select coalesce(has_schema_privilege(current_schema(), 'create'), false)";
    Ok(client.query_one(may, &[]).await?.try_get(0)?)
}
