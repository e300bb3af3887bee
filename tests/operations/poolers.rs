//! A pooler between the server and Postgres: refused if it breaks what the server needs, and used without faults
//! otherwise.

pub mod pgbouncer;

use std::time::Duration;

use futures_util::future::join_all;
use nix::sys::signal::Signal;
use serde_json::json;
use stoa_commerce::orders::sweep::SWEEP;
use stoa_db::{Db, Pooling, Server as Address, Settings};
use stoa_jobs::run_once;
use tokio::time::timeout;
use tokio_postgres::NoTls;

use crate::api::live_chat::reader::Reader;
use crate::harness::database::{self, Database};
use crate::harness::*;
use crate::operations::start_up::{Process, is_done, is_refused, run};
use pgbouncer::PgBouncer;

/// Deadline for calls that must not hang.
const POOLER_TIMEOUT: Duration = Duration::from_secs(600);

/// Asserts that each of these commands fails with one line that contains this.
fn are_refused(addresses: &[&str], said: &str) {
    for command in [&["serve"][..], &["migrate"], &["key", "create", "--site", "1"]] {
        is_refused(&run(&[command, addresses].concat()), said);
    }
}

#[tokio::test]
async fn a_pooler_without_a_direct_url_is_refused() {
    for binary in [pgbouncer::older(), pgbouncer::newer()].into_iter().flatten() {
        let database = database::seeded().await;
        let pooler = PgBouncer::with_transactions(&binary, &database).await;
        let (pooled, direct) = (pooler.url(), database.url());
        let alone = ["--database-url", &pooled];
        are_refused(&alone, "give the URL of Postgres itself too, with --direct-database-url");
        let twice = ["--database-url", &pooled, "--direct-database-url", &pooled];
        are_refused(&twice, "STOA_DIRECT_DATABASE_URL leads to a pooler, where");
        let swapped = ["--database-url", &direct, "--direct-database-url", &pooled];
        are_refused(&swapped, "STOA_DIRECT_DATABASE_URL leads to a pooler, where");
        are_refused(
            &["--direct-database-url", &direct],
            "--direct-database-url needs --database-url",
        );
    }
}

#[tokio::test]
async fn a_pooler_without_prepared_statements_is_refused() {
    let said = "use pgbouncer 1.21 or later with max_prepared_statements = 200";
    let forgetful = pgbouncer::newer().map(|binary| (binary, "max_prepared_statements = 0"));
    let of_debian = pgbouncer::older().map(|binary| (binary, ""));
    for (binary, line) in [of_debian, forgetful].into_iter().flatten() {
        let database = database::seeded().await;
        let lines = format!("pool_mode = transaction\n{line}");
        let pooler = PgBouncer::start(&binary, &database, &lines, "").await;
        let (pooled, direct) = (pooler.url(), database.url());
        let addresses = ["--database-url", &pooled, "--direct-database-url", &direct];
        for command in [&["serve"][..], &["key", "create", "--site", "1"]] {
            for is_first in [true, false] {
                leave_statements(&pooler, is_first).await;
                is_refused(&run(&[command, &addresses].concat()), said);
            }
        }
    }
}

