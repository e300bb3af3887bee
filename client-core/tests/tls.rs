//! TLS with any crypto provider and any proxy. The provider and the proxy are global to a process, so these tests are a
//! separate binary.

#![cfg(test)]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, Stream};
use serde_json::Value;
use stoa_client_core::{Builder, ErrorKind, Method};

/// Starts a server with an untrusted certificate. Returns the server's URL, and the number of its connections.
fn unknown() -> (String, Arc<AtomicUsize>) {
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(own.signing_key.serialize_der().into());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    serve(move |mut socket| {
        let mut connection = ServerConnection::new(config.clone()).unwrap();
        // Waits until the client disconnects.
        _ = Stream::new(&mut connection, &mut socket).read(&mut [0; 1]);
    })
}

/// Starts a server that does not speak TLS.
fn plain() -> (String, Arc<AtomicUsize>) {
    serve(|mut socket| _ = socket.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n"))
}

fn serve(mut talk: impl FnMut(std::net::TcpStream) + Send + 'static) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let connections = Arc::new(AtomicUsize::new(0));
    let counter = connections.clone();
    thread::spawn(move || {
        for socket in listener.incoming() {
            counter.fetch_add(1, Ordering::SeqCst);
            talk(socket.unwrap());
        }
    });
    (url, connections)
}

async fn fails_once(server: (String, Arc<AtomicUsize>), text: &str) {
    let (url, connections) = server;
    let transport = Builder::new(&url, "/api", "test/1").build().unwrap();
    let call = transport.call("getThing", Method::GET, "/things");
    let error = call.send::<Value>().await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Transport(_)) && error.is_connect(), "{error}");
    assert!(error.to_string().contains(text), "{error}");
    assert_eq!(connections.load(Ordering::SeqCst), 1, "it will not pass: {error}");
}

/// The test runs itself in a child process with a proxy in its environment.
#[tokio::test]
async fn https_goes_through_a_proxy() {
    const CALLER: &str = "STOA_TEST_CALLS_SHOP_EXAMPLE";
    if std::env::var_os(CALLER).is_some() {
        let transport = Builder::new("https://shop.example", "/api", "test/1").build().unwrap();
        let call = transport.call("getThing", Method::GET, "/things").retries(0);
        let error = call.send::<Value>().await.unwrap_err();
        assert!(error.is_connect(), "{error}");
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = format!("http://of:proxy@{}", listener.local_addr().unwrap());
    let caller = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "https_goes_through_a_proxy"])
        .env(CALLER, "1")
        .env("HTTPS_PROXY", proxy)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let (mut socket, _) = listener.accept().unwrap();
    let mut asked = Vec::new();
    while !asked.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        socket.read_exact(&mut byte).unwrap();
        asked.extend(byte);
    }
    socket.write_all(b"HTTP/1.1 502 Bad Gateway\r\n\r\n").unwrap();
    let asked = String::from_utf8(asked).unwrap().to_lowercase();
    assert!(asked.starts_with("connect shop.example:443 http/1.1\r\n"), "{asked}");
    // `of:proxy` in base64, in lower case.
    assert!(asked.contains("\r\nproxy-authorization: basic b2y6chjvehk=\r\n"), "{asked}");
    assert!(caller.wait_with_output().unwrap().status.success());
}

#[tokio::test]
async fn tls_does_not_use_the_default_provider() {
    assert!(CryptoProvider::get_default().is_none());
    fails_once(unknown(), "invalid peer certificate: UnknownIssuer").await;
    fails_once(plain(), "corrupt message").await;
    assert!(CryptoProvider::get_default().is_none(), "nor does it leave anything in it");

    // This provider makes every connection fail.
    let useless = CryptoProvider { cipher_suites: Vec::new(), ..ring::default_provider() };
    useless.install_default().unwrap();
    fails_once(unknown(), "invalid peer certificate: UnknownIssuer").await;
    assert!(CryptoProvider::get_default().unwrap().cipher_suites.is_empty());
}
