//! Applies a bundle to an existing site: changes only what differs between the two.
//!
//! **Comparison.** The file is read and checked as for an import. The import's statements put each batch of its items into
//! temporary tables, and the export's statements read both these tables and the site's. So the two sides have one form,
//! with the same defaults, and no rule is stated twice. See `staging.rs`. `kinds.rs` declares how each section is treated.
//!
//! **Identity.** Rows are matched by id, codes by their text, and shipping zones without an id by their name.
//!
//! **Live state.** A row that exists retains its stock, its uses, its balance and its times, whatever the file says. New
//! rows take the file's. API keys are not applied at all.
//!
//! **Currency.** A file whose store has another currency than the site's is refused, because its prices would have another
//! meaning.
//!
//! **Conflicts.** An export gives each row a version, which is a digest of its content without live state. A row of the
//! file that still has this digest was not edited, so it changes nothing. An edited row is a conflict if the site's row has
//! another digest and another content: then the site's row has changed since the export. Two more kinds of rows are
//! conflicts: an edited row that the site lacks, which was removed since the export, and a row that differs and has no
//! version. An import of an export gives rows the same digests.
//!
//! **Passes.** The first pass only compares. If it finds conflicts and no side is preferred, or rows that cannot be stored,
//! nothing is written. The pass that writes has one transaction for each batch, which locks the site as checkouts do, then
//! the rows by id, and compares again. So each row is as before or as after, a checkout waits for one batch at most, and
//! after an interruption the same command continues: rows that are applied already do not differ.
//!
//! **Event.** The first transaction that changes anything stores the event `catalog.changed`, which is dispatched at the end
//! of the apply.
//!
//! **Order.** A row that depends on a row of a later batch, for example because it takes that row's slug, is written after
//! it. See `plan.rs`.
//!
//! **Lacking rows.** Without `prune`, rows and parts of rows that the file lacks stay. With it, products are archived, gift
//! certificates are disabled, and other rows and parts are removed if nothing depends on them. A row that has changed
//! since `exportedAt` is a conflict. See `prune.rs`.

mod batch;
mod changes;
mod content;
mod identity;
mod kinds;
mod lock;
mod merge;
mod plan;
mod prune;
mod run;
mod staging;
mod store;
mod verdicts;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Error, Result, ensure};
use chrono::Utc;
use stoa_audit::Origin;
use stoa_events::release_catalog_change;
use tokio_postgres::Client;

use super::check::check;
use super::faults::Faults;
use super::import::{check_rights, has_far_ids, open, words};
use super::progress::Progress;
use super::sections::{SECTIONS, Section};

pub use changes::{Action, RowChange};
pub use content::{Difference, read};
pub use kinds::kind;
use lock::currency;
use plan::Plan;
use run::{Changes, Run};
use staging::Staging;

/// Takes the lock of a site's apply for the session, unless another session holds it.
const TRY_LOCK: &str = "select pg_try_advisory_lock(hashtextextended('stoa site apply', $1))";

/// A session that is closed without this holds the lock for a moment longer.
const UNLOCK: &str = "select pg_advisory_unlock(hashtextextended('stoa site apply', $1))";

#[derive(Debug, Clone, Copy, Default)]
pub struct ApplyOptions {
    /// Only compare, and list the differences.
    pub dry_run: bool,
    /// Archive or remove what the file lacks.
    pub prune: bool,
    /// The side that conflicts are decided for. Without it, they refuse the file.
    pub prefer: Option<Prefer>,
}

/// The side that a conflict is decided for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefer {
    File,
    Site,
}

/// The result of an apply, displayed as `site 1: 2 changed, 1 added, 0 pruned, 8 unchanged`.
#[derive(Debug, Default)]
pub struct Applied {
    site_id: i64,
    pub changed: usize,
    pub added: usize,
    pub pruned: usize,
    pub unchanged: usize,
    /// Conflicts that were decided for the site, or were not decided.
    pub conflicts: usize,
    /// Rows that could not be written.
    pub refused: usize,
    /// Rows that the file lacks, which stay.
    pub lacking: usize,
    /// The file's sections that an apply leaves out.
    pub not_compared: Vec<&'static str>,
}

/// Why rows are left as they are: conflicts that are not decided, or rows that cannot be stored.
#[derive(Debug)]
pub struct NotApplied {
    pub applied: Applied,
    reason: String,
}

