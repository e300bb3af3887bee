//! `stoa check` prints what a start would do, and all reasons to refuse the start. `stoa serve` makes the same checks
//! of its settings before it opens anything.

mod database;
mod report;

use std::io::{Write, stdout};

use anyhow::{Result, bail};

use crate::config::{Cli, ServeSettings};
use crate::database::open;

/// The label of a line, and its text.
type Line = (&'static str, String);

/// Returns the faults of these settings that can be found without opening a connection.
pub fn faults(cli: &Cli, settings: &ServeSettings, unknown: &[String]) -> Vec<String> {
    let is_production = cli.is_production();
    let checks = [
        cli.check(),
        settings.telemetry.check(),
        settings.admin.check(settings.listen),
        settings.staff.check(settings.listen, settings.admin.admin_listen),
        settings.tls.check(),
        cli.provider_authority.check(),
        cli.database.check(),
        settings.providers.check_secret(is_production),
        settings.providers.check(),
        settings.files.storage.check(),
        settings.files.storage.check_folder(&cli.database),
        settings.mail.check(),
        settings.valkey().map(drop),
        settings.check_fonts(),
    ];
    let faults = checks.into_iter().filter_map(|check| Some(format!("{:#}", check.err()?)));
    let unknown = unknown.iter().filter(|_| is_production).cloned();
    faults.chain(unknown).collect()
}

/// Fails if there is a fault, with a message of one line.
pub fn refuse(faults: &[String]) -> Result<()> {
    match faults {
        [] => Ok(()),
        [fault] => bail!("{fault}"),
        [fault, others @ ..] => {
            bail!("{fault} ({} more: `stoa check` lists them)", others.len())
        }
    }
}

/// Prints what a start would do, and all reasons to refuse the start. Fails if there is a reason.
pub async fn run(cli: &Cli, settings: &ServeSettings, unknown: &[String]) -> Result<()> {
    let mut faults = faults(cli, settings, unknown);
    let mut warnings = report::warnings(cli, settings);
    if !cli.is_production() {
        warnings.extend(unknown.iter().cloned());
    }
    let mut lines = report::lines(cli, settings);
    if cli.database.database_url.is_some()
        && let Ok(database) = open(&cli.database)
    {
        let found = database::look(&database, !settings.no_migrate).await;
        lines.splice(
            report::LINES_BEFORE_DATABASE_STATE..report::LINES_BEFORE_DATABASE_STATE,
            found.lines,
        );
        warnings.extend(found.warnings);
        faults.extend(found.faults);
    }
    let mut out = stdout();
    for (name, text) in lines {
        writeln!(out, "{name:<14}{text}")?;
    }
    for warning in warnings {
        writeln!(out, "warning: {warning}")?;
    }
    for fault in &faults {
        writeln!(out, "refused: {fault}")?;
    }
    match faults.len() {
        0 => Ok(()),
        1 => bail!("a start would be refused"),
        count => bail!("a start would be refused, for {count} reasons"),
    }
}
