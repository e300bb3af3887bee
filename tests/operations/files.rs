//! Files: stored, served, added and swept, in a folder and in a bucket of SeaweedFS, which `.ci/run` installs.

mod bucket;
mod commands;
pub mod pictures;
#[path = "../../providers/storage/tests/storage/seaweedfs.rs"]
pub mod seaweedfs;
mod serving;
mod sweep;

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use stoa_files::NewFile;

use crate::harness::Server;

/// Stores a picture for a site and returns its key.
async fn store(server: &Server, site_id: i64) -> String {
    server.files.store(site_id, &picture()).await.unwrap()
}

fn picture() -> NewFile {
    let bytes = Bytes::from(pictures::png(3, 2));
    NewFile { bytes, media_type: "image/png", extension: "png", width: 3, height: 2 }
}

/// Sets the server's clock to this long after its own time or the machine's, whichever is later.
fn pass_since_now(server: &Server, time: Duration) {
    let behind = SystemTime::now().duration_since(server.now().into()).unwrap_or_default();
    server.pass(behind + time);
}

/// Whether the server still serves the file.
async fn is_served(server: &Server, site_id: i64, key: &str) -> bool {
    match server.get(&format!("/files/{site_id}/{key}")).unchecked().await.status {
        200 | 302 => true,
        404 => false,
        other => panic!("{other}"),
    }
}