/// Leaves prepared statements, as another process would do, in one of two backends: in the one that the pooler uses
/// first, or in the other.
async fn leave_statements(pooler: &PgBouncer, is_first: bool) {
    let clients = [pooler.config(), pooler.config()];
    let clients = join_all(clients.map(|config| async move {
        let (client, connection) = config.connect(NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute("begin; deallocate all").await.unwrap();
        client
    }));
    let [one, two] = &clients.await[..] else { unreachable!("two clients") };
    for number in 0..10 {
        let sql = format!("prepare s{number} as select pg_backend_pid()");
        one.batch_execute(&sql).await.unwrap();
    }
    // The pooler uses the backend first that became free last.
    for client in if is_first { [two, one] } else { [one, two] } {
        client.batch_execute("commit").await.unwrap();
    }
}

#[tokio::test]
async fn a_pooler_without_transactions_is_refused() {
    for binary in [pgbouncer::older(), pgbouncer::newer()].into_iter().flatten() {
        let database = database::seeded().await;
        let pooler = PgBouncer::start(&binary, &database, "pool_mode = statement", "").await;
        let (pooled, direct) = (pooler.url(), database.url());
        let refused = run(&["--database-url", &pooled, "--direct-database-url", &direct]);
        is_refused(&refused, "a pooler without transactions");
    }
}

#[tokio::test]
async fn a_pooler_with_sessions_is_used_like_postgres() {
    for binary in [pgbouncer::older(), pgbouncer::newer()].into_iter().flatten() {
        let database = database::seeded().await;
        let pooler = PgBouncer::start(&binary, &database, "pool_mode = session", "").await;
        let server = Process::start(&["--database-url", &pooler.url()]);
        let target = "GET /api/v1/sites/1/config";
        assert_eq!(wire::ask(&server.address, target, None).await.status, 200);
        assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
    }
}

/// A server in its usual setup, while commands run.
#[tokio::test]
async fn a_server_and_commands_behind_a_pooler() {
    let Some(binary) = pgbouncer::newer() else { return };
    let database = database::seeded().await;
    let pooler = PgBouncer::with_transactions(&binary, &database).await;
    let (pooled, direct) = (pooler.url(), database.url());
    let addresses = ["--database-url", &pooled, "--direct-database-url", &direct];
    let server = Process::start(&addresses);
    let key = is_done(run(&[&["key", "create", "--site", "1"][..], &addresses].concat()));
    let head = format!("GET /api/v1/sites/1/products\nx-api-key: {}", key.trim());
    assert_eq!(wire::ask(&server.address, &head, None).await.status, 200);
    is_done(run(&[&["order", "sweep"][..], &addresses].concat()));
    let logged = server.stop();
    let faults: Vec<_> = logged.lines().filter(|line| line.contains("ERROR")).collect();
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(logged.matches("connect_query=").count(), 1, "{logged}");
}

/// The settings that every statement must have.
const SETTINGS: &str =
    "select concat_ws(' ', current_setting('plan_cache_mode'), current_setting('jit'),
    current_setting('timezone'), current_setting('statement_timeout'),
    current_setting('idle_in_transaction_session_timeout'))";

/// A savepoint works only in a transaction.
const SAVEPOINT: &str = "savepoint here";

#[tokio::test]
async fn settings_do_not_leak_to_other_clients() {
    let Some(binary) = pgbouncer::newer() else { return };
    let database = database::empty().await;
    let pooler = PgBouncer::with_transactions(&binary, &database).await;
    let db = behind(&pooler, 4);
    for settings in join_all((0..40).map(|_| db.one::<String>(SETTINGS, &[]))).await {
        assert_eq!(settings.unwrap(), "force_generic_plan off UTC 30s 30s");
    }
    db.execute(SAVEPOINT, &[]).await.expect("a transaction brings them");
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    let settings: String = transaction.one(SETTINGS, &[]).await.unwrap();
    assert_eq!(settings, "force_generic_plan off UTC 30s 30s");
    transaction.commit().await.unwrap();
    // Other clients use the same connections of the pooler.
    let other = stoa::database::connect(pooler.config()).await.unwrap();
    for _ in 0..20 {
        let messages = other.simple_query("show plan_cache_mode").await.unwrap();
        let shown = messages.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0),
            _ => None,
        });
        assert_eq!(shown, Some("auto"));
    }
}

