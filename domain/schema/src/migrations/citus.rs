//! Citus: which tables it distributes, and how.
//!
//! A table with `site_id` is distributed by it and co-located with `sites`, so that all rows of a site are on one node.
//! Tables without `site_id` remain on the coordinator, except `sites` itself and the directory of widgets, which are
//! distributed by `id`.

use anyhow::{Context, Result, ensure};
use tokio_postgres::{Client, GenericClient};

use super::apply::{locked, migrate};

/// Whether the extension is installed in this database. Its catalog exists only then.
const IS_INSTALLED: &str = "select exists(select from pg_extension where extname = 'citus')";

/// Whether this node is the coordinator, and whether a node is there that stores shards.
const NODES: &str = "
    select (select groupid = 0 from pg_dist_local_group),
        exists(select from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary')";

const IS_DISTRIBUTED: &str =
    "select exists(select from pg_dist_partition where logicalrelid = to_regclass('sites'))";

/// The tables to distribute, each after those that its foreign keys refer to: the name, the column, and the table with
/// which it is co-located.
const UNDISTRIBUTED: &str = "
    with recursive ours as (
        select relation.oid as id, relation.relname::text as name,
            relation.relname in ('sites', 'chat_widget_directory') as is_by_id
        from pg_class relation
        where relation.relnamespace = current_schema()::regnamespace and relation.relkind in ('r', 'p')
        and exists(
            select from pg_attribute site
            where site.attrelid = relation.oid and not site.attisdropped
            and (site.attname = 'site_id' or relation.relname = 'sites')
        )
    ),
    depths as (
        select ours.id, 0 as depth from ours
        union
        select foreign_key.conrelid, depths.depth + 1
        from depths
        join pg_constraint foreign_key
            on foreign_key.confrelid = depths.id and foreign_key.contype = 'f'
            and foreign_key.conrelid <> foreign_key.confrelid
    )
    select ours.name, case when ours.is_by_id then 'id' else 'site_id' end,
        case when ours.is_by_id then 'none' else 'sites' end
    from ours
    join depths on depths.id = ours.id
    where not exists(select from pg_dist_partition known where known.logicalrelid = ours.id)
    group by ours.name, ours.is_by_id
    order by ours.name <> 'sites', max(depths.depth), ours.name";

const DISTRIBUTE: &str =
    "select create_distributed_table(quote_ident($1)::regclass, $2, colocate_with => $3)";

/// Removes the rows that the coordinator still has of a table, because Citus copied them to the shards.
const TRUNCATE: &str =
    "select truncate_local_data_after_distributing_table(quote_ident($1)::regclass)";

/// Migrates the database, and distributes its tables over the workers, with their rows. Does nothing if that is done.
/// Refuses a database that cannot be distributed before it migrates, because the schema of a worker must be empty.
pub async fn distribute(client: &mut Client) -> Result<()> {
    ensure!(
        is_installed(client).await?,
        "this database has no Citus: set shared_preload_libraries = 'citus' on the coordinator and on each worker, and \
         run create extension citus in this database on each"
    );
    let nodes = client.query_one(NODES, &[]).await?;
    let (is_coordinator, has_worker): (bool, bool) = (nodes.try_get(0)?, nodes.try_get(1)?);
    ensure!(
        is_coordinator,
        "this is a worker of Citus: the database's URL must lead to the coordinator"
    );
    ensure!(
        has_worker,
        "Citus has no worker that stores data: on the coordinator, run select citus_add_node('HOST', 5432) for each"
    );
    migrate(client).await?;
    distribute_locked(client).await
}

/// Distributes the tables that a migration added, if the database is distributed.
pub(super) async fn distribute_added(client: &mut Client) -> Result<()> {
    if !is_distributed(client).await? || client.query(UNDISTRIBUTED, &[]).await?.is_empty() {
        return Ok(());
    }
    distribute_locked(client).await
}

/// Whether Citus distributes the tables of this database.
pub(super) async fn is_distributed(client: &impl GenericClient) -> Result<bool> {
    Ok(is_installed(client).await?
        && client.query_one(IS_DISTRIBUTED, &[]).await?.try_get::<_, bool>(0)?)
}

async fn is_installed(client: &impl GenericClient) -> Result<bool> {
    Ok(client.query_one(IS_INSTALLED, &[]).await?.try_get(0)?)
}

async fn distribute_locked(client: &mut Client) -> Result<()> {
    while !locked(client, "the distribution of tables", distribute_all).await? {}
    Ok(())
}

/// Distributes all tables in one transaction, so that a failure leaves the database as it was.
async fn distribute_all(client: &mut Client) -> Result<()> {
    let transaction = client.transaction().await?;
    let mut distributed = Vec::new();
    for row in transaction.query(UNDISTRIBUTED, &[]).await? {
        let (table, column, colocated): (String, String, String) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let done = transaction.execute(DISTRIBUTE, &[&table, &column, &colocated]).await;
        done.with_context(|| format!("Citus cannot distribute {table}"))?;
        distributed.push(table);
    }
    for table in &distributed {
        transaction.execute(TRUNCATE, &[table]).await?;
    }
    transaction.commit().await?;
    if !distributed.is_empty() {
        tracing::info!("distributed {} tables over the workers of Citus", distributed.len());
    }
    Ok(())
}
