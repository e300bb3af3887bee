//! Tests against aimock, an independent implementation of OpenAI's protocol.

use std::io::{self, Write};
use std::path::Path;
use std::process::Stdio;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use stoa_ai::{Ai, AiError, ImageRequest, TextRequest};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::openai::{KEY, png, settings, whales, wish};

/// Starts aimock and returns its URL and process. If aimock is not installed, prints a notice and returns `None`.
async fn aimock() -> Option<(String, Child)> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let package = target.join("aimock/node_modules/@copilotkit/aimock");
    let has_node = std::process::Command::new("node").arg("--version").output().is_ok();
    if !package.exists() || !has_node {
        // Written to stderr directly, because the test harness captures `println!`.
        let package = package.display();
        let skipped = format!("SKIPPED: a call to aimock needs Node.js and {package}");
        let _ = writeln!(io::stderr(), "{skipped}; .ci/run installs it");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/aimock.mjs");
    let mut process = Command::new("node")
        .arg(script)
        .arg(package)
        .arg(BASE64_STANDARD.encode(png(true)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let url = lines.next_line().await.unwrap().expect("aimock says its URL");
    Some((url, process))
}

#[tokio::test]
async fn pictures_texts_and_refusals() {
    let Some((url, _process)) = aimock().await else { return };
    let provider = Ai::new(settings(&url)).unwrap().provider(7, Some("openai"), Some(KEY)).unwrap();

    let drawn = provider.pictures(&whales(true, 2)).await.unwrap();
    assert_eq!(drawn.pictures, [png(true), png(true)]);
    assert_eq!(provider.texts(&wish()).await.unwrap(), ["Fair winds", "Anchors down"]);

    for prompt in ["Something forbidden", "Something blocked"] {
        let request = ImageRequest { prompt: prompt.to_owned(), ..whales(true, 1) };
        assert_eq!(provider.pictures(&request).await.unwrap_err(), AiError::Refused);
    }
    let request = TextRequest { prompt: "Something forbidden".to_owned(), ..wish() };
    assert_eq!(provider.texts(&request).await.unwrap_err(), AiError::Refused);
    let unknown = ImageRequest { prompt: "A lighthouse".to_owned(), ..whales(true, 1) };
    assert_eq!(provider.pictures(&unknown).await.unwrap_err(), AiError::Unavailable);
}
