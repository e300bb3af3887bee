//! The command `stoa` as a process, and a server that it is.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Read, Seek};
use std::os::unix::fs::FileExt;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::harness::log;

/// A server that has said where it listens.
pub struct Process {
    child: Child,
    pub(super) lines: Lines<BufReader<ChildStdout>>,
    pub(super) log: File,
    pub scheme: String,
    pub address: String,
    pub(super) started_in: Duration,
}

/// Of the servers that are started here, where no data directory keeps one.
pub const PROCESS_SECRET: &str = "what the servers of these tests sign with";

/// Without the environment that configures it.
pub fn stoa(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stoa"));
    for (name, _) in std::env::vars() {
        if name.starts_with("STOA_") || name == "DATABASE_URL" {
            command.env_remove(name);
        }
    }
    command.args(arguments).stdin(Stdio::null());
    if arguments.contains(&"--database-url") {
        command.env("STOA_SECRET", PROCESS_SECRET);
    }
    command
}

pub fn run(arguments: &[&str]) -> Output {
    stoa(arguments).output().unwrap()
}

impl Process {
    pub fn start(arguments: &[&str]) -> Self {
        Self::of(stoa(arguments))
    }

    /// The same of a command with an environment of its own.
    pub fn of(mut command: Command) -> Self {
        let begin = Instant::now();
        let log = tempfile::tempfile().unwrap();
        if !command.get_args().any(|argument| argument == "--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        command.args(["--log", "debug"]);
        command.stdout(Stdio::piped()).stderr(log.try_clone().unwrap());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("a line").unwrap();
        // With --log-format json it is the message of an object.
        let json = serde_json::from_str::<serde_json::Value>(&first);
        let first = json.map_or(first, |line| line["message"].as_str().unwrap().to_owned());
        let url = first.strip_prefix("stoa listens on ").unwrap_or_else(|| panic!("{first}"));
        let (scheme, address) = url.split_once("://").unwrap();
        let (scheme, address) = (scheme.to_owned(), address.to_owned());
        Self { child, lines, log, scheme, address, started_in: begin.elapsed() }
    }

    /// The log so far; the newest lines may be missing.
    pub fn logged(&self) -> String {
        self.log()()
    }

    /// Ends it by SIGTERM, and returns the whole log.
    pub fn stop(self) -> String {
        let log = self.log();
        assert_eq!(self.end(Signal::SIGTERM).0, Some(0));
        log()
    }

    /// The log at the time of the call, also after it has ended.
    pub fn log(&self) -> impl Fn() -> String + use<> {
        let log = self.log.try_clone().unwrap();
        move || {
            let mut logged = vec![0; log.metadata().unwrap().len() as usize];
            // Where the server writes next is not moved by this.
            log.read_exact_at(&mut logged, 0).unwrap();
            String::from_utf8(logged).unwrap()
        }
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }

    /// How it ends, which it does by itself.
    pub fn ended(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Sends the signal, and returns the exit status and what else was printed. What was logged holds no secret.
    pub fn end(mut self, signal: Signal) -> (Option<i32>, Vec<String>) {
        self.signal(signal);
        let begin = Instant::now();
        let status = self.child.wait().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(5), "idle connections are not waited for");
        let mut logged = Vec::new();
        self.log.rewind().unwrap();
        self.log.read_to_end(&mut logged).unwrap();
        log::holds_no_secret(&logged, &BTreeSet::new());
        (status.code(), self.lines.map(Result::unwrap).collect())
    }
}
