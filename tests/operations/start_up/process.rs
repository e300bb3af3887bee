//! The command `stoa` as a process, and as a running server.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Read, Seek};
use std::os::unix::fs::FileExt;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::harness::database::Database;
use crate::harness::log;

/// How long a server may wait for its connections to end. No test should have to wait for that long.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(60);

/// A server that has printed its address.
pub struct Process {
    child: KilledIfDropped,
    pub(super) lines: Lines<BufReader<ChildStdout>>,
    pub(super) log: File,
    pub scheme: String,
    pub address: String,
    pub(super) started_in: Duration,
}

/// A child process, which is killed if a test ends before it has stopped its server.
struct KilledIfDropped(Child);

impl Drop for KilledIfDropped {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The secret of these servers, unless a data directory holds one.
pub const PROCESS_SECRET: &str = "what the servers of these tests sign with";

/// Keys of an account at Stripe.
pub const STRIPE_KEYS: [&str; 6] = [
    "--stripe-secret-key",
    "sk_test_harbor",
    "--stripe-publishable-key",
    "pk_test_harbor",
    "--stripe-webhook-secret",
    "whsec_harbor",
];

/// The command, without the environment variables that configure it. Servers listen on a free port.
pub fn stoa(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stoa"));
    for (name, _) in std::env::vars() {
        if name.starts_with("STOA_") || name == "DATABASE_URL" {
            command.env_remove(name);
        }
    }
    command.args(arguments).stdin(Stdio::null()).env("STOA_LISTEN", "127.0.0.1:0");
    if arguments.contains(&"--database-url") {
        command.env("STOA_SECRET", PROCESS_SECRET);
    }
    command
}

/// The command on this database.
pub fn on(database: &Database, arguments: &[&str]) -> Command {
    stoa(&[arguments, &["--database-url", &database.url()]].concat())
}

/// A command's exit status, output and errors.
#[derive(Debug)]
pub struct Ran {
    pub status: Option<i32>,
    pub printed: String,
    pub complaint: String,
}

pub fn run(arguments: &[&str]) -> Ran {
    ran(stoa(arguments))
}

/// Runs a command, which may have its own environment.
pub fn ran(mut command: Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code(),
        printed: text(output.stdout),
        complaint: text(output.stderr),
    }
}

/// Asserts that the command succeeded, and returns what it printed.
pub fn is_done(ran: Ran) -> String {
    assert_eq!(ran.status, Some(0), "{ran:?}");
    ran.printed
}

/// Asserts that the command failed with one line that contains this.
pub fn is_refused(ran: &Ran, said: &str) {
    let Ran { status, complaint, .. } = ran;
    assert_eq!((*status, complaint.lines().count()), (Some(1), 1), "{complaint}");
    assert!(complaint.starts_with("stoa: ") && complaint.contains(said), "{complaint}");
}

impl Process {
    pub fn start(arguments: &[&str]) -> Self {
        Self::of(stoa(arguments))
    }

    /// Starts a server by this command, which may have its own environment.
    pub fn of(mut command: Command) -> Self {
        let begin = Instant::now();
        let log = tempfile::tempfile().unwrap();
        command.args(["--log", "debug"]);
        command.env("STOA_DRAIN_TIMEOUT", DRAIN_TIMEOUT.as_secs().to_string());
        command.stdout(Stdio::piped()).stderr(log.try_clone().unwrap());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("a line").unwrap();
        // With --log-format json the line is an object with this message.
        let json = serde_json::from_str::<serde_json::Value>(&first);
        let first = json.map_or(first, |line| line["message"].as_str().unwrap().to_owned());
        let url = first.strip_prefix("stoa listens on ").unwrap_or_else(|| panic!("{first}"));
        let (scheme, address) = url.split_once("://").unwrap();
        let (scheme, address) = (scheme.to_owned(), address.to_owned());
        Self {
            child: KilledIfDropped(child),
            lines,
            log,
            scheme,
            address,
            started_in: begin.elapsed(),
        }
    }

    /// The log so far; the newest lines may be missing.
    pub fn logged(&self) -> String {
        self.log()()
    }

    /// Ends the server by SIGTERM, and returns the whole log.
    pub fn stop(self) -> String {
        let log = self.log();
        assert_eq!(self.end(Signal::SIGTERM).0, Some(0));
        log()
    }

    /// A function that reads the log, even after the server has ended.
    pub fn log(&self) -> impl Fn() -> String + use<> {
        let log = self.log.try_clone().unwrap();
        move || {
            let mut logged = vec![0; log.metadata().unwrap().len() as usize];
            // This does not move the position at which the server writes.
            log.read_exact_at(&mut logged, 0).unwrap();
            String::from_utf8(logged).unwrap()
        }
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.0.id().try_into().unwrap()), signal).unwrap();
    }

    /// Waits until the server ends on its own.
    pub fn ended(&mut self) -> ExitStatus {
        self.child.0.wait().unwrap()
    }

    /// Sends the signal, and returns the exit status and the remaining output. Asserts that the log holds no secret.
    pub fn end(mut self, signal: Signal) -> (Option<i32>, Vec<String>) {
        self.signal(signal);
        let begin = Instant::now();
        let status = self.child.0.wait().unwrap();
        assert!(begin.elapsed() < DRAIN_TIMEOUT, "idle connections are not waited for");
        let mut logged = Vec::new();
        self.log.rewind().unwrap();
        self.log.read_to_end(&mut logged).unwrap();
        log::holds_no_secret(&logged, &BTreeSet::new());
        (status.code(), self.lines.map(Result::unwrap).collect())
    }
}
