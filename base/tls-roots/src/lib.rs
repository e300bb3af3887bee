//! Who vouches for the servers that Stoa asks over TLS: the authorities that the system trusts, and private ones that
//! were named at the start. All that ask providers begin with [`http`], or add what is [`private`] where they speak
//! something else than HTTP.

use std::sync::OnceLock;

use reqwest::{Certificate, ClientBuilder};
use rustls::pki_types::{CertificateDer, pem::PemObject};

/// Those that the process trusts beside the system's.
static PRIVATE: OnceLock<Authorities> = OnceLock::new();

/// Certificates of authorities.
#[derive(Debug, Clone, Default)]
pub struct Authorities(Vec<CertificateDer<'static>>);

impl Authorities {
    /// Those of a file; nothing where it has none, or one that cannot be read.
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

/// Trusts these from now on, once for the process: before anybody is asked.
pub fn trust(authorities: Authorities) {
    let _ = PRIVATE.set(authorities);
}

/// A client that speaks TLS by rustls to whom these authorities vouch for. It follows no redirect, which would carry a
/// key, or what is asked, elsewhere.
pub fn http() -> ClientBuilder {
    // A process that has chosen its own provider keeps it.
    rustls::crypto::ring::default_provider().install_default().ok();
    let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let private = private().iter().filter_map(|der| Certificate::from_der(der).ok());
    builder.tls_certs_merge(private)
}

/// The private ones.
pub fn private() -> &'static [CertificateDer<'static>] {
    PRIVATE.get().map_or(&[], |authorities| &authorities.0)
}
