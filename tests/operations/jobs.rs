//! Jobs on several servers with one database.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use stoa_db::{Config, Db, Settings};
use stoa_jobs::{Job, Jobs, WorkLeft, run_once};
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{Instant, timeout};

use crate::harness::database::{self, Database};
use crate::harness::{DEADLINE, eventually, served_with_cache_and_recorder};

const JOB: Job = Job::new("a job of tests");

/// A job with a short lease.
const BRIEF_JOB: Job = Job::new("a brief job of tests").leased_for(BRIEFLY);
const BRIEFLY: Duration = Duration::from_secs(4);

const PERIOD: Duration = Duration::from_secs(3600);

const DRAIN: Duration = Duration::from_secs(60);

/// A server's own pool.
fn db(database: &Database) -> Db {
    Db::connect(&database.config, Settings { connections: 2, ..Settings::default() })
}

fn server(database: &Database) -> Jobs {
    Jobs::new(db(database), DRAIN)
}

/// Runs a round as soon as the lease is free.
async fn run_soon(db: &Db, job: Job) {
    let run = async {
        while run_once(db, job, async { Ok(()) }).await.unwrap().is_none() {
            tokio::task::yield_now().await;
        }
    };
    timeout(DEADLINE, run).await.expect("the lease is given back");
}

/// Whether another server holds the lease.
async fn is_busy(db: &Db) -> bool {
    run_once(db, JOB, async { Ok(()) }).await.unwrap().is_none()
}

