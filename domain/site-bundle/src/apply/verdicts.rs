//! Decides for each row of a batch whether and how it is written.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::Result;
use serde_json::Value;
use stoa_values::Currency;
use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

use super::content::{Content, Difference, differences, is_of_this_form};
use super::identity::{Item, Row};
use super::kinds::Kind;
use super::merge;
use super::plan::Need;
use super::staging::Staging;
use super::{ApplyOptions, Prefer};
use crate::prices;

/// The decision about a row of the file that differs from the site's.
pub enum Verdict {
    Add,
    Change(Vec<Difference>),
    /// The reason, and what differs.
    Conflict(String, Vec<Difference>),
    Refuse(String),
}

/// Returns the verdict on a row, or `None` if the file does not change it: it equals the site's, or it is as the export
/// wrote it, and only the site has changed since.
pub fn verdict(
    options: ApplyOptions,
    kind: &Kind,
    row: &Row,
    site: Option<&Content>,
    file: &Content,
    kept: &HashSet<String>,
) -> Option<Verdict> {
    if row.version.as_deref() == Some(&file.version()) {
        return None;
    }
    let prefers_file = options.prefer == Some(Prefer::File);
    let Some(site) = site else {
        return Some(match &row.version {
            Some(_) if !prefers_file => {
                Verdict::Conflict("removed since the export".into(), Vec::new())
            }
            _ => Verdict::Add,
        });
    };
    let mut differences = differences(kind, site, file);
    differences.retain(|difference| {
        !difference.is_lacking || (options.prune && !kept.contains(&difference.name))
    });
    if differences.is_empty() {
        return None;
    }
    if prefers_file || row.version.as_deref() == Some(&site.version()) {
        return Some(Verdict::Change(differences));
    }
    let reason = match row.version.as_deref() {
        Some(version) if is_of_this_form(version) => "changed since the export",
        Some(_) => "exported by another release",
        None => "the file has no version of it",
    };
    Some(Verdict::Conflict(reason.into(), differences))
}

/// The names of parts that the file lacks and that a prune leaves, such as `style 7`.
pub async fn kept(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    kind: &Kind,
    params: &[&(dyn ToSql + Sync)],
) -> Result<HashSet<String>> {
    let mut found = HashSet::new();
    for table in kind.tables {
        let Some(sql) = merge::kept(table) else { continue };
        let statement = staging.statement(transaction, false, &sql).await?;
        for row in transaction.query(&statement, params).await? {
            found.insert(format!("{} {}", table.noun, row.try_get::<_, i64>("id")?));
        }
    }
    Ok(found)
}

/// The staged rows that cannot be stored, by id, each with the reason: the row or a part of it has the id of another
/// row, or a part has the slug of a part that stays.
pub async fn refusals(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    kind: &Kind,
    params: &[&(dyn ToSql + Sync)],
    prune: bool,
) -> Result<HashMap<i64, String>> {
    let mut found = HashMap::new();
    let of_parts =
        kind.tables.iter().flat_map(|table| [merge::moved(table), merge::taken(table, prune)]);
    let statements: Vec<String> =
        kind.taken.map(str::to_owned).into_iter().chain(of_parts.flatten()).collect();
    for sql in statements {
        let statement = staging.statement(transaction, false, &sql).await?;
        let params = &params[..statement.params().len()];
        for row in transaction.query(&statement, params).await? {
            found.insert(row.try_get("id")?, row.try_get("reason")?);
        }
    }
    Ok(found)
}

/// Whether the store's currency can charge the prices of an item.
pub fn can_be_charged(kind: &Kind, item: &Item, currency: Option<&str>) -> Result<bool> {
    let Some(currency) = currency.map(Currency::of).filter(|currency| currency.step > 1) else {
        return Ok(true);
    };
    let value: Value = serde_json::from_str(item.json.get())?;
    let prices = prices::of(kind.section, &value);
    Ok(prices.iter().all(|(_, amount)| currency.can_charge(*amount)))
}

/// The needs of the rows to be written: slugs that other rows of the site have, and rows that do not exist.
pub async fn needs(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    kind: &Kind,
    site_id: i64,
    ids: &[i64],
) -> Result<HashMap<i64, Vec<Need>>> {
    let mut found: HashMap<i64, Vec<Need>> = HashMap::new();
    if let Some(sql) = merge::holders(kind.table()) {
        let statement = staging.statement(transaction, false, &sql).await?;
        for row in transaction.query(&statement, &[&site_id, &ids]).await? {
            let need = Need::Slug((kind.section, row.try_get("needed")?));
            found.entry(row.try_get("id")?).or_default().push(need);
        }
    }
    for (section, sql) in merge::missing(kind) {
        let statement = staging.statement(transaction, false, &sql).await?;
        for row in transaction.query(&statement, &[&site_id, &ids]).await? {
            let need = Need::Row((section, row.try_get("needed")?));
            found.entry(row.try_get("id")?).or_default().push(need);
        }
    }
    Ok(found)
}

/// The rows to write, each with the names of the members that change.
pub fn written(verdicts: &BTreeMap<i64, Verdict>) -> Vec<(i64, Vec<String>)> {
    let mut rows = Vec::new();
    for (id, verdict) in verdicts {
        match verdict {
            Verdict::Add => rows.push((*id, Vec::new())),
            Verdict::Change(differences) => {
                let mut members: Vec<String> =
                    differences.iter().map(|difference| difference.member.clone()).collect();
                members.dedup();
                rows.push((*id, members));
            }
            Verdict::Conflict(..) | Verdict::Refuse(_) => {}
        }
    }
    rows
}
