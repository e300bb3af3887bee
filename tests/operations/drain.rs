//! Readiness and shutdown of the server, run as the command.

mod load;
mod rolling;

use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use crate::harness::{database, eventually, wire};
use crate::operations::start_up::{Process, is_done, on, ran, stoa};

/// A free port, for callers that must know the address before the server listens on it.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// Sends a request; `None` if the connection is refused.
async fn ask(address: &str, request_line: &str) -> Option<wire::Response> {
    tokio::net::TcpStream::connect(address).await.ok()?;
    Some(wire::ask(address, request_line, None).await)
}

/// The status of /readyz and its failed checks; status 0 if the connection is refused.
async fn ready(admin: &str) -> (u16, Vec<String>) {
    let Some(answer) = ask(admin, "GET /readyz").await else { return (0, Vec::new()) };
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.headers["cache-control"], "no-store");
    let json: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(json["ready"], answer.status == 200);
    let checks = json["checks"].as_object().unwrap();
    let names: Vec<&str> = checks.keys().map(String::as_str).collect();
    assert_eq!(names, ["serving", "database", "migrations", "listener", "jobs"]);
    let unwell = checks.iter().filter(|(_, check)| check["status"] != "ok");
    let unwell = unwell.map(|(name, check)| {
        format!(
            "{name} {}: {}",
            check["status"].as_str().unwrap(),
            check["because"].as_str().unwrap()
        )
    });
    (answer.status, unwell.collect())
}

#[tokio::test]
async fn the_admin_listener() {
    let database = database::seeded().await;
    let admin = free_address();
    let server = Process::start(&["--database-url", &database.url(), "--admin-listen", &admin]);
    eventually("it is ready", async || ready(&admin).await == (200, vec![])).await;
    for (request, status, content_type) in [
        ("GET /healthz", 200, "text/plain; charset=utf-8"),
        ("HEAD /healthz", 200, "text/plain; charset=utf-8"),
        ("HEAD /readyz", 200, "application/json"),
        ("GET /metrics", 200, "text/plain; version=0.0.4; charset=utf-8"),
        ("GET /api/v1/sites/1/config", 404, "text/plain; charset=utf-8"),
        ("POST /readyz", 405, "text/plain; charset=utf-8"),
    ] {
        let answer = ask(&admin, request).await.unwrap();
        assert_eq!(answer.status, status, "{request}");
        assert_eq!(answer.headers["content-type"], content_type, "{request}");
    }
    for path in ["/healthz", "/readyz", "/metrics"] {
        let answer = ask(&server.address, &format!("GET {path}")).await.unwrap();
        assert_eq!(answer.status, 404, "{path} is nothing for clients");
    }

    database::lose(&database).await;
    eventually("it notices", async || ready(&admin).await.0 == 503).await;
    let (_, unwell) = ready(&admin).await;
    println!("without a database: {unwell:#?}");
    assert!(unwell.iter().any(|check| check.starts_with("database failed: ")), "{unwell:?}");
    assert_eq!(ask(&admin, "GET /healthz").await.unwrap().status, 200, "the process lives");
    let for_reads = ask(&admin, "GET /readyz?for=reads").await.unwrap();
    assert_eq!(for_reads.status, 200, "the cache answers reads");
    assert_eq!(ask(&admin, "GET /readyz?for=writes").await.unwrap().status, 400);
    database::regain(&database).await;
    eventually("it is ready again", async || ready(&admin).await.0 == 200).await;

    let client = database.client().await;
    let forget = "delete from refinery_schema_history where version = (select max(version) from refinery_schema_history)";
    client.batch_execute(forget).await.unwrap();
    eventually("it sees the schema", async || ready(&admin).await.0 == 503).await;
    assert_eq!(
        ready(&admin).await.1,
        ["migrations failed: the schema is behind: run stoa migrate"]
    );
    let for_reads = ask(&admin, "GET /readyz?for=reads").await.unwrap();
    assert_eq!(for_reads.status, 503, "another schema");
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
}

/// After a primary was demoted or a database was set to read-only, the server is not restarted, and reads work.
#[tokio::test]
async fn a_read_only_database() {
    let database = database::seeded().await;
    let admin = free_address();
    let server = Process::start(&["--database-url", &database.url(), "--admin-listen", &admin]);
    let accepts_writes = async || {
        let scrape = ask(&admin, "GET /metrics").await.unwrap();
        String::from_utf8(scrape.body).unwrap().contains("\nstoa_takes_writes 1\n")
    };
    eventually("it is ready", async || ready(&admin).await.0 == 200).await;
    assert!(accepts_writes().await);
    let client = database.client().await;
    let name = database.config.get_dbname().unwrap();
    // This changes only the default of new sessions: open ones may still write.
    let close = format!("alter database {name} set default_transaction_read_only = on");
    client.batch_execute(&close).await.unwrap();
    eventually("the metric says so", async || !accepts_writes().await).await;
    let (status, unwell) = ready(&admin).await;
    assert_eq!(status, 503);
    assert!(unwell[0].starts_with("database failed: the database is read-only"), "{unwell:?}");
    assert_eq!(ask(&admin, "GET /healthz").await.unwrap().status, 200);
    assert_eq!(ask(&server.address, "GET /api/v1/sites/1/config").await.unwrap().status, 200);
    // The pool then opens sessions that are read-only, and stay it when the default changes again.
    let end = "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()";
    client.batch_execute(end).await.unwrap();
    let line = json!({"sessionId": "a", "productId": 4, "quantity": 1});
    let cart = "POST /api/storefront/1/cart";
    let add = async || wire::ask(&server.address, cart, Some(&line)).await.status;
    assert_eq!(add().await, 503);
    let open = format!("alter database {name} set default_transaction_read_only = off");
    client.batch_execute(&open).await.unwrap();
    eventually("it is ready again", async || ready(&admin).await.0 == 200).await;
    assert!(accepts_writes().await);
    eventually("the pool has new sessions", async || add().await == 200).await;
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
}

