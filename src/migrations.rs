//! The schema, which this binary brings up to date.

use anyhow::Context;
use tokio_postgres::Client;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// Brings the schema up to date. Several servers may start at once: the others wait for the first.
pub async fn migrate(client: &mut Client) -> anyhow::Result<()> {
    // Any number will do, as long as every version of stoa names the same one.
    const LOCK: i64 = 0x5354_4f41;
    client.execute("select pg_advisory_lock($1)", &[&LOCK]).await?;
    let migrated = embedded::migrations::runner().run_async(client).await;
    client.execute("select pg_advisory_unlock($1)", &[&LOCK]).await?;
    migrated.context("the database cannot be migrated")?;
    Ok(())
}
