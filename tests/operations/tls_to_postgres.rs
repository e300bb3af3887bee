//! TLS to Postgres, with a real server and certificates that are made here.

mod postgres;

use std::path::PathBuf;
use std::time::Duration;

use stoa_db::{Db, Server, Settings};
use tokio::time::timeout;

use crate::harness::{DEADLINE, wire};
use crate::operations::start_up::{Process, run, stoa};
use nix::sys::signal::Signal;
use postgres::{Certificates, Postgres};

/// Connects, and returns whether the connection uses TLS, or the error in one line.
async fn connected(address: &str) -> Result<bool, String> {
    let server: Server =
        address.parse().map_err(|error: stoa_db::WrongAddress| error.to_string())?;
    let client = stoa::database::connect(server).await.map_err(|error| format!("{error:#}"))?;
    let sql = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
    Ok(client.query_one(sql, &[]).await.unwrap().get(0))
}

#[tokio::test]
async fn ssl_modes() {
    let certificates = Certificates::new();
    let postgres = Postgres::start(&certificates).await;
    let [ours, others] = [&certificates.authority, &certificates.another_authority];
    let file = |path: &PathBuf| path.display().to_string();
    let ours = &format!("sslrootcert={}", file(ours));
    let others = &format!("sslrootcert={}", file(others));
    let signed = |certificate: &(PathBuf, PathBuf)| {
        format!("sslcert={}&sslkey={}", file(&certificate.0), file(&certificate.1))
    };
    let (known, unknown) = (signed(&certificates.client), signed(&certificates.another_client));
    let with_tls = Ok(true);
    let without = Ok(false);
    for (user, host, query, expected) in [
        // `anybody` may connect with or without TLS.
        ("anybody", "localhost", "", &with_tls),
        ("anybody", "localhost", "sslmode=disable", &without),
        ("anybody", "localhost", "sslmode=allow", &without),
        ("anybody", "localhost", "sslmode=prefer", &with_tls),
        ("anybody", "localhost", "sslmode=require", &with_tls),
        ("anybody", "elsewhere", "sslmode=require", &with_tls),
        ("anybody", "localhost", &format!("sslmode=require&{ours}"), &with_tls),
        ("anybody", "localhost", &format!("sslmode=require&{others}"), &Err("UnknownIssuer")),
        ("anybody", "elsewhere", &format!("sslmode=verify-ca&{ours}"), &with_tls),
        (
            "anybody",
            "localhost",
            &format!("sslmode=verify-ca&{others}"),
            &Err("sslrootcert must hold the authority"),
        ),
        ("anybody", "localhost", &format!("sslmode=verify-full&{ours}"), &with_tls),
        (
            "anybody",
            "elsewhere",
            &format!("sslmode=verify-full&{ours}"),
            &Err("its certificate is for another host"),
        ),
        ("anybody", "localhost", &format!("sslmode=verify-full&{others}"), &Err("UnknownIssuer")),
        ("anybody", "localhost", "sslrootcert=system", &Err("UnknownIssuer")),
        ("anybody", "localhost", "sslmode=verify-full", &Err("need sslrootcert=FILE")),
        (
            "anybody",
            "localhost",
            "sslmode=verify-full&sslrootcert=/nowhere.pem",
            &Err("sslrootcert: /nowhere.pem holds no certificates"),
        ),
        // pg_hba.conf allows these users only connections with TLS, or only connections without.
        ("by_tls", "localhost", "sslmode=disable", &Err("no pg_hba.conf entry")),
        ("by_tls", "localhost", "sslmode=allow", &with_tls),
        ("without_tls", "localhost", "sslmode=prefer", &without),
        ("without_tls", "localhost", "sslmode=require", &Err("no pg_hba.conf entry")),
        // pg_hba.conf requires a client certificate.
        ("certified", "localhost", "sslmode=require", &Err("name one by sslcert and sslkey")),
        ("certified", "localhost", &format!("sslmode=require&{known}"), &with_tls),
        ("certified", "localhost", &format!("sslmode=verify-full&{ours}&{known}"), &with_tls),
        ("certified", "localhost", &format!("sslmode=require&{unknown}"), &Err("")),
        ("certified", "localhost", "sslcert=/a.pem", &Err("sslcert and sslkey go together")),
        // Channel binding ties the password's proof to the server's certificate.
        ("scrammed:secret", "localhost", "sslmode=require&channel_binding=require", &with_tls),
        ("scrammed:secret", "localhost", "channel_binding=disable", &with_tls),
        (
            "scrammed:secret",
            "localhost",
            "sslmode=disable&channel_binding=require",
            &Err("server did not use channel binding"),
        ),
        ("scrammed:wrong", "localhost", "", &Err("password authentication failed")),
    ] {
        let address = postgres.url(user, host, query);
        match (connected(&address).await, expected) {
            (Ok(by_tls), Ok(expected)) => assert_eq!(by_tls, *expected, "{user} {query}"),
            (Err(error), Err(said)) => {
                assert!(error.contains(said), "{user} {query}: {error}");
                assert_eq!(error.lines().count(), 1, "{error}");
            }
            (result, _) => panic!("{user} {host} {query}: {result:?}"),
        }
    }
    postgres.without_tls().await;
    for (query, expected) in [
        ("", &without),
        ("sslmode=prefer", &without),
        ("sslmode=require", &Err("set ssl = on there")),
        (&format!("sslmode=verify-full&{ours}"), &Err("server does not support TLS")),
    ] {
        match (connected(&postgres.url("anybody", "localhost", query)).await, expected) {
            (Ok(by_tls), Ok(expected)) => assert_eq!(by_tls, *expected, "{query}"),
            (Err(error), Err(said)) => assert!(error.contains(said), "{query}: {error}"),
            (result, _) => panic!("{query}: {result:?}"),
        }
    }
}

