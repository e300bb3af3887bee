//! Compares or writes one batch, in one transaction.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::{Context, Result};
use chrono::Utc;
use stoa_audit::{Origin, record_all_unpooled};
use stoa_events::hold_catalog_change;
use tokio_postgres::Transaction;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::content::Content;
use super::identity::{Item, identify};
use super::kinds::{Identity, Kind, kind};
use super::lock::{currency, lock};
use super::merge;
use super::plan::{Key, Need, Plan, Planned};
use super::run::{Pass, Run, Waiting};
use super::store;
use super::verdicts::{Verdict, can_be_charged, kept, needs, refusals, verdict, written};
use crate::sections::Section;

/// How often a batch is tried if another transaction gets in its way.
pub const MAX_ATTEMPTS: usize = 5;

impl Run<'_> {
    /// Compares or writes a batch, and returns the rows that must wait.
    pub async fn batch(
        &mut self,
        pass: Pass,
        section: &'static Section,
        items: Vec<Item>,
        is_last: bool,
    ) -> Result<Waiting> {
        if items.is_empty() {
            return Ok(Waiting::default());
        }
        let mut attempt = 1;
        loop {
            match self.try_batch(pass, section, &items, is_last).await {
                Err(error) if attempt < MAX_ATTEMPTS && is_temporary(&error) => attempt += 1,
                done => break done,
            }
        }
    }

    async fn try_batch(
        &mut self,
        pass: Pass,
        section: &'static Section,
        items: &[Item],
        is_last: bool,
    ) -> Result<Waiting> {
        let kind = kind(section.key).context("the section has a kind")?;
        let site_id = self.checked.site_id;
        let mut items = items.to_vec();
        self.staging.open(self.client, kind, section).await?;
        let transaction = self.staging.begin(self.client).await?;
        let takes_ids = pass == Pass::Write;
        let ambiguous =
            identify(&mut self.staging, &transaction, (kind, site_id), &mut items, takes_ids)
                .await?;
        let mut ids: Vec<i64> = items.iter().map(|item| item.row.id).collect();
        self.ids.entry(section.key).or_default().extend(&ids);
        ids.sort_unstable();
        let expected = self.currency.as_deref();
        if kind.identity == Identity::Site {
            if pass == Pass::Write {
                lock(&transaction, kind, (site_id, &ids), expected, "no key update").await?;
            }
            let withheld: &[&str] = if self.by_operator { &[] } else { kind.withheld };
            store::complete(&transaction, section, site_id, &mut items[0], withheld).await?;
        }
        let params: [&(dyn ToSql + Sync); 3] = [&site_id, &ids, &self.now];
        let (children, parents) = families(self.parents.get(section.key), &ids);
        let families: [&(dyn ToSql + Sync); 3] = [&site_id, &children, &parents];
        let of_file =
            self.staging.stage(&transaction, (kind, section), &items, &params, &families).await?;
        if pass == Pass::Write && kind.identity != Identity::Site {
            lock(&transaction, kind, (site_id, &ids), expected, "no key update").await?;
        }
        let of_site = self.staging.stored(&transaction, (kind, section), &params[..2]).await?;
        let prune = self.options.prune;
        let refused = refusals(&mut self.staging, &transaction, kind, &params[..2], prune).await?;
        let kept = match prune {
            true => kept(&mut self.staging, &transaction, kind, &params[..2]).await?,
            false => HashSet::new(),
        };

        let mut verdicts: BTreeMap<i64, Verdict> = BTreeMap::new();
        for item in &items {
            let id = item.row.id;
            let Some(file) = of_file.get(&id) else { continue };
            let mut verdict = verdict(self.options, kind, &item.row, of_site.get(&id), file, &kept);
            if let Some(reason) = refused.get(&id) {
                verdict = Some(Verdict::Refuse(reason.clone()));
            } else if ambiguous.contains(&item.row.place) {
                let reason = "several have its name: give it the id that an export writes";
                verdict = Some(Verdict::Refuse(reason.into()));
            }
            if section.key == "store"
                && matches!(verdict, Some(Verdict::Add))
                && store::has_uncharged_prices(&transaction, site_id, self.checked).await?
            {
                let reason = "its currency cannot charge all prices of the site";
                verdict = Some(Verdict::Refuse(reason.into()));
            }
            if let Some(Verdict::Add | Verdict::Change(_)) = verdict
                && !can_be_charged(kind, item, self.currency.as_deref())?
            {
                let reason = "the store's currency cannot charge its prices";
                verdict = Some(Verdict::Refuse(reason.into()));
            }
            if let Some(verdict) = verdict {
                self.differing.insert((section.key, item.row.place));
                verdicts.insert(id, verdict);
            }
        }
        let to_write: Vec<i64> = written(&verdicts).into_iter().map(|(id, _)| id).collect();
        let needs = needs(&mut self.staging, &transaction, kind, site_id, &to_write).await?;
        let later = match pass {
            Pass::Compare => {
                let parents = self.parents.get(section.key);
                plan_batch(&mut self.plan, kind, parents, &verdicts, needs)
            }
            Pass::Write => {
                let keys: Vec<Key> = to_write.iter().map(|id| (section.key, *id)).collect();
                let later = if is_last { HashSet::new() } else { self.plan.waiting(&keys, true) };
                refuse_unmet(&mut verdicts, kind, needs, &later);
                later
            }
        };
        let mut waiting = Waiting::default();
        for (section, id) in &later {
            let Some(verdict) = verdicts.remove(id) else { continue };
            if pass == Pass::Compare {
                let label = of_file.get(id).map(Content::label).unwrap_or_default();
                waiting.verdicts.push(((*section, *id), label, verdict));
            }
        }
        let mut event = self.event;
        let written = written(&verdicts);
        if pass == Pass::Write && !written.is_empty() {
            let ids: Vec<i64> = written.iter().map(|(id, _)| *id).collect();
            let params: [&(dyn ToSql + Sync); 3] = [&site_id, &ids, &self.now];
            merge::merge(&mut self.staging, &transaction, kind, &params, prune).await?;
            if section.key == "site" {
                let sql = include_str!("plan_digests_again.sql");
                transaction.execute(sql, &[&site_id]).await?;
            }
            event = record(&transaction, site_id, self.origin, event, kind, written).await?;
        }
        // The file's store may be new.
        let stored_currency = match (pass, section.key) {
            (Pass::Write, "store") => currency(transaction.client(), site_id).await?,
            _ => self.currency.clone(),
        };
        transaction.commit().await?;
        self.event = event;
        self.currency = stored_currency;
        self.applied.unchanged += items.len() - verdicts.len() - later.len();
        for (id, verdict) in verdicts {
            let label = of_file.get(&id).map(Content::label).unwrap_or_default();
            self.note(pass, kind, id, label, verdict);
        }
        if pass == Pass::Write {
            items.retain(|item| later.contains(&(section.key, item.row.id)));
            waiting.items = items;
        }
        Ok(waiting)
    }
}

