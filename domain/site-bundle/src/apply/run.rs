//! The passes through the file, batch by batch.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use serde_json::value::RawValue;
use stoa_audit::Origin;
use tokio::sync::mpsc;
use tokio_postgres::Client;

use super::changes::{Action, RowChange};
use super::identity::Item;
use super::kinds::{Kind, kind};
use super::plan::{Key, Plan, circles};
use super::staging::Staging;
use super::verdicts::Verdict;
use super::{Applied, ApplyOptions, NotApplied, counted};
use crate::batches::{Batch, Numbers, send_batches};
use crate::check::Checked;
use crate::import::reserve_ids;
use crate::progress::Progress;
use crate::sections::Section;

/// Receives rows.
pub type Changes<'a> = &'a mut (dyn FnMut(RowChange) + Send);

/// An apply whose file is checked.
pub struct Run<'a> {
    pub client: &'a mut Client,
    pub staging: Staging,
    pub checked: &'a Checked,
    /// The currency of the site's store.
    pub currency: Option<String>,
    /// Whether the operator applies the file, not an owner.
    pub by_operator: bool,
    pub sections: &'a [&'static Section],
    pub options: ApplyOptions,
    pub origin: &'a Origin,
    /// Receives each row that changes, and each conflict.
    pub changes: Changes<'a>,
    pub now: DateTime<Utc>,
    /// The ids of the file's rows by section.
    pub ids: HashMap<&'static str, HashSet<i64>>,
    /// The parents of the file's rows by section.
    pub parents: HashMap<&'static str, HashMap<i64, i64>>,
    /// The rows that the first pass has found to differ, by section and position.
    pub differing: HashSet<(&'static str, usize)>,
    pub plan: Plan,
    /// The event that the apply has stored, if it has changed anything.
    pub event: Option<i64>,
    pub applied: Applied,
}

/// A pass through the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Finds the rows that differ, and plans their order.
    Compare,
    /// Writes them.
    Write,
}

/// The rows of a batch that must wait for others.
#[derive(Default)]
pub struct Waiting {
    /// In the first pass, their names and verdicts.
    pub verdicts: Vec<(Key, String, Verdict)>,
    /// In the second pass, their items.
    pub items: Vec<Item>,
}

