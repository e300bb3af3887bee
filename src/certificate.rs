//! The server's TLS certificate, which is reloaded when its files change.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use metrics::gauge;
use stoa_runtime::Tls;
use tokio::time::{MissedTickBehavior, interval};
use x509_parser::pem::Pem;

/// Time until the server notices that the files of its TLS certificate have changed.
///
/// Only a change of their contents counts. Modification times and link targets do not matter (Kubernetes mounts the
/// files as links).
const CERTIFICATE_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Maximum size of a PEM file. A system's whole trust store takes a fifth of this.
const MAX_PEM_BYTES: u64 = 1024 * 1024;

#[derive(Debug, Clone)]
pub struct CertificateFiles {
    /// The certificate, followed by the intermediate certificates.
    pub chain: PathBuf,
    pub key: PathBuf,
}

/// The current TLS configuration, and the files that it is loaded from.
pub struct Certificate {
    pub tls: Tls,
    files: CertificateFiles,
    shown: Pair,
}

/// This type has no `Debug`, because the key is secret.
#[derive(Clone, PartialEq, Eq)]
struct Pair {
    chain: Vec<u8>,
    key: Vec<u8>,
}

impl CertificateFiles {
    pub fn open(self) -> Result<Certificate> {
        let shown = self.read()?;
        let tls = Tls::new(&shown.chain, &shown.key).with_context(|| {
            format!("--tls-certificate {}, --tls-key {}", self.chain.display(), self.key.display())
        })?;
        shown.report_expiry();
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

/// Reads a PEM file of at most 1 MiB. Refuses everything but regular files, because reading a pipe without a writer
/// never ends.
pub fn read_pem(path: &Path) -> Result<Vec<u8>> {
    ensure!(fs::metadata(path)?.is_file(), "it is not a file");
    let mut pem = Vec::new();
    File::open(path)?.take(MAX_PEM_BYTES + 1).read_to_end(&mut pem)?;
    ensure!(pem.len() as u64 <= MAX_PEM_BYTES, "it is longer than 1 MiB");
    Ok(pem)
}

impl Pair {
    /// Sets the metric of the time at which the first certificate of the chain expires.
    fn report_expiry(&self) {
        let Some(Ok(pem)) = Pem::iter_from_buffer(&self.chain).next() else { return };
        let Ok(certificate) = pem.parse_x509() else { return };
        let expires_at = certificate.validity().not_after.timestamp();
        gauge!("stoa_certificate_expiry_timestamp_seconds").set(expires_at as f64);
    }
}

impl Certificate {
    /// Reloads the files whenever they change. If they cannot be used, the last certificate stays in use.
    pub async fn watch(mut self) {
        let mut looks = interval(CERTIFICATE_POLL_INTERVAL);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut last_error, mut repetitions) = (None, 0_u64);
        loop {
            looks.tick().await;
            let files = self.files.clone();
            // Reading may block for long, because the files may be on a network.
            let read = tokio::task::spawn_blocking(move || files.read()).await;
            let shown = read.map_err(Into::into).flatten().and_then(|pair| self.show(pair));
            let error = shown.err().map(|error| format!("{error:#}"));
            repetitions = if error == last_error { repetitions + 1 } else { 0 };
            // Logged once, when a second poll finds it: one file may be replaced shortly before the other.
            if let (Some(error), 1) = (&error, repetitions) {
                tracing::error!(
                    error,
                    "the changed certificate files cannot be used: the previous certificate stays in use"
                );
            }
            last_error = error;
        }
    }

    fn show(&mut self, pair: Pair) -> Result<()> {
        if pair != self.shown {
            self.tls.replace(&pair.chain, &pair.key)?;
            pair.report_expiry();
            self.shown = pair;
            tracing::info!(file = %self.files.chain.display(), "the new certificate is in use");
        }
        Ok(())
    }
}
