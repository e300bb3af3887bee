//! The certificate that clients are shown: read from its files, and again when they change.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use stoa_runtime::Tls;
use tokio::time::{MissedTickBehavior, interval};

/// What the files hold is compared: where a link leads, as in a volume of Kubernetes, and when a file was written need
/// not be known.
const CERTIFICATE_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// All authorities that a system trusts have a fifth of it.
const MAX_PEM_BYTES: u64 = 1024 * 1024;

/// Where certificate and key stand.
#[derive(Debug, Clone)]
pub struct CertificateFiles {
    /// The certificate, and those that lead to its authority.
    pub chain: PathBuf,
    pub key: PathBuf,
}

/// What is served by TLS, and the files that it comes from.
pub struct Certificate {
    pub tls: Tls,
    files: CertificateFiles,
    shown: Pair,
}

/// Without `Debug`: one of them is secret.
#[derive(Clone, PartialEq, Eq)]
struct Pair {
    chain: Vec<u8>,
    key: Vec<u8>,
}

/// What is wrong with the files, as they were at the last look.
#[derive(Default)]
enum Doubt {
    #[default]
    None,
    /// One of them may have been written before the other.
    New(String),
    Told(String),
}

impl CertificateFiles {
    /// Reads both.
    pub fn open(self) -> Result<Certificate> {
        let shown = self.read()?;
        let tls = Tls::new(&shown.chain, &shown.key).with_context(|| {
            format!("--tls-certificate {}, --tls-key {}", self.chain.display(), self.key.display())
        })?;
        Ok(Certificate { tls, files: self, shown })
    }

    fn read(&self) -> Result<Pair> {
        let read = |option, path: &PathBuf| {
            read_pem(path).with_context(|| format!("{option} {} cannot be read", path.display()))
        };
        Ok(Pair {
            chain: read("--tls-certificate", &self.chain)?,
            key: read("--tls-key", &self.key)?,
        })
    }
}

/// What is no file, such as a pipe that nobody writes to, would never be read to its end.
pub fn read_pem(path: &Path) -> Result<Vec<u8>> {
    ensure!(fs::metadata(path)?.is_file(), "it is no file");
    let mut pem = Vec::new();
    File::open(path)?.take(MAX_PEM_BYTES + 1).read_to_end(&mut pem)?;
    ensure!(pem.len() as u64 <= MAX_PEM_BYTES, "it is longer than 1 MiB");
    Ok(pem)
}

impl Certificate {
    /// Shows what the files hold from now on. Where they do not fit, the last that did is shown.
    pub async fn watch(mut self) {
        let mut looks = interval(CERTIFICATE_POLL_INTERVAL);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut doubt = Doubt::None;
        loop {
            looks.tick().await;
            let files = self.files.clone();
            // They may stand on a network.
            let read = tokio::task::spawn_blocking(move || files.read()).await;
            doubt = match read.map_err(Into::into).flatten().and_then(|pair| self.show(pair)) {
                Ok(()) => Doubt::None,
                Err(error) => doubt.followed_by(format!("{error:#}")),
            };
        }
    }

    fn show(&mut self, pair: Pair) -> Result<()> {
        if pair != self.shown {
            self.tls.replace(&pair.chain, &pair.key)?;
            self.shown = pair;
            tracing::info!(file = %self.files.chain.display(), "clients are shown another certificate");
        }
        Ok(())
    }
}

impl Doubt {
    /// What is wrong at two looks is told, once.
    fn followed_by(self, error: String) -> Self {
        match self {
            Self::New(last) | Self::Told(last) if last != error => Self::New(error),
            Self::None => Self::New(error),
            Self::New(_) => {
                tracing::error!(
                    error,
                    "the files of the certificate have changed and cannot be used: clients are shown the last one"
                );
                Self::Told(error)
            }
            Self::Told(_) => Self::Told(error),
        }
    }
}
