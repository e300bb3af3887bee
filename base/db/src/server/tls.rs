//! TLS for tokio-postgres, by rustls.
//!
//! The crate tokio-postgres-rustls is not used. It does the same with more code, and brings a second version of the
//! crates that parse certificates. It also leaves the verification of certificates to its caller, and most of this
//! module is that verification.

use std::{
    fmt, io,
    path::Path,
    pin::Pin,
    sync::{Arc, LazyLock},
    task::{Context, Poll},
};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
    client::WebPkiServerVerifier,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::CryptoProvider,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem::PemObject},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{self, ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_rustls::TlsConnector;

use super::{
    WrongAddress, channel_binding,
    parameters::{Check, Parameters, Roots},
};

/// The TLS configuration for one server.
#[derive(Clone)]
pub struct Tls(Arc<ClientConfig>);

static PROVIDER: LazyLock<Arc<CryptoProvider>> =
    LazyLock::new(|| Arc::new(rustls::crypto::ring::default_provider()));

static UNVERIFIED: LazyLock<Tls> = LazyLock::new(|| {
    let config = client_config(Arc::new(AnyCertificate)).with_no_client_auth();
    Tls(Arc::new(config))
});

impl Tls {
    /// Accepts any certificate.
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
        Ok(Self(Arc::new(config)))
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
        (Check::Nothing, _) | (_, None) => return Ok(Arc::new(AnyCertificate)),
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
        Check::Authority => Arc::new(AnyHost(verifier)),
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

/// Accepts every certificate. The handshake still proves that the server has the certificate's key.
#[derive(Debug)]
struct AnyCertificate;

/// Accepts a certificate that a trusted authority signed, for any host.
#[derive(Debug)]
struct AnyHost(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
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

impl ServerCertVerifier for AnyHost {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        match self.0.verify_server_cert(certificate, intermediates, host, ocsp, now) {
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
        self.0.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = TlsStream<S>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    /// tokio-postgres calls this for every connection, even without TLS. Therefore this method does not refuse a host
    /// name that no certificate can have. The handshake refuses it.
    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        Ok(Handshake { host: host.to_owned(), config: self.0.clone() })
    }
}

/// Starts TLS on a socket.
pub struct Handshake {
    host: String,
    config: Arc<ClientConfig>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = TlsStream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TlsStream<S>>> + Send>>;

    fn connect(self, socket: S) -> Self::Future {
        Box::pin(async move {
            let host = ServerName::try_from(self.host)
                .map_err(|_| io::Error::other("no hostname that a certificate can be for"))?;
            let stream = TlsConnector::from(self.config).connect(host, socket).await?;
            Ok(TlsStream(Box::new(stream)))
        })
    }
}

/// A socket with TLS.
pub struct TlsStream<S>(Box<tokio_rustls::client::TlsStream<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin> tls::TlsStream for TlsStream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        let (_, session) = self.0.get_ref();
        let certificate = session.peer_certificates().and_then(<[_]>::first);
        let digest =
            certificate.and_then(|certificate| channel_binding::server_end_point(certificate));
        digest.map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for TlsStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TlsStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, buffer)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
