//! The statements that carry staged rows over into the site's tables. `$1` is the site, `$2` are the ids of the rows,
//! and `$3` is the time.

use anyhow::{Context, Result, ensure};
use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

use super::Refusal;
use super::kinds::{Kind, MergedTable, Reference};
use super::staging::Staging;
use crate::import::refusal;

/// Adjusts the numbers of active products that lists show. A null stays null. Locks the categories by id, before a
/// product refers to them.
const COUNT_IN_CATEGORIES: &str = "
    with moved (category_id, products) as (
        select entered.category_id, count(*)
        from pg_temp.products entered
        where entered.site_id = $1
        and entered.id = any ($2)
        and entered.status = 'active'
        group by entered.category_id
        union all
        select before.category_id, -count(*)
        from products before
        where before.site_id = $1
        and before.id = any ($2)
        and before.status = 'active'
        group by before.category_id
    ),
    changed as (
        select moved.category_id, sum(moved.products)::bigint as products
        from moved
        where moved.category_id is not null
        group by moved.category_id
        having sum(moved.products) <> 0
    ),
    locked as materialized (
        select category.id, changed.products
        from product_categories category
        join changed on changed.category_id = category.id
        where category.site_id = $1
        order by category.id
        for no key update of category
    )
    update product_categories category
    set active_products = category.active_products + locked.products
    from locked
    where category.site_id = $1
    and category.id = locked.id";

const COUNT_IN_STORE: &str = "
    with change (products) as (
        select
            (
                select count(*)
                from pg_temp.products entered
                where entered.site_id = $1
                and entered.id = any ($2)
                and entered.status = 'active'
            ) - (
                select count(*)
                from products before
                where before.site_id = $1
                and before.id = any ($2)
                and before.status = 'active'
            )
    )
    update stores store
    set active_products = store.active_products + change.products
    from change
    where store.site_id = $1
    and change.products <> 0";

/// Writes the staged rows with these ids, and removes parts that the file lacks if `prune`.
pub async fn merge(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    kind: &Kind,
    params: &[&(dyn ToSql + Sync); 3],
    prune: bool,
) -> Result<()> {
    let mut run: Vec<(&str, String)> = Vec::new();
    if kind.section == "products" {
        count_active(staging, transaction, params).await?;
    }
    if prune {
        let parts = kind.tables.iter().rev().filter(|table| table.owner.is_some());
        run.extend(parts.map(|table| (table.name, remove(table))));
    }
    for table in kind.tables {
        run.extend(table.unique.map(|column| (table.name, set_aside(table, column))));
        run.push((table.name, update(table)));
        run.push((table.name, insert(table)));
    }
    let name = kind.table().name;
    run.extend(kind.parent.map(|column| (name, set_parents(name, column))));
    run.extend(kind.finish.iter().map(|sql| (name, (*sql).to_owned())));
    for (table, sql) in run {
        let statement = staging.statement(transaction, false, &sql).await?;
        let params = &params[..statement.params().len()];
        transaction.execute(&statement, params).await.with_context(|| refusal(table))?;
    }
    if let Some(column) = kind.parent {
        let statement = staging.statement(transaction, false, &has_circle(name, column)).await?;
        let row = transaction.query_one(&statement, &params[..2]).await?;
        // The plan has no circle, so another transaction has changed a parent.
        let refusal = Refusal("parents were changed concurrently: run this again");
        ensure!(!row.try_get::<_, bool>(0)?, refusal);
    }
    Ok(())
}

/// Counts the active products $2 as the staged rows say. Products without a staged row count as inactive.
pub async fn count_active(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    params: &[&(dyn ToSql + Sync); 3],
) -> Result<()> {
    for sql in [COUNT_IN_CATEGORIES, COUNT_IN_STORE] {
        let statement = staging.statement(transaction, false, sql).await?;
        transaction.execute(&statement, &params[..2]).await?;
    }
    Ok(())
}

/// Locks the rows, or the parts of the rows, by id.
pub fn lock(table: &MergedTable, row_lock: &str) -> String {
    format!(
        "select
        from {name} t
        where {}
        and {}
        order by t.{id}
        for {row_lock}",
        is_of_site(table, "t"),
        is_of_rows(table, "t", ""),
        name = table.name,
        id = table.key.1,
    )
}

