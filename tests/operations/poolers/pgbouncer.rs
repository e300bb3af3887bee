//! A pgbouncer in front of the tests' Postgres: Debian's package, or a newer version that `.ci/poolers/install` puts
//! into target.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use tempfile::TempDir;
use tokio_postgres::config::{Config, Host};

use crate::harness::database::Database;
use crate::harness::{DEADLINE, skipped};

/// A running pgbouncer. It ends when it is dropped.
pub struct PgBouncer {
    process: Child,
    port: u16,
    database: String,
    _folder: TempDir,
}

/// The newer version, which supports prepared statements.
pub fn newer() -> Option<PathBuf> {
    let binary = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pgbouncer/pgbouncer");
    let is_there = version(&binary).is_some();
    if !is_there {
        skipped("a pgbouncer of 1.21 or later is put into target by .ci/poolers/install");
    }
    is_there.then_some(binary)
}

/// Debian's version, if it is too old to support prepared statements.
pub fn older() -> Option<PathBuf> {
    let binary = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].into_iter().map(PathBuf::from);
    let found = binary.into_iter().find(|binary| version(binary).is_some_and(|it| it < (1, 21)));
    if found.is_none() {
        skipped("a pgbouncer of before 1.21 is not installed");
    }
    found
}

fn version(binary: &Path) -> Option<(u32, u32)> {
    let output = Command::new(binary).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let numbers = text.lines().next()?.strip_prefix("PgBouncer ")?;
    let mut numbers = numbers.split('.').map_while(|number| number.parse().ok());
    Some((numbers.next()?, numbers.next()?))
}

impl PgBouncer {
    /// Starts a pgbouncer with these lines of configuration, and these options of its database.
    pub async fn start(binary: &Path, database: &Database, lines: &str, of_database: &str) -> Self {
        let [Host::Unix(socket)] = database.config.get_hosts() else {
            panic!("the tests' Postgres has a private socket")
        };
        let folder = TempDir::new().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let configuration = format!(
            "[databases]\n* = host={} user=postgres {of_database}\n\
             [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
             max_client_conn = 1000\nlogfile = {}/log\n{lines}\n",
            socket.display(),
            folder.path().display(),
        );
        let file = folder.path().join("pgbouncer.ini");
        fs::write(&file, configuration).unwrap();
        let mut command = Command::new(binary);
        command.arg("--quiet").arg(&file).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        if nix::unistd::geteuid().is_root() {
            // pgbouncer does not run as root, and needs access to the socket: it runs as the user of Postgres.
            use std::os::unix::fs::MetadataExt;
            use std::os::unix::process::CommandExt;
            let of_postgres = fs::metadata(socket).unwrap();
            command.uid(of_postgres.uid()).gid(of_postgres.gid());
        }
        let process = command.spawn().unwrap();
        let name = database.config.get_dbname().unwrap().to_owned();
        let mut started = Self { process, port, database: name, _folder: folder };
        started.listens().await;
        started
    }

    pub async fn with_transactions(binary: &Path, database: &Database) -> Self {
        Self::start(binary, database, "pool_mode = transaction", "").await
    }

    async fn listens(&mut self) {
        let deadline = Instant::now() + DEADLINE;
        while tokio::net::TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
            assert!(self.process.try_wait().unwrap().is_none(), "pgbouncer has ended");
            assert!(Instant::now() < deadline, "pgbouncer does not listen");
            tokio::task::yield_now().await;
        }
    }

    pub fn config(&self) -> Config {
        let mut config = Config::new();
        config.host("127.0.0.1").port(self.port).user("postgres").dbname(&self.database);
        config
    }

    /// The pooler's URL, in the form of `--database-url`.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{}", self.port, self.database)
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
