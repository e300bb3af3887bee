//! Read-only checks of the configured database: whether it is reachable, its schema, and the rights of the role.

use std::time::Duration;

use anyhow::{Result, anyhow};
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
    let mut found = Found::default();
    let asked = match timeout(CHECK_TIMEOUT, ask(database, migrates, &mut found)).await {
        Ok(Ok(())) => ask_replicas(database, &mut found).await,
        Ok(Err(error)) => Err(error),
        Err(_) => {
            let seconds = CHECK_TIMEOUT.as_secs();
            Err(anyhow!("the database does not answer within {seconds} seconds"))
        }
    };
    found.refuse_if(asked);
    found
}

impl Found {
    fn refuse_if<T>(&mut self, checked: Result<T>) {
        self.faults.extend(checked.err().map(|error| format!("{error:#}")));
    }

    /// Warns about sites, if there are any.
    fn warn_about(&mut self, what: &str, site_ids: &[i64]) {
        let ids: Vec<String> = site_ids.iter().map(ToString::to_string).collect();
        self.warnings.extend((!ids.is_empty()).then(|| format!("{what}: {}", ids.join(", "))));
    }
}

async fn ask(database: &Database, migrates: bool, found: &mut Found) -> Result<()> {
    // `client` and `pool` refuse poolers that the server cannot work with.
    let mut client = database.client().await?;
    let db = database.pool().await?;
    let transaction = client.build_transaction().read_only(true).start().await?;
    found.lines.push(("", connection(&transaction).await?));
    let status = stoa_schema::migrations::status(&transaction).await?;
    found.lines.push(("schema", schema(&status, migrates)));
    if !migrates || status.compatible().is_err() {
        found.refuse_if(status.compatible().and_then(|()| status.ready()));
    } else if !status.pending.is_empty() {
        found.refuse_if(stoa_schema::migrations::check_can_migrate(&transaction).await);
    }
    found.warnings = stoa_schema::changed_collations(&transaction).await?;
    if status.ready().is_err() {
        return Ok(());
    }
    if let Err(error) = stoa_schema::migrations::check_rights(&db).await {
        found.refuse_if::<()>(Err(error));
    } else if let Err(error) = settings_of_sites(&db, found).await {
        // A start reads none of this.
        found.warnings.push(format!(
            "the settings of the sites, and the rows to delete, cannot be read: {error:#}"
        ));
    }
    Ok(())
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

async fn settings_of_sites(db: &Db, found: &mut Found) -> Result<()> {
    let due = retention::backlog(db, Utc::now()).await?;
    let due = due.map(|(kind, rows)| format!("{rows} {kind}")).join(", ");
    found.lines.push(("to delete", due));
    for (site_id, days) in stoa_conversations::retention_days(db).await? {
        if days != CONVERSATION_RETENTION_DAYS {
            let line = format!("closed conversations of site {site_id} after {days} days");
            found.lines.push(("", line));
        }
    }
    let stores = stoa_stores::stores_with_test_providers(db).await?;
    let sites = |has: fn(&TestProviders) -> bool| -> Vec<i64> {
        stores.iter().filter(|store| has(store)).map(|store| store.site_id).collect()
    };
    let test_money = "stores that take test money (set in their bundles)";
    found.warn_about(test_money, &sites(|store| store.payments));
    let test_ai = "stores that use the built-in AI (set in their bundles)";
    found.warn_about(test_ai, &sites(|store| store.ai));
    let without_address = "stores without an address, whose mails wait (set baseUrl, or the site's domain, in the bundle)";
    found.warn_about(without_address, &stoa_outbox::stores_without_address(db).await?);
    let without_cart_page =
        "stores with cartReminderHours but without the baseUrl of recovery links";
    let stores = stoa_commerce::carts::stores_without_cart_page(db).await?;
    found.warn_about(without_cart_page, &stores);
    Ok(())
}