/// Finds staged parts that belong to another row in the site, such as an image that is another product's.
pub fn moved(table: &MergedTable) -> Option<String> {
    let owner = table.owner.as_ref()?.column;
    Some(format!(
        "select {} as id, format('{} %s belongs to another row', t.id) as reason
        from pg_temp.{name} staged
        join {name} t on t.site_id = $1 and t.id = staged.id
        where staged.site_id = $1
        and t.{owner} <> staged.{owner}",
        root(table, "staged", "pg_temp."),
        table.noun,
        name = table.name,
    ))
}

/// Finds staged parts whose unique column has the value of a part that the file lacks and that stays.
pub fn taken(table: &MergedTable, prune: bool) -> Option<String> {
    let (owner, column) = (table.owner.as_ref()?.column, table.unique?);
    let stays = if prune { format!("and not ({})", table.removable) } else { String::new() };
    Some(format!(
        "select {} as id, format('the {column} of {noun} %s is that of {noun} %s', staged.id, t.id) as reason
        from pg_temp.{name} staged
        join {name} t on t.site_id = $1 and t.{owner} = staged.{owner} and t.{column} = staged.{column}
        where staged.site_id = $1
        and not exists (
            select
            from pg_temp.{name} other
            where other.site_id = $1
            and other.id = t.id
        )
        {stays}",
        root(table, "staged", "pg_temp."),
        noun = table.noun,
        name = table.name,
    ))
}

/// Finds the rows of the site that have the slugs of other rows, which are staged and among $2.
pub fn holders(table: &MergedTable) -> Option<String> {
    let column = table.unique?;
    Some(format!(
        "select staged.id, holder.id as needed
        from pg_temp.{name} staged
        join {name} holder
            on holder.site_id = $1
            and holder.{column} = staged.{column}
            and holder.id <> staged.id
        where staged.site_id = $1
        and staged.id = any ($2)",
        name = table.name,
    ))
}

/// Finds the rows to which staged rows among $2 refer, and which the site lacks. Returns a statement for each column,
/// with the section of the rows.
pub fn missing(kind: &Kind) -> Vec<(&'static str, String)> {
    let name = kind.table().name;
    let parent = kind.parent.map(|column| Reference {
        table: name,
        row: "id",
        column,
        section: kind.section,
    });
    let missing = |Reference { table, row, column, section }: &Reference| {
        let to = super::kind(section)?.table().name;
        let sql = format!(
            "select staged.{row} as id, staged.{column} as needed
            from pg_temp.{table} staged
            where staged.site_id = $1
            and staged.{row} = any ($2)
            and staged.{column} is not null
            and not exists (
                select
                from {to} t
                where t.site_id = $1
                and t.id = staged.{column}
            )"
        );
        Some((*section, sql))
    };
    parent.iter().chain(kind.references).filter_map(missing).collect()
}

/// Sets the parents of rows after all of them are inserted.
fn set_parents(name: &str, column: &str) -> String {
    format!(
        "update {name} t
        set {column} = staged.{column}
        from pg_temp.{name} staged
        where t.site_id = $1
        and t.id = any ($2)
        and staged.site_id = $1
        and staged.id = t.id
        and t.{column} is distinct from staged.{column}"
    )
}

/// Whether the parents of the rows $2 lead back to one of them.
fn has_circle(name: &str, column: &str) -> String {
    format!(
        "with recursive ancestor (id, parent_id) as (
            select t.id, t.{column}
            from {name} t
            where t.site_id = $1
            and t.id = any ($2)
            union all
            select t.id, t.{column}
            from ancestor
            join {name} t
                on t.site_id = $1
                and t.id = ancestor.parent_id
        ) cycle id set is_circle using path
        select exists (
            select
            from ancestor
            where ancestor.is_circle
        )"
    )
}

fn is_of_site(table: &MergedTable, alias: &str) -> String {
    format!("{alias}.{} = $1", table.key.0)
}

/// The id of the row of the kind to which a part belongs.
fn root(table: &MergedTable, alias: &str, schema: &str) -> String {
    match &table.owner {
        None => format!("{alias}.id"),
        Some(owner) => match owner.through {
            None => format!("{alias}.{}", owner.column),
            Some((name, column)) => format!(
                "(select owner.{column} from {schema}{name} owner where owner.site_id = $1 and owner.id = {alias}.{})",
                owner.column
            ),
        },
    }
}