#[tokio::test]
async fn settings_of_the_pooler() {
    let Some(binary) = pgbouncer::newer() else { return };
    let database = database::empty().await;
    let query = "connect_query='set plan_cache_mode = ''force_generic_plan''; \
         set default_transaction_isolation = ''read committed''; set jit = ''off''; set timezone = ''UTC''; \
         set statement_timeout = ''30000ms''; \
         set idle_in_transaction_session_timeout = ''30000ms''; set lock_timeout = ''0''; \
         set idle_session_timeout = ''0'''";
    let pooler = PgBouncer::start(&binary, &database, "pool_mode = transaction", query).await;
    let db = behind(&pooler, 4);
    for settings in join_all((0..40).map(|_| db.one::<String>(SETTINGS, &[]))).await {
        assert_eq!(settings.unwrap(), "force_generic_plan off UTC 30s 30s");
    }
    let error = db.execute(SAVEPOINT, &[]).await.unwrap_err();
    assert!(error.to_string().contains("25P01"), "without a transaction: {error}");
}

fn behind(pooler: &PgBouncer, connections: usize) -> Db {
    let settings = Settings { connections, pooling: Pooling::Transaction, ..Settings::default() };
    Db::connect(pooler.config(), settings)
}

/// A database whose servers connect through a pooler with these lines of configuration.
async fn pooled(lines: &str) -> Option<(PgBouncer, Database)> {
    let binary = pgbouncer::newer()?;
    let mut database = database::seeded().await;
    let lines = format!("pool_mode = transaction\n{lines}");
    let pooler = PgBouncer::start(&binary, &database, &lines, "").await;
    database.pooler = Some(pooler.config());
    Some((pooler, database))
}

/// Two servers are under load, and the pooler has fewer connections than the servers. Every call gets its normal
/// answer. Events of one server reach streams of the other. The servers detect the pooler throughout.
#[tokio::test]
async fn two_servers_behind_a_pooler() {
    // The pooler caches fewer prepared statements than the servers use.
    let lines = "default_pool_size = 6\nmax_prepared_statements = 20";
    let Some((pooler, database)) = pooled(lines).await else { return };
    let one = served_from(database, &["all=off"]).await;
    let other = one.another().await;
    let shoppers = (0..12).map(|number| {
        let server = if number % 2 == 0 { &one } else { &other };
        shop(server, number)
    });
    let chats = (0..4).map(|number| chat(&one, &other, number));
    let sweeps = async {
        for _ in 0..10 {
            stoa::commands::orders::sweep(&one.orders).await.unwrap();
            stoa::commands::orders::sweep(&other.orders).await.unwrap();
        }
    };
    let looks = async {
        for _ in 0..10 {
            let found = Pooling::of(&Address::from(pooler.config())).await.unwrap();
            assert_eq!(found, Pooling::Transaction);
            let direct = Pooling::of(&Address::from(&one.database().config)).await.unwrap();
            assert_eq!(direct, Pooling::Session);
        }
    };
    let all = async { tokio::join!(join_all(shoppers), join_all(chats), sweeps, looks) };
    timeout(POOLER_TIMEOUT, all).await.expect("nothing hangs");
    assert_eq!(one.one::<i64>("select count(*) from orders").await, 12 * ROUNDS as i64);
}

/// Rounds per shopper.
const ROUNDS: usize = 5;

/// Reads the catalog, fills a cart and checks out, several times.
async fn shop(server: &Server, number: usize) {
    let get = async |target: &str| {
        let answer = server.get(target).key(DEMO_KEY).await;
        assert_eq!(answer.status(), 200, "{target}: {}", answer.message());
    };
    for round in 0..ROUNDS {
        for page in 1..4 {
            get(&format!("/api/v1/sites/1/products?limit=2&page={page}")).await;
            get(&format!("/api/storefront/1/products?limit=3&page={page}")).await;
        }
        get("/api/v1/sites/1/tags").await;
        let session = format!("shopper {number} {round}");
        for _ in 0..3 {
            let line = json!({"sessionId": session, "productId": 7, "quantity": 1});
            let added = server.request("POST", "/api/storefront/1/cart").json(&line).await;
            assert_eq!(added.status(), 200, "{}", added.message());
        }
        get(&format!("/api/storefront/1/cart?sessionId={}", encoded(session.as_bytes()))).await;
        let checkout = json!({
            "sessionId": session,
            "customerEmail": format!("shopper{number}@example.com"),
            "customerName": "Mara Lindqvist",
            "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
            "shippingRateId": 1,
        });
        let placed = server.request("POST", "/api/storefront/1/checkout").json(&checkout).await;
        assert_eq!(placed.status(), 200, "{}", placed.message());
    }
}

