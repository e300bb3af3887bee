//! The certificate authorities that Stoa trusts when it connects to a provider over TLS. They are the authorities of
//! the operating system, and private ones that the operator names at startup.
//!
//! Build HTTP clients with [`http`]. Other clients use [`client_config`] or [`pem`], or add the [`private`] authorities
//! themselves.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use base64::{Engine, prelude::BASE64_STANDARD};
use reqwest::ClientBuilder;
use rustls::ClientConfig;
use rustls::pki_types::{CertificateDer, pem::PemObject};

/// The authorities that the process trusts in addition to those of the operating system.
static PRIVATE: OnceLock<Authorities> = OnceLock::new();

/// The configuration of all clients, cached because reading the authorities of the operating system takes milliseconds.
static CONFIG: Mutex<Option<ClientConfig>> = Mutex::new(None);

#[derive(Debug, Clone, Default)]
pub struct Authorities(Vec<CertificateDer<'static>>);

impl Authorities {
    /// Reads the certificates of a PEM file. Returns `None` if there is none or one cannot be read.
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

/// Trusts these authorities in addition to those of the operating system. Call this once, before the first connection.
/// Later calls have no effect, and clients built before this call do not trust these authorities.
pub fn trust(authorities: Authorities) {
    let _ = PRIVATE.set(authorities);
    *CONFIG.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Returns a builder of HTTP clients. The clients verify certificates by rustls against the authorities of the
/// operating system and the private ones. They follow no redirects, because a redirect could send API keys and the
/// request's data to another host.
pub fn http() -> ClientBuilder {
    // This call has no effect if the process has already installed a crypto provider.
    rustls::crypto::ring::default_provider().install_default().ok();
    let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    match client_config() {
        Ok(mut config) => {
            config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
            builder.tls_backend_preconfigured(config)
        }
        // The builder reads the authorities itself, and its `build` returns the error.
        Err(_) => builder,
    }
}

/// Returns a TLS configuration with the same authorities. Fails if the system has no certificates.
pub fn client_config() -> Result<ClientConfig, rustls::Error> {
    let mut config = CONFIG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(config) = &*config {
        return Ok(config.clone());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let private = private().iter().cloned();
    let verifier =
        rustls_platform_verifier::Verifier::new_with_extra_roots(private, provider.clone())?;
    let builder = ClientConfig::builder_with_provider(provider);
    let builder = builder.with_safe_default_protocol_versions()?.dangerous();
    let read = builder.with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth();
    Ok(config.insert(read).clone())
}

/// Returns the same authorities as PEM, for clients that take nothing else. `None` if there are none.
pub fn pem() -> Option<String> {
    let system = rustls_native_certs::load_native_certs().certs;
    let encoded = |der: &CertificateDer<'_>| {
        let base64 = BASE64_STANDARD.encode(der);
        format!("-----BEGIN CERTIFICATE-----\n{base64}\n-----END CERTIFICATE-----\n")
    };
    let pem: String = system.iter().chain(private()).map(encoded).collect();
    Some(pem).filter(|pem| !pem.is_empty())
}

/// The private authorities that [`trust`] was given.
pub fn private() -> &'static [CertificateDer<'static>] {
    PRIVATE.get().map_or(&[], |authorities| &authorities.0)
}
