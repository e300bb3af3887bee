//! TLS to clients and to providers, with the command as people start it.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use http::{Request, Response, Version};
use http_body_util::Full;
use nix::sys::signal::Signal;
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use reqwest::tls::TlsInfo;
use reqwest::{Certificate, Client};
use stoa_runtime::{Bytes, Limits, Listener, Stop, Tls};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::harness::authority::{Authority, Pair};
use crate::harness::{database, eventually};
use crate::operations::mails::mail_server::{Encryption, MailServer};
use crate::operations::start_up::{Ran, is_done, is_refused, ran, stoa};
use crate::operations::telemetry::scrape::{Scrape, start};

const HOST: &str = "shop.test";

/// A folder like a secret mounted by Kubernetes. Each file name is a symlink to a path through `..data`, which is itself
/// a symlink to a folder. An update replaces `..data`.
struct Volume {
    folder: TempDir,
    versions: usize,
}

impl Volume {
    fn holding(pair: &Pair) -> Self {
        let mut volume = Self { folder: tempfile::tempdir().unwrap(), versions: 0 };
        for name in ["tls.crt", "tls.key"] {
            symlink(Path::new("..data").join(name), volume.path(name)).unwrap();
        }
        volume.hold(pair);
        volume
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn hold(&mut self, pair: &Pair) {
        self.versions += 1;
        let version = format!("..version_{}", self.versions);
        fs::create_dir(self.path(&version)).unwrap();
        fs::write(self.path(&version).join("tls.crt"), &pair.certificate).unwrap();
        fs::write(self.path(&version).join("tls.key"), &pair.key).unwrap();
        symlink(version, self.path("..data_new")).unwrap();
        fs::rename(self.path("..data_new"), self.path("..data")).unwrap();
    }
}

/// A client that trusts only this authority and has no open connections.
fn client(authority: &Authority, address: SocketAddr, is_http2: bool) -> Client {
    rustls::crypto::ring::default_provider().install_default().ok();
    let root = Certificate::from_pem(authority.pem().as_bytes()).unwrap();
    let client = reqwest::Client::builder().tls_certs_only([root]).tls_info(true);
    let client = client.resolve(HOST, address);
    let client = if is_http2 { client } else { client.http1_only() };
    client.build().unwrap()
}

/// The certificate that a new connection gets.
async fn shown(authority: &Authority, address: SocketAddr) -> Vec<u8> {
    let url = format!("https://{HOST}:{}/", address.port());
    let answer = client(authority, address, false).get(url).send().await.unwrap();
    let info: &TlsInfo = answer.extensions().get().unwrap();
    info.peer_certificate().unwrap().to_vec()
}

fn der(pair: &Pair) -> Vec<u8> {
    use rustls::pki_types::{CertificateDer, pem::PemObject};
    CertificateDer::from_pem_slice(pair.certificate.as_bytes()).unwrap().to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_are_reloaded() {
    let database = database::seeded().await;
    let authority = Arc::new(Authority::new());
    let [first, second, third] = [(); 3].map(|()| authority.pair(HOST));
    let mut volume = Volume::holding(&first);
    let (chain, key) = (volume.path("tls.crt"), volume.path("tls.key"));
    let (server, admin) = start(&[
        "--database-url",
        &database.url(),
        "--tls-certificate",
        chain.to_str().unwrap(),
        "--tls-key",
        key.to_str().unwrap(),
        "--limit",
        "all=off",
    ]);
    assert_eq!(server.scheme, "https");
    let address: SocketAddr = server.address.parse().unwrap();
    let url = format!("https://{HOST}:{}/api/v1/sites/1/config", address.port());
    for (is_http2, version) in [(false, Version::HTTP_11), (true, Version::HTTP_2)] {
        let answer = client(&authority, address, is_http2).get(&url).send().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.version()), (200, version));
    }
    let plain = reqwest::get(format!("http://{address}/")).await;
    assert!(plain.is_err(), "who speaks no TLS is told nothing");

