//! Settings of the role or the database do not reach sessions of the server and its commands, which have their own.

use std::process::Stdio;

use crate::harness::database::{self, Database};
use crate::harness::{eventually, served_from};
use crate::operations::start_up::stoa;

/// Settings under which concurrent changes fail.
pub const ADVERSE: &[&str] =
    &["default_transaction_isolation = 'serializable'", "lock_timeout = '1ms'"];

/// Timeouts that end long statements and idle sessions.
const IMPATIENT: &[&str] = &[
    "statement_timeout = '3s'",
    "idle_in_transaction_session_timeout = '3s'",
    "idle_session_timeout = '3s'",
];

/// Sets defaults of the database's sessions. They apply to new sessions.
pub async fn set_defaults(database: &Database, settings: &[&str]) {
    let client = database.client().await;
    let name = database.config.get_dbname().unwrap();
    for setting in settings {
        client.batch_execute(&format!("alter database {name} set {setting}")).await.unwrap();
    }
}

#[tokio::test]
async fn sessions_of_the_pool() {
    let database = database::empty().await;
    set_defaults(&database, &[ADVERSE, IMPATIENT].concat()).await;
    let db = database.pool(stoa_db::Settings::default());
    let settings = "select concat_ws(', ', current_setting('transaction_isolation'), current_setting('lock_timeout'),
        current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'),
        current_setting('idle_session_timeout'), current_setting('plan_cache_mode'))";
    let own = "read committed, 0, 30s, 30s, 0, force_generic_plan";
    assert_eq!(db.one::<String>(settings, &[]).await.unwrap(), own);
    let mut connection = db.connection().await.unwrap();
    assert_eq!(connection.transaction().one::<String>(settings, &[]).await.unwrap(), own);
}

/// A backup waits for a lock longer than the timeouts of the database allow.
#[tokio::test]
async fn sessions_of_commands() {
    let database = database::seeded().await;
    let watching = database.client().await;
    let mut locking = database.client().await;
    set_defaults(&database, &[ADVERSE, IMPATIENT].concat()).await;
    let lock = locking.transaction().await.unwrap();
    lock.batch_execute("lock table products in access exclusive mode").await.unwrap();
    let backup = ["backup", "-", "--files", "no", "--database-url", &database.url()];
    let backup = stoa(&backup).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let waits = "select exists(
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and clock_timestamp() - query_start > '4s'
    )";
    let waits = async || watching.query_one(waits, &[]).await.unwrap().get(0);
    eventually("the backup waits for the lock", waits).await;
    lock.commit().await.unwrap();
    let output = backup.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Announcements arrive on a connection that is idle most of the time.
#[tokio::test]
async fn the_session_that_listens() {
    let database = database::seeded().await;
    let watching = database.client().await;
    set_defaults(&database, IMPATIENT).await;
    let _server = served_from(database, &[]).await;
    let is_idle = "select exists(
        select from pg_stat_activity
        where datname = current_database() and application_name = 'stoa event listener'
        and clock_timestamp() - state_change > '4s'
    )";
    let is_idle = async || watching.query_one(is_idle, &[]).await.unwrap().get(0);
    eventually("the listener stays idle", is_idle).await;
}
