//! `stoa check`: what a start would do, and everything that it would refuse.

use std::net::TcpListener;

use crate::harness::database;
use crate::operations::start_up::{
    PROCESS_SECRET, Process, Ran, is_done, is_refused, on, ran, run,
};

/// Values that must not appear on a terminal.
const SECRETS: [(&str, &str); 7] = [
    ("STOA_OLD_SECRET", "what was signed with before"),
    ("STOA_STRIPE_SECRET_KEY", "sk_test_of_check"),
    ("STOA_STRIPE_WEBHOOK_SECRET", "whsec_of_check"),
    ("STOA_OPENAI_API_KEY", "sk-of-check"),
    ("STOA_SMTP_URL", "smtps://mara:password-of-check@mail.test"),
    ("STOA_OPENAI_URL", "https://mara:password-of-check@ai.test/v2?key=password-of-check"),
    ("STOA_PRINTFUL_URL", "https://mara:password-of-check@print.test"),
];

#[tokio::test]
async fn the_report_of_a_start() {
    let database = database::seeded().await;
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = on(&database, &["check", "--listen", &address, "--no-migrate"]);
    command.envs(SECRETS).env("STOA_STRIPE_PUBLISHABLE_KEY", "pk_test_of_check");
    command.env("STOA_MAIL_FROM", "shop@stoa.test");
    let printed = is_done(ran(command));
    for said in [
        "production, because DATABASE_URL is set",
        "as postgres, 16 connections",
        ", up to date",
        "what the old one signed or encrypted stays valid",
        &address,
        "mail          by smtps://mail.test, from shop@stoa.test",
        "AI            https://ai.test/v2, called with",
        "retention     designs of visitors 30 days after the last visit; print files",
        "to delete     0 conversations, 0 design sessions, 0 print files",
        "closed conversations of site 2 after 30 days",
        "payments      https://api.stripe.com, with the server's keys",
        "warning: no STOA_PUBLIC_URL",
        "warning: stores that take test money (set in their bundles): 1",
        "warning: stores without an address, whose mails wait (set baseUrl, or the site's domain, in the \
         bundle): 2, 3, 4",
        "warning: stores with cartReminderHours but without the baseUrl of recovery links: 2",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
    for (name, value) in SECRETS.into_iter().chain([("STOA_SECRET", PROCESS_SECRET)]) {
        assert!(!printed.contains(value), "{name}: {printed}");
    }
    assert!(!printed.contains("password-of-check"), "{printed}");
}

/// By default, one client cannot take all connections.
#[test]
fn connections_of_one_client() {
    for (arguments, said) in [
        (&[][..], "10000 connections, 256 per client"),
        (&["--max-connections", "1000"], "1000 connections, 250 per client"),
        (&["--max-connections", "60"], "60 connections, 15 per client"),
        (&["--max-connections", "3"], "3 connections, 1 per client"),
        (
            &["--trusted-proxies", "1"],
            "10000 connections, any number per client, because proxies are trusted",
        ),
        (
            &["--max-connections", "60", "--max-connections-per-client", "60"],
            "60 connections, 60 per client",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let data_dir = ["check", "--data-dir", folder.path().to_str().unwrap()];
        let Ran { printed, .. } = run(&[&data_dir, arguments].concat());
        assert!(printed.contains(said), "{said}: {printed}");
    }
}

#[tokio::test]
async fn all_refusals() {
    let database = database::empty().await;
    let mut command = on(&database, &["check", "--log", "a=b=c", "--fonts", "/nowhere"]);
    command.env("STOA_SECRET", "short").env("STOA_SECRT", "1").env("STOA_S3_BUCKET", "shop");
    command.env("STOA_STRIPE_SECRET_KEY", "sk_test_half").env("STOA_SMTP_URL", "nothing");
    let Ran { status, printed, complaint } = ran(command);
    let refused: Vec<&str> = printed.lines().filter(|line| line.starts_with("refused: ")).collect();
    assert_eq!(complaint, "stoa: a start would be refused, for 7 reasons\n", "{printed}");
    assert_eq!((status, refused.len()), (Some(1), 7), "{printed}");
    for said in [
        "--log",
        "STOA_SECRET must have at least 32 characters",
        "publishable key",
        "STOA_S3_ACCESS_KEY_ID",
        "SMTP",
        "/nowhere",
        "STOA_SECRT is not a setting",
    ] {
        assert!(refused.iter().any(|line| line.contains(said)), "{said}: {printed}");
    }
}

/// `stoa check` names the same files as a start.
#[tokio::test]
async fn fonts_that_are_not_used() {
    let database = database::empty().await;
    let folder = tempfile::tempdir().unwrap();
    for name in ["Inter[opsz,wght].ttf", "Inter.woff2", "broken.otf", "OFL.txt"] {
        std::fs::write(folder.path().join(name), "no font").unwrap();
    }
    let fonts = ["--fonts", folder.path().to_str().unwrap()];
    let checked = is_done(ran(on(&database, &[&["check"], &fonts[..]].concat())));
    let logged = Process::of(on(&database, &fonts)).stop();
    for said in [
        "a font is not used: Inter[opsz,wght].ttf has a name that is not safe in a URL",
        "a font is not used: Inter.woff2 has another format: convert it to .ttf or .otf",
        "a font is not used: broken.otf is not a font",
    ] {
        assert!(checked.contains(&format!("warning: {said}")), "{checked}");
        assert!(logged.contains(said), "{logged}");
    }
    assert!(!checked.contains("OFL") && !logged.contains("OFL"), "{logged}");
}

#[test]
fn an_unreachable_database() {
    let url = "postgres://u:hunter2@127.0.0.1:1/none";
    let Ran { status, printed, .. } = run(&["check", "--database-url", url]);
    assert_eq!(status, Some(1));
    assert!(printed.contains("refused: the database cannot be reached"), "{printed}");
    assert!(!printed.contains("hunter2"), "{printed}");
}

/// A command does not wait forever for a server that accepts connections but never answers.
#[test]
fn a_silent_database() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let url = format!("postgres://u:hunter2@{address}/none?connect_timeout=1");
    let refused = run(&["migrate", "--check", "--database-url", &url]);
    is_refused(&refused, "it accepts connections but does not answer");
    assert!(!refused.complaint.contains("hunter2"), "{}", refused.complaint);
}

#[tokio::test]
async fn two_urls_of_two_databases() {
    let (pooled, direct) = (database::seeded().await, database::empty().await);
    let is_said = "lead to different databases";
    let command = on(&pooled, &["check", "--direct-database-url", &direct.url()]);
    let Ran { status, printed, .. } = ran(command);
    assert!(status == Some(1) && printed.contains(is_said), "{printed}");
    let command = on(&pooled, &["migrate", "--status", "--direct-database-url", &direct.url()]);
    let Ran { status, complaint, .. } = ran(command);
    assert!(status == Some(1) && complaint.contains(is_said), "{complaint}");
    is_done(ran(on(&pooled, &["check", "--direct-database-url", &pooled.url()])));
}

/// The check starts no Postgres.
#[test]
fn the_embedded_default() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let printed = is_done(run(&["check", "--data-dir", path.to_str().unwrap()]));
    assert!(printed.contains("stoa's own Postgres in"), "{printed}");
    assert!(!path.exists());
}
