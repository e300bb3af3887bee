//! Settings of TLS, towards clients and towards providers.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::certificate::{Certificate, CertificateFiles, read_pem};

/// TLS towards clients.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "TLS")]
pub struct TlsSettings {
    /// Certificate (PEM) that clients see, followed by the chain to its authority. If set, --listen speaks only https.
    /// The file is read again when it changes
    #[arg(long, env, value_name = "FILE")]
    pub tls_certificate: Option<PathBuf>,
    /// Private key (PEM) of the server's certificate
    #[arg(long, env, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
}

/// TLS towards providers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "TLS")]
pub struct ProviderAuthority {
    /// Certificates (PEM) of private authorities that providers, the mail server and the bucket may use, in addition to
    /// those that the system trusts
    #[arg(long, env, global = true, value_name = "FILE")]
    pub provider_ca: Option<PathBuf>,
}

impl TlsSettings {
    /// Reads the certificate and its key. Returns `None` without TLS.
    pub fn certificate(&self) -> Result<Option<Certificate>> {
        match (&self.tls_certificate, &self.tls_key) {
            (Some(chain), Some(key)) => {
                let files = CertificateFiles { chain: chain.clone(), key: key.clone() };
                files.open().map(Some)
            }
            (None, None) => Ok(None),
            _ => bail!("--tls-certificate and --tls-key must both be given"),
        }
    }
}

impl ProviderAuthority {
    /// Makes all clients of providers trust these authorities from now on.
    pub fn trust(&self) -> Result<()> {
        if let Some(authorities) = self.read()? {
            stoa_tls_roots::trust(authorities);
        }
        Ok(())
    }

    /// Reads the file.
    pub fn read(&self) -> Result<Option<stoa_tls_roots::Authorities>> {
        let Some(path) = &self.provider_ca else { return Ok(None) };
        let pem = read_pem(path)
            .with_context(|| format!("--provider-ca: {} cannot be read", path.display()))?;
        let authorities = stoa_tls_roots::Authorities::from_pem(&pem).with_context(|| {
            format!("--provider-ca: {} contains no PEM certificate", path.display())
        })?;
        Ok(Some(authorities))
    }
}