impl Run<'_> {
    pub async fn run(&mut self, file: File, progress: Progress) -> Result<()> {
        let (file, progress) = self.pass(Pass::Compare, file, progress).await?;
        if self.options.dry_run {
            return Ok(());
        }
        let Applied { conflicts, refused, .. } = self.applied;
        let reason = if refused > 0 {
            Some(format!("nothing was applied: {} cannot be stored", counted(refused, "row")))
        } else if conflicts > 0 && self.options.prefer.is_none() {
            let rows = counted(conflicts, "row");
            Some(format!(
                "nothing was applied: {rows} in conflict: --prefer file writes the file's rows, --prefer site leaves the site's"
            ))
        } else {
            None
        };
        if let Some(reason) = reason {
            // The rows were only compared.
            let applied = std::mem::take(&mut self.applied);
            let applied = Applied { changed: 0, added: 0, pruned: 0, ..applied };
            return Err(NotApplied { applied, reason }.into());
        }
        let Applied { site_id, not_compared, .. } = std::mem::take(&mut self.applied);
        self.applied = Applied { site_id, not_compared, ..Applied::default() };
        self.plan.restart();
        let transaction = self.staging.begin(self.client).await?;
        reserve_ids(&transaction, self.checked).await?;
        transaction.commit().await?;

        self.pass(Pass::Write, file, progress).await?;
        let Applied { conflicts, refused, .. } = self.applied;
        if refused > 0 || (conflicts > 0 && self.options.prefer.is_none()) {
            let rows = counted(refused + conflicts, "row");
            let applied = std::mem::take(&mut self.applied);
            let reason =
                format!("{rows} changed concurrently and stayed ({applied}): run this again");
            return Err(NotApplied { applied, reason }.into());
        }
        Ok(())
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
            send_batches(&mut file, sections, Numbers::None, &mut progress, &sender)
                .map(|()| (file, progress))
        });
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut waiting: HashMap<&str, Waiting> = HashMap::new();
        while let Some(Batch { section, items }) = batches.recv().await {
            let place = places.entry(section.key).or_default();
            let items = self.items(pass, section, place, items)?;
            let left = self.batch(pass, section, items, false).await?;
            let all = waiting.entry(section.key).or_default();
            all.verdicts.extend(left.verdicts);
            all.items.extend(left.items);
        }
        let read = reading.await?.context("the file changed while it was read")?;
        let mut refused = BTreeMap::new();
        if pass == Pass::Compare {
            refused = self.refuse_circles().await?;
            refused.extend(self.plan.refuse());
        }
        for &section in self.sections {
            if let Some(left) = waiting.remove(section.key) {
                self.finish(pass, section, left, &mut refused).await?;
            }
        }
        // Rows that seemed not to wait, before a row that they need was refused.
        for ((section, id), reason) in refused {
            let kind = kind(section).context("the section has a kind")?;
            self.note(pass, kind, id, String::new(), Verdict::Refuse(reason));
        }
        // Rows before those that they refer to. Rows of all sections may show media.
        let (media, others): (Vec<&Section>, Vec<&Section>) =
            self.sections.iter().rev().copied().partition(|section| section.key == "media");
        for section in others.into_iter().chain(media) {
            self.prune(pass, section).await?;
        }
        Ok(read)
    }

    /// The items of a batch that are compared in this pass.
    fn items(
        &mut self,
        pass: Pass,
        section: &'static Section,
        next: &mut usize,
        batch: Vec<Box<RawValue>>,
    ) -> Result<Vec<Item>> {
        let kind = kind(section.key).context("the section has a kind")?;
        let mut items = Vec::with_capacity(batch.len());
        for json in batch {
            let place = *next;
            *next += 1;
            if pass == Pass::Write && !self.differing.contains(&(section.key, place)) {
                self.applied.unchanged += 1;
                continue;
            }
            items.push(Item::new(kind, place, self.checked.site_id, json)?);
        }
        Ok(items)
    }

    /// Compares or writes the rows that had to wait.
    async fn finish(
        &mut self,
        pass: Pass,
        section: &'static Section,
        waiting: Waiting,
        refused: &mut BTreeMap<Key, String>,
    ) -> Result<()> {
        let kind = kind(section.key).context("the section has a kind")?;
        if pass == Pass::Write {
            let mut items: HashMap<Key, Item> =
                waiting.items.into_iter().map(|item| ((section.key, item.row.id), item)).collect();
            let mut keys: Vec<Key> = items.keys().copied().collect();
            keys.sort_unstable();
            for batch in self.plan.batches(&keys).0 {
                let items = batch.iter().filter_map(|key| items.remove(key)).collect();
                self.batch(pass, section, items, true).await?;
            }
            return Ok(());
        }
        let mut keys: Vec<Key> = waiting.verdicts.iter().map(|(key, _, _)| *key).collect();
        keys.sort_unstable();
        let (batches, too_long) = self.plan.batches(&keys);
        for &key in &too_long {
            let reason = "its slug is one of too many that change in a circle: give one of the rows another slug first";
            refused.entry(key).or_insert_with(|| reason.to_owned());
        }
        let mut verdicts: BTreeMap<Key, (String, Verdict)> = waiting
            .verdicts
            .into_iter()
            .map(|(key, label, verdict)| (key, (label, verdict)))
            .collect();
        for mut batch in batches.into_iter().chain([too_long]) {
            batch.sort_unstable();
            for key in batch {
                let Some((label, verdict)) = verdicts.remove(&key) else { continue };
                let verdict = refused.remove(&key).map_or(verdict, Verdict::Refuse);
                self.note(pass, kind, key.1, label, verdict);
            }
        }
        Ok(())
    }

    /// Removes rows from the plan whose parents would lead back to themselves. Returns the reasons.
    async fn refuse_circles(&mut self) -> Result<BTreeMap<Key, String>> {
        let mut refused = BTreeMap::new();
        for section in self.sections {
            let kind = kind(section.key).context("the section has a kind")?;
            let Some(column) = kind.parent else { continue };
            let mut ids: HashSet<i64> = self.plan.ids(section.key).into_iter().collect();
            if ids.is_empty() {
                continue;
            }
            let transaction = self.staging.begin(self.client).await?;
            let name = kind.table().name;
            let sql = format!(
                "select t.id, t.{column} as parent_id from {name} t where t.site_id = $1 and t.{column} is not null"
            );
            let rows = transaction.query(&sql, &[&self.checked.site_id]).await?;
            transaction.commit().await?;
            let mut of_site: HashMap<i64, i64> = HashMap::with_capacity(rows.len());
            for row in rows {
                of_site.insert(row.try_get("id")?, row.try_get("parent_id")?);
            }
            let of_file = self.parents.get(section.key).cloned().unwrap_or_default();
            loop {
                let found = circles(&of_site, &ids, &of_file);
                if found.is_empty() {
                    break;
                }
                for id in found {
                    ids.remove(&id);
                    self.plan.remove((section.key, id));
                    refused.insert((section.key, id), "its parent leads back to it".to_owned());
                }
            }
        }
        Ok(refused)
    }

    /// Counts a row, and reports it.
    pub fn note(&mut self, pass: Pass, kind: &Kind, id: i64, label: String, verdict: Verdict) {
        let is_shown = pass == Pass::Write || self.options.dry_run;
        let (counted, action, is_shown) = match verdict {
            Verdict::Add => (&mut self.applied.added, Action::Added, is_shown),
            Verdict::Change(differences) => {
                (&mut self.applied.changed, Action::Changed(differences), is_shown)
            }
            Verdict::Conflict(reason, differences) => {
                let is_shown = is_shown || self.options.prefer.is_none();
                (&mut self.applied.conflicts, Action::Conflict(reason, differences), is_shown)
            }
            Verdict::Refuse(reason) => (&mut self.applied.refused, Action::Refused(reason), true),
        };
        *counted += 1;
        if is_shown {
            self.report(kind, id, label, action);
        }
    }

    pub fn report(&mut self, kind: &Kind, id: i64, label: String, action: Action) {
        let (section, identity, noun) = (kind.section, kind.identity, kind.table().noun);
        (self.changes)(RowChange { section, noun, identity, id, label, action });
    }
}
