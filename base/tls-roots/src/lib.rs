//! The certificate authorities by which Stoa verifies providers over TLS: the system's, and private ones named at
//! startup. HTTP clients start from [`http`]. Clients of other protocols add the [`private`] authorities.

use std::sync::OnceLock;

use reqwest::{Certificate, ClientBuilder};
use rustls::pki_types::{CertificateDer, pem::PemObject};

/// The authorities that the process trusts in addition to the system's.
static PRIVATE: OnceLock<Authorities> = OnceLock::new();

/// Certificates of authorities.
#[derive(Debug, Clone, Default)]
pub struct Authorities(Vec<CertificateDer<'static>>);

impl Authorities {
    /// Reads the certificates of a PEM file. Returns `None` if the file has no certificate, or if a certificate
    /// cannot be read.
    pub fn from_pem(pem: &[u8]) -> Option<Self> {
        let certificates: Vec<_> =
            CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().ok()?;
        let is_one = |der: &CertificateDer<'_>| {
            rustls::RootCertStore::empty().add(der.clone().into_owned()).is_ok()
        };
        let are_some = !certificates.is_empty() && certificates.iter().all(is_one);
        are_some.then_some(Self(certificates))
    }
}

/// Trusts these authorities in addition to the system's. Call this once, before the first connection: later calls have
/// no effect, and clients built earlier do not trust them.
pub fn trust(authorities: Authorities) {
    let _ = PRIVATE.set(authorities);
}

/// Returns a builder of HTTP clients that verify certificates by rustls against the system's and the private
/// authorities. The clients follow no redirects, because a redirect would send API keys and the request's data to
/// another host.
pub fn http() -> ClientBuilder {
    // This has no effect if the process has already installed a provider.
    rustls::crypto::ring::default_provider().install_default().ok();
    let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let private = private().iter().filter_map(|der| Certificate::from_der(der).ok());
    builder.tls_certs_merge(private)
}

/// The private authorities that [`trust`] was given.
pub fn private() -> &'static [CertificateDer<'static>] {
    PRIVATE.get().map_or(&[], |authorities| &authorities.0)
}
