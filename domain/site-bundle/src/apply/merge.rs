//! The statements that carry staged rows over into the site's tables. `$1` is the site, `$2` are the ids of the rows,
//! and `$3` is the time.

use anyhow::{Context, Result, ensure};
use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

use super::Refusal;
use super::kinds::{Kind, MergedTable};
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

/// Gives variants of staged products the values of options that the file states.
const CHOICES: [&str; 2] = [
    "delete from variant_option_values t
    where t.site_id = $1
    and t.variant_id in (
        select variant.id
        from pg_temp.product_variants variant
        where variant.site_id = $1
        and variant.product_id = any ($2)
    )
    and not exists (
        select
        from pg_temp.variant_option_values staged
        where staged.site_id = $1
        and staged.variant_id = t.variant_id
        and staged.option_id = t.option_id
        and staged.value_id = t.value_id
    )",
    "insert into variant_option_values (site_id, variant_id, option_id, value_id)
    select $1, staged.variant_id, staged.option_id, staged.value_id
    from pg_temp.variant_option_values staged
    join pg_temp.product_variants variant
        on variant.site_id = $1
        and variant.id = staged.variant_id
        and variant.product_id = any ($2)
    where staged.site_id = $1
    and not exists (
        select
        from variant_option_values t
        where t.site_id = $1
        and t.variant_id = staged.variant_id
        and t.option_id = staged.option_id
    )",
];

/// Sets the parents of categories after all of them are inserted.
const PARENTS: &str = "
    update product_categories t
    set parent_id = staged.parent_id
    from pg_temp.product_categories staged
    where t.site_id = $1
    and t.id = any ($2)
    and staged.site_id = $1
    and staged.id = t.id
    and t.parent_id is distinct from staged.parent_id";

/// Whether the parents of the categories $2 lead back to one of them.
const HAS_CIRCLE: &str = "
    with recursive ancestor (id, parent_id) as (
        select category.id, category.parent_id
        from product_categories category
        where category.site_id = $1
        and category.id = any ($2)
        union all
        select category.id, category.parent_id
        from ancestor
        join product_categories category
            on category.site_id = $1
            and category.id = ancestor.parent_id
    ) cycle id set is_circle using path
    select exists (
        select
        from ancestor
        where ancestor.is_circle
    )";

/// Writes the staged rows with these ids, and removes parts that the file lacks if `prune`.
pub async fn merge(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    kind: &Kind,
    params: &[&(dyn ToSql + Sync); 3],
    prune: bool,
) -> Result<()> {
    let is_of_products = kind.section == "products";
    let mut run: Vec<(&str, String)> = Vec::new();
    if is_of_products {
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
    if is_of_products {
        run.extend(CHOICES.map(|sql| ("variant_option_values", sql.to_owned())));
    } else {
        run.push(("product categories", PARENTS.to_owned()));
    }
    for (table, sql) in run {
        let statement = staging.statement(transaction, false, &sql).await?;
        let params = &params[..statement.params().len()];
        transaction.execute(&statement, params).await.with_context(|| refusal(table))?;
    }
    if !is_of_products {
        let statement = staging.statement(transaction, false, HAS_CIRCLE).await?;
        let row = transaction.query_one(&statement, &params[..2]).await?;
        let refusal = Refusal("parents of product categories make a circle");
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
pub fn lock(table: &MergedTable) -> String {
    format!(
        "select
        from {name} t
        where t.site_id = $1
        and {}
        order by t.id
        for no key update",
        is_of_rows(table, "t", ""),
        name = table.name,
    )
}

/// The ids of staged parts that belong to another row in the site, such as an image that is another product's.
pub fn moved(table: &MergedTable) -> Option<String> {
    let owner = table.owner.as_ref()?.column;
    Some(format!(
        "select t.id, {}
        from pg_temp.{name} staged
        join {name} t on t.site_id = $1 and t.id = staged.id
        where staged.site_id = $1
        and t.{owner} <> staged.{owner}",
        root(table, "staged", "pg_temp."),
        name = table.name,
    ))
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
        None => format!("{alias}.id = any ($2)"),
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
        where t.site_id = $1
        and {}
        and staged.site_id = $1
        and staged.id = t.id
        {differs}",
        table.columns,
        columns("staged", table),
        is_of_rows(table, "t", ""),
        name = table.name,
    )
}

fn insert(table: &MergedTable) -> String {
    let owner = table.owner.as_ref().map(|owner| owner.column);
    let more: Vec<&str> = owner
        .into_iter()
        .chain([table.columns, table.initial])
        .filter(|it| !it.is_empty())
        .collect();
    let more = more.join(", ");
    format!(
        "insert into {name} (site_id, id, {more})
        select $1, staged.id, {}
        from pg_temp.{name} staged
        where staged.site_id = $1
        and {}
        and not exists (
            select
            from {name} t
            where t.site_id = $1
            and t.id = staged.id
        )",
        more.split(", ").map(|name| format!("staged.{name}")).collect::<Vec<_>>().join(", "),
        is_of_rows(table, "staged", "pg_temp."),
        name = table.name,
    )
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