/// Why an apply ends in the middle, because of the site's rows. What it has written stays.
#[derive(Debug)]
pub struct Refusal(pub &'static str);

/// Another apply of the site is in progress.
#[derive(Debug)]
pub struct InProgress;

/// Applies a bundle like [`apply_to`], and writes a line for each row. A closed output does not end the apply.
pub async fn apply(
    client: &mut Client,
    path: &Path,
    options: ApplyOptions,
    origin: &Origin,
    out: &mut (dyn Write + Send),
    report: impl Fn(u64, u64) + Send + 'static,
) -> Result<Applied> {
    let mut write = |change: RowChange| {
        let _ = writeln!(out, "{change}");
    };
    apply_to(client, None, path, options, origin, &mut write, report).await
}

/// Applies a bundle: an owner's to the site `only`, or the operator's to the site that it names. `changes` receives each row that changes, and each conflict. `report` receives the number of bytes
/// read so far and the number of bytes to read in all.
///
/// Fails with `Faults` if the file has faults, if it is not of the site `only`, or if its store has another currency than
/// the site's. Fails with `NotApplied` if rows are
/// left because of conflicts or refusals.
pub async fn apply_to(
    client: &mut Client,
    only: Option<i64>,
    path: &Path,
    options: ApplyOptions,
    origin: &Origin,
    changes: Changes<'_>,
    report: impl Fn(u64, u64) + Send + 'static,
) -> Result<Applied> {
    let name = path.display().to_string();
    let (mut file, size) = open(path)?;
    let passes = if options.dry_run { 2 } else { 3 };
    let mut progress = Progress::new(size * passes, report);
    let read = tokio::task::spawn_blocking(move || {
        check(&mut file, &mut progress).map(|checked| (checked, file, progress))
    });
    let (checked, file, progress) = read.await?.with_context(|| name.clone())?;
    let site_id = checked.site_id;
    if let Some(only) = only.filter(|only| *only != site_id) {
        return Err(Faults::one("/site/id", format_args!("must be {only}")).into());
    }
    let site = client.query_opt("select from sites site where site.id = $1", &[&site_id]).await?;
    ensure!(site.is_some(), "site {site_id} does not exist: `stoa site import` loads it");
    let currency = currency(client, site_id).await?;
    if let (Some(of_site), Some(of_file)) = (&currency, &checked.currency)
        && !of_site.eq_ignore_ascii_case(of_file)
    {
        let text = format_args!("the store's currency is {of_site}, and {of_file} in the file");
        return Err(Error::from(Faults::one("/store/currency", text)).context(name));
    }
    if !options.dry_run {
        check_rights(client).await?;
        let is_far = only.is_some() && has_far_ids(client, &checked).await?;
        ensure!(!is_far, Refusal("an id is more than 1,000,000 above those that exist"));
        let is_first: bool = client.query_one(TRY_LOCK, &[&site_id]).await?.try_get(0)?;
        ensure!(is_first, InProgress);
    }

    let sections: Vec<&'static Section> = SECTIONS
        .iter()
        .filter(|section| kind(section.key).is_some())
        .filter(|section| checked.sections.iter().any(|(other, _)| other.key == section.key))
        .collect();
    let staging = Staging::new(client, site_id).await?;
    let not_compared = checked
        .sections
        .iter()
        .filter(|(section, items)| *items > 0 && kind(section.key).is_none())
        .map(|(section, _)| section.key)
        .collect();
    let parents = checked.families.iter().map(|family| {
        let parents = family.children.iter().copied().zip(family.parents.iter().copied());
        (family.section, parents.collect())
    });
    let mut run = Run {
        client,
        staging,
        checked: &checked,
        by_operator: only.is_none(),
        currency,
        sections: &sections,
        options,
        origin,
        changes,
        now: Utc::now(),
        ids: HashMap::new(),
        parents: parents.collect(),
        differing: HashSet::new(),
        plan: Plan::default(),
        event: None,
        applied: Applied { site_id, not_compared, ..Applied::default() },
    };
    let done = run.run(file, progress).await.with_context(|| name);
    let (applied, event) = (run.applied, run.event);
    if let Some(event) = event {
        release_catalog_change(client, site_id, event, Utc::now()).await?;
    }
    Staging::remove(client).await?;
    if !options.dry_run {
        client.execute(UNLOCK, &[&site_id]).await?;
    }
    done.map(|()| applied)
}

impl fmt::Display for NotApplied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for NotApplied {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for InProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another apply of this site is in progress")
    }
}

impl std::error::Error for InProgress {}

impl fmt::Display for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            site_id, changed, added, pruned, unchanged, conflicts, refused, lacking, ..
        } = self;
        write!(
            f,
            "site {site_id}: {changed} changed, {added} added, {pruned} pruned, {unchanged} unchanged"
        )?;
        if *conflicts > 0 {
            write!(f, ", {}", counted(*conflicts, "conflict"))?;
        }
        if *refused > 0 {
            write!(f, ", {refused} refused")?;
        }
        if *lacking > 0 {
            write!(f, "; not in the file, but left (see --prune): {lacking}")?;
        }
        if !self.not_compared.is_empty() {
            let names: Vec<String> = self.not_compared.iter().map(|key| words(key)).collect();
            write!(f, "; never taken from a file for an existing site: {}", names.join(", "))?;
        }
        Ok(())
    }
}

/// A number of things, such as `1 row` or `2 rows`.
fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
