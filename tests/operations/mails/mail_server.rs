//! An independent mail server, aiosmtpd, as a process, and the mails that it has received.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use serde_json::Value;
use stoa_smtp::{Mailer, Settings};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};

use crate::harness::authority::Authority;
use crate::harness::skipped;

/// The mail server. It ends with the test.
pub struct MailServer {
    port: u16,
    folder: TempDir,
    /// The certificate of the server's authority, in PEM.
    pub authority: Option<String>,
    _process: Child,
    _input: ChildStdin,
}

/// A mail that the server has received.
#[derive(Debug, Clone)]
pub struct Taken {
    pub from: String,
    pub to: Vec<String>,
    pub headers: Vec<(String, String)>,
    pub text: String,
    pub html: String,
    pub login: Option<String>,
}

/// When the server starts TLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    Never,
    ByStartTls,
    FromTheStart,
}

pub const LOGIN: [&str; 2] = ["stoa", "a%pass word"];

impl MailServer {
    /// Starts a server without TLS and login. If aiosmtpd is not installed, prints a notice and returns `None`.
    pub async fn start() -> Option<Self> {
        Self::start_with(Encryption::Never, false).await
    }

    /// Starts a server that supports SMTPUTF8.
    pub async fn start_with_smtputf8() -> Option<Self> {
        Self::start_by(Encryption::Never, &["--smtputf8"]).await
    }

    pub async fn start_with(encryption: Encryption, login: bool) -> Option<Self> {
        let login: &[&str] = if login { &["--login", LOGIN[0], LOGIN[1]] } else { &[] };
        Self::start_by(encryption, login).await
    }

    async fn start_by(encryption: Encryption, arguments: &[&str]) -> Option<Self> {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let python = target.join("aiosmtpd/bin/python");
        if !python.exists() {
            let python = python.display();
            skipped(&format!("a mail that is sent needs {python}; .ci/run installs it"));
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let script =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/operations/mails/stand_in.py");
        let mut command = Command::new(python);
        command.arg(script).arg(folder.path());
        let mut authority = None;
        if encryption != Encryption::Never {
            let signer = Authority::new();
            let pair = signer.pair("localhost");
            let (at, key_at) = (folder.path().join("certificate"), folder.path().join("key"));
            fs::write(&at, pair.certificate).unwrap();
            fs::write(&key_at, pair.key).unwrap();
            authority = Some(signer.pem());
            let kind = if encryption == Encryption::FromTheStart { "smtps" } else { "starttls" };
            command.args(["--tls", kind]).arg("--certificate").arg(at).arg("--key").arg(key_at);
        }
        command.args(arguments);
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.next_line().await.unwrap().expect("it listens").parse().unwrap();
        Some(Self { port, folder, authority, _process: process, _input: input })
    }

    /// The server's URL: this scheme, this login before the host, and this text after the port.
    pub fn url(&self, scheme: &str, login: &str, query: &str) -> String {
        format!("{scheme}://{login}localhost:{}{query}", self.port)
    }

    /// A mailer for this server, without TLS.
    pub fn mailer(&self) -> Arc<Mailer> {
        mailer(&self.url("smtp", "", ""), None)
    }

    /// The received mails, oldest first.
    pub fn taken(&self) -> Vec<Taken> {
        let files = fs::read_dir(self.folder.path()).unwrap().map(|file| file.unwrap().path());
        let mut files: Vec<_> =
            files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
        files.sort();
        files.iter().map(|path| Taken::read(&fs::read(path).unwrap())).collect()
    }

    /// The only received mail.
    pub fn only(&self) -> Taken {
        let mut taken = self.taken();
        assert_eq!(taken.len(), 1, "{taken:#?}");
        taken.remove(0)
    }
}

pub fn mailer(url: &str, authority: Option<&str>) -> Arc<Mailer> {
    let settings = Settings {
        smtp_url: Some(url.to_owned()),
        smtp_ca: authority.map(|pem| pem.as_bytes().to_vec()),
        from: Some("mail@stoa.example".into()),
    };
    Arc::new(Mailer::new(&settings).unwrap().unwrap())
}

impl Taken {
    fn read(json: &[u8]) -> Self {
        let json: Value = serde_json::from_slice(json).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let headers = json["headers"].as_array().unwrap().iter();
        Self {
            from: text(&json["from"]),
            to: json["to"].as_array().unwrap().iter().map(text).collect(),
            headers: headers.map(|pair| (text(&pair[0]), text(&pair[1]))).collect(),
            text: text(&json["text"]),
            html: text(&json["html"]),
            login: json["login"].as_str().map(str::to_owned),
        }
    }

    pub fn header(&self, name: &str) -> &str {
        let mut found = self.headers.iter().filter(|(other, _)| other == name);
        let value = &found.next().unwrap_or_else(|| panic!("no {name}: {self:#?}")).1;
        assert!(found.next().is_none(), "two of {name}: {self:#?}");
        value
    }

    pub fn subject(&self) -> &str {
        self.header("Subject")
    }

    /// The token in the text's link, which must be the same in the HTML.
    pub fn token(&self) -> String {
        let in_text = |text: &str| {
            let (_, rest) = text.split_once("token=").expect("a link with a token");
            let is_of_token = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            rest.chars().take_while(|c| is_of_token(*c)).collect::<String>()
        };
        let token = in_text(&self.text);
        assert_eq!(token, in_text(&self.html));
        token
    }
}
