//! Rows that the file lacks.
//!
//! The file has no version of such a row. The audit trail tells whether the row has changed since the export, because it
//! has every change by staff and by commands. A row that is newer than the export is told by its version or its time. In
//! a bundle without the time of its export, every lacking row counts as changed. So does a row that changed within
//! [`MARGIN`] before the export, because that change may not have been committed when the export read the site.

use std::collections::{BTreeMap, HashSet};

use anyhow::{Context, Result};
use chrono::TimeDelta;
use stoa_content::media::{LIST_USES, digits};
use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

use super::Prefer;
use super::batch::{MAX_ATTEMPTS, is_temporary, record};
use super::changes::Action;
use super::kinds::{Kind, Prune, kind};
use super::lock::lock;
use super::merge;
use super::run::{Pass, Run};
use super::verdicts::Verdict;
use crate::check::Checked;
use crate::sections::{Section, section};

/// Number of rows that one transaction archives or removes.
const MAX_PRUNED_AT_ONCE: usize = 500;

/// Number of files of the media library that one transaction removes. Each is searched for in all texts of the site.
const MAX_MEDIA_PRUNED_AT_ONCE: usize = 10;

/// The longest time from the beginning of a transaction, by the clock of any server, to its commit.
const MARGIN: TimeDelta = TimeDelta::minutes(1);

const CONFLICT: &str = "the file lacks it, and it may have changed since the export";

/// A row that the file lacks.
struct Lacking {
    id: i64,
    label: String,
    has_changed: bool,
    /// Whether nothing depends on it.
    is_free: bool,
}

/// The rows that a transaction archived or removed, and those that it left because they have changed.
struct Pruned {
    pruned: Vec<i64>,
    changed: Vec<i64>,
}

impl Run<'_> {
    /// Archives or removes the rows that the file lacks. Without `--prune`, only counts them.
    pub async fn prune(&mut self, pass: Pass, section: &'static Section) -> Result<()> {
        let kind = kind(section.key).context("the section has a kind")?;
        let Some(rule) = &kind.prune else { return Ok(()) };
        let transaction = self.staging.begin(self.client).await?;
        let known = self.ids.get(section.key);
        let lacking = lacking(&transaction, kind, rule, self.checked, None).await?;
        let lacking: Vec<Lacking> = lacking
            .into_iter()
            .filter(|row| known.is_none_or(|known| !known.contains(&row.id)))
            .collect();
        transaction.commit().await?;
        if !self.options.prune {
            self.applied.lacking += lacking.len();
            return Ok(());
        }
        let mut left: BTreeMap<i64, String> = BTreeMap::new();
        for Lacking { id, label, has_changed, is_free } in lacking {
            if has_changed && self.options.prefer != Some(Prefer::File) {
                self.note(pass, kind, id, label, Verdict::Conflict(CONFLICT.into(), Vec::new()));
            } else if pass == Pass::Write {
                left.insert(id, label);
            } else {
                self.applied.pruned += 1;
                if self.options.dry_run {
                    let condition = if is_free { "" } else { ", if nothing belongs to it then" };
                    let done = format!("{}{condition}", rule.done);
                    self.report(kind, id, label, Action::Pruned(done));
                }
            }
        }
        let at_once = match kind.section {
            "media" => MAX_MEDIA_PRUNED_AT_ONCE,
            _ => MAX_PRUNED_AT_ONCE,
        };
        // A category is removed after the categories below it.
        loop {
            let ids: Vec<i64> = left.keys().copied().collect();
            while !ids.is_empty() && self.detach(rule, &ids).await? > 0 {}
            for ids in ids.chunks(at_once) {
                let Pruned { pruned, changed } = self.prune_some(kind, rule, ids).await?;
                for id in pruned {
                    let label = left.remove(&id).unwrap_or_default();
                    self.applied.pruned += 1;
                    self.report(kind, id, label, Action::Pruned(rule.done.to_owned()));
                }
                for id in changed {
                    let label = left.remove(&id).unwrap_or_default();
                    let conflict = Verdict::Conflict(CONFLICT.into(), Vec::new());
                    self.note(pass, kind, id, label, conflict);
                }
            }
            if left.is_empty() || left.len() == ids.len() {
                break;
            }
        }
        for (id, label) in left {
            self.applied.lacking += 1;
            self.report(kind, id, label, Action::Kept);
        }
        Ok(())
    }

    /// Detaches some archived rows from the rows that are to be removed, and returns their number.
    async fn detach(&mut self, rule: &Prune, ids: &[i64]) -> Result<usize> {
        let mut attempt = 1;
        loop {
            match self.try_detach(rule, ids).await {
                Err(error) if attempt < MAX_ATTEMPTS && is_temporary(&error) => attempt += 1,
                done => break done,
            }
        }
    }

    async fn try_detach(&mut self, rule: &Prune, ids: &[i64]) -> Result<usize> {
        let (Some(detach), Some(kind)) = (rule.detach, kind("products")) else { return Ok(0) };
        let site_id = self.checked.site_id;
        let transaction = self.staging.begin(self.client).await?;
        lock(&transaction, kind, (site_id, &[]), self.currency.as_deref(), "no key update").await?;
        let detached = transaction.query(detach, &[&site_id, &ids, &self.now]).await?;
        let member = vec!["categoryId".to_owned()];
        let written: Vec<_> = detached.iter().map(|row| (row.get(0), member.clone())).collect();
        let count = written.len();
        let event = record(&transaction, site_id, self.origin, self.event, kind, written).await?;
        transaction.commit().await?;
        self.event = event;
        Ok(count)
    }

    async fn prune_some(&mut self, kind: &Kind, rule: &Prune, ids: &[i64]) -> Result<Pruned> {
        let mut attempt = 1;
        loop {
            match self.try_prune(kind, rule, ids).await {
                Err(error) if attempt < MAX_ATTEMPTS && is_temporary(&error) => attempt += 1,
                done => break done,
            }
        }
    }

    async fn try_prune(&mut self, kind: &Kind, rule: &Prune, ids: &[i64]) -> Result<Pruned> {
        let site_id = self.checked.site_id;
        if let Some(section) = section("products").filter(|section| section.key == kind.section) {
            // The statements that count active products read them.
            self.staging.open(self.client, kind, section).await?;
        }
        let transaction = self.staging.begin(self.client).await?;
        let row_lock = if rule.set.is_empty() { "update" } else { "no key update" };
        lock(&transaction, kind, (site_id, ids), self.currency.as_deref(), row_lock).await?;
        let mut ids = ids.to_vec();
        let mut changed = Vec::new();
        if self.options.prefer != Some(Prefer::File) {
            // Staff may have changed rows since the prune listed them.
            let rows = lacking(&transaction, kind, rule, self.checked, Some(&ids)).await?;
            changed.extend(rows.iter().filter(|row| row.has_changed).map(|row| row.id));
            ids.retain(|id| !changed.contains(id));
        }
        if kind.section == "media" {
            ids = unused_media(&transaction, site_id, &ids).await?;
        }
        let params: [&(dyn ToSql + Sync); 3] = [&site_id, &ids, &self.now];
        if kind.section == "products" {
            merge::count_active(&mut self.staging, &transaction, &params).await?;
        }
        let statement = self.staging.statement(&transaction, false, &statement(kind, rule)).await?;
        let pruned = transaction.query(&statement, &params[..statement.params().len()]).await?;
        let mut pruned: Vec<i64> = pruned.iter().map(|row| row.get(0)).collect();
        pruned.sort_unstable();
        if let Some(finish) = rule.finish {
            transaction.execute(finish, &[&site_id, &pruned]).await?;
        }
        let members: Vec<String> = rule.member.into_iter().map(str::to_owned).collect();
        let written = pruned.iter().map(|id| (*id, members.clone())).collect();
        let event = record(&transaction, site_id, self.origin, self.event, kind, written).await?;
        transaction.commit().await?;
        self.event = event;
        Ok(Pruned { pruned, changed })
    }
}

