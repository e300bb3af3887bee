//! A Valkey or Redis of a test: the package of the system.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rcgen::CertifiedKey;
use tempfile::TempDir;

use crate::harness::{DEADLINE, skipped};

/// The password of these servers.
pub const PASSWORD: &str = "the password of Valkey";

/// A Valkey that stores nothing on disk. It ends when it is dropped.
pub struct ValkeyProcess {
    binary: &'static str,
    process: Option<Child>,
    port: u16,
    tls_port: u16,
    folder: TempDir,
}

impl ValkeyProcess {
    /// Starts a Valkey. If neither Valkey nor Redis is installed, prints a notice and returns `None`.
    pub fn start() -> Option<Self> {
        let is_there = |binary: &&str| {
            let version = Command::new(binary).arg("--version").stdout(Stdio::null()).status();
            version.is_ok_and(|status| status.success())
        };
        let Some(binary) = ["valkey-server", "redis-server"].into_iter().find(is_there) else {
            skipped(
                "limits over several servers need valkey-server or redis-server; .ci/run installs one",
            );
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let CertifiedKey { cert, signing_key } =
            rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(folder.path().join("certificate.pem"), cert.pem()).unwrap();
        std::fs::write(folder.path().join("key.pem"), signing_key.serialize_pem()).unwrap();
        let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [port, tls_port] = listeners.map(|it| it.local_addr().unwrap().port());
        let mut started = Self { binary, process: None, port, tls_port, folder };
        started.run();
        Some(started)
    }

    /// Starts the process, at the same addresses as before.
    pub fn run(&mut self) {
        let at = |name: &str| self.folder.path().join(name);
        let mut command = Command::new(self.binary);
        command.args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"]);
        command.args(["--save", "", "--appendonly", "no", "--requirepass", PASSWORD]);
        command.arg("--unixsocket").arg(at("socket")).arg("--dir").arg(self.folder.path());
        command.args(["--tls-port", &self.tls_port.to_string(), "--tls-auth-clients", "no"]);
        command.arg("--tls-cert-file").arg(at("certificate.pem"));
        command.arg("--tls-key-file").arg(at("key.pem"));
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        self.process = Some(process);
        let deadline = Instant::now() + DEADLINE;
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let has_ended = self.process.as_mut().unwrap().try_wait().unwrap();
            assert!(has_ended.is_none(), "Valkey has ended");
            assert!(Instant::now() < deadline, "Valkey does not listen");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn signal(&self, signal: Signal) {
        let process = self.process.as_ref().unwrap();
        kill(Pid::from_raw(process.id().try_into().unwrap()), signal).unwrap();
    }

    pub fn kill(&mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// The URL, in the form of `--valkey-url`.
    pub fn url(&self) -> String {
        format!("redis://:{}@127.0.0.1:{}", encoded(), self.port)
    }

    /// The URL with TLS. The certificate is [`Self::authority`].
    pub fn tls_url(&self) -> String {
        format!("rediss://:{}@localhost:{}", encoded(), self.tls_port)
    }

    pub fn authority(&self) -> String {
        self.folder.path().join("certificate.pem").display().to_string()
    }

    pub fn socket_url(&self) -> String {
        format!("unix://{}?pass={}", self.folder.path().join("socket").display(), encoded())
    }

    /// Every key, and the values of all keys, as text.
    pub fn contents(&self) -> String {
        // A dump of each key contains its value.
        let script = "local all = {} for _, key in ipairs(redis.call('KEYS', '*')) do \
             table.insert(all, key) table.insert(all, redis.call('DUMP', key)) end return all";
        let client = Path::new(self.binary).with_file_name(self.binary.replace("server", "cli"));
        let output = Command::new(client)
            .args(["-p", &self.port.to_string(), "--no-auth-warning", "-a", PASSWORD])
            .args(["EVAL", script, "0"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

fn encoded() -> String {
    PASSWORD.replace(' ', "%20")
}

impl Drop for ValkeyProcess {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
