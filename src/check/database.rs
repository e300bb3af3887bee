//! A look at the database that is named: whether it is reached, how its schema is, what the role may. Only reads.

use std::time::Duration;

use anyhow::Result;
use stoa_db::{Db, Server};
use stoa_migrations::Status;
use tokio::time::timeout;
use tokio_postgres::Transaction;
use tokio_postgres::config::Host;

use super::report::Line;
use crate::database::Database;

/// A database that is well answers in a part of this.
const PATIENCE: Duration = Duration::from_secs(5);

/// Stores that take test money, and those whose AI is the built-in one.
const BY_TEST_PROVIDERS: &str = "select store.site_id,
    coalesce(store.payment_provider = 'test', false), coalesce(store.ai_provider = 'test', false)
    from stores store
    where store.enabled and 'test' in (store.payment_provider, store.ai_provider)
    order by store.site_id";

#[derive(Default)]
pub(super) struct Found {
    pub lines: Vec<Line>,
    pub warnings: Vec<String>,
    pub faults: Vec<String>,
}

/// Where it is and as whom, without the password.
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

/// What a start would find there.
pub(super) async fn look(database: &Database, migrates: bool) -> Found {
    match timeout(PATIENCE, ask(database, migrates)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => Found { faults: vec![format!("{error:#}")], ..Found::default() },
        Err(_) => Found {
            faults: vec![format!(
                "the database does not answer within {} seconds",
                PATIENCE.as_secs()
            )],
            ..Found::default()
        },
    }
}

async fn ask(database: &Database, migrates: bool) -> Result<Found> {
    // Either refuses a pooler that a server cannot work with.
    let mut client = database.client().await?;
    let db = database.pool().await?;
    let transaction = client.build_transaction().read_only(true).start().await?;
    let mut found = Found::default();
    found.lines.push(("", connection(&transaction).await?));
    let status = stoa_migrations::status(&transaction).await?;
    found.lines.push(("schema", schema(&status, migrates)));
    if let Err(error) = status.compatible() {
        found.faults.push(format!("{error:#}"));
    } else if !migrates {
        found.faults.extend(status.ready().err().map(|error| format!("{error:#}")));
    } else if !status.pending.is_empty() && !may_migrate(&transaction).await? {
        found.faults.push(
            "the schema is behind, and this role may not migrate it: run stoa migrate as its owner"
                .to_owned(),
        );
    }
    if status.ready().is_ok() {
        match stoa_migrations::check_rights(&db).await {
            Ok(()) => {
                found.warnings = warnings(&transaction).await?;
                found.warnings.extend(without_address(&db).await?);
            }
            Err(error) => found.faults.push(format!("{error:#}")),
        }
    }
    Ok(found)
}

async fn connection(transaction: &Transaction<'_>) -> Result<String> {
    let asked = "select current_setting('server_version'), ssl.version
        from (select) as one left join pg_stat_ssl ssl on ssl.pid = pg_backend_pid() and ssl.ssl";
    let row = transaction.query_one(asked, &[]).await?;
    let (version, tls): (String, Option<String>) = (row.try_get(0)?, row.try_get(1)?);
    Ok(format!("Postgres {version}, {}", tls.unwrap_or_else(|| "without TLS".into())))
}

fn schema(status: &Status, migrates: bool) -> String {
    let applied = status.applied.last().map_or("empty".into(), |it| format!("at {it}"));
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

async fn may_migrate(transaction: &Transaction<'_>) -> Result<bool> {
    let may = "select coalesce(has_schema_privilege(current_schema(), 'create'), false)";
    Ok(transaction.query_one(may, &[]).await?.try_get(0)?)
}

async fn warnings(transaction: &Transaction<'_>) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    let rows = transaction.query(BY_TEST_PROVIDERS, &[]).await?;
    let (mut payments, mut ai) = (Vec::new(), Vec::new());
    for row in rows {
        let site_id: i64 = row.try_get(0)?;
        payments.extend(row.try_get::<_, bool>(1)?.then(|| site_id.to_string()));
        ai.extend(row.try_get::<_, bool>(2)?.then(|| site_id.to_string()));
    }
    for (stores, what) in [(payments, "take test money"), (ai, "have the built-in AI")] {
        if !stores.is_empty() {
            warnings
                .push(format!("stores that {what}, as their bundles say: {}", stores.join(", ")));
        }
    }
    Ok(warnings)
}

/// Stores to whose pages no mail can link.
async fn without_address(db: &Db) -> Result<Option<String>> {
    let stores = stoa_outbox::stores_without_address(db).await?;
    let stores: Vec<String> = stores.iter().map(ToString::to_string).collect();
    Ok((!stores.is_empty()).then(|| {
        format!(
            "stores that have no address, so that their mails wait (set baseUrl, or the site's domain, in the bundle): {}",
            stores.join(", ")
        )
    }))
}
