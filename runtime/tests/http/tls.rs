//! TLS for clients: it negotiates the protocol, obeys the limits, and its certificate changes under load.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use http::Request;
use http_body_util::{BodyExt, Full};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, ServerName},
    version::{TLS12, TLS13},
};
use stoa_runtime::{Bytes, Limits, Tls, TlsError};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::client::{CLIENT_TIMEOUT, Client, Server, http2, start_tls};

const SHORT: Duration = Duration::from_millis(250);
const HOST: &str = "shop.test";

/// A certificate authority that clients trust.
struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key, in PEM.
struct Pair {
    chain: String,
    key: String,
}

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        Self(CertifiedIssuer::self_signed(params, key).unwrap())
    }

    fn pair(&self) -> Pair {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([HOST.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        Pair { chain: certificate.pem() + &self.0.pem(), key: key.serialize_pem() }
    }

    /// A client that offers these protocols.
    fn client(&self, protocols: &[&str]) -> ClientConfig {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).unwrap();
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[&TLS12, &TLS13])
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        config
    }
}

impl Pair {
    fn tls(&self) -> Tls {
        Tls::new(self.chain.as_bytes(), self.key.as_bytes()).unwrap()
    }

    /// The certificate as the client receives it.
    fn der(&self) -> CertificateDer<'static> {
        use rustls::pki_types::pem::PemObject;
        CertificateDer::from_pem_slice(self.chain.as_bytes()).unwrap()
    }
}

async fn shake_hands(
    server: &Server,
    client: &Arc<ClientConfig>,
) -> std::io::Result<TlsStream<TcpStream>> {
    let stream = TcpStream::connect(server.address).await?;
    let host = ServerName::try_from(HOST).unwrap();
    timeout(CLIENT_TIMEOUT, TlsConnector::from(client.clone()).connect(host, stream)).await.unwrap()
}

async fn connect(server: &Server, client: &Arc<ClientConfig>) -> Client<TlsStream<TcpStream>> {
    Client::on(shake_hands(server, client).await.unwrap())
}

#[tokio::test]
async fn the_client_chooses_the_protocol() {
    let authority = Authority::new();
    let server = start_tls(authority.pair().tls(), Limits::default()).await;
    for offered in [&["http/1.1"][..], &[]] {
        let client = Arc::new(authority.client(offered));
        let mut client = connect(&server, &client).await;
        for _ in 0..2 {
            assert_eq!(client.get("/sites/1/posts").await.status, 200, "{offered:?}");
        }
    }
    for offered in [&["h2"][..], &["http/1.1", "h2"]] {
        let stream = shake_hands(&server, &Arc::new(authority.client(offered))).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]), "{offered:?}");
        let (mut sender, _connection) = http2(stream).await;
        for _ in 0..2 {
            let request = Request::get(format!("https://{HOST}/sites/1/posts"));
            let request = request.body(Full::<Bytes>::default()).unwrap();
            let answer =
                timeout(CLIENT_TIMEOUT, sender.send_request(request)).await.unwrap().unwrap();
            assert_eq!(answer.status(), 200);
            assert!(!answer.into_body().collect().await.unwrap().to_bytes().is_empty());
        }
    }
    let neither = shake_hands(&server, &Arc::new(authority.client(&["spdy/3"]))).await;
    assert!(neither.is_err());
}

#[tokio::test]
async fn an_unfinished_handshake_takes_a_place_until_it_is_cut() {
    let authority = Authority::new();
    let limits = Limits { connections: 1, header_timeout: SHORT, ..Limits::default() };
    let server = start_tls(authority.pair().tls(), limits).await;
    let client = Arc::new(authority.client(&[]));
    // The client sends nothing, an incomplete TLS record, or plain HTTP.
    for sent in [&b""[..], b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\r\nHost: test\r\n\r\n"]
    {
        let connected = Instant::now();
        let mut silent = server.connect().await;
        silent.stream.write_all(sent).await.unwrap();
        let mut next = connect(&server, &client).await;
        assert_eq!(next.get("/sites/1/posts").await.status, 200);
        let is_tls = !sent.starts_with(b"GET");
        assert!(!is_tls || connected.elapsed() >= SHORT, "{sent:?} held its place");
        let mut rest = Vec::new();
        let _ = timeout(CLIENT_TIMEOUT, silent.stream.read_to_end(&mut rest)).await.unwrap();
        assert!(is_tls == rest.is_empty(), "an alert is all that is said: {rest:?}");
    }
    let limits = Limits { connections_per_client: Some(1), ..Limits::default() };
    let server = start_tls(authority.pair().tls(), limits).await;
    let _silent = server.connect().await;
    assert!(shake_hands(&server, &client).await.is_err(), "one of a client");
}

#[tokio::test]
async fn a_certificate_is_replaced() {
    let authority = Authority::new();
    let (first, second, foreign) = (authority.pair(), authority.pair(), authority.pair());
    let tls = first.tls();
    let server = start_tls(tls.clone(), Limits::default()).await;
    // A new client has no earlier TLS session, which would continue with the old certificate.
    let shown = async || {
        let client = connect(&server, &Arc::new(authority.client(&["http/1.1"]))).await;
        client.stream.get_ref().1.peer_certificates().unwrap()[0].clone()
    };
    let mut open = connect(&server, &Arc::new(authority.client(&["http/1.1"]))).await;
    for (chain, key, error) in [
        (&second.chain, &foreign.key, TlsError::NotAPair),
        (&second.key, &second.key, TlsError::NoCertificate),
        (&second.chain, &second.chain, TlsError::NoKey),
        (&second.chain[..100].to_owned(), &second.key, TlsError::NoCertificate),
        (&String::new(), &second.key, TlsError::NoCertificate),
    ] {
        assert_eq!(tls.replace(chain.as_bytes(), key.as_bytes()), Err(error));
    }
    assert_eq!(shown().await, first.der());
    tls.replace(second.chain.as_bytes(), second.key.as_bytes()).unwrap();
    assert_eq!(shown().await, second.der());
    assert_eq!(open.get("/sites/1/posts").await.status, 200, "what is open goes on");
}

#[tokio::test]
async fn a_reader_that_stops_reading_is_cut() {
    let authority = Authority::new();
    let limits = Limits { write_timeout: SHORT, connections: 1, ..Limits::default() };
    let server = start_tls(authority.pair().tls(), limits).await;
    let client = Arc::new(authority.client(&[]));
    let mut reader = connect(&server, &client).await;
    reader.send("GET /events/flood HTTP/1.1\r\nHost: test\r\n\r\n").await;
    // The server accepts one connection at a time. The second client is answered only after the server has cut the
    // first one.
    let mut next = connect(&server, &client).await;
    assert_eq!(next.get("/sites/1/posts").await.status, 200);
}

#[tokio::test]
async fn a_stream_ends_with_close_notify() {
    let authority = Authority::new();
    let server = start_tls(authority.pair().tls(), Limits::default()).await;
    let mut client = connect(&server, &Arc::new(authority.client(&["http/1.1"]))).await;
    client.send("GET /events/quiet HTTP/1.1\r\nHost: test\r\n\r\n").await;
    client.read_to("\n\n\r\n").await;
    let stopping = server.stop();
    assert!(client.read_to("0\r\n\r\n").await.contains("retry: "));
    // The server also closes TLS properly, or this read would fail.
    assert_eq!(client.stream.read(&mut [0; 1]).await.unwrap(), 0);
    drop(client);
    timeout(CLIENT_TIMEOUT, stopping).await.expect("nothing is left to wait for").unwrap();
}
