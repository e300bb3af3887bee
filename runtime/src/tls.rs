//! TLS for clients. The certificate can be replaced while clients are connected.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use rustls::{
    ServerConfig,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};

/// Protocols for ALPN (RFC 7301): HTTP/2 is preferred over HTTP/1.1.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// TLS 1.2 and 1.3 with one certificate. Clones share it.
#[derive(Debug, Clone)]
pub struct Tls {
    config: Arc<ServerConfig>,
    certificate: Arc<Certificate>,
}

/// Why a certificate and its key cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub enum TlsError {
    /// The chain has no certificate in PEM.
    NoCertificate,
    /// There is no private key in PEM.
    NoKey,
    /// The key does not belong to the certificate.
    NotAPair,
    /// rustls cannot use the certificate or the key.
    Unusable(rustls::Error),
}

/// The certificate for new connections.
#[derive(Debug)]
struct Certificate(RwLock<Arc<CertifiedKey>>);

impl Tls {
    /// Reads a chain of certificates, the server's own first, and its private key, both in PEM.
    pub fn new(chain: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let certificate = Arc::new(Certificate(RwLock::new(certified(chain, key, &provider)?)));
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Unusable)?
            .with_no_client_auth()
            .with_cert_resolver(certificate.clone());
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
        // Session tickets: the client stores the state of its session and brings it back, so the server stores none.
        config.ticketer = ring::Ticketer::new().map_err(TlsError::Unusable)?;
        Ok(Self { config: Arc::new(config), certificate })
    }

    /// Uses another certificate and key from the next connection on. If they cannot be used, nothing changes.
    pub fn replace(&self, chain: &[u8], key: &[u8]) -> Result<(), TlsError> {
        let certificate = certified(chain, key, self.config.crypto_provider())?;
        *self.certificate.0.write().unwrap_or_else(PoisonError::into_inner) = certificate;
        Ok(())
    }

    pub(crate) fn config(&self) -> Arc<ServerConfig> {
        self.config.clone()
    }
}

fn certified(
    chain: &[u8],
    key: &[u8],
    provider: &CryptoProvider,
) -> Result<Arc<CertifiedKey>, TlsError> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(chain).collect();
    let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or(TlsError::NoCertificate)?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| TlsError::NoKey)?;
    match CertifiedKey::from_der(chain, key, provider) {
        Ok(certified) => Ok(Arc::new(certified)),
        Err(rustls::Error::InconsistentKeys(_)) => Err(TlsError::NotAPair),
        Err(error) => Err(TlsError::Unusable(error)),
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl fmt::Display for TlsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCertificate => {
                out.write_str("the certificate's file has no certificate in PEM")
            }
            Self::NoKey => out.write_str("the key's file has no private key in PEM"),
            Self::NotAPair => out.write_str("the key is not that of the certificate"),
            Self::Unusable(error) => write!(out, "rustls cannot use certificate and key: {error}"),
        }
    }
}

impl std::error::Error for TlsError {}
