//! Runs SeaweedFS: a master, a volume, a filer and its S3 API in one process. The tests of the server use this file
//! too.

use std::fs;
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use stoa_storage::S3Settings;
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::sleep;

pub const BUCKET: &str = "harbor";

pub const KEY_ID: &str = "stoa-of-tests";
pub const SECRET_KEY: &str = "s3_secret_key_of_tests";

const SEAWEEDFS_TIMEOUT: Duration = Duration::from_secs(60);

pub struct SeaweedFs {
    pub url: String,
    _process: Child,
    _folder: TempDir,
}

impl SeaweedFs {
    /// Starts SeaweedFS. If it is not installed, prints a notice and returns `None`. `target` is Cargo's target folder.
    pub async fn start(target: &Path) -> Option<Self> {
        let program = target.join("seaweedfs/bin/weed");
        if !program.exists() {
            // Written to stderr directly, because the test harness captures `println!`.
            let skipped = format!("SKIPPED: files in a bucket need {}", program.display());
            let _ = writeln!(io::stderr(), "{skipped}; .ci/run installs it");
            return None;
        }
        let folder = TempDir::new().unwrap();
        let keys = folder.path().join("keys.json");
        let identities = format!(
            r#"{{"identities":[{{"name":"stoa","credentials":[{{"accessKey":"{KEY_ID}","secretKey":"{SECRET_KEY}"}}],
            "actions":["Read","Write","List"]}}]}}"#
        );
        fs::write(&keys, identities).unwrap();
        let ports = free_ports();
        let process = Command::new(program)
            .arg("server")
            .arg(format!("-dir={}", folder.path().display()))
            .arg(format!("-s3.config={}", keys.display()))
            .args(["-ip=127.0.0.1", "-s3", "-s3.port.iceberg=0", "-s3.port.lance=0"])
            .args(["-master.telemetry=false", "-master.volumeSizeLimitMB=64", "-volume.max=5"])
            // A test must not fail because the disk is nearly full.
            .arg("-volume.minFreeSpace=16MiB")
            .args(ports.iter().map(|(name, port)| format!("-{name}={port}")))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let port = |wanted: &str| ports.iter().find(|(name, _)| *name == wanted).unwrap().1;
        let url = format!("http://127.0.0.1:{}", port("s3.port"));
        let bucket = format!("http://127.0.0.1:{}/buckets/{BUCKET}/", port("filer.port"));
        rustls::crypto::ring::default_provider().install_default().ok();
        let (http, deadline) = (reqwest::Client::new(), Instant::now() + SEAWEEDFS_TIMEOUT);
        // The filer, which only the tests use, creates the bucket. The S3 API is the last to start.
        for request in [http.post(&bucket), http.get(format!("{url}/status"))] {
            loop {
                let answer = request.try_clone().unwrap().send().await;
                if answer.is_ok_and(|answer| answer.status().is_success()) {
                    break;
                }
                assert!(Instant::now() < deadline, "SeaweedFS does not start");
                sleep(Duration::from_millis(50)).await;
            }
        }
        Some(Self { url, _process: process, _folder: folder })
    }
}

/// The bucket at this URL.
pub fn settings(url: String) -> S3Settings {
    S3Settings {
        bucket: BUCKET.into(),
        endpoint: Some(url),
        region: "us-east-1".into(),
        access_key_id: KEY_ID.into(),
        secret_access_key: SECRET_KEY.into(),
    }
}

fn free_ports() -> Vec<(&'static str, u16)> {
    let names = [
        "master.port",
        "master.port.grpc",
        "volume.port",
        "volume.port.grpc",
        "filer.port",
        "filer.port.grpc",
        "s3.port",
        "s3.port.grpc",
    ];
    let listeners = names.map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let ports = listeners.map(|listener| listener.local_addr().unwrap().port());
    names.into_iter().zip(ports).collect()
}