/// The rows of the site that are not archived, or those among `ids`.
async fn lacking(
    transaction: &Transaction<'_>,
    kind: &Kind,
    rule: &Prune,
    checked: &Checked,
    ids: Option<&[i64]>,
) -> Result<Vec<Lacking>> {
    let (site_id, since) = (checked.site_id, checked.exported_at.map(|at| at - MARGIN));
    let table = kind.table();
    let labels = ["code", "slug", "name", "label", "filename"];
    let label = labels.iter().find(|label| table.columns.split(", ").any(|it| it == **label));
    let sql = format!(
        "select t.id, {label} as label, coalesce({is_newer}, true) as is_newer, {is_free} as is_free
        from {name} t
        where t.site_id = $1
        and ($3::bigint[] is null or t.id = any ($3))
        and {is_present}
        order by t.id",
        label = label.map_or("''".to_owned(), |label| format!("t.{label}")),
        is_newer = rule.is_newer,
        is_free = rule.is_free,
        is_present = rule.is_present,
        name = table.name,
    );
    let rows = transaction.query(&sql, &[&site_id, &since, &ids]).await?;
    // The audit trail has the navigation as one row, which has the site's id.
    let target = |id: i64| if kind.section == "navigation" { site_id } else { id }.to_string();
    let targets: Vec<String> = rows.iter().map(|row| target(row.get("id"))).collect();
    let params: [&(dyn ToSql + Sync); 4] = [&site_id, &kind.target, &since, &targets];
    let changed = transaction.query(include_str!("list_changed.sql"), &params).await?;
    let changed: HashSet<String> = changed.iter().map(|row| row.get(0)).collect();
    let mut lacking = Vec::with_capacity(rows.len());
    for row in rows {
        let id = row.try_get("id")?;
        lacking.push(Lacking {
            id,
            label: row.try_get("label")?,
            has_changed: row.try_get("is_newer")? || changed.contains(&target(id)),
            is_free: row.try_get("is_free")?,
        });
    }
    Ok(lacking)
}

/// The statement that archives or removes the rows $2 on which nothing depends.
fn statement(kind: &Kind, rule: &Prune) -> String {
    let name = kind.table().name;
    let Prune { set, is_present, is_free, .. } = rule;
    let begin = match *set {
        "" => format!("delete from {name} t"),
        set => format!("update {name} t set {set}"),
    };
    format!(
        "{begin}
        where t.site_id = $1
        and t.id = any ($2)
        and {is_present}
        and {is_free}
        returning t.id"
    )
}

/// The files of the media library among `ids` that nothing of the site shows.
async fn unused_media(
    transaction: &Transaction<'_>,
    site_id: i64,
    ids: &[i64],
) -> Result<Vec<i64>> {
    let mut unused = Vec::new();
    for row in transaction.query(include_str!("find_media.sql"), &[&site_id, &ids]).await? {
        let keys = [row.try_get("file_key")?, row.try_get("thumbnail_key")?];
        if transaction.query(LIST_USES, &[&site_id, &digits(keys)]).await?.is_empty() {
            unused.push(row.try_get("id")?);
        }
    }
    Ok(unused)
}
