//! TLS for tokio-postgres: which certificates are trusted. tokio-postgres-rustls does the rest, with channel binding.

use std::{
    fmt,
    path::Path,
    sync::{Arc, LazyLock},
};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
    client::WebPkiServerVerifier,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::CryptoProvider,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem::PemObject},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    WrongAddress,
    parameters::{Check, Parameters, Roots},
};

/// The TLS configuration for one server.
#[derive(Clone)]
pub struct Tls(pub(crate) MakeRustlsConnect);

static PROVIDER: LazyLock<Arc<CryptoProvider>> =
    LazyLock::new(|| Arc::new(rustls::crypto::ring::default_provider()));

static UNVERIFIED: LazyLock<Tls> = LazyLock::new(|| {
    let config = client_config(Arc::new(AnyHost(None))).with_no_client_auth();
    Tls(MakeRustlsConnect::new(config))
});

impl Tls {
    pub(super) fn unverified() -> Self {
        UNVERIFIED.clone()
    }

    pub(super) fn new(parameters: &Parameters, is_direct: bool) -> Result<Self, WrongAddress> {
        let builder = client_config(verifier(parameters)?);
        let mut config = match &parameters.certificate {
            None => builder.with_no_client_auth(),
            Some((certificate, key)) => {
                let chain = certificates("sslcert", certificate)?;
                let key_der = PrivateKeyDer::from_pem_file(key).map_err(|error| {
                    WrongAddress(format!("sslkey: {} holds no key: {error}", key.display()))
                })?;
                builder.with_client_auth_cert(chain, key_der).map_err(|error| {
                    WrongAddress(format!("sslkey: {} does not fit: {error}", key.display()))
                })?
            }
        };
        if is_direct {
            config.alpn_protocols = vec![b"postgresql".to_vec()];
        }
        Ok(Self(MakeRustlsConnect::new(config)))
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Tls")
    }
}

#[expect(clippy::expect_used, reason = "ring has suites for every version")]
fn client_config(
    verifier: Arc<dyn ServerCertVerifier>,
) -> rustls::ConfigBuilder<ClientConfig, rustls::client::WantsClientCert> {
    ClientConfig::builder_with_provider(PROVIDER.clone())
        .with_safe_default_protocol_versions()
        .expect("TLS 1.2 and 1.3")
        .dangerous()
        .with_custom_certificate_verifier(verifier)
}

fn verifier(parameters: &Parameters) -> Result<Arc<dyn ServerCertVerifier>, WrongAddress> {
    let roots = match (parameters.check, &parameters.roots) {
        (Check::Nothing, _) | (_, None) => return Ok(Arc::new(AnyHost(None))),
        (_, Some(Roots::System)) => {
            let verifier = rustls_platform_verifier::Verifier::new(PROVIDER.clone());
            let verifier = verifier.map_err(|error| {
                WrongAddress(format!("sslrootcert=system: no authorities were found: {error}"))
            })?;
            return Ok(Arc::new(verifier));
        }
        (_, Some(Roots::File(file))) => file,
    };
    let mut store = RootCertStore::empty();
    for certificate in certificates("sslrootcert", roots)? {
        store.add(certificate).map_err(|error| {
            WrongAddress(format!("sslrootcert: {} does not fit: {error}", roots.display()))
        })?;
    }
    let verifier =
        WebPkiServerVerifier::builder_with_provider(Arc::new(store), PROVIDER.clone()).build();
    let verifier = verifier.map_err(|error| WrongAddress(format!("sslrootcert: {error}")))?;
    Ok(match parameters.check {
        Check::Authority => Arc::new(AnyHost(Some(verifier))),
        _ => verifier,
    })
}

/// Reads the certificates of a PEM file. Returns an error if the file has no certificates.
fn certificates(
    parameter: &str,
    file: &Path,
) -> Result<Vec<CertificateDer<'static>>, WrongAddress> {
    let wrong = |cause: String| {
        WrongAddress(format!("{parameter}: {} holds no certificates: {cause}", file.display()))
    };
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let read = read.map_err(|error| wrong(error.to_string()))?;
    if read.is_empty() { Err(wrong("it is no file of PEM".into())) } else { Ok(read) }
}

/// Accepts a certificate for any host, by a trusted authority if there are some.
#[derive(Debug)]
struct AnyHost(Option<Arc<WebPkiServerVerifier>>);

impl ServerCertVerifier for AnyHost {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(verifier) = &self.0 else { return Ok(ServerCertVerified::assertion()) };
        match verifier.verify_server_cert(certificate, intermediates, host, ocsp, now) {
            // The verifier checks the host last, so everything else is valid.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &PROVIDER.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &PROVIDER.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        PROVIDER.signature_verification_algorithms.supported_schemes()
    }
}
