//! Settings that production refuses but a first try-out does not, and secrets in files.

use std::fs;

use nix::sys::signal::Signal;
use serde_json::Value;

use super::ask;
use crate::harness::{DEMO_KEY, database, wire};
use crate::operations::embedded_postgres::harness::Folder;
use crate::operations::start_up::{PROCESS_SECRET, Process, is_done, is_refused, on, ran, stoa};

#[test]
fn production_without_a_database() {
    for arguments in [&["serve"][..], &["site", "list"], &["migrate"]] {
        let mut command = stoa(arguments);
        command.env("STOA_ENV", "production").env("STOA_SECRET", PROCESS_SECRET);
        is_refused(&ran(command), "set DATABASE_URL");
    }
}

#[tokio::test]
async fn unknown_variables() {
    let database = database::empty().await;
    for (name, said) in [
        ("STOA_SECRT", "STOA_SECRT is not a setting: did you mean STOA_SECRET?"),
        ("STOA_TRUSTED_PROXY", "did you mean STOA_TRUSTED_PROXIES?"),
        ("STOA_XYZZY", "STOA_XYZZY is not a setting: `stoa serve --help` lists them all"),
        ("STOA_LISTEN_FILE", "STOA_LISTEN_FILE is not a setting: did you mean STOA_LISTEN?"),
        ("STOA_SECRET_FIL", "did you mean STOA_SECRET_FILE?"),
    ] {
        for arguments in [&["serve"][..], &["site", "list"]] {
            let mut command = on(&database, arguments);
            command.env(name, "a value");
            is_refused(&ran(command), said);
        }
    }
    let mut command = on(&database, &[]);
    for (name, value) in [
        ("STOA_PORT", "tcp://10.0.0.7:8080"),
        ("STOA_PORT_8080_TCP", "tcp://10.0.0.7:8080"),
        ("STOA_PORT_8080_TCP_ADDR", "10.0.0.7"),
        ("STOA_SERVICE_HOST", "10.0.0.7"),
        ("STOA_SERVICE_PORT_HTTP", "8080"),
        ("STOA_DB_SERVICE_HOST", "10.0.0.8"),
    ] {
        command.env(name, value);
    }
    let server = Process::of(command);
    assert!(!server.stop().contains("is not a setting"));
}

/// During development the server warns and continues.
#[test]
fn unknown_variables__in_development() {
    let folder = Folder::new();
    let mut command = stoa(&["--data-dir", folder.path.to_str().unwrap()]);
    command.env("STOA_SECRT", "a value");
    let server = Process::of(command);
    let logged = server.stop();
    assert!(logged.contains("did you mean STOA_SECRET?"), "{logged}");
}

#[tokio::test]
async fn guessable_secrets() {
    let database = database::empty().await;
    for secret in ["a".repeat(64), "0123456789abcdef".repeat(4), "change-me ".repeat(3) + "now!"] {
        let mut command = on(&database, &["serve"]);
        command.env("STOA_SECRET", secret);
        is_refused(&ran(command), "STOA_SECRET can be guessed");
    }
}

/// A database that contains the demo, as after trying it out.
#[tokio::test]
async fn no_demo_with_a_named_database() {
    let database = database::seeded().await;
    let made = ran(on(&database, &["key", "create", "--site", "1"])).printed;
    let server = Process::start(&["--database-url", &database.url()]);
    for page in ["/demo/store", "/demo/designer", "/demo/chat"] {
        assert_eq!(ask(&server.address, &format!("GET {page}"), None).await.0, 404, "{page}");
    }
    for (key, status) in [(DEMO_KEY, 401), (made.trim(), 200)] {
        let head = format!("GET /api/v1/sites/1/tags\nx-api-key: {key}");
        assert_eq!(ask(&server.address, &head, None).await.0, status);
    }
    for page in ["/", "/docs/rest-v1"] {
        let page = wire::ask(&server.address, &format!("GET {page}"), None).await;
        assert_eq!(page.status, 200);
        let page = String::from_utf8(page.body).unwrap();
        assert!(!page.contains(DEMO_KEY) && !page.contains("/demo/"), "{page}");
    }
    assert_eq!(server.end(Signal::SIGTERM), (Some(0), vec![]), "nothing is there to try");
}

/// Behind a proxy that is not configured, all clients count as one.
#[tokio::test]
async fn untrusted_proxies() {
    let database = database::empty().await;
    let url = database.url();
    let head = "GET /api/v1/sites/1/config\nx-forwarded-for: 203.0.113.7";
    for (arguments, warnings) in
        [(&[][..], 1), (&["--trusted-proxies", "1"], 0), (&["--trusted-clients", "127.0.0.0/8"], 0)]
    {
        let server = Process::start(&[arguments, &["--database-url", &url]].concat());
        for _ in 0..3 {
            assert_eq!(ask(&server.address, head, None).await.0, 404);
        }
        let logged = server.stop();
        let said = logged.lines().filter(|line| line.contains("with --trusted-proxies")).count();
        assert_eq!(said, warnings, "{arguments:?}: {logged}");
    }
}

#[tokio::test]
async fn secrets_in_files() {
    let database = database::seeded().await;
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let secret = write("secret", &format!("{PROCESS_SECRET}\n"));
    // Editors of Windows begin a file with a byte order mark.
    let url = write("url", &format!("\u{feff}{}\r\n", database.url()));
    let command = |arguments: &[&str]| {
        let mut command = stoa(arguments);
        command.env("STOA_SECRET_FILE", &secret).env("DATABASE_URL_FILE", &url);
        command
    };
    let server = Process::of(command(&[]));
    let (status, config) = ask(&server.address, "GET /api/v1/sites/1/config", None).await;
    assert!(status == 200 && config != Value::Null);
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
    assert!(is_done(ran(command(&["site", "list"]))).contains("Harbor Goods"));
    // A database whose URL comes from a file counts as named, so the command refuses an unknown variable.
    let mut unknown = command(&["site", "list"]);
    unknown.env("STOA_XYZZY", "1");
    is_refused(&ran(unknown), "STOA_XYZZY is not a setting");

    let mut both = command(&["serve"]);
    both.env("STOA_SECRET", PROCESS_SECRET);
    is_refused(&ran(both), "STOA_SECRET and STOA_SECRET_FILE are both given");
    let both = command(&["serve", "--secret", PROCESS_SECRET]);
    is_refused(&ran(both), "STOA_SECRET and STOA_SECRET_FILE are both given");
    let mut both = command(&["site", "list", "--database-url", "postgres://u@127.0.0.1:1/none"]);
    both.env_remove("STOA_SECRET");
    is_refused(&ran(both), "DATABASE_URL and DATABASE_URL_FILE are both given");
    for (path, said) in [
        (folder.path().join("nothing"), "STOA_STRIPE_SECRET_KEY_FILE: "),
        (folder.path().to_owned(), "cannot be read"),
        (write("empty", "\n"), "is empty"),
        (write("long", &"a".repeat(70_000)), "is too long"),
    ] {
        let mut command = command(&["serve"]);
        command.env("STOA_STRIPE_SECRET_KEY_FILE", path);
        is_refused(&ran(command), said);
    }
}