/// A separate listener serves the staff API, the main one does not, and both drain.
#[tokio::test]
async fn the_staff_listener() {
    let database = database::seeded().await;
    let staff = free_address();
    let server = Process::start(&["--database-url", &database.url(), "--staff-listen", &staff]);
    for (address, path, status) in [
        (&staff, "/api/staff/me", 401),
        (&server.address, "/api/staff/me", 404),
        (&staff, "/openapi/staff.yaml", 200),
        (&server.address, "/openapi/staff.yaml", 404),
        (&server.address, "/openapi.yaml", 200),
    ] {
        let answer = ask(address, &format!("GET {path}")).await.unwrap();
        assert_eq!(answer.status, status, "{address} {path}");
    }
    let (code, said) = server.end(Signal::SIGTERM);
    assert_eq!(code, Some(0));
    assert_eq!(said, [format!("the staff API is at http://{staff}/api/staff")]);
    assert!(ask(&staff, "GET /api/staff/me").await.is_none(), "it is closed");
}

/// Without the option, the staff API is served once `stoa staff create` has created a person.
#[tokio::test]
async fn the_staff_api_before_the_first_person() {
    let database = database::seeded().await;
    let url = database.url();
    let server = Process::start(&["--database-url", &url]);
    let status = async |address: &str| ask(address, "GET /api/staff/me").await.unwrap().status;
    assert_eq!(status(&server.address).await, 404);
    let create = ["staff", "create", "--role", "owner", "--email", "ines@harborgoods.example"];
    is_done(ran(on(&database, &create)));
    eventually("it is served", async || status(&server.address).await == 401).await;
    let second = Process::start(&["--database-url", &url]);
    assert_eq!(status(&second.address).await, 401, "a start asks");
    for server in [server, second] {
        assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
    }
}

#[tokio::test]
async fn an_address_in_use() {
    let database = database::empty().await;
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let admin = taken.local_addr().unwrap().to_string();
    for (listen, complaint) in [
        ("127.0.0.1:0", "choose another address with --admin-listen"),
        (admin.as_str(), "--admin-listen and --listen must be different addresses"),
    ] {
        let refused = ran(on(&database, &["--admin-listen", &admin, "--listen", listen]));
        let last = refused.complaint.lines().last().unwrap();
        assert_eq!(refused.status, Some(1));
        assert!(last.starts_with("stoa: ") && last.contains(complaint), "{refused:?}");
    }
}

#[tokio::test]
async fn a_draining_server_is_not_ready_but_answers() {
    let database = database::seeded().await;
    let admin = free_address();
    let mut server = delayed(&database.url(), &admin, "2.5");
    eventually("it is ready", async || ready(&admin).await.0 == 200).await;
    let told = Instant::now();
    server.signal(Signal::SIGTERM);
    eventually("it is not ready", async || ready(&admin).await.0 == 503).await;
    let not_ready_after = told.elapsed();
    assert_eq!(ready(&admin).await.1, ["serving failed: the server is stopping"]);
    // The request does not ask to close the connection, but the server does.
    let request = b"GET /api/v1/sites/1/config HTTP/1.1\r\nhost: stoa\r\n\r\n";
    let answer = wire::exchange(server.address.parse().unwrap(), request, false).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["connection"], "close");
    assert_eq!(server.ended().code(), Some(0));
    println!("not ready after {not_ready_after:?}, ended after {:?}", told.elapsed());
    assert!(told.elapsed() >= Duration::from_millis(2500), "it went on for the delay");
    assert!(ask(&admin, "GET /healthz").await.is_none());
}

#[tokio::test]
async fn a_second_signal_ends_it_immediately() {
    for second in [Signal::SIGTERM, Signal::SIGINT] {
        let database = database::empty().await;
        let admin = free_address();
        let mut server = delayed(&database.url(), &admin, "3600");
        eventually("it is ready", async || ready(&admin).await.0 == 200).await;
        server.signal(Signal::SIGTERM);
        eventually("it has heard", async || ready(&admin).await.0 == 503).await;
        server.signal(second);
        assert_eq!(server.ended().signal(), Some(second as i32));
    }
}

/// Starts a server with this drain delay in seconds.
fn delayed(url: &str, admin: &str, seconds: &str) -> Process {
    Process::start(&["--database-url", url, "--admin-listen", admin, "--drain-delay", seconds])
}

#[tokio::test]
async fn a_signal_stops_a_server_that_waits_to_migrate() {
    let database = database::empty().await;
    let client = database.client().await;
    let wait = "delete from refinery_schema_history where version = (select max(version) from refinery_schema_history); select pg_advisory_lock(1398034241)";
    client.batch_execute(wait).await.unwrap();
    stopped_before_it_served(&database.url()).await;
}

#[tokio::test]
async fn a_signal_stops_a_server_that_waits_for_postgres() {
    // This listener accepts connections but never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    stopped_before_it_served(&format!("postgres://stoa@{address}/none?connect_timeout=600")).await;
}

async fn stopped_before_it_served(database_url: &str) {
    let admin = free_address();
    let mut command = stoa(&["--database-url", database_url, "--admin-listen", &admin]);
    let server = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    eventually("it is there and not ready", async || ready(&admin).await.0 == 503).await;
    assert_eq!(ask(&admin, "GET /healthz").await.unwrap().status, 200, "it is not to be killed");
    kill(Pid::from_raw(server.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    let output = server.wait_with_output().unwrap();
    let logged = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(0), vec![]), "{logged}");
    assert!(logged.contains("told to stop before it started to serve"), "{logged}");
}
