//! Reads a database's tables, sequences and foreign keys from its catalog, so that no list in the code can be
//! incomplete.

use std::collections::BTreeSet;

use anyhow::Result;
use tokio_postgres::Transaction;

use super::manifest::{Sequence, Table};

/// All tables and their columns, except generated columns, which Postgres computes again.
const TABLES: &str = "
    select relation.relname::text, array_agg(attribute.attname::text order by attribute.attnum)
    from pg_class relation
    join pg_attribute attribute on attribute.attrelid = relation.oid
    where relation.relnamespace = current_schema()::regnamespace
    and relation.relkind in ('r', 'p') and not relation.relispartition
    and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    group by relation.relname
    order by relation.relname collate \"C\"";

/// Columns whose values come from a sequence, with the sequence's last value. The rights of a server's role suffice for
/// this query.
const NUMBERED: &str = "
    select numbered.name, numbered.column_name, pg_sequence_last_value(numbered.sequence::regclass)
    from (
        select relation.relname::text as name, attribute.attname::text as column_name,
            pg_get_serial_sequence(quote_ident(relation.relname), attribute.attname) as sequence
        from pg_class relation
        join pg_attribute attribute on attribute.attrelid = relation.oid
        where relation.relnamespace = current_schema()::regnamespace
        and relation.relkind in ('r', 'p') and not relation.relispartition
        and attribute.attnum > 0 and not attribute.attisdropped
    ) numbered
    where numbered.sequence is not null
    order by numbered.name collate \"C\", numbered.column_name";

/// For each foreign key, a statement that drops it and a statement that adds it again.
const FOREIGN_KEYS: &str = "
    select format('alter table %s drop constraint %I', foreign_key.conrelid::regclass, foreign_key.conname),
        format(
            'alter table %s add constraint %I %s',
            foreign_key.conrelid::regclass, foreign_key.conname, pg_get_constraintdef(foreign_key.oid)
        )
    from pg_constraint foreign_key
    where foreign_key.contype = 'f' and foreign_key.connamespace = current_schema()::regnamespace
    and foreign_key.conparentid = 0
    order by foreign_key.conrelid::regclass::text, foreign_key.conname";

/// Settings that fix the text form of values. They override the settings of the server, the role and the database.
pub const AS_TEXT: &str = "
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local timezone = 'UTC';
    set local extra_float_digits = 3";

/// Returns the tables of the schema that are among `ours`.
pub async fn tables(transaction: &Transaction<'_>, ours: &BTreeSet<String>) -> Result<Vec<Table>> {
    let rows = transaction.query(TABLES, &[]).await?;
    let tables =
        rows.iter().map(|row| Ok(Table { name: row.try_get(0)?, columns: row.try_get(1)? }));
    let tables = tables.collect::<Result<Vec<_>>>()?;
    Ok(tables.into_iter().filter(|table| ours.contains(&table.name)).collect())
}

pub async fn sequences(transaction: &Transaction<'_>, tables: &[Table]) -> Result<Vec<Sequence>> {
    let rows = transaction.query(NUMBERED, &[]).await?;
    let sequences = rows.iter().map(|row| {
        let (table, column, last_value) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        Ok(Sequence { table, column, last_value })
    });
    let sequences = sequences.collect::<Result<Vec<_>>>()?;
    let is_of_them = |of: &Sequence| tables.iter().any(|table| table.name == of.table);
    Ok(sequences.into_iter().filter(is_of_them).collect())
}

/// Sets a sequence to its value in the archive.
pub async fn advance(transaction: &Transaction<'_>, sequence: &Sequence) -> Result<()> {
    let Sequence { table, column, last_value: Some(last_value) } = sequence else { return Ok(()) };
    let advance = "select setval(pg_get_serial_sequence(quote_ident($1), $2), $3)";
    let row = transaction.query_one(advance, &[table, column, last_value]).await?;
    let _: i64 = row.try_get(0)?;
    Ok(())
}

/// Drops all foreign keys, so that tables can be filled in any order. Returns the statements that add them again.
pub async fn drop_foreign_keys(transaction: &Transaction<'_>) -> Result<Vec<String>> {
    let mut add = Vec::new();
    for row in transaction.query(FOREIGN_KEYS, &[]).await? {
        transaction.batch_execute(row.try_get(0)?).await?;
        add.push(row.try_get(1)?);
    }
    Ok(add)
}

pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The table and its columns in the form that `copy` expects: `table (column, column)`.
pub fn copied(table: &Table) -> String {
    let columns: Vec<String> = table.columns.iter().map(|column| quoted(column)).collect();
    format!("{} ({})", quoted(&table.name), columns.join(", "))
}
