//! The passes through the file, batch by batch.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use serde_json::value::RawValue;
use stoa_audit::{Origin, record_all_unpooled};
use tokio::sync::mpsc;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::changes::{Action, RowChange};
use super::content::Content;
use super::kinds::{Kind, kind};
use super::lock::lock;
use super::merge;
use super::staging::Staging;
use super::verdicts::{Row, Verdict, blocked, moved, verdict, written};
use super::{Applied, ApplyOptions, NotApplied};
use crate::batches::{Batch, send_batches};
use crate::check::Checked;
use crate::import::advance_sequences;
use crate::progress::Progress;
use crate::sections::Section;

/// How often a batch is tried if it and other transactions wait for each other.
const MAX_ATTEMPTS: usize = 5;

/// Receives rows. An error ends the apply.
pub type Changes<'a> = &'a mut (dyn FnMut(RowChange) -> Result<()> + Send);

/// An apply whose file is checked.
pub struct Run<'a> {
    pub client: &'a mut Client,
    pub staging: Staging,
    pub checked: &'a Checked,
    pub currency: Option<String>,
    pub sections: &'a [&'static Section],
    pub options: ApplyOptions,
    pub origin: &'a Origin,
    /// Receives each row that changes, and each conflict.
    pub changes: Changes<'a>,
    pub now: DateTime<Utc>,
    /// The ids of the file's rows by section.
    pub ids: HashMap<&'static str, HashSet<i64>>,
    /// The rows that the first pass has found to differ, by section and id.
    pub differing: HashSet<(&'static str, i64)>,
    pub applied: Applied,
}

/// A pass through the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Finds the rows that differ.
    Compare,
    /// Writes them. `only_differing` leaves out rows that the pass before has found to be equal.
    Write { only_differing: bool },
}

