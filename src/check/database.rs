//! Read-only checks of the configured database: whether it is reachable, its schema, and the rights of the role.

use std::time::Duration;

use anyhow::Result;
use chrono::Utc;
use stoa_conversations::CONVERSATION_RETENTION_DAYS;
use stoa_db::{Db, Server};
use stoa_schema::migrations::Status;
use stoa_stores::TestProviders;
use tokio::time::timeout;
use tokio_postgres::Transaction;
use tokio_postgres::config::Host;

use super::Line;
use crate::database::{Database, check_replica};
use crate::retention;

/// Timeout of the whole check. A healthy database answers in a fraction of this time.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Default)]
pub(super) struct Found {
    pub lines: Vec<Line>,
    pub warnings: Vec<String>,
    pub faults: Vec<String>,
}

/// Returns the hosts, the database and the user of a server, without the password.
pub(super) fn place(server: &Server) -> String {
    let config = server.config();
    let hosts = config.get_hosts().iter().zip(config.get_ports().iter().chain([&5432].repeat(9)));
    let hosts: Vec<String> = hosts
        .map(|(host, port)| match host {
            Host::Tcp(name) => format!("{name}:{port}"),
            Host::Unix(folder) => folder.display().to_string(),
        })
        .collect();
    let user = config.get_user().unwrap_or("the system's user");
    let name = config.get_dbname().unwrap_or(user);
    format!("{name} at {} as {user}", hosts.join(", "))
}

/// Checks the database as a start would.
pub(super) async fn look(database: &Database, migrates: bool) -> Found {
    match timeout(CHECK_TIMEOUT, ask(database, migrates)).await {
        Ok(Ok(mut found)) => {
            if let Err(error) = ask_replicas(database, &mut found).await {
                found.faults.push(format!("{error:#}"));
            }
            found
        }
        Ok(Err(error)) => Found { faults: vec![format!("{error:#}")], ..Found::default() },
        Err(_) => Found {
            faults: vec![format!(
                "the database does not answer within {} seconds",
                CHECK_TIMEOUT.as_secs()
            )],
            ..Found::default()
        },
    }
}

async fn ask(database: &Database, migrates: bool) -> Result<Found> {
    // `client` and `pool` refuse poolers that the server cannot work with.
    let mut client = database.client().await?;
    let db = database.pool().await?;
    let transaction = client.build_transaction().read_only(true).start().await?;
    let mut found = Found::default();
    found.lines.push(("", connection(&transaction).await?));
    let status = stoa_schema::migrations::status(&transaction).await?;
    found.lines.push(("schema", schema(&status, migrates)));
    if let Err(error) = status.compatible() {
        found.faults.push(format!("{error:#}"));
    } else if !migrates {
        found.faults.extend(status.ready().err().map(|error| format!("{error:#}")));
    } else if !status.pending.is_empty()
        && let Err(error) = stoa_schema::migrations::check_can_migrate(&transaction).await
    {
        found.faults.push(format!("{error:#}"));
    }
    found.warnings = stoa_schema::changed_collations(&transaction).await?;
    if status.ready().is_ok() {
        match stoa_schema::migrations::check_rights(&db).await {
            Ok(()) => match settings_of_sites(&db).await {
                Ok((lines, warnings)) => {
                    found.lines.extend(lines);
                    found.warnings.extend(warnings);
                }
                // A start reads none of this.
                Err(error) => found.warnings.push(format!(
                    "the settings of the sites, and the rows to delete, cannot be read: {error:#}"
                )),
            },
            Err(error) => found.faults.push(format!("{error:#}")),
        }
    }
    Ok(found)
}

