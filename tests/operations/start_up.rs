//! The command `stoa` as people start it. embedded_postgres.rs tests its Postgres.

mod options;
mod process;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;

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
