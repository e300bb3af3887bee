//! Settings of TLS, towards clients and towards providers.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::certificate::{CertificateFiles, read_pem};

/// TLS towards clients.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "TLS")]
pub struct TlsSettings {
    /// Certificate (PEM) that clients see, followed by the chain to its authority. If set, --listen speaks only https.
    /// The file is read again when it changes
    #[arg(long, env = "STOA_TLS_CERTIFICATE", value_name = "FILE")]
    pub tls_certificate: Option<PathBuf>,
    /// Private key (PEM) of the server's certificate
    #[arg(long, env = "STOA_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
}

/// TLS towards providers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "TLS")]
pub struct ProviderAuthority {
    /// Certificates (PEM) of private authorities that providers, the mail server and the bucket may use, in addition to
    /// those that the system trusts
    #[arg(long, env = "STOA_PROVIDER_CA", global = true, value_name = "FILE")]
    pub provider_ca: Option<PathBuf>,
}

impl TlsSettings {
    /// Checks the settings. Reads the files.
    pub fn check(&self) -> Result<()> {
        let Some(files) = self.files()? else { return Ok(()) };
        files.open().map(drop)
    }

    /// Returns the files of certificate and key, or `None` without TLS.
    pub fn files(&self) -> Result<Option<CertificateFiles>> {
        match (&self.tls_certificate, &self.tls_key) {
            (Some(chain), Some(key)) => {
                Ok(Some(CertificateFiles { chain: chain.clone(), key: key.clone() }))
            }
            (None, None) => Ok(None),
            _ => bail!("--tls-certificate and --tls-key must both be given"),
        }
    }
}

impl ProviderAuthority {
    /// Checks the settings. Reads the file.
    pub fn check(&self) -> Result<()> {
        self.read().map(drop)
    }

    /// Makes all clients of providers trust these authorities from now on.
    pub fn trust(&self) -> Result<()> {
        if let Some(authorities) = self.read()? {
            stoa_tls_roots::trust(authorities);
        }
        Ok(())
    }

    fn read(&self) -> Result<Option<stoa_tls_roots::Authorities>> {
        let Some(path) = &self.provider_ca else { return Ok(None) };
        let pem = read_pem(path)
            .with_context(|| format!("--provider-ca: {} cannot be read", path.display()))?;
        let authorities = stoa_tls_roots::Authorities::from_pem(&pem).with_context(|| {
            format!("--provider-ca: {} contains no PEM certificate", path.display())
        })?;
        Ok(Some(authorities))
    }
}