#[tokio::test]
async fn one_of_several_servers_runs_a_round() {
    const ROUNDS: usize = 30;
    let database = database::empty().await;
    let (at_work, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
    let servers = [server(&database), server(&database), server(&database)];
    for server in &servers {
        let (at_work, done) = (at_work.clone(), done.clone());
        server.every(JOB, Duration::from_millis(1), move || {
            let (at_work, done) = (at_work.clone(), done.clone());
            async move {
                assert_eq!(at_work.fetch_add(1, Ordering::Relaxed), 0, "another is at it");
                tokio::time::sleep(Duration::from_millis(2)).await;
                at_work.fetch_sub(1, Ordering::Relaxed);
                done.add_permits(1);
                Ok(())
            }
        });
    }
    // A round that panics leaves the count raised, so every later round fails too.
    let all = timeout(DEADLINE, done.acquire_many(ROUNDS as u32)).await;
    all.expect("rounds, one at a time").unwrap().forget();
    for server in servers {
        server.stopped().await;
    }
}

/// A round that left work is followed at once, until none is left or the server stops.
#[tokio::test]
async fn a_round_that_left_work_is_followed_immediately() {
    let database = database::empty().await;
    let server = server(&database);
    let (rounds, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
    let (counted, add) = (rounds.clone(), done.clone());
    server.every_until_done(JOB, PERIOD, move || {
        let round = counted.fetch_add(1, Ordering::Relaxed);
        add.add_permits(1);
        async move { Ok(if round < 4 { WorkLeft::Some } else { WorkLeft::Nothing }) }
    });
    timeout(DEADLINE, done.acquire_many(5)).await.expect("five rounds").unwrap().forget();
    let begun = Arc::new(Semaphore::new(0));
    let add = begun.clone();
    server.every_until_done(BRIEF_JOB, PERIOD, move || {
        add.add_permits(1);
        async { Ok(WorkLeft::Some) }
    });
    timeout(DEADLINE, begun.acquire_many(5)).await.expect("five rounds").unwrap().forget();
    timeout(DEADLINE, server.stopped()).await.expect("work that is left does not delay the stop");
    assert_eq!(rounds.load(Ordering::Relaxed), 5);
}

#[tokio::test]
async fn a_command_runs_a_round_unless_a_server_does() {
    let database = database::empty().await;
    let db = &db(&database);
    let round = async {
        assert_eq!(run_once(db, JOB, async { Ok(2) }).await?, None);
        let another = Job::new("another job of tests");
        assert_eq!(run_once(db, another, async { Ok(3) }).await?, Some(3));
        Ok(1)
    };
    assert_eq!(run_once(db, JOB, round).await.unwrap(), Some(1));
    let failed: Result<Option<()>> = run_once(db, JOB, async { anyhow::bail!("no") }).await;
    assert_eq!(failed.unwrap_err().to_string(), "no");
    assert!(!is_busy(db).await, "a round that failed gives the lease back");
}

#[tokio::test]
async fn a_panicking_round_releases_the_lease() {
    let database = database::empty().await;
    let server = server(&database);
    let rounds = Arc::new(AtomicUsize::new(0));
    let counted = rounds.clone();
    server.every(JOB, PERIOD, move || {
        counted.fetch_add(1, Ordering::Relaxed);
        async { panic!("a round of a test") }
    });
    while rounds.load(Ordering::Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    run_soon(&db(&database), JOB).await;
    server.stopped().await;
}

#[tokio::test]
async fn a_round_ends_with_its_lease() {
    let database = database::empty().await;
    let (db, client) = (db(&database), database.client().await);
    let lose = client.batch_execute("update job_leases set holder = 0");
    let held = run_once::<()>(&db, BRIEF_JOB, async {
        lose.await?;
        pending().await
    });
    let lost = timeout(DEADLINE, held).await.expect("it ends").unwrap_err();
    assert_eq!(lost.to_string(), "another server has taken the job");
    run_soon(&db, BRIEF_JOB).await;
}

#[tokio::test]
async fn a_round_ends_when_the_database_does_not_answer() {
    let database = database::empty().await;
    let (db, client) = (db(&database), database.client().await);
    let lock = client.batch_execute("begin; lock table job_leases in access exclusive mode");
    let held = run_once::<()>(&db, BRIEF_JOB, async {
        lock.await?;
        pending().await
    });
    let lost = timeout(DEADLINE, held).await.expect("it ends").unwrap_err();
    assert_eq!(lost.to_string(), "the database has not let the job go on in time");
}

/// The clock of a former primary was ahead, so its lease ends too late.
#[tokio::test]
async fn a_lease_by_a_clock_that_was_ahead() {
    let database = database::empty().await;
    let client = database.client().await;
    for end in ["now() + interval '1 year'", "'infinity'"] {
        let held = format!(
            "insert into job_leases (name, holder, expires_at) values ('a job of tests', 1, {end})
            on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at"
        );
        client.batch_execute(&held).await.unwrap();
        assert!(!is_busy(&db(&database)).await, "{end}");
    }
}

/// `kill -9` leaves a lease that is not renewed. Another server takes the lease over when it expires, long before that
/// server's own period ends. A renewed lease is not taken over.
#[tokio::test]
async fn a_crashed_servers_lease_is_taken_over() {
    let database = database::empty().await;
    let client = database.client().await;
    let dead = "insert into job_leases (name, holder, expires_at)
        values ('a brief job of tests', 1, now() + interval '1 second')";
    client.batch_execute(dead).await.unwrap();
    let (server, begun) = (server(&database), Arc::new(Notify::new()));
    let told = begun.clone();
    server.every(BRIEF_JOB, PERIOD, move || {
        told.notify_one();
        pending()
    });
    timeout(DEADLINE, begun.notified()).await.expect("it is taken over");
    let held = "select count(*) from job_leases
        where name = 'a brief job of tests' and holder <> 1 and expires_at > now()";
    eventually("it is held", async || count(&client, held).await > 0).await;

    let another = self::server(&database);
    another.every(BRIEF_JOB, PERIOD, || async { panic!("two are at it") });
    // Wait for twice the duration of a lease, so that the lease must have been renewed.
    let first = expiry(&client).await;
    let last = first + 2.0 * BRIEFLY.as_secs_f64();
    eventually("it is renewed", async || expiry(&client).await >= last).await;
    assert!(another.watch().ages()[0].since_success.is_none());
}

#[tokio::test]
async fn jobs_ask_nothing_about_sites_without_work() {
    const SITES: usize = 500;
    let (server, recorder) = served_with_cache_and_recorder().await;
    let quiet = format!("insert into sites (name) select 'Quiet' from generate_series(1, {SITES})");
    server.sql(&quiet).await;
    let (db, now) = (server.db(), server.now());
    let runs = || recorder.runs().values().sum::<usize>();
    let before = runs();
    stoa_conversations::close_idle(&db, now).await.unwrap();
    stoa_conversations::delete_closed(&db, now).await.unwrap();
    stoa_customers::delete_ended(&db, now).await.unwrap();
    stoa_inbox::delete_old_events(&db, now).await.unwrap();
    stoa_commerce::orders::sweep::sweep(&server.orders).await.unwrap();
    stoa_commerce::orders::sweep::delete_old(&server.orders).await.unwrap();
    stoa_designs::sweep::sweep(&db, now).await.unwrap();
    stoa_designs::prints::draw_ordered(&server.studio, now).await.unwrap();
    stoa_designs::mockups::draw_provisional(&server.studio, now).await.unwrap();
    stoa_files::sweep::sweep(&server.files).await.unwrap();
    stoa_stores::ai_credits::release_abandoned(&db, now).await.unwrap();
    let runs = runs() - before;
    assert!((9..SITES / 5).contains(&runs), "{runs} statements");
}

async fn count(client: &tokio_postgres::Client, sql: &str) -> i64 {
    client.query_one(sql, &[]).await.unwrap().get(0)
}

/// The expiry of the brief job's lease, in seconds since an arbitrary epoch.
async fn expiry(client: &tokio_postgres::Client) -> f64 {
    let sql = "select extract(epoch from max(expires_at))::float8 from job_leases";
    client.query_one(sql, &[]).await.unwrap().get(0)
}

#[tokio::test]
async fn servers_learn_of_each_others_rounds() {
    let database = database::empty().await;
    let here = server(&database);
    let woken = Arc::new(Notify::new());
    here.every(JOB, PERIOD, || async { Ok(()) });
    here.every_or_woken("another job of tests", PERIOD, woken.clone(), || async { Ok(()) });
    let client = database.client().await;
    let sql = "select count(*) from job_leases where succeeded_at is not null";
    eventually("both are noted", async || count(&client, sql).await >= 2).await;
    let ages = here.watch().ages();
    let names: Vec<&str> = ages.iter().map(|age| age.name).collect();
    assert_eq!(names, ["a job of tests", "another job of tests"]);
    assert!(ages.iter().all(|age| age.period == PERIOD && !age.is_stale), "{ages:?}");
    assert!(ages.iter().all(|age| age.since_success.is_some()), "{ages:?}");

    // The job fails on the other server, which is no concern as long as it succeeds on this one.
    let elsewhere = server(&database);
    let failing = Arc::new(Notify::new());
    elsewhere.every_or_woken("another job of tests", PERIOD, failing, || async {
        anyhow::bail!("not here")
    });
    let is_known = async || elsewhere.watch().ages()[0].since_success.is_some();
    eventually("it is heard of", is_known).await;
}

#[tokio::test]
async fn stopping_while_the_database_hangs_or_a_task_runs() {
    let database = database::empty().await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    let away = Config::new().host("127.0.0.1").port(port).user("stoa").clone();
    let jobs = [Jobs::new(Db::connect(away, Settings::default()), DRAIN), server(&database)];
    for jobs in &jobs {
        jobs.every(JOB, PERIOD, || async { Ok(()) });
        jobs.forever("a task of tests", pending);
    }
    let _waiting = silent.accept().await.unwrap();
    for jobs in jobs {
        let told = Instant::now();
        jobs.stopped().await;
        assert!(told.elapsed() < DRAIN / 2, "{:?}", told.elapsed());
    }
}