/// The condition that a row is one of the rows $2, or a part of one.
fn is_of_rows(table: &MergedTable, alias: &str, schema: &str) -> String {
    match &table.owner {
        None => format!("{alias}.{} = any ($2)", table.key.1),
        Some(owner) => match owner.through {
            None => format!("{alias}.{} = any ($2)", owner.column),
            Some((name, column)) => format!(
                "{alias}.{} in (select owner.id from {schema}{name} owner where owner.site_id = $1 and owner.{column} = any ($2))",
                owner.column
            ),
        },
    }
}

fn columns(of: &str, table: &MergedTable) -> String {
    let names = table.columns.split(", ").map(|name| format!("{of}.{name}"));
    names.collect::<Vec<_>>().join(", ")
}

/// Gives rows whose unique column changes a value that no row has, so that two rows can swap theirs.
fn set_aside(table: &MergedTable, column: &str) -> String {
    format!(
        "update {name} t
        set {column} = gen_random_uuid()::text
        from pg_temp.{name} staged
        where t.site_id = $1
        and {}
        and staged.site_id = $1
        and staged.id = t.id
        and t.{column} <> staged.{column}",
        is_of_rows(table, "t", ""),
        name = table.name,
    )
}

/// Updates the rows that differ. The row itself gets a new version if one of its parts differs.
fn update(table: &MergedTable) -> String {
    let touched =
        if table.touched.is_empty() { String::new() } else { format!(", {}", table.touched) };
    let differs = match table.owner {
        None => String::new(),
        Some(_) => {
            format!("and ({}) is distinct from ({})", columns("t", table), columns("staged", table))
        }
    };
    format!(
        "update {name} t
        set ({}) = row({}){touched}
        from pg_temp.{name} staged
        where {}
        and {}
        and {}
        and staged.{id} = t.{id}
        {differs}",
        table.columns,
        columns("staged", table),
        is_of_site(table, "t"),
        is_of_rows(table, "t", ""),
        is_of_site(table, "staged"),
        name = table.name,
        id = table.key.1,
    )
}

fn insert(table: &MergedTable) -> String {
    let (site, id) = table.key;
    let owner = table.owner.as_ref().map(|owner| owner.column);
    let id_column = Some(id).filter(|id| *id != site);
    let more: Vec<&str> = id_column
        .into_iter()
        .chain(owner)
        .chain([table.columns, table.initial])
        .filter(|it| !it.is_empty())
        .collect();
    let more = more.join(", ");
    let (computed, value) = match table.computed {
        Some((column, value)) => (format!(", {column}"), format!(", {value}")),
        None => Default::default(),
    };
    format!(
        "insert into {name} ({site}, {more}{computed})
        select $1, {}{value}
        from pg_temp.{name} staged
        where {}
        and {}
        and not exists (
            select
            from {name} t
            where {}
            and t.{id} = staged.{id}
        )",
        more.split(", ").map(|name| format!("staged.{name}")).collect::<Vec<_>>().join(", "),
        is_of_site(table, "staged"),
        is_of_rows(table, "staged", "pg_temp."),
        is_of_site(table, "t"),
        name = table.name,
    )
}

/// The parts of the rows that the file lacks, and that stay because others name them.
pub fn kept(table: &MergedTable) -> Option<String> {
    (table.owner.is_some() && table.removable != "true").then(|| {
        format!(
            "select t.id
            from {name} t
            where t.site_id = $1
            and {}
            and not exists (
                select
                from pg_temp.{name} staged
                where staged.site_id = $1
                and staged.id = t.id
            )
            and not {}",
            is_of_rows(table, "t", ""),
            table.removable,
            name = table.name,
        )
    })
}

fn remove(table: &MergedTable) -> String {
    format!(
        "delete from {name} t
        where t.site_id = $1
        and {}
        and not exists (
            select
            from pg_temp.{name} staged
            where staged.site_id = $1
            and staged.id = t.id
        )
        and {}",
        is_of_rows(table, "t", ""),
        table.removable,
        name = table.name,
    )
}