/// Without the timeout of the whole check, because each replica has its own.
async fn ask_replicas(database: &Database, found: &mut Found) -> Result<()> {
    if database.replicas.is_empty() {
        return Ok(());
    }
    let primary = database.client().await?;
    for server in &database.replicas {
        let place = place(server);
        match check_replica(server, &primary).await {
            Ok(None) => found.lines.push(("replica", place)),
            Ok(Some(reason)) => {
                let warning = format!("the replica {place} is left out for now: {reason}");
                found.warnings.push(warning);
            }
            Err(error) => found.faults.push(format!("{error:#}")),
        }
    }
    Ok(())
}

async fn connection(transaction: &Transaction<'_>) -> Result<String> {
    let (version, tls) = stoa_db::about::version(transaction).await?;
    Ok(format!("Postgres {version}, {}", tls.unwrap_or_else(|| "without TLS".into())))
}

fn schema(status: &Status, migrates: bool) -> String {
    let applied = status.applied.last().map_or("empty".into(), |version| format!("at {version}"));
    let newer: Vec<String> = status.newer.iter().map(ToString::to_string).collect();
    let pending: Vec<String> = status.pending.iter().map(ToString::to_string).collect();
    let newer = match newer.is_empty() {
        true => String::new(),
        false => format!("; newer than this stoa: {}", newer.join(", ")),
    };
    let would = if migrates { "a start would apply" } else { "pending" };
    match pending.as_slice() {
        [] => format!("{applied}, up to date{newer}"),
        [one] => format!("{applied}; {would} {one}{newer}"),
        [first, .., last] => {
            format!("{applied}; {would} {} from {first} to {last}{newer}", pending.len())
        }
    }
}

async fn settings_of_sites(db: &Db) -> Result<(Vec<Line>, Vec<String>)> {
    let lines = retention(db).await?;
    let mut warnings = warnings(db).await?;
    warnings.extend(without_address(db).await?);
    warnings.extend(without_cart_page(db).await?);
    Ok((lines, warnings))
}

/// The rows that are due to be deleted, and the sites that set a retention of conversations.
async fn retention(db: &Db) -> Result<Vec<Line>> {
    let due = retention::backlog(db, Utc::now()).await?;
    let due = due.map(|(kind, rows)| format!("{rows} {kind}")).join(", ");
    let mut lines = vec![("to delete", due)];
    for (site_id, days) in stoa_conversations::retention_days(db).await? {
        if days != CONVERSATION_RETENTION_DAYS {
            lines.push(("", format!("closed conversations of site {site_id} after {days} days")));
        }
    }
    Ok(lines)
}

async fn warnings(db: &Db) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    let stores = stoa_stores::stores_with_test_providers(db).await?;
    let sites = |has: fn(&TestProviders) -> bool| {
        let sites = stores.iter().filter(|store| has(store)).map(|store| store.site_id.to_string());
        sites.collect::<Vec<_>>()
    };
    let (payments, ai) = (sites(|store| store.payments), sites(|store| store.ai));
    for (stores, what) in [(payments, "take test money"), (ai, "use the built-in AI")] {
        if !stores.is_empty() {
            warnings
                .push(format!("stores that {what} (set in their bundles): {}", stores.join(", ")));
        }
    }
    Ok(warnings)
}

/// Warns about stores whose mails cannot link to any page.
async fn without_address(db: &Db) -> Result<Option<String>> {
    let stores = stoa_outbox::stores_without_address(db).await?;
    let lack = "stores without an address, whose mails wait (set baseUrl, or the site's domain, in the bundle)";
    Ok(named(lack, &stores))
}

/// Warns about stores whose abandoned carts no link can recover.
async fn without_cart_page(db: &Db) -> Result<Option<String>> {
    let stores = stoa_commerce::carts::stores_without_cart_page(db).await?;
    Ok(named("stores with cartReminderHours but without the baseUrl of recovery links", &stores))
}

fn named(what: &str, site_ids: &[i64]) -> Option<String> {
    let ids: Vec<String> = site_ids.iter().map(ToString::to_string).collect();
    (!ids.is_empty()).then(|| format!("{what}: {}", ids.join(", ")))
}