/// The rows among `ids` that have a parent in the file, and these parents.
fn families(parents: Option<&HashMap<i64, i64>>, ids: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let parent = |id: &i64| Some((*id, *parents?.get(id)?));
    ids.iter().filter_map(parent).unzip()
}

/// Adds the rows of a batch to the plan, and returns those that must wait for others.
fn plan_batch(
    plan: &mut Plan,
    kind: &Kind,
    parents: Option<&HashMap<i64, i64>>,
    verdicts: &BTreeMap<i64, Verdict>,
    mut needs: HashMap<i64, Vec<Need>>,
) -> HashSet<Key> {
    let mut keys = Vec::new();
    for (id, verdict) in verdicts {
        let Some(row) = planned(verdict) else { continue };
        let mut needs = needs.remove(id).unwrap_or_default();
        let parent = parents.and_then(|parents| parents.get(id));
        needs.extend(parent.map(|parent| Need::Parent((kind.section, *parent))));
        keys.push((kind.section, *id));
        plan.add((kind.section, *id), row, needs);
    }
    plan.waiting(&keys, false)
}

/// Refuses the rows of a batch whose needs no row of the batch meets, except those that are written `later`. Other
/// transactions may have changed the site since the plan was made.
fn refuse_unmet(
    verdicts: &mut BTreeMap<i64, Verdict>,
    kind: &Kind,
    mut needs: HashMap<i64, Vec<Need>>,
    later: &HashSet<Key>,
) {
    let mut plan = Plan::default();
    for (id, verdict) in verdicts.iter() {
        let key = (kind.section, *id);
        if let Some(row) = planned(verdict).filter(|_| !later.contains(&key)) {
            plan.add(key, row, needs.remove(id).unwrap_or_default());
        }
    }
    for ((_, id), reason) in plan.refuse() {
        verdicts.insert(id, Verdict::Refuse(reason));
    }
}

/// How a row is written, if it is.
fn planned(verdict: &Verdict) -> Option<Planned> {
    match verdict {
        Verdict::Add => Some(Planned { is_new: true, frees_slug: false }),
        Verdict::Change(differences) => {
            let frees_slug = differences.iter().any(|difference| difference.member == "slug");
            Some(Planned { is_new: false, frees_slug })
        }
        Verdict::Conflict(..) | Verdict::Refuse(_) => None,
    }
}

/// Records the written rows in the audit trail, where the navigation is one object. Stores that the apply changes the site,
/// and returns its event. `event` is the event so far.
pub async fn record(
    transaction: &Transaction<'_>,
    site_id: i64,
    origin: &Origin,
    event: Option<i64>,
    kind: &Kind,
    written: Vec<(i64, Vec<String>)>,
) -> Result<Option<i64>> {
    let targets = match kind.section {
        _ if written.is_empty() => return Ok(event),
        "navigation" => vec![(site_id, vec!["items".to_owned()])],
        _ => written,
    };
    let now = Utc::now();
    record_all_unpooled(transaction, site_id, origin, kind.target, &targets, now).await?;
    Ok(Some(hold_catalog_change(transaction.client(), site_id, event, now).await?))
}

/// Whether another attempt may succeed: transactions waited for each other, or another one took an id or a slug, or
/// removed a row.
pub fn is_temporary(error: &anyhow::Error) -> bool {
    let codes = [
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::UNIQUE_VIOLATION,
        SqlState::FOREIGN_KEY_VIOLATION,
    ];
    error.chain().any(|cause| {
        let cause = cause.downcast_ref::<tokio_postgres::Error>();
        cause.and_then(|error| error.code()).is_some_and(|code| codes.contains(code))
    })
}
