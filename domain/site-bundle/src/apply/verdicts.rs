//! What is to be done with each row of a batch.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use serde_json::value::RawValue;
use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

use super::content::{Content, Difference, differences};
use super::kinds::Kind;
use super::merge;
use super::staging::Staging;
use super::{ApplyOptions, Prefer};

/// What to do with a row of the file.
pub enum Verdict {
    Add,
    Change(Vec<Difference>),
    /// The reason, and what differs.
    Conflict(String, Vec<Difference>),
    Refuse(String),
}

/// The identity of a row in the file.
pub struct Row {
    pub id: i64,
    /// The version that the export has given it.
    pub version: Option<String>,
}

impl Row {
    pub fn of(item: &RawValue) -> Result<Self> {
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(item.get())?;
        let member = |name: &str| members.get(name).map(|value| value.get());
        Ok(Self {
            id: serde_json::from_str(member("id").unwrap_or("0"))?,
            version: member("version").map(serde_json::from_str).transpose()?,
        })
    }
}

/// Returns what to do with a row, or `None` if the file does not change it: it equals the site's, or it is as the export
/// wrote it, and only the site has changed since.
pub fn verdict(
    options: ApplyOptions,
    kind: &Kind,
    row: &Row,
    site: Option<&Content>,
    file: &Content,
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
    differences.retain(|difference| options.prune || !difference.is_lacking);
    if differences.is_empty() {
        return None;
    }
    if prefers_file || row.version.as_deref() == Some(&site.version()) {
        return Some(Verdict::Change(differences));
    }
    let reason = match &row.version {
        Some(_) => "changed since the export",
        None => "the file has no version of it",
    };
    Some(Verdict::Conflict(reason.into(), differences))
}

/// The staged rows with parts that belong to other rows in the site, each with the reason.
pub async fn moved(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    kind: &Kind,
    params: &[&(dyn ToSql + Sync)],
) -> Result<HashMap<i64, String>> {
    let mut found = HashMap::new();
    for table in kind.tables {
        let Some(sql) = merge::moved(table) else { continue };
        let statement = staging.statement(transaction, false, &sql).await?;
        for row in transaction.query(&statement, params).await? {
            let part: i64 = row.try_get(0)?;
            found.insert(row.try_get(1)?, format!("{} {part} belongs to another row", table.noun));
        }
    }
    Ok(found)
}

/// The rows to be written that cannot be written yet, each with the reason. If a row is left out, rows that take its slug
/// are left out too.
pub async fn blocked(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    kind: &Kind,
    site_id: i64,
    verdicts: &BTreeMap<i64, Verdict>,
) -> Result<BTreeMap<i64, String>> {
    let mut blocked = BTreeMap::new();
    let statement = staging.statement(transaction, false, kind.blocked).await?;
    loop {
        let ids: Vec<i64> = written(verdicts)
            .into_iter()
            .map(|(id, _)| id)
            .filter(|id| !blocked.contains_key(id))
            .collect();
        let found = transaction.query(&statement, &[&site_id, &ids]).await?;
        if found.is_empty() {
            return Ok(blocked);
        }
        for row in found {
            blocked.insert(row.try_get(0)?, row.try_get(1)?);
        }
    }
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