    let (is_over, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let load: Vec<_> = (0..4)
        .map(|number| {
            let (authority, url) = (authority.clone(), url.clone());
            let (is_over, asked) = (is_over.clone(), asked.clone());
            tokio::spawn(async move {
                while !is_over.load(Ordering::Relaxed) {
                    let client = client(&authority, address, number % 2 == 0);
                    for _ in 0..3 {
                        assert_eq!(client.get(&url).send().await.unwrap().status(), 200);
                        asked.fetch_add(1, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    assert_eq!(shown(&authority, address).await, der(&first));
    volume.hold(&second);
    eventually("the second is shown", async || shown(&authority, address).await == der(&second))
        .await;
    let strangers_key = Pair { key: first.key.clone(), ..third.clone() };
    volume.hold(&strangers_key);
    let complaint = "the key is not that of the certificate";
    eventually("it is said", async || server.logged().contains(complaint)).await;
    assert_eq!(shown(&authority, address).await, der(&second));
    volume.hold(&third);
    eventually("the third is shown", async || shown(&authority, address).await == der(&third))
        .await;
    assert_eq!(server.logged().matches(complaint).count(), 1, "once");
    let third = der(&third);
    let (_, certificate) = x509_parser::parse_x509_certificate(&third).unwrap();
    let expiry = Scrape::of(admin).await.get("stoa_certificate_expiry_timestamp_seconds");
    assert_eq!(expiry, Some(certificate.validity().not_after.timestamp() as f64));
    is_over.store(true, Ordering::Relaxed);
    for task in load {
        task.await.unwrap();
    }
    println!("{} requests over 3 certificates", asked.load(Ordering::Relaxed));
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
}

#[test]
fn invalid_files() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let (pair, other) = (authority.pair(HOST), authority.pair(HOST));
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (chain, key) = (file("chain", &pair.certificate), file("key", &pair.key));
    let (others_key, text) = (file("other", &other.key), file("text", "neither"));
    let long = file("long", &"-".repeat(2 << 20));
    let nowhere = "/nowhere.pem".to_owned();
    // Reading the device would never end. Opening a pipe without a writer would never end either.
    let (device, pipe) = ("/dev/zero".to_owned(), folder.path().join("pipe"));
    mkfifo(&pipe, Mode::S_IRUSR).unwrap();
    let pipe = pipe.to_str().unwrap().to_owned();
    for (chain, key, complaint) in [
        (Some(&chain), None, "--tls-certificate and --tls-key must both be given"),
        (None, Some(&key), "--tls-certificate and --tls-key must both be given"),
        (Some(&nowhere), Some(&key), "--tls-certificate /nowhere.pem cannot be read"),
        (Some(&chain), Some(&nowhere), "--tls-key /nowhere.pem cannot be read"),
        (Some(&device), Some(&key), "--tls-certificate /dev/zero cannot be read: it is not a file"),
        (Some(&pipe), Some(&key), "cannot be read: it is not a file"),
        (Some(&long), Some(&key), "cannot be read: it is longer than 1 MiB"),
        (Some(&chain), Some(&others_key), "the key is not that of the certificate"),
        (Some(&text), Some(&key), "the certificate's file has no certificate in PEM"),
        (Some(&chain), Some(&chain), "the key's file has no private key in PEM"),
    ] {
        let mut command = stoa(&["--database-url", "postgres://127.0.0.1:1/none"]);
        command.args(["--listen", "127.0.0.1:0"]);
        chain.map(|path| command.args(["--tls-certificate", path]));
        key.map(|path| command.args(["--tls-key", path]));
        is_refused(&ran(command), complaint);
    }
}

/// Starts a bucket with TLS that accepts every request. Returns its address and the count of its requests.
async fn bucket(pair: &Pair) -> (SocketAddr, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let tls = Tls::new(pair.certificate.as_bytes(), pair.key.as_bytes()).unwrap();
    let count = asked.clone();
    let service = tower::service_fn(move |_: Request<hyper::body::Incoming>| {
        count.fetch_add(1, Ordering::Relaxed);
        let answer = Response::builder().header("etag", "\"1\"").body(Full::<Bytes>::default());
        async { Ok::<_, std::convert::Infallible>(answer.unwrap()) }
    });
    let listener = Listener::with_tls(listener, tls);
    tokio::spawn(stoa_runtime::serve(listener, service, Limits::default(), Stop::new()));
    (address, asked)
}

async fn run(arguments: Vec<String>) -> Ran {
    let run = move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        ran(stoa(&arguments))
    };
    tokio::task::spawn_blocking(run).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_with_a_private_authority() {
    let database = database::seeded().await;
    let authority = Authority::new();
    let (address, asked) = bucket(&authority.pair("127.0.0.1")).await;
    let folder = tempfile::tempdir().unwrap();
    let (picture, ca) = (folder.path().join("picture.png"), folder.path().join("ca.pem"));
    fs::write(&picture, crate::operations::files::pictures::png(3, 2)).unwrap();
    fs::write(&ca, authority.pem()).unwrap();
    let add = format!(
        "file add --site 1 {} --database-url {} --s3-bucket harbor --s3-endpoint https://{address} \
         --s3-access-key-id id --s3-secret-access-key key",
        picture.display(),
        database.url().replace(' ', "&"),
    );
    let words = |more: &str| -> Vec<String> {
        let words = add.split(' ').chain(more.split_whitespace());
        words.map(|word| word.replace('&', " ")).collect()
    };
    let status = run(words("")).await.status;
    assert_eq!((status, asked.load(Ordering::Relaxed)), (Some(1), 0), "nobody vouches for it");
    is_done(run(words(&format!("--provider-ca {}", ca.display()))).await);
    assert!(asked.load(Ordering::Relaxed) > 0);

    for (file, complaint) in [
        (picture, "contains no PEM certificate"),
        ("/nowhere.pem".into(), "--provider-ca: /nowhere.pem cannot be read"),
    ] {
        let refused = run(words(&format!("--provider-ca {}", file.display()))).await;
        is_refused(&refused, complaint);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_with_a_private_authority() {
    let Some(server) = MailServer::start_with(Encryption::FromTheStart, false).await else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let ca = folder.path().join("ca.pem");
    fs::write(&ca, server.authority.as_ref().unwrap()).unwrap();
    let database = database::empty().await;
    let mut words: Vec<String> = ["mail", "test", "ada@shop.test", "--mail-from", "shop@shop.test"]
        .into_iter()
        .chain(["--smtp-url", &server.url("smtps", "", ""), "--database-url", &database.url()])
        .map(str::to_owned)
        .collect();
    assert_eq!(run(words.clone()).await.status, Some(1), "nobody vouches for it");
    words.extend(["--provider-ca".to_owned(), ca.to_str().unwrap().to_owned()]);
    is_done(run(words).await);
    assert_eq!(server.only().to, ["ada@shop.test"]);
}
