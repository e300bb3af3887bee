//! Exports and applies bundles for the callers of a server. Each uses a file and a connection that no pool shares.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use stoa_audit::Origin;
use stoa_db::{Db, Server, SqlState, pin_session};
use stoa_staff_types::{
    BundleAction, BundleChange, BundleDifference, BundleDifferenceAction, BundleResult,
};
use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use tokio_postgres::Client;

use super::apply::{
    Action, Applied, ApplyOptions, Difference, InProgress, NotApplied, Refusal, RowChange,
};
use super::apply_to;
use super::export::export_without;
use super::faults::Faults;
use super::import::LacksRights;

/// Maximum number of sites that a server exports or applies bundles to at once. Further calls wait.
///
/// Each uses a connection to Postgres in addition to those of the pool.
const CONCURRENT_BUNDLES: usize = 4;

/// Time for which an export or an apply waits for its turn; then it is answered 503.
const BUNDLE_QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Time for one statement of an export or an apply, and for its wait for a lock; then it is answered 503.
const BUNDLE_STATEMENT_TIMEOUT: Duration = Duration::from_secs(300);

/// Maximum number of rows in the answer of an apply, and of differences of a row.
const MAX_LISTED_CHANGES: usize = 1_000;
const MAX_LISTED_DIFFERENCES: usize = 100;

/// The exports and applies of a server. Clones share their limits.
#[derive(Clone)]
pub struct Bundles {
    db: Db,
    server: Server,
    turns: Arc<Semaphore>,
    claims: Claims,
}

/// The sites for which this server has a file.
type Claims = Arc<Mutex<HashSet<(Use, i64)>>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    Export,
    Apply,
}

/// A file of a site, of which the server has one for each use. It is deleted when it is dropped.
pub struct BundleFile {
    file: NamedTempFile,
    site_id: i64,
    claimed: Use,
    claims: Claims,
}

/// A bundle that arrives.
pub struct IncomingBundle {
    bundle: BundleFile,
    writer: tokio::fs::File,
}

/// Why a bundle is not exported or applied.
#[derive(Debug)]
pub enum BundleError {
    /// The site has another one.
    InProgress,
    /// The database does not answer, or too many are in progress.
    Unavailable,
    /// The database's role lacks the rights.
    LacksRights,
    /// The bundle has faults, or does not fit the site.
    Invalid(String),
    Failed(anyhow::Error),
}

impl Bundles {
    /// `server` must be Postgres itself, because an apply needs one session.
    pub fn new(db: Db, server: impl Into<Server>) -> Self {
        let server = server.into().named("stoa bundles");
        let turns = Arc::new(Semaphore::new(CONCURRENT_BUNDLES));
        Self { db, server, turns, claims: Claims::default() }
    }

    /// Writes the bundle of a site, without its API keys, to a file.
    pub async fn export(&self, site_id: i64) -> Result<BundleFile, BundleError> {
        let bundle = self.claim(Use::Export, site_id)?;
        let _turn = self.turn().await?;
        let mut client = self.session().await?;
        let file = bundle.file.reopen().context("a file for a bundle")?;
        let mut out = BufWriter::new(file);
        export_without(&mut client, site_id, Some("apiKeys"), &mut out).await?;
        out.flush().context("a file for a bundle")?;
        Ok(bundle)
    }

    /// Begins to receive a bundle for a site.
    pub fn receive(&self, site_id: i64) -> Result<IncomingBundle, BundleError> {
        let bundle = self.claim(Use::Apply, site_id)?;
        let writer = bundle.file.reopen().context("a file for a bundle")?;
        Ok(IncomingBundle { bundle, writer: tokio::fs::File::from_std(writer) })
    }

    /// Applies a bundle to its site. Invalidates what this process has cached of the site.
    pub async fn apply(
        &self,
        incoming: IncomingBundle,
        options: ApplyOptions,
        origin: &Origin,
    ) -> Result<BundleResult, BundleError> {
        let bundle = incoming.end().await?;
        let _turn = self.turn().await?;
        let mut client = self.session().await?;
        let site_id = bundle.site_id;
        let (mut changes, mut has_more) = (Vec::new(), false);
        let mut list = |change: RowChange| match changes.len() {
            ..MAX_LISTED_CHANGES => changes.push(listed(change)),
            _ => has_more = true,
        };
        let path = bundle.file.path();
        let applied =
            apply_to(&mut client, Some(site_id), path, options, origin, &mut list, |_, _| {}).await;
        if !options.dry_run {
            self.db.generations().invalidate(site_id);
            self.db.settings_generations().invalidate(site_id);
        }
        let (applied, counts) = match applied {
            Ok(counts) => {
                let is_decided = counts.conflicts == 0 || options.prefer.is_some();
                (counts.refused == 0 && is_decided, counts)
            }
            Err(error) => (false, error.downcast::<NotApplied>()?.applied),
        };
        Ok(result(applied, counts, changes, has_more))
    }

    fn claim(&self, claimed: Use, site_id: i64) -> Result<BundleFile, BundleError> {
        let file = NamedTempFile::new().context("a file for a bundle")?;
        let is_first = lock(&self.claims).insert((claimed, site_id));
        if !is_first {
            return Err(BundleError::InProgress);
        }
        Ok(BundleFile { file, site_id, claimed, claims: self.claims.clone() })
    }

