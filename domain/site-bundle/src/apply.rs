//! Applies a bundle to an existing site: changes only what differs between the two.
//!
//! **Comparison.** The file is read and checked as for an import. Each batch of its items fills temporary tables by the
//! import's statements, and the export's statements read both these tables and the site's. So the two sides have one
//! form, with the same defaults, and no rule is stated twice. See `staging.rs`.
//!
//! **Live state.** Rows are matched by id. A row that exists retains its stock and its times, whatever the file says. New
//! rows, and rows without a stock, take the file's.
//!
//! **Conflicts.** An export gives each row a version, which is a digest of its content without live state. A row of the
//! file that still has this digest was not edited, so it changes nothing. An edited row is a conflict if the site's row has
//! another digest and another content: then somebody has changed the site's row since the export. An edited row that the
//! site lacks was removed since the export, which is a conflict too. So is a row that differs and has no version, because
//! nobody can tell. An import of an export gives rows the same digests.
//!
//! **Passes.** Without a preference for one side, the first pass only compares. If it finds conflicts, nothing is written.
//! The pass that writes has one transaction for each batch, which locks the site as checkouts do, then the rows by id, and
//! compares again. So each row is as before or as after, a checkout waits for one batch at most, and after an interruption
//! the same command continues: rows that are applied already do not differ.
//!
//! **Order.** A row is deferred if its slug is that of a row in a later batch, or if its category comes in a later one.
//! Deferred rows are applied last, together.
//!
//! **Lacking rows.** Without `prune`, rows and parts of rows that the file lacks stay. With it, parts of rows are removed,
//! products are archived, and categories are removed if nothing belongs to them. A row that has changed since
//! `exportedAt` is a conflict.

mod changes;
mod content;
mod kinds;
mod lock;
mod merge;
mod prune;
mod run;
mod staging;
mod verdicts;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use chrono::Utc;
use stoa_audit::Origin;
use stoa_values::Currency;
use tokio_postgres::Client;

use super::check::check;
use super::faults::Faults;
use super::import::{check_rights, open, words};
use super::progress::Progress;
use super::sections::{SECTIONS, Section};

pub use changes::{Action, RowChange};
pub use content::{Difference, read};
use kinds::Kind;
pub use kinds::kind;
use lock::currency;
use run::{Changes, Run};
use staging::Staging;

#[derive(Debug, Clone, Copy, Default)]
pub struct ApplyOptions {
    /// Only compare, and list the differences.
    pub dry_run: bool,
    /// Archive or remove what the file lacks.
    pub prune: bool,
    /// What to do with conflicts. Without a preference, they refuse the file.
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
    /// Sections of the file with rows that an apply does not compare.
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

/// Applies a bundle like [`apply_to`], and writes a line for each row.
pub async fn apply(
    client: &mut Client,
    path: &Path,
    options: ApplyOptions,
    origin: &Origin,
    out: &mut (dyn Write + Send),
    report: impl Fn(u64, u64) + Send + 'static,
) -> Result<Applied> {
    let mut write = |change: RowChange| Ok(writeln!(out, "{change}")?);
    apply_to(client, None, path, options, origin, &mut write, report).await
}

/// Applies a bundle. `changes` receives each row that changes, and each conflict. `report` receives the number of bytes
/// read so far and the number of bytes to read in all.
///
/// Fails with `Faults` if the file has faults, or if it is not of the site `only`. Fails with `NotApplied` if rows are
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
    let is_first_compared = options.dry_run || options.prefer.is_none();
    let passes = 1 + u64::from(is_first_compared) + u64::from(!options.dry_run);
    let mut progress = Progress::new(size * passes, report);
    let read = tokio::task::spawn_blocking(move || {
        check(&mut file, &mut progress, None).map(|checked| (checked, file, progress))
    });
    let (checked, mut file, mut progress) = read.await?.with_context(|| name.clone())?;
    let site_id = checked.site_id;
    if let Some(only) = only.filter(|only| *only != site_id) {
        return Err(Faults::one("/site/id", format_args!("must be {only}")).into());
    }
    let site = client.query_opt("select from sites site where site.id = $1", &[&site_id]).await?;
    ensure!(site.is_some(), "site {site_id} does not exist: `stoa site import` loads it");
    let currency = currency(&*client, site_id).await?;
    if let (Some(stored), Some(given)) = (&currency, &checked.currency)
        && stored != given
    {
        let fault = format_args!("the store's currency is {stored}, and {given} in the file");
        return Err(anyhow::Error::new(Faults::one("/store/currency", fault)).context(name));
    }
    if let (Some(stored), None) = (&currency, &checked.currency)
        && Currency::of(stored).step > 1
    {
        // A file without a store has prices too, which the site's currency must be able to charge.
        progress.expect_more(size);
        let stored = stored.clone();
        let read = tokio::task::spawn_blocking(move || {
            check(&mut file, &mut progress, Some(&stored)).map(|_| (file, progress))
        });
        (file, progress) = read.await?.with_context(|| name.clone())?;
    }
    if !options.dry_run {
        check_rights(client).await?;
    }

    let sections: Vec<&'static Section> = SECTIONS
        .iter()
        .filter(|section| kind(section.key).is_some())
        .filter(|section| checked.sections.iter().any(|(other, _)| other.key == section.key))
        .collect();
    let kinds: Vec<&'static Kind> =
        sections.iter().filter_map(|section| kind(section.key)).collect();
    let staging = Staging::create(client, &kinds, &sections).await?;
    let not_compared = checked
        .sections
        .iter()
        .filter(|(section, items)| *items > 0 && kind(section.key).is_none())
        .map(|(section, _)| section.key)
        .collect();
    let mut run = Run {
        client,
        staging,
        checked: &checked,
        currency,
        sections: &sections,
        options,
        origin,
        changes,
        now: Utc::now(),
        ids: HashMap::new(),
        differing: HashSet::new(),
        applied: Applied { site_id, not_compared, ..Applied::default() },
    };
    let done = run.run(file, progress).await.with_context(|| name);
    let applied = run.applied;
    // These tables hide the real ones from the session's other statements.
    Staging::remove(client, &sections).await?;
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

impl fmt::Display for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { site_id, changed, added, pruned, unchanged, conflicts, lacking, .. } = self;
        write!(
            f,
            "site {site_id}: {changed} changed, {added} added, {pruned} pruned, {unchanged} unchanged"
        )?;
        if *conflicts > 0 {
            write!(f, ", {conflicts} conflicts")?;
        }
        if *lacking > 0 {
            write!(f, "; not in the file, but left (see --prune): {lacking}")?;
        }
        if !self.not_compared.is_empty() {
            let names: Vec<String> = self.not_compared.iter().map(|key| words(key)).collect();
            write!(f, "; not compared: {}", names.join(", "))?;
        }
        Ok(())
    }
}
