//! The command `stoa` as people start it. embedded_postgres.rs tests its Postgres.

mod process;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use clap::CommandFactory;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;
use stoa::config::Cli;

use crate::harness::{DEMO_KEY, database, wire};
use crate::operations::embedded_postgres::harness::{Folder, is_root, wait_until};
use crate::operations::operators::ask;

pub use process::{
    PROCESS_SECRET, Process, Ran, STRIPE_KEYS, is_done, is_refused, on, ran, run, stoa,
};

#[tokio::test]
async fn first_start_and_second() {
    let folder = Folder::new();
    let data_dir = ["--data-dir", folder.path.to_str().unwrap()];
    let mut first = Process::start(&data_dir);
    let said: Vec<String> = first.lines.by_ref().take(5).map(Result::unwrap).collect();
    assert!(said[0].contains(DEMO_KEY), "{}", said[0]);
    for page in ["/demo/store", "/demo/chat"] {
        assert!(said[4].contains(&format!("http://{}{page}", first.address)), "{}", said[4]);
    }
    for line in &said[1..4] {
        assert!(line.trim().starts_with("curl ") && line.contains(&first.address), "{line}");
        let answer = Command::new("sh")
            .args(["-c", &format!("{line} --silent --show-error")])
            .output()
            .unwrap();
        if answer.status.code() == Some(127) {
            println!("not tried, curl is not installed: {line}");
            continue;
        }
        let answer = String::from_utf8(answer.stdout).unwrap();
        assert!(answer.starts_with(r#"{"success":true,"data":"#), "{line}: {answer}");
    }
    // An idle connection does not keep the server from stopping.
    let _idle = tokio::net::TcpStream::connect(&first.address).await.unwrap();
    println!("first start: {:?}", first.started_in);
    assert_eq!(first.end(Signal::SIGTERM), (Some(0), vec![]));
    wait_until("Postgres has ended", || !folder.has_processes());

    let second = Process::start(&data_dir);
    println!("second start: {:?}", second.started_in);
    let (status, said) = second.end(Signal::SIGINT);
    assert_eq!((status, said.len()), (Some(0), 5));
    wait_until("Postgres has ended", || !folder.has_processes());
}

/// Links lead to the server's public URL, and commands know that URL without being told.
#[tokio::test]
async fn links_follow_the_server() {
    let folder = Folder::new();
    let data_dir = ["--data-dir", folder.path.to_str().unwrap()];
    let command = |command: &[&str]| {
        let Ran { printed, complaint, .. } = run(&[command, &data_dir].concat());
        (printed, complaint)
    };
    let links = |cart: &str| {
        let (mail, complaint) = command(&["mail", "show", "--last"]);
        let link = mail.split_whitespace().find(|word| word.contains("/verify-email?token="));
        let in_mail = link.unwrap_or_else(|| panic!("{mail}{complaint}")).to_owned();
        let arguments = ["cart", "recovery-link", "--site", "1", "--cart", cart];
        let (recovery, complaint) = command(&arguments);
        assert!(!complaint.contains("warning"), "{complaint}");
        (in_mail, recovery.trim().to_owned())
    };

    let first = Process::start(&data_dir);
    let url = format!("http://{}", first.address);
    let account = json!({"action": "register", "email": "mara@example.com", "password": "a lighthouse over a wave"});
    let (status, _) = ask(&first.address, "POST /api/storefront/1/auth", Some(&account)).await;
    assert_eq!(status, 201);
    let line = json!({"sessionId": "a session", "productId": 4});
    let (_, added) = ask(&first.address, "POST /api/storefront/1/cart", Some(&line)).await;
    let cart = added["data"]["cartId"].to_string();
    let (in_mail, recovery) = links(&cart);
    let target = in_mail.strip_prefix(&url).unwrap_or_else(|| panic!("{in_mail}"));
    let answer = wire::ask(&first.address, &format!("POST {target}"), None).await;
    assert_eq!(answer.headers["location"], format!("{url}/demo/store?verified=1"));
    let target = recovery.strip_prefix(&url).unwrap_or_else(|| panic!("{recovery}"));
    let answer = wire::ask(&first.address, &format!("GET {target}"), None).await;
    assert_eq!(answer.headers["location"], format!("{url}/demo/store/cart?recovered=1"));
    assert_eq!(first.end(Signal::SIGTERM).0, Some(0));

    let mut options = data_dir.to_vec();
    options.extend(["--public-url", "https://demo.stoa.test/"]);
    let second = Process::start(&options);
    let (in_mail, recovery) = links(&cart);
    assert!(in_mail.starts_with("https://demo.stoa.test/verify-email?token=1."), "{in_mail}");
    assert!(recovery.starts_with("https://demo.stoa.test/api/storefront/1/"), "{recovery}");
    assert_eq!(second.end(Signal::SIGTERM).0, Some(0));
}

#[tokio::test]
async fn a_named_database() {
    let database = database::empty().await;
    let folder = Folder::new();
    let server = Process::start(&[
        "--database-url",
        &database.url(),
        "--data-dir",
        folder.path.to_str().unwrap(),
    ]);
    let answer = wire::ask(&server.address, "GET /api/v1/sites/1/config", None).await;
    assert_eq!(answer.status, 404, "no demo in a database that is not ours");
    let logged = server.stop();
    let warnings = logged.lines().filter(|line| line.contains("WARN")).collect::<Vec<_>>();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("several servers of one database need a bucket"), "{warnings:?}");
    let is_files =
        |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name() == "files";
    assert!(std::fs::read_dir(&folder.path).unwrap().all(is_files), "no Postgres was started");
}

/// With `--check-responses`, the responses to the calls of a demo fit the documents.
#[tokio::test]
async fn checked_responses() {
    let database = database::seeded().await;
    let url = database.url();
    let server = Process::start(&["--database-url", &url, "--check-responses", "1"]);
    let key = is_done(run(&["key", "create", "--site", "1", "--database-url", &url]));
    let key = key.trim();
    for (target, status) in [
        ("/api/v1/sites/1/tags", 200),
        ("/api/v1/sites/1/products?limit=0", 400),
        ("/api/v1/sites/1/posts/nothing", 404),
        ("/api/storefront/1/products", 200),
        ("/api/storefront/1/cart?sessionId=a&sessionId=b", 400),
        ("/api/public/chat/stream?conversationId=1", 401),
        ("/api/nowhere", 404),
    ] {
        let head = format!("GET {target}\nx-api-key: {key}");
        let answer = wire::ask(&server.address, &head, None).await;
        assert_eq!(answer.status, status, "{target}");
    }
    let logged = server.stop();
    let disagreed = logged.lines().find(|line| line.contains("not as documented"));
    assert_eq!(disagreed, None);
    let counts = "responses were checked against their documents checked=6 disagreed=0 skipped=0";
    assert!(logged.contains(counts), "{logged}");
}

/// A write to `/dev/full` fails as on a full disk.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_log_that_cannot_be_written() {
    let database = database::empty().await;
    let mut command = stoa(&["--listen", "127.0.0.1:0", "--database-url", &database.url()]);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut server = command.stdout(Stdio::piped()).stderr(full).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("stoa listens on http://").unwrap();
    assert_eq!(wire::ask(address, "GET /api/v1/sites/1/config", None).await.status, 404);
    kill(Pid::from_raw(server.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

#[tokio::test]
async fn commands() {
    let database = database::seeded().await;
    let stoa = |arguments: &[&str]| ran(on(&database, arguments));
    assert_eq!(is_done(stoa(&["migrate"])), "");
    let sites = stoa(&["site", "list"]).printed;
    assert!(sites.contains("Harbor Goods") && sites.contains("Odds and Ends"), "{sites}");

    let folder = Folder::new();
    let file = folder.path.join("site.json");
    std::fs::write(&file, stoa(&["site", "export", "5"]).printed).unwrap();
    let file = file.to_str().unwrap();
    is_refused(&stoa(&["site", "import", file]), "site 5 exists");
    assert!(is_done(stoa(&["site", "import", file, "--replace"])).contains("Bare"));
    is_refused(&stoa(&["site", "import", "/nowhere.json"]), "/nowhere.json");
    is_refused(&stoa(&["site", "export", "999"]), "999");

    let expires = ["--name", "new", "--expires", "2100-01-01T00:00:00Z"];
    let created = stoa(&[&["key", "create", "--site", "5"], &expires[..]].concat());
    assert!(is_done(created).contains("svc_live_"));
    let keys = stoa(&["key", "list", "--site", "5"]).printed;
    assert!(!keys.contains("svc_live_"), "{keys}");
    let new = keys.lines().find(|line| line.contains("new")).unwrap();
    let revoke = ["key", "revoke", "--site", "5", new.split_whitespace().nth(1).unwrap()];
    is_done(stoa(&revoke));
    is_refused(&stoa(&revoke), "");
    is_refused(&stoa(&["key", "create", "--site", "999"]), "999");
}

#[test]
fn wrong_options() {
    for line in [
        "--nope",
        "nothing",
        "--listen here",
        "serve here",
        "--max-connections many",
        "--min-free-disk -1",
        "--min-free-disk 5%",
        "--check-responses 1.1",
        "--check-responses -0.1",
        "--check-responses NaN",
        "--check-responses 1%",
        "--max-connections-per-client -1",
        "--trusted-proxies -1",
        "--trusted-clients 10.0.0.0/33",
        "--trusted-clients 10.0.0.0/8,here",
        "--postgres-binaries moon",
        "--database-connections x",
        "--database-connections 0",
        "--database-connections -1",
        "--database-connections 4000000000000000000",
        "--max-connections 0",
        "--max-connections 4000000000000000000",
        "--max-connections-per-client 0",
        "--max-requests-per-client 0",
        "--max-body-bytes-in-flight 0",
        "--max-body-bytes-in-flight 4000000000000000000",
        "--trusted-proxies 4000000000000000000",
        "--env staging",
        "migrate --check --status",
        "site",
        "site import",
        "site import site.json --discard-live-state",
        "site export one",
        "site apply",
        "site apply site.json --ours --theirs",
        "key create",
        "key create --site 1 --per-minute 0",
        "key create --site 1 --expires tomorrow",
        "key revoke --site 1",
        "migrate --nope",
        "--trusted-clients=",
    ] {
        let Ran { status, printed, complaint } = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((status, printed.as_str()), (Some(2), ""), "{line}");
        assert!(!complaint.is_empty(), "{line}");
    }
}

/// The refusals name the wrong part, and what it should be.
#[test]
fn invalid_values() {
    for (option, value, said) in [
        (
            "--trusted-clients",
            "10.1.0.0/16, 2001:db8::/32,10.0.0.0/33",
            "error: invalid value '10.0.0.0/33' for '--trusted-clients <CIDR>': \
             neither an address nor a network such as 10.1.0.0/16",
        ),
        (
            "--limit",
            "reeds=9/60",
            "error: invalid value 'reeds=9/60' for '--limit <NAME=CALLS/SECONDS>': \
             there is no limit `reeds`: did you mean `reads`?",
        ),
        (
            "--limit",
            "xyzzy=off",
            "error: invalid value 'xyzzy=off' for '--limit <NAME=CALLS/SECONDS>': \
             there is no limit `xyzzy`: the documents list the limits under x-rate-limits",
        ),
    ] {
        let Ran { status, complaint, .. } = run(&[option, value]);
        assert_eq!((status, complaint.lines().next()), (Some(2), Some(said)));
    }
}

#[test]
fn invalid_settings() {
    for (arguments, said) in [
        (
            &["--database-url", "postgres://u:hunter2@127.0.0.1:1/none"][..],
            "the database cannot be reached",
        ),
        (
            &["site", "list", "--database-url", "postgres://u:hunter2@127.0.0.1:1/none"],
            "the database cannot be reached",
        ),
        (
            &["--database-url", "mysql://u:hunter2@127.0.0.1/none?ssl-mode=required"],
            "DATABASE_URL is not the URL of a Postgres (write postgres://user:password@host:5432/name): it begins with \
             mysql://, not with postgres://",
        ),
        (
            &["--database-url", "postgres://u:hunter2@home@127.0.0.1/none"],
            "an @ in the user or the password must be written as %40",
        ),
        (
            &["--database-url", "postgres://u:hunter2@no host/x@127.0.0.1/none"],
            "check the host; an @ elsewhere in the URL must be written as %40",
        ),
        (
            &["--database-url", "postgres://u:hunter2#home@127.0.0.1:1/none"],
            "the database cannot be reached",
        ),
        (
            &[
                "--database-url",
                "postgres://u@127.0.0.1:1/none",
                "--smtp-url",
                "smtps://u:hunter2#1@mail.test",
            ],
            "with # / and ? of the user and the password written as %23",
        ),
        (
            &[
                "--database-url",
                "postgres://u@127.0.0.1:1/none",
                "--valkey-url",
                "redis://u:hunter2#1@valkey",
            ],
            "with # / and ? of the user and the password written as %23",
        ),
        (&["--database-url", ""], "DATABASE_URL names no host"),
        (&["--database-url", "postgres:///none"], "DATABASE_URL names no host"),
        (
            &["--database-url", "postgres://u:hunter2@127.0.0.1:none/none"],
            "is not the URL of a Postgres",
        ),
        (&["--log", "a=b=c", "--database-url", "postgres://u@127.0.0.1:1/none"], "--log"),
    ] {
        let refused = run(arguments);
        is_refused(&refused, said);
        assert!(!refused.complaint.contains("hunter2") && refused.printed.is_empty());
    }
}

#[test]
fn without_a_secret() {
    let mut command = stoa(&["--database-url", "postgres://u@127.0.0.1:1/none"]);
    command.env_remove("STOA_SECRET");
    is_refused(&ran(command), "STOA_SECRET is not set");
}

/// A start with an address in use changes nothing.
#[tokio::test]
async fn an_address_in_use() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let database = database::bare().await;
    let folder = Folder::new();
    let data_dir = folder.path.join("data");
    for option in ["--listen", "--staff-listen", "--admin-listen"] {
        for place in
            [["--database-url", &database.url()], ["--data-dir", data_dir.to_str().unwrap()]]
        {
            let told = format!("cannot listen on {address}: choose another address with {option}");
            is_refused(&run(&[&place[..], &[option, &address]].concat()), &told);
        }
    }
    assert!(!data_dir.exists());
    let tables = "select from pg_tables where schemaname = 'public'";
    assert!(database.client().await.query(tables, &[]).await.unwrap().is_empty());
}

/// Both servers create the database, and import the demo with its pictures.
#[tokio::test(flavor = "multi_thread")]
async fn two_first_starts_at_once() {
    let folder = Folder::new();
    let data_dir = ["--data-dir", folder.path.to_str().unwrap()];
    let servers = std::thread::scope(|scope| {
        let starts = [(); 3].map(|()| scope.spawn(|| Process::start(&data_dir)));
        starts.map(|start| start.join().unwrap())
    });
    for server in &servers {
        let head = format!("GET /api/v1/sites/1/products\nx-api-key: {DEMO_KEY}");
        let (status, products) = ask(&server.address, &head, None).await;
        assert_eq!(status, 200, "{products}");
    }
    // The first one that stops may be the one that runs Postgres.
    for server in servers {
        assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
    }
    wait_until("Postgres has ended", || !folder.has_processes());
}

/// A misspelt data directory is not created.
#[test]
fn commands_on_an_absent_data_directory() {
    let folder = Folder::new();
    let (absent, empty) = (folder.path.join("tpyo"), folder.path.join("empty"));
    std::fs::create_dir(&empty).unwrap();
    for data_dir in [&absent, &empty] {
        for arguments in [
            &["backup", "-"][..],
            &["migrate", "--check"],
            &["migrate", "--status"],
            &["site", "list"],
            &["key", "list"],
            &["order", "sweep"],
        ] {
            let place = ["--data-dir", data_dir.to_str().unwrap()];
            let told = format!("there is no database in {}", data_dir.display());
            is_refused(&run(&[arguments, &place].concat()), &told);
        }
    }
    assert!(!absent.exists());
    assert_eq!(std::fs::read_dir(&empty).unwrap().count(), 0);
}

/// `stoa check` and the start refuse a folder of files that uploads could not use.
#[test]
fn a_folder_of_files_that_cannot_be_written() {
    let folder = Folder::new();
    let at = |name: &str| folder.path.join(name);
    std::fs::write(at("file"), "").unwrap();
    for (name, mode) in [("open", 0o777), ("closed", 0o555), ("sites", 0o777), ("sites/1", 0o555)] {
        std::fs::create_dir(at(name)).unwrap();
        std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(mode)).unwrap();
    }
    // Root may write everywhere.
    let binary = match is_root() {
        true => {
            let copied =
                Command::new("cp").arg(env!("CARGO_BIN_EXE_stoa")).arg(at("stoa")).status();
            assert!(copied.unwrap().success());
            at("stoa")
        }
        false => env!("CARGO_BIN_EXE_stoa").into(),
    };
    let url = "postgres://u@127.0.0.1:1/none";
    let told = |command: &str, files: &Path, bucket: bool| {
        let mut stoa = Command::new(&binary);
        stoa.env_clear().env("STOA_SECRET", PROCESS_SECRET).env("STOA_LISTEN", "127.0.0.1:0");
        stoa.args([command, "--database-url", url]).env("HOME", &folder.path).current_dir("/");
        match bucket {
            false => stoa.env("STOA_FILES_DIR", files),
            true => stoa.env("STOA_DATA_DIR", files).envs([
                ("STOA_S3_BUCKET", "shop"),
                ("STOA_S3_ACCESS_KEY_ID", "id"),
                ("STOA_S3_SECRET_ACCESS_KEY", "key"),
            ]),
        };
        if is_root() {
            stoa.uid(65534).gid(65534);
        }
        let output = stoa.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8(text).unwrap()
    };
    let refused = |files: &Path| format!("files cannot be stored in {}: ", files.display());
    for command in ["check", "serve"] {
        for (files, place) in [
            (at("closed"), at("closed")),
            (at("closed/files"), at("closed")),
            (at("sites"), at("sites/1")),
            (at("file"), at("file")),
            (at("file/files"), at("file")),
        ] {
            let said = told(command, &files, false);
            assert!(said.contains(&refused(&place)), "{}: {said}", files.display());
            assert!(!told(command, &files, true).contains("files cannot be stored"));
        }
        for files in [at("open"), at("open/files/of/stoa")] {
            let said = told(command, &files, false);
            assert!(!said.contains("files cannot be stored"), "{said}");
        }
    }
}

#[test]
fn options_before_the_command() {
    for (arguments, option) in [
        (["--no-migrate", "serve"], "--no-migrate"),
        (["--listen=0.0.0.0:80", "check"], "--listen"),
    ] {
        let told = format!("{option} has no effect before `{}`", arguments[1]);
        is_refused(&run(&arguments), &told);
    }
}

#[test]
fn help_everywhere() {
    let mut stoa = Cli::command();
    stoa.build();
    let commands = paths(&stoa);
    assert!(commands.len() > 50, "{commands:?}");
    for command in commands {
        let arguments: Vec<&str> = command.split_whitespace().skip(1).chain(["--help"]).collect();
        let ran = run(&arguments);
        assert_eq!(ran.complaint, "", "{command}");
        let help = is_done(ran);
        let usage = format!("Usage: {command}");
        let has_options = command == "stoa" || help.contains("--database-url");
        assert!(help.contains(&usage) && has_options, "{command}: {help}");
    }
    let version = format!("stoa {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["--version"]).printed, version);
}

/// Without a command, the help fits on a screen: it has a line for each command, and names the help with the options.
#[test]
fn help_without_a_command() {
    let short = run(&["-h"]).printed;
    assert_eq!(short, run(&["--help"]).printed);
    for command in Cli::command().get_subcommands() {
        let line = format!("  {} ", command.get_name());
        let lines = short.lines().filter(|found| found.starts_with(&line)).count();
        assert_eq!(lines, 1, "{line}: {short}");
    }
    assert!(short.contains("stoa serve --help") && !short.contains("--listen"), "{short}");
    assert!(short.lines().count() < 40, "{short}");
    assert!(short.lines().all(|line| line.chars().count() <= 90), "{short}");
}

/// All commands, as they are typed. Asserts that each command and argument has a help text.
fn paths(command: &clap::Command) -> Vec<String> {
    let path = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    assert!(command.get_about().is_some(), "{path}");
    for argument in command.get_arguments() {
        assert!(argument.get_help().is_some(), "{path}: {argument}");
    }
    [path].into_iter().chain(command.get_subcommands().flat_map(paths)).collect()
}
