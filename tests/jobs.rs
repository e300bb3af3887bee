//! What runs beside requests, on several servers with one database.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use stoa_jobs::{Job, Jobs, run_once};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use tokio_postgres::Config;

use crate::harness::database::{self, Database};

const JOB: Job = Job::new("a job of tests");

const PERIOD: Duration = Duration::from_secs(3600);

const DRAIN: Duration = Duration::from_secs(10);

/// A test that waits longer fails.
const DEADLINE: Duration = Duration::from_secs(20);

fn server(database: &Database) -> Jobs {
    Jobs::new(database.config.clone(), DRAIN)
}

/// Runs a round as soon as nobody else is at it.
async fn run_soon(config: &Config) {
    let run = async {
        while run_once(config, JOB, async { Ok(()) }).await.unwrap().is_none() {
            tokio::task::yield_now().await;
        }
    };
    timeout(DEADLINE, run).await.expect("the lock is given back");
}

/// Whether somebody else is at it.
async fn is_busy(config: &Config) -> bool {
    run_once(config, JOB, async { Ok(()) }).await.unwrap().is_none()
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
    // A round that panics leaves its mark, so that no later one is done.
    let all = timeout(DEADLINE, done.acquire_many(ROUNDS as u32)).await;
    all.expect("rounds, one at a time").unwrap().forget();
    for server in servers {
        server.stopped().await;
    }
}

#[tokio::test]
async fn a_command_runs_a_round_unless_a_server_is_at_it() {
    let database = database::empty().await;
    let config = &database.config;
    let round = async {
        assert_eq!(run_once(config, JOB, async { Ok(2) }).await?, None);
        let another = Job::new("another job of tests");
        assert_eq!(run_once(config, another, async { Ok(3) }).await?, Some(3));
        Ok(1)
    };
    assert_eq!(run_once(config, JOB, round).await.unwrap(), Some(1));
    let failed: Result<Option<()>> = run_once(config, JOB, async { anyhow::bail!("no") }).await;
    assert_eq!(failed.unwrap_err().to_string(), "no");
    assert!(!is_busy(config).await, "a round that failed gives the lock back");
}

#[tokio::test]
async fn a_round_that_panics_gives_the_lock_back() {
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
    run_soon(&database.config).await;
    server.stopped().await;
}

#[tokio::test]
async fn a_round_ends_with_its_lock() {
    let database = database::empty().await;
    let client = stoa::database::connect(&database.config).await.unwrap();
    let cut = async {
        let kill = "select pg_terminate_backend(pid) from pg_stat_activity \
                    where datname = current_database() and application_name = 'stoa: a job of tests'";
        while client.query(kill, &[]).await.unwrap().is_empty() {}
    };
    let held = run_once::<()>(&database.config, JOB, async {
        cut.await;
        pending().await
    });
    let lost = timeout(DEADLINE, held).await.expect("it ends").unwrap_err();
    assert_eq!(lost.to_string(), "the connection that held the lock broke");
    run_soon(&database.config).await;
}

#[tokio::test]
async fn stopped_while_the_database_is_silent_or_a_task_runs() {
    let database = database::empty().await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    let away = Config::new().host("127.0.0.1").port(port).user("stoa").clone();
    let jobs = [Jobs::new(away, DRAIN), server(&database)];
    for jobs in &jobs {
        jobs.every(JOB, PERIOD, || async { Ok(()) });
        jobs.forever("a task of tests", pending);
    }
    let _waiting = silent.accept().await.unwrap();
    for jobs in jobs {
        let told = Instant::now();
        jobs.stopped().await;
        assert!(told.elapsed() < Duration::from_secs(2), "{:?}", told.elapsed());
    }
}
