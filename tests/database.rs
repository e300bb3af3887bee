//! What becomes of the pool's connections when callers leave and when Postgres does not answer.

use std::time::{Duration, Instant};

use stoa_db::{Db, Settings};
use tokio::time::{sleep, timeout};

use crate::harness::database::{self, Database};
use crate::harness::{DEMO_KEY, Server, served};

/// No wait in these tests is meant to be as long.
const PATIENCE: Duration = Duration::from_secs(10);

const LONG: &str = "select pg_sleep(60)::text";

/// One connection, so that who comes next would wait behind what was left there.
async fn db() -> (Db, Database) {
    let database = database::empty().await;
    let settings = Settings { connections: 1, ..Settings::default() };
    (Db::connect(database.config.clone(), settings), database)
}

/// The process of Postgres that answers on the pool's connection.
async fn process(db: &Db) -> i64 {
    let pid = timeout(PATIENCE, db.one("select pg_backend_pid()::bigint", &[])).await;
    pid.expect("a connection is free").unwrap()
}

/// Waits until Postgres does none of this any more.
async fn has_ended(database: &Database, statement: &str) {
    let client = stoa::database::connect(&database.config).await.unwrap();
    let running = "select count(*) from pg_stat_activity
        where datname = current_database() and state <> 'idle' and query = $1";
    let deadline = Instant::now() + PATIENCE;
    while client.query_one(running, &[&statement]).await.unwrap().get::<_, i64>(0) > 0 {
        assert!(Instant::now() < deadline, "Postgres still runs {statement}");
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn an_abandoned_statement_is_cancelled() {
    let (db, database) = db().await;
    process(&db).await;
    let left = timeout(Duration::from_millis(50), db.one::<String>(LONG, &[])).await;
    assert!(left.is_err(), "its caller has left");
    process(&db).await;
    has_ended(&database, LONG).await;
}

#[tokio::test]
async fn an_abandoned_transaction_is_cancelled_and_undone() {
    let (db, database) = db().await;
    db.execute("create table notes (id bigint)", &[]).await.unwrap();
    let transaction = async {
        let mut connection = db.connection().await.unwrap();
        let transaction = connection.transaction();
        transaction.execute("insert into notes values (1)", &[]).await.unwrap();
        let both = tokio::join!(transaction.execute(LONG, &[]), transaction.execute(LONG, &[]));
        transaction.commit().await.unwrap();
        both
    };
    assert!(timeout(Duration::from_millis(50), transaction).await.is_err(), "its caller has left");
    process(&db).await;
    has_ended(&database, LONG).await;
    assert_eq!(db.one::<i64>("select count(*) from notes", &[]).await.unwrap(), 0);
}

#[tokio::test]
async fn a_connection_whose_statement_ends_soon_is_kept() {
    let (db, _database) = db().await;
    let before = process(&db).await;
    let short = "select pg_sleep($1)::text";
    db.one::<String>(short, &[&0.0]).await.unwrap();
    let left = timeout(Duration::from_millis(10), db.one::<String>(short, &[&0.05])).await;
    assert!(left.is_err(), "its caller has left");
    assert_eq!(process(&db).await, before);
}

/// A client that hangs up: its request waits for a lock that nobody gives.
#[tokio::test]
async fn the_statement_of_a_client_who_hangs_up_is_cancelled() {
    let server = served().await;
    server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await;
    let holder = server.client().await;
    holder.batch_execute("begin; lock table tags in access exclusive mode").await.unwrap();
    let request = server.get("/api/v1/sites/1/tags").key(DEMO_KEY);
    assert!(timeout(Duration::from_millis(200), request).await.is_err(), "it waits");
    let deadline = Instant::now() + PATIENCE;
    while waiting(&server).await > 0 {
        assert!(Instant::now() < deadline, "the statement still waits");
        sleep(Duration::from_millis(10)).await;
    }
    holder.batch_execute("rollback").await.unwrap();
    assert_eq!(server.get("/api/v1/sites/1/tags").key(DEMO_KEY).await.status(), 200);
}

/// How many statements wait for a lock.
async fn waiting(server: &Server) -> i64 {
    let waiting = "select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'";
    server.client().await.query_one(waiting, &[]).await.unwrap().get(0)
}
