//! `stoa check` prints what a start would do, and all reasons to refuse the start. `stoa serve` makes the same checks
//! of its settings before it opens anything.

mod database;
mod report;

use std::io::{Write, stdout};
use std::net::SocketAddr;

use anyhow::{Result, bail, ensure};

use crate::config::{Cli, ServeSettings};
use crate::database::open;
use crate::log;

/// The label of a line, and its text.
type Line = (&'static str, String);

/// Returns the faults of these settings that can be found without opening a connection.
pub fn faults(cli: &Cli, settings: &ServeSettings, unknown: &[String]) -> Vec<String> {
    let is_production = cli.is_production();
    let listen = ("--listen", Some(settings.listen));
    let admin = ("--admin-listen", settings.admin.admin_listen);
    let staff = ("--staff-listen", settings.staff.staff_listen);
    let checks = [
        cli.check(),
        log::filter(&settings.telemetry.log).map(drop),
        check_differ(admin, listen),
        check_differ(staff, listen),
        check_differ(staff, admin),
        settings.tls.certificate().map(drop),
        cli.provider_authority.read().map(drop),
        cli.database.servers().map(drop),
        cli.database.replicas().map(drop),
        settings.providers.check_secret(is_production),
        settings.providers.check(),
        settings.files.storage.bucket().map(drop),
        settings.files.storage.check_folder(cli.database.files_dir().as_deref()),
        settings.mail.mailer().map(drop),
        settings.valkey().map(drop),
        settings.check_fonts(),
    ];
    let faults = checks.into_iter().filter_map(|check| Some(format!("{:#}", check.err()?)));
    let unknown = unknown.iter().filter(|_| is_production).cloned();
    faults.chain(unknown).collect()
}

/// A listener's option, and its address.
type ListenerOption = (&'static str, Option<SocketAddr>);

/// Fails if only one of the two listeners can be opened.
fn check_differ((name, one): ListenerOption, (other_name, other): ListenerOption) -> Result<()> {
    let (Some(one), Some(other)) = (one, other) else { return Ok(()) };
    let is_of_all = one.ip().is_unspecified() || other.ip().is_unspecified();
    let is_same = one.port() == other.port() && (one.ip() == other.ip() || is_of_all);
    // The system chooses a free port for port 0.
    ensure!(!is_same || one.port() == 0, "{name} and {other_name} must be different addresses");
    Ok(())
}

/// Fails if there is a fault, with a message of one line.
pub fn refuse(faults: &[String]) -> Result<()> {
    match faults {
        [] => Ok(()),
        [fault] => bail!("{fault}"),
        [fault, others @ ..] => bail!("{fault} ({} more: `stoa check` lists them)", others.len()),
    }
}

/// Prints what a start would do, and all reasons to refuse the start. Fails if there is a reason.
pub async fn run(cli: &Cli, settings: &ServeSettings, unknown: &[String]) -> Result<()> {
    let mut faults = faults(cli, settings, unknown);
    let mut warnings = report::warnings(cli, settings);
    if !cli.is_production() {
        warnings.extend(unknown.iter().cloned());
    }
    let mut found = database::Found::default();
    if cli.database.database_url.is_some()
        && let Ok(database) = open(&cli.database)
    {
        found = database::look(&database, !settings.no_migrate).await;
    }
    warnings.extend(found.warnings);
    faults.extend(found.faults);
    let mut out = stdout();
    for (name, text) in report::lines(cli, settings, found.lines) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_use() {
        let is_taken = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|address| Some(address.parse().unwrap()));
            check_differ(("--admin-listen", one), ("--listen", other)).is_err()
        };
        for listen in ["127.0.0.1:8080", "0.0.0.0:8080", "[::]:8080"] {
            assert!(is_taken("127.0.0.1:8080", listen), "{listen}");
            assert!(is_taken("0.0.0.0:8080", listen), "{listen}");
            assert!(!is_taken("127.0.0.1:9090", listen), "{listen}");
        }
        assert!(!is_taken("127.0.0.1:8080", "10.0.0.1:8080"));
        assert!(!is_taken("127.0.0.1:0", "127.0.0.1:0"), "each takes one that is free");
    }
}
