//! Collations whose version has changed since the indexes were built.

use tokio_postgres::{Error, GenericClient};

/// The collations of indexes whose version has changed: the recorded version, the current version of the system, and
/// the command that records the current version. Statements name the first collation. The second is the database's
/// default.
const CHANGED: &str = r#"
    select 'collation "und-x-icu"', known.collversion, pg_collation_actual_version(known.oid),
        'alter collation "und-x-icu" refresh version'
    from pg_collation known
    where known.collname = 'und-x-icu' and known.collversion <> pg_collation_actual_version(known.oid)
    union all
    select format('database %I', database.datname), database.datcollversion,
        pg_database_collation_actual_version(database.oid),
        format('alter database %I refresh collation version', database.datname)
    from pg_database database
    where database.datname = current_database()
    and database.datcollversion <> pg_database_collation_actual_version(database.oid)"#;

/// Returns a warning for each collation whose version has changed, for example because the system was upgraded. Indexes
/// that were built before may miss rows, and unique indexes may admit a value twice.
pub async fn changed_collations(client: &impl GenericClient) -> Result<Vec<String>, Error> {
    let rows = client.query(CHANGED, &[]).await?;
    let warnings = rows.iter().map(|row| {
        let (name, recorded, actual): (&str, &str, &str) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let command: &str = row.try_get(3)?;
        Ok(format!(
            "the {name} has changed from version {recorded} to {actual}: indexes may miss rows, and admit a value \
             twice. Run reindex database, then {command} (see Changed collations in the runbook)"
        ))
    });
    warnings.collect()
}
