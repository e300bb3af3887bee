//! Rows that the file lacks.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use stoa_audit::record_all_unpooled;
use tokio_postgres::types::ToSql;

use super::Prefer;
use super::changes::Action;
use super::kinds::{Kind, kind};
use super::lock::lock;
use super::merge;
use super::run::{Pass, Run};
use super::verdicts::Verdict;
use crate::sections::Section;

/// Number of rows that one transaction archives or removes.
const MAX_PRUNED_AT_ONCE: usize = 500;

impl Run<'_> {
    /// Archives or removes the rows that the file lacks. Counts them only if they shall stay.
    pub async fn prune(&mut self, pass: Pass, section: &'static Section) -> Result<()> {
        let kind = kind(section.key).context("the section has a kind")?;
        let site_id = self.checked.site_id;
        let transaction = self.staging.begin(self.client).await?;
        self.staging.reach(&transaction, false).await?;
        let params: [&(dyn ToSql + Sync); 2] = [&site_id, &self.checked.exported_at];
        let lacking = transaction.query(kind.lacking, &params).await?;
        transaction.commit().await?;
        let known = self.ids.remove(section.key).unwrap_or_default();
        let mut left: BTreeMap<i64, String> = BTreeMap::new();
        for row in lacking {
            let (id, slug): (i64, String) = (row.try_get("id")?, row.try_get("slug")?);
            if known.contains(&id) {
                continue;
            }
            if !self.options.prune {
                self.applied.lacking += 1;
            } else if row.try_get("has_changed")? && self.options.prefer != Some(Prefer::File) {
                let reason = "the file lacks it, and it has changed since the export";
                self.note(pass, kind, id, slug, Verdict::Conflict(reason.into(), Vec::new()))?;
            } else if pass == Pass::Compare {
                self.applied.pruned += 1;
                if self.options.dry_run {
                    self.report(kind, id, slug, Action::Pruned(kind.pruned))?;
                }
            } else {
                left.insert(id, slug);
            }
        }
        // A category is removed after the categories below it.
        loop {
            let before = left.len();
            for ids in left.keys().copied().collect::<Vec<i64>>().chunks(MAX_PRUNED_AT_ONCE) {
                for id in self.prune_some(kind, ids).await? {
                    let slug = left.remove(&id).unwrap_or_default();
                    self.applied.pruned += 1;
                    self.report(kind, id, slug, Action::Pruned(kind.pruned))?;
                }
            }
            if left.is_empty() || left.len() == before {
                break;
            }
        }
        for (id, slug) in left {
            let reason = "other rows belong to it, so it is not removed";
            self.note(pass, kind, id, slug, Verdict::Refuse(reason.into()))?;
        }
        Ok(())
    }

    async fn prune_some(&mut self, kind: &Kind, ids: &[i64]) -> Result<Vec<i64>> {
        let site_id = self.checked.site_id;
        let transaction = self.staging.begin(self.client).await?;
        self.staging.reach(&transaction, false).await?;
        let params: [&(dyn ToSql + Sync); 3] = [&site_id, &ids, &self.now];
        lock(&transaction, kind, (site_id, ids), self.currency.as_deref()).await?;
        if kind.section == "products" {
            merge::count_active(&mut self.staging, &transaction, &params).await?;
        }
        let statement = self.staging.statement(&transaction, false, kind.prune).await?;
        let pruned = transaction.query(&statement, &params[..statement.params().len()]).await?;
        let mut pruned: Vec<i64> = pruned.iter().map(|row| row.get(0)).collect();
        pruned.sort_unstable();
        let fields = if kind.pruned == "archived" { vec!["status".to_owned()] } else { Vec::new() };
        let written: Vec<_> = pruned.iter().map(|id| (*id, fields.clone())).collect();
        record_all_unpooled(&transaction, site_id, self.origin, kind.target, &written, self.now)
            .await?;
        transaction.commit().await?;
        Ok(pruned)
    }
}
