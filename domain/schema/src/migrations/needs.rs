//! The requirements of the schema on Postgres: two extensions, and a collation of ICU.

use anyhow::{Context, Result, ensure};
use tokio_postgres::GenericClient;

use super::rights::check_may_migrate;

/// For each extension: whether it is installed in this database, whether statements find its operators there, whether
/// Postgres has its files, and whether this role may create it.
const EXTENSIONS: &str = "
    select needed.name, installed.oid is not null,
        coalesce(schema.nspname = any(current_schemas(true)), false),
        exists(select from pg_available_extensions available where available.name = needed.name),
        role.rolsuper or (
            has_database_privilege(current_database(), 'create')
            and exists(
                select from pg_available_extension_versions version
                where version.name = needed.name and version.trusted
            )
        )
    from unnest(array['pg_trgm', 'btree_gin']) needed (name)
    join pg_roles role on role.rolname = current_user
    left join pg_extension installed on installed.extname = needed.name
    left join pg_namespace schema on schema.oid = installed.extnamespace
    order by needed.name";

/// The encoding of this database, and whether the collation of ICU exists for it.
const COLLATION: &str = r#"
    select pg_encoding_to_char(database.encoding)::text,
        exists(
            select from pg_collation
            where collname = 'und-x-icu' and collprovider = 'i' and collencoding in (-1, database.encoding)
        )
    from pg_database database where database.datname = current_database()"#;

/// Fails if this role may not apply migrations, or if Postgres lacks something that they need. Without this check, the
/// first migrations would be applied, and a later one would fail.
pub async fn check_can_migrate(client: &impl GenericClient) -> Result<()> {
    check_may_migrate(client).await?;
    let mut lacks = Vec::new();
    let extensions = client.query(EXTENSIONS, &[]).await;
    for row in extensions.context("the extensions of the database are not known")? {
        let (name, is_installed, is_found): (&str, bool, bool) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let (is_available, may_create): (bool, bool) = (row.try_get(3)?, row.try_get(4)?);
        let lack = match (is_installed, is_found, is_available, may_create) {
            (true, true, ..) => continue,
            (true, false, ..) => format!(
                "the extension {name} is in a schema outside of search_path: run alter extension {name} set schema \
                 public, or add its schema to the search_path of this role"
            ),
            (false, _, false, _) => format!(
                "Postgres lacks the extension {name}: install its additional modules (Debian: postgresql, Red Hat and \
                 Alpine: postgresql-contrib)"
            ),
            (false, _, true, false) => format!(
                "this role may not create the extension {name}: as superuser, run create extension {name} in this \
                 database, or grant the role create on it"
            ),
            (false, _, true, true) => continue,
        };
        lacks.push(lack);
    }
    let row = client.query_one(COLLATION, &[]).await?;
    let (encoding, has_collation): (&str, bool) = (row.try_get(0)?, row.try_get(1)?);
    if encoding != "UTF8" {
        let lack =
            format!("the database has the encoding {encoding}: create it with encoding 'UTF8'");
        lacks.push(lack);
    } else if !has_collation {
        lacks.push(
            "the database lacks the collation und-x-icu: use a Postgres that was built with ICU"
                .into(),
        );
    }
    ensure!(
        lacks.is_empty(),
        "migrations are pending, and cannot be applied: {}",
        lacks.join("; ")
    );
    Ok(())
}