    async fn turn(&self) -> Result<SemaphorePermit<'_>, BundleError> {
        let turn = timeout(BUNDLE_QUEUE_TIMEOUT, self.turns.acquire()).await;
        turn.ok().and_then(Result::ok).ok_or(BundleError::Unavailable)
    }

    async fn session(&self) -> Result<Client, BundleError> {
        let (client, connection) = self.server.connect().await?;
        tokio::spawn(connection);
        pin_session(&client).await?;
        let timeout = BUNDLE_STATEMENT_TIMEOUT.as_millis();
        client.batch_execute(&format!("set statement_timeout = {timeout}")).await?;
        Ok(client)
    }
}

impl BundleFile {
    /// The file from its beginning.
    pub fn open(&self) -> std::io::Result<File> {
        self.file.reopen()
    }
}

impl Drop for BundleFile {
    fn drop(&mut self) {
        lock(&self.claims).remove(&(self.claimed, self.site_id));
    }
}

impl IncomingBundle {
    pub async fn write(&mut self, chunk: &[u8]) -> Result<(), BundleError> {
        Ok(self.writer.write_all(chunk).await.context("a file for a bundle")?)
    }

    async fn end(mut self) -> Result<BundleFile, BundleError> {
        self.writer.flush().await.context("a file for a bundle")?;
        Ok(self.bundle)
    }
}

fn lock(claims: &Claims) -> std::sync::MutexGuard<'_, HashSet<(Use, i64)>> {
    claims.lock().unwrap_or_else(PoisonError::into_inner)
}

fn result(
    applied: bool,
    counts: Applied,
    changes: Vec<BundleChange>,
    has_more: bool,
) -> BundleResult {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    BundleResult {
        applied,
        changed: number(counts.changed),
        added: number(counts.added),
        pruned: number(counts.pruned),
        unchanged: number(counts.unchanged),
        conflicts: number(counts.conflicts),
        refused: number(counts.refused),
        lacking: number(counts.lacking),
        not_compared: counts.not_compared.into_iter().map(str::to_owned).collect(),
        changes,
        has_more,
    }
}

fn listed(change: RowChange) -> BundleChange {
    let RowChange { section, id, label, action, .. } = change;
    let (action, detail, differences) = match action {
        Action::Added => (BundleAction::Added, None, Vec::new()),
        Action::Changed(differences) => (BundleAction::Changed, None, differences),
        Action::Pruned(done) => (BundleAction::Pruned, Some(done), Vec::new()),
        Action::Kept => (BundleAction::Kept, None, Vec::new()),
        Action::Conflict(reason, differences) => {
            (BundleAction::Conflict, Some(reason), differences)
        }
        Action::Refused(reason) => (BundleAction::Refused, Some(reason), Vec::new()),
    };
    let differences = differences.into_iter().take(MAX_LISTED_DIFFERENCES).map(difference);
    let differences = differences.collect();
    let id = Some(id).filter(|id| *id >= 0);
    BundleChange { section: section.to_owned(), id, label, action, detail, differences }
}

fn difference(difference: Difference) -> BundleDifference {
    let Difference { name, old, new, is_lacking, .. } = difference;
    let action = match (&old, is_lacking) {
        (Some(_), _) => BundleDifferenceAction::Changed,
        (None, true) => BundleDifferenceAction::Removed,
        (None, false) => BundleDifferenceAction::Added,
    };
    BundleDifference { name, action, old, new }
}

impl From<tokio_postgres::Error> for BundleError {
    fn from(error: tokio_postgres::Error) -> Self {
        anyhow::Error::new(error).into()
    }
}

impl From<anyhow::Error> for BundleError {
    fn from(error: anyhow::Error) -> Self {
        if let Some(faults) = error.downcast_ref::<Faults>() {
            return Self::Invalid(format!("body must have no faults: {}", faults.first()));
        }
        if let Some(Refusal(reason)) = error.downcast_ref() {
            return Self::Invalid(format!("body must fit the site: {reason}"));
        }
        if error.is::<InProgress>() {
            return Self::InProgress;
        }
        if error.is::<LacksRights>() {
            return Self::LacksRights;
        }
        let of_postgres = error.chain().find_map(|cause| cause.downcast_ref());
        match of_postgres {
            Some(error) => Self::of_postgres(error),
            None if error.chain().any(|cause| cause.is::<std::io::Error>()) => {
                tracing::warn!(error = %format_args!("{error:#}"), "a bundle has no file");
                Self::Unavailable
            }
            None => Self::Failed(error),
        }
    }
}

impl BundleError {
    /// The log gets no text of Postgres, which may contain values of the bundle.
    fn of_postgres(error: &tokio_postgres::Error) -> Self {
        let Some(error) = error.as_db_error() else {
            tracing::warn!("a bundle lost its connection to Postgres");
            return Self::Unavailable;
        };
        let (code, constraint) = (error.code(), error.constraint());
        match code.code().get(..2) {
            _ if *code == SqlState::INSUFFICIENT_PRIVILEGE => Self::LacksRights,
            _ if *code == SqlState::READ_ONLY_SQL_TRANSACTION => Self::Unavailable,
            // The database is unavailable, out of resources, or too slow.
            Some("08" | "40" | "53" | "55" | "57" | "58") => {
                tracing::warn!(code = code.code(), "a bundle has to wait for the database");
                Self::Unavailable
            }
            // A row violates a constraint, or its values are not valid or too large.
            Some("22" | "23" | "54") => {
                tracing::warn!(code = code.code(), constraint, "a row of a bundle was refused");
                Self::Invalid("body must fit the site: the database refused a row".to_owned())
            }
            _ => Self::Failed(anyhow!("Postgres answered {} to a statement", code.code())),
        }
    }
}