/// A visitor's messages to one server arrive at the other.
async fn chat(one: &Server, other: &Server, number: usize) {
    let body = json!({"widgetId": 1, "visitorId": format!("visitor {number}")});
    let started = one.request("POST", "/api/public/chat/start").json(&body).await;
    assert_eq!(started.status(), 200, "{}", started.message());
    let id = started.json["data"]["conversationId"].as_i64().unwrap();
    let token = started.json["data"]["ephemeralToken"].as_str().unwrap();
    let stream = other.get("/api/public/chat/stream");
    let stream = stream.query("conversationId", &id.to_string()).bearer(token);
    let mut reader = Reader::open(stream).await;
    for text in 0..10 {
        let text = text.to_string();
        let message = json!({"conversationId": id, "ephemeralToken": token, "body": text});
        let sent = one.request("POST", "/api/public/chat/messages").json(&message).await;
        assert_eq!(sent.status(), 200, "{}", sent.message());
        let heard = reader.next().await.unwrap();
        assert_eq!(heard.data["data"]["body"], text);
    }
}

/// An abandoned statement is cancelled through the pooler, and its transaction is rolled back.
#[tokio::test]
async fn an_abandoned_statement_behind_a_pooler() {
    let Some(binary) = pgbouncer::newer() else { return };
    let database = database::empty().await;
    let lines = "pool_mode = transaction\ndefault_pool_size = 1";
    let pooler = PgBouncer::start(&binary, &database, lines, "").await;
    let db = behind(&pooler, 1);
    db.execute("create table notes (id bigint)", &[]).await.unwrap();
    let transaction = async {
        let mut connection = db.connection().await.unwrap();
        let transaction = connection.transaction();
        transaction.execute("insert into notes values (1)", &[]).await.unwrap();
        transaction.one::<String>("select pg_sleep(60)::text", &[]).await.unwrap();
        transaction.commit().await.unwrap();
    };
    assert!(timeout(Duration::from_millis(200), transaction).await.is_err(), "its caller has left");
    // The pool's only connection is free again.
    let left = timeout(POOLER_TIMEOUT, db.one::<i64>("select count(*) from notes", &[])).await;
    assert_eq!(left.expect("it is free").unwrap(), 0);
}

/// A lease does not depend on the Postgres session. While one server holds the lease, the other server cannot take it.
#[tokio::test]
async fn leases_behind_a_pooler() {
    let lines = "server_reset_query_always = 1\nserver_reset_query = DISCARD ALL";
    let Some((pooler, database)) = pooled(lines).await else { return };
    let (one, other) = (behind(&pooler, 4), behind(&pooler, 4));
    for _ in 0..20 {
        let at_work = run_once(&one, SWEEP, async {
            assert_eq!(run_once(&other, SWEEP, async { Ok(()) }).await?, None);
            Ok(())
        });
        assert_eq!(at_work.await.unwrap(), Some(()));
        assert_eq!(run_once(&other, SWEEP, async { Ok(()) }).await.unwrap(), Some(()));
    }
    let client = database.client().await;
    let locks =
        "select count(*) from pg_locks lock join pg_database base on base.oid = lock.database
        where lock.locktype = 'advisory' and base.datname = current_database()";
    assert_eq!(client.query_one(locks, &[]).await.unwrap().get::<_, i64>(0), 0);
}
