//! Connections of the pool when callers disconnect and when Postgres does not answer.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use stoa_db::{Db, DbError, Settings};
use tokio::time::timeout;

use crate::harness::database::{self, Database};
use crate::harness::{DEMO_KEY, Server, eventually, served};

/// Far longer than any wait in these tests should be.
const POOL_TIMEOUT: Duration = Duration::from_secs(60);

const LONG_QUERY: &str = "select pg_sleep(60)::text";

/// A pool with one connection, so that a connection which is not released blocks the next call.
async fn db() -> (Db, Database) {
    db_with(Settings::default()).await
}

async fn db_with(settings: Settings) -> (Db, Database) {
    let database = database::empty().await;
    let settings = Settings { connections: 1, ..settings };
    (Db::connect(database.config.clone(), settings), database)
}

/// The backend's process id on the pool's connection.
async fn process(db: &Db) -> i64 {
    let pid = timeout(POOL_TIMEOUT, db.one("select pg_backend_pid()::bigint", &[])).await;
    pid.expect("a connection is free").unwrap()
}

/// Waits until Postgres has stopped running this statement.
async fn has_ended(database: &Database, statement: &str) {
    let client = database.client().await;
    let running = "select count(*) from pg_stat_activity
        where datname = current_database() and state <> 'idle' and query = $1";
    let has_ended =
        async || client.query_one(running, &[&statement]).await.unwrap().get::<_, i64>(0) == 0;
    eventually("Postgres has ended the statement", has_ended).await;
}

#[tokio::test]
async fn an_abandoned_transaction_is_cancelled_and_rolled_back() {
    let (db, database) = db().await;
    db.execute("create table notes (id bigint)", &[]).await.unwrap();
    let transaction = async {
        let mut connection = db.connection().await.unwrap();
        let transaction = connection.transaction();
        transaction.execute("insert into notes values (1)", &[]).await.unwrap();
        let both = tokio::join!(
            transaction.execute(LONG_QUERY, &[]),
            transaction.execute(LONG_QUERY, &[])
        );
        transaction.commit().await.unwrap();
        both
    };
    assert!(timeout(Duration::from_millis(50), transaction).await.is_err(), "its caller has left");
    process(&db).await;
    has_ended(&database, LONG_QUERY).await;
    assert_eq!(db.one::<i64>("select count(*) from notes", &[]).await.unwrap(), 0);
}

#[tokio::test]
async fn a_connection_is_reused_if_its_statement_ends_soon() {
    let (db, _database) = db().await;
    let before = process(&db).await;
    let short = "select pg_sleep($1)::text";
    db.one::<String>(short, &[&0.0]).await.unwrap();
    let left = timeout(Duration::from_millis(10), db.one::<String>(short, &[&0.05])).await;
    assert!(left.is_err(), "its caller has left");
    assert_eq!(process(&db).await, before);
}

/// A client disconnects while its request waits for a lock that is never released.
#[tokio::test]
async fn a_client_disconnect_cancels_the_statement() {
    let server = served().await;
    server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await;
    let holder = server.client().await;
    holder.batch_execute("begin; lock table tags in access exclusive mode").await.unwrap();
    let request = server.get("/api/v1/sites/1/tags").key(DEMO_KEY);
    assert!(timeout(Duration::from_millis(200), request).await.is_err(), "it waits");
    eventually("the statement is cancelled", async || waiting(&server).await == 0).await;
    holder.batch_execute("rollback").await.unwrap();
    assert_eq!(server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await.status(), 200);
}

/// Number of statements that wait for a lock.
async fn waiting(server: &Server) -> i64 {
    database::waiting_statements(&server.client().await).await
}

#[tokio::test]
async fn a_frozen_postgres_times_out() {
    let statement_timeout = Duration::from_millis(200);
    let (db, _database) = db_with(Settings { statement_timeout, ..Settings::default() }).await;
    let process = Pid::from_raw(i32::try_from(process(&db).await).unwrap());
    kill(process, Signal::SIGSTOP).unwrap();
    let error = db.one::<i64>("select 1::bigint", &[]).await.unwrap_err();
    // Resume the backend before any assertion, because a database with a frozen backend cannot be dropped.
    kill(process, Signal::SIGCONT).unwrap();
    assert!(error.is_unavailable(), "{error}");
}

#[tokio::test]
async fn waiting_for_a_connection_times_out() {
    // Long enough for a busy machine to open the first connection.
    let wait = Duration::from_secs(2);
    let (db, _database) = db_with(Settings { wait, ..Settings::default() }).await;
    let _only_one = db.connection().await.unwrap();
    let error = db.one::<i64>("select 1::bigint", &[]).await.unwrap_err();
    assert!(error.is_unavailable(), "{error}");
    assert!(error.to_string().contains("within 2s"), "{error}");
}

#[tokio::test]
async fn a_long_statement_times_out() {
    let (statement_timeout, page_timeout) = (Duration::from_millis(300), Duration::from_millis(50));
    let settings = Settings { statement_timeout, page_timeout, ..Settings::default() };
    let (db, database) = db_with(settings).await;
    let error = db.one::<String>(LONG_QUERY, &[]).await.unwrap_err();
    assert!(error.is_unavailable() && error.to_string().contains("57014"), "{error}");
    // A page may have a shorter timeout, after which Postgres stops working on it as well.
    let page = "select 1::bigint as total, pg_sleep(60)::text as id";
    let error = db.page::<String>(page, &[]).await.err().unwrap();
    assert!(error.is_unavailable() && error.to_string().contains("within 50ms"), "{error}");
    has_ended(&database, page).await;
}

/// Without a timeout, the idle transaction of a server that hangs would hold its locks forever.
#[tokio::test]
async fn an_idle_transaction_times_out() {
    let statement_timeout = Duration::from_millis(100);
    let (db, database) = db_with(Settings { statement_timeout, ..Settings::default() }).await;
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    transaction.execute("create table notes ()", &[]).await.unwrap();
    let client = database.client().await;
    let idle = "select count(*) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'";
    let is_closed = async || client.query_one(idle, &[]).await.unwrap().get::<_, i64>(0) == 0;
    eventually("the transaction is rolled back", is_closed).await;
    assert!(transaction.commit().await.unwrap_err().is_unavailable());
}

#[tokio::test]
async fn temporary_errors() {
    let (db, _database) = db().await;
    for (code, is_unavailable) in [
        ("53100", true),
        ("53200", true),
        ("53300", true),
        ("57014", true),
        ("57P01", true),
        ("57P03", true),
        ("25006", true),
        ("08006", true),
        ("23505", false),
        ("40P01", false),
        ("42703", false),
        ("22021", false),
    ] {
        let raise = format!("do 'begin raise exception using errcode = ''{code}''; end'");
        let error: DbError = db.execute(&raise, &[]).await.unwrap_err();
        assert_eq!(error.is_unavailable(), is_unavailable, "{error}");
    }
}