/// The connections of the pool, of cancellations, of LISTEN, and of commands use TLS.
#[tokio::test]
async fn every_connection_uses_tls() {
    let certificates = Certificates::new();
    let postgres = Postgres::start(&certificates).await;
    let roots = certificates.authority.display();
    let query = format!("sslmode=verify-full&sslrootcert={roots}");
    let address = postgres.url("by_tls", "localhost", &query);
    let server: Server = address.parse().unwrap();

    let db = Db::connect(&server, Settings { connections: 1, ..Settings::default() });
    let long = db.one::<String>("select pg_sleep(60)::text", &[]);
    assert!(timeout(Duration::from_millis(200), long).await.is_err(), "its caller has left");
    let free = timeout(DEADLINE, db.one::<i64>("select 1::bigint", &[])).await;
    assert_eq!(free.expect("it was cancelled").unwrap(), 1);

    let arguments = ["--database-url", &address];
    let process = Process::start(&arguments);
    let request = b"GET /api/v1/sites/1/config HTTP/1.1\r\nconnection: close\r\n\r\n";
    let answer = wire::exchange(process.address.parse().unwrap(), request, false).await;
    assert_eq!(answer.status, 404);
    let client = stoa::database::connect(&server).await.unwrap();
    // Counts the connections of the listener and of the pool.
    let others = "select count(*), count(*) filter (where not seen.ssl)
        from pg_stat_ssl seen join pg_stat_activity activity using (pid)
        where activity.usename = 'by_tls' and activity.pid <> pg_backend_pid()
        and exists (select from pg_stat_activity where application_name = 'stoa event listener')";
    let counted = async {
        loop {
            let row = client.query_one(others, &[]).await.unwrap();
            let (all, open): (i64, i64) = (row.get(0), row.get(1));
            assert_eq!(open, 0);
            if all > 1 {
                break;
            }
        }
    };
    timeout(DEADLINE, counted).await.expect("the server listens");
    assert_eq!(process.end(Signal::SIGTERM).0, Some(0));
    assert_eq!(run(&[&["site", "list"][..], &arguments].concat()).status.code(), Some(0));

    // Verify against the system's certificate store.
    let by_system = postgres.url("by_tls", "localhost", "sslrootcert=system");
    let mut command = stoa(&["site", "list", "--database-url", &by_system]);
    let output = command.env("SSL_CERT_FILE", &certificates.authority).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let output = run(&["site", "list", "--database-url", &by_system]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), complaint.lines().count()), (Some(1), 1), "{complaint}");
    assert!(complaint.contains("sslrootcert must hold the authority"), "{complaint}");
}
