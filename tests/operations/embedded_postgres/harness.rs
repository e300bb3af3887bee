//! Data directories and processes for the tests of the embedded Postgres.

use std::{
    env, fs,
    io::{BufRead, BufReader, Lines, Read},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use stoa_embedded_postgres::{BinarySource, Options, Postgres};
use tokio_postgres::NoTls;

/// A data directory that the user of Postgres can enter, unlike the folders of the crate tempfile.
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("stoa-postgres-test-{}-{count}", std::process::id());
        let path = env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Folder { path: path.canonicalize().unwrap() }
    }

    pub fn options(&self) -> Options {
        Options { data_dir: self.path.clone(), durable: false, binaries: BinarySource::Auto }
    }

    /// The folder of Postgres' data inside this directory.
    pub fn cluster(&self) -> PathBuf {
        let mut entries = fs::read_dir(&self.path).unwrap().map(|entry| entry.unwrap().path());
        entries.find(|path| path.join("PG_VERSION").exists()).unwrap()
    }

    /// Whether any process has its working directory inside this directory, as Postgres does.
    #[cfg(target_os = "linux")]
    pub fn has_processes(&self) -> bool {
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let mut folders =
            processes.filter_map(|process| fs::read_link(process.path().join("cwd")).ok());
        folders.any(|folder| folder.starts_with(&self.path))
    }

    #[cfg(not(target_os = "linux"))]
    pub fn has_processes(&self) -> bool {
        self.cluster().join("postmaster.pid").exists()
    }

    /// The error of a start with an installed Postgres.
    pub fn refusal(&self) -> String {
        match stoa_embedded_postgres::start(&Options {
            binaries: BinarySource::Installed,
            ..self.options()
        }) {
            Ok(_) => panic!("it started"),
            Err(error) => format!("{error:#}"),
        }
    }

    /// The error of a process that finds no Postgres, and no npm but the one in this folder.
    pub fn refusal_without_postgres(&self) -> String {
        let mut command = holder(&env::current_exe().unwrap());
        command.env("STOA_DATA_DIR", &self.path);
        command.env("STOA_POSTGRES_BINARIES", "npm").env("PATH", &self.path);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        said.trim_end().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

pub fn start(folder: &Folder) -> Postgres {
    stoa_embedded_postgres::start(&folder.options()).unwrap()
}

/// The first column of the first row, or an empty string.
pub fn query(postgres: &Postgres, sql: &str) -> String {
    try_query(postgres, sql).unwrap().unwrap_or_default()
}

pub fn try_query(postgres: &Postgres, sql: &str) -> Result<Option<String>, tokio_postgres::Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = postgres.config().connect(NoTls).await?;
        tokio::spawn(connection);
        let row = client.query_opt(sql, &[]).await?;
        Ok(row.and_then(|row| row.get(0)))
    })
}

/// A process that has called `start`.
pub struct Holder {
    process: Child,
    /// `started` or `attached`.
    pub said: String,
    /// Held open, because the process fails if it cannot print.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Holder {
    pub fn start(folder: &Folder) -> Holder {
        Holder::spawn(holder(&env::current_exe().unwrap()).env("STOA_DATA_DIR", &folder.path))
    }

    pub fn spawn(command: &mut Command) -> Holder {
        let mut process = command.spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut lines = output.by_ref().map_while(Result::ok);
        let said = lines.find_map(|line| line.strip_prefix("holder: ").map(String::from));
        let said = said.unwrap_or_else(|| {
            let mut errors = String::new();
            process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
            panic!("the holder ended: {errors}")
        });
        Holder { process, said, _output: output }
    }

    pub fn stop(mut self) {
        drop(self.process.stdin.take());
        assert!(self.process.wait().unwrap().success());
    }

    /// Drops the holder, which kills its process by SIGKILL.
    pub fn kill(self) {}
}

impl Drop for Holder {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The command of a holder process, which stops when its standard input ends.
pub fn holder(binary: &Path) -> Command {
    // A test's name starts with its modules, without the crate.
    let (_, test) = module_path!().split_once("::").unwrap();
    let test = test.replace("harness", "holder_process");
    let mut command = Command::new(binary);
    command.args([&test, "--exact", "--ignored", "--nocapture"]).env("STOA_DATA_DIR", "");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Copies the unpacked package if only the first folder has it, which speeds up later runs.
pub fn copy_npm_package(from: &Path, to: &Path) {
    let mut entries = fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path());
    let Some(package) = entries.find(|path| path.join("native/bin/postgres").exists()) else {
        return;
    };
    let copy = to.join(package.file_name().unwrap());
    if copy.exists() {
        return;
    }
    // Several runs may copy concurrently: each makes its own copy, and one of them gets the name.
    let unfinished = to.join(format!("unfinished-{}", std::process::id()));
    let copied = Command::new("cp").args(["-R", "-P", "-p"]).args([&package, &unfinished]).status();
    assert!(copied.unwrap().success());
    let _ = fs::rename(&unfinished, &copy);
    let _ = fs::remove_dir_all(&unfinished);
}

pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

pub fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}