impl Run<'_> {
    pub async fn run(&mut self, mut file: File, mut progress: Progress) -> Result<()> {
        let only_differing = self.options.prefer.is_none();
        if self.options.dry_run || only_differing {
            (file, progress) = self.pass(Pass::Compare, file, progress).await?;
            if self.options.dry_run {
                return Ok(());
            }
            let Applied { conflicts, refused, .. } = self.applied;
            if conflicts + refused > 0 {
                // What was only compared is not changed.
                self.applied = Applied {
                    changed: 0,
                    added: 0,
                    pruned: 0,
                    ..std::mem::take(&mut self.applied)
                };
            }
            self.left(refused > 0, || {
                format!("nothing was applied: {refused} rows cannot be stored")
            })?;
            self.left(conflicts > 0, || {
                format!(
                    "nothing was applied: {conflicts} rows have changed since the export: --ours writes the file's rows, --theirs leaves the site's"
                )
            })?;
            let Applied { site_id, not_compared, .. } = std::mem::take(&mut self.applied);
            self.applied = Applied { site_id, not_compared, ..Applied::default() };
        }
        self.pass(Pass::Write { only_differing }, file, progress).await?;
        let Applied { conflicts, refused, .. } = self.applied;
        let left = if self.options.prefer.is_some() { refused } else { refused + conflicts };
        let summary = self.applied.to_string();
        self.left(left > 0, || {
            format!("{} rows were left as they were ({summary})", refused + conflicts)
        })
    }

    /// Fails with the result so far if rows are left.
    fn left(&mut self, is_left: bool, reason: impl FnOnce() -> String) -> Result<()> {
        if !is_left {
            return Ok(());
        }
        let applied = std::mem::take(&mut self.applied);
        Err(NotApplied { applied, reason: reason() }.into())
    }

    async fn pass(
        &mut self,
        pass: Pass,
        mut file: File,
        mut progress: Progress,
    ) -> Result<(File, Progress)> {
        let (sender, mut batches) = mpsc::channel(4);
        let sections = self.sections.iter().map(|section| section.key).collect();
        let reading = tokio::task::spawn_blocking(move || {
            send_batches(&mut file, sections, &mut progress, &sender).map(|()| (file, progress))
        });
        let mut deferred: HashMap<&str, Vec<Box<RawValue>>> = HashMap::new();
        while let Some(Batch { section, items }) = batches.recv().await {
            let left = self.batch(pass, section, items, false).await?;
            deferred.entry(section.key).or_default().extend(left);
        }
        let read = reading.await?.context("the file changed while it was read")?;
        for section in self.sections {
            let items = deferred.remove(section.key).unwrap_or_default();
            self.batch(pass, section, items, true).await?;
        }
        for section in self.sections.iter().rev() {
            self.prune(pass, section).await?;
        }
        Ok(read)
    }

    /// Compares or writes a batch, and returns the items that must be written later.
    async fn batch(
        &mut self,
        pass: Pass,
        section: &'static Section,
        items: Vec<Box<RawValue>>,
        is_last: bool,
    ) -> Result<Vec<Box<RawValue>>> {
        let mut rows = Vec::with_capacity(items.len());
        for item in items {
            let row = Row::of(&item)?;
            self.ids.entry(section.key).or_default().insert(row.id);
            let only_differing = pass == Pass::Write { only_differing: true };
            if only_differing && !self.differing.contains(&(section.key, row.id)) {
                self.applied.unchanged += 1;
            } else {
                rows.push((row, item));
            }
        }
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let (rows, items): (Vec<Row>, Vec<Box<RawValue>>) = rows.into_iter().unzip();
        let mut attempt = 1;
        let later = loop {
            match self.try_batch(pass, section, &rows, &items, is_last).await {
                Err(error) if attempt < MAX_ATTEMPTS && is_deadlock(&error) => attempt += 1,
                done => break done?,
            }
        };
        let later = rows.iter().zip(items).filter(|(row, _)| later.contains(&row.id));
        Ok(later.map(|(_, item)| item).collect())
    }

    async fn try_batch(
        &mut self,
        pass: Pass,
        section: &'static Section,
        rows: &[Row],
        items: &[Box<RawValue>],
        is_last: bool,
    ) -> Result<HashSet<i64>> {
        let kind = kind(section.key).context("the section has a kind")?;
        let site_id = self.checked.site_id;
        let family = self.checked.families.iter().find(|family| family.section == section.key);
        let mut ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        ids.sort_unstable();
        let transaction = self.staging.begin(self.client).await?;
        let params: [&(dyn ToSql + Sync); 3] = [&site_id, &ids, &self.now];
        let parents = family.map(|family| -> [&(dyn ToSql + Sync); 3] {
            [&self.checked.site_id, &family.children, &family.parents]
        });
        let parents = parents.as_ref().map_or(&[][..], |parents| &parents[..]);
        let of_file =
            self.staging.stage(&transaction, (kind, section), items, &params, parents).await?;
        if pass != Pass::Compare {
            lock(&transaction, kind, (site_id, &ids), self.currency.as_deref()).await?;
        }
        let of_site = self.staging.stored(&transaction, (kind, section), &params[..2]).await?;
        let moved = moved(&mut self.staging, &transaction, kind, &params[..1]).await?;

        let mut verdicts: BTreeMap<i64, Verdict> = BTreeMap::new();
        for row in rows {
            let Some(file) = of_file.get(&row.id) else { continue };
            let verdict = match moved.get(&row.id) {
                Some(reason) => Some(Verdict::Refuse(reason.clone())),
                None => verdict(self.options, kind, row, of_site.get(&row.id), file),
            };
            verdicts.extend(verdict.map(|verdict| (row.id, verdict)));
        }
        let mut later = HashSet::new();
        if pass != Pass::Compare {
            let blocked =
                blocked(&mut self.staging, &transaction, kind, site_id, &verdicts).await?;
            for (id, reason) in blocked {
                if is_last {
                    verdicts.insert(id, Verdict::Refuse(reason));
                } else {
                    verdicts.remove(&id);
                    later.insert(id);
                }
            }
            let written = written(&verdicts);
            let ids: Vec<i64> = written.iter().map(|(id, _)| *id).collect();
            let params: [&(dyn ToSql + Sync); 3] = [&site_id, &ids, &self.now];
            if !ids.is_empty() {
                let prune = self.options.prune;
                merge::merge(&mut self.staging, &transaction, kind, &params, prune).await?;
                advance_sequences(&transaction, site_id).await?;
                let (origin, now) = (self.origin, self.now);
                record_all_unpooled(&transaction, site_id, origin, kind.target, &written, now)
                    .await?;
            }
        }
        transaction.commit().await?;
        let unchanged = rows.len() - verdicts.len() - later.len();
        self.applied.unchanged += unchanged;
        for (id, verdict) in verdicts {
            let label = of_file.get(&id).map(Content::label).unwrap_or_default();
            self.note(pass, kind, id, label, verdict)?;
        }
        Ok(later)
    }

    /// Counts a row, and reports it.
    pub fn note(
        &mut self,
        pass: Pass,
        kind: &Kind,
        id: i64,
        label: String,
        verdict: Verdict,
    ) -> Result<()> {
        self.differing.insert((kind.section, id));
        let is_shown = pass != Pass::Compare || self.options.dry_run;
        let (counted, action, is_shown) = match verdict {
            Verdict::Add => (&mut self.applied.added, Action::Added, is_shown),
            Verdict::Change(differences) => {
                (&mut self.applied.changed, Action::Changed(differences), is_shown)
            }
            Verdict::Conflict(reason, differences) => {
                (&mut self.applied.conflicts, Action::Conflict(reason, differences), true)
            }
            Verdict::Refuse(reason) => (&mut self.applied.refused, Action::Refused(reason), true),
        };
        *counted += 1;
        if is_shown { self.report(kind, id, label, action) } else { Ok(()) }
    }

    pub fn report(&mut self, kind: &Kind, id: i64, label: String, action: Action) -> Result<()> {
        let (section, noun) = (kind.section, kind.tables[0].noun);
        (self.changes)(RowChange { section, noun, id, label, action })
    }
}

fn is_deadlock(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<tokio_postgres::Error>()
            .is_some_and(|error| error.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED))
    })
}
