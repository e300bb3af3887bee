//! Backups of files in a bucket: the files stay there, or are included in the archive and restored into a folder or a
//! bucket.

use std::fs;
use std::path::Path;

use stoa_storage::Storage;
use tempfile::TempDir;

use super::archive::Archive;
use super::{restore, stoa};
use crate::harness::database;
use crate::harness::*;
use crate::operations::files::pictures;
use crate::operations::files::seaweedfs::{self, KEY_ID, SECRET_KEY, SeaweedFs};
use crate::operations::start_up::is_done;

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let Some(seaweedfs) = SeaweedFs::start(target).await else { return };
    let settings = seaweedfs::settings(seaweedfs.url.clone());
    let server = served_with_files_in(Storage::s3(&settings).unwrap()).await;
    let folder = TempDir::new().unwrap();
    let picture = folder.path().join("picture.png");
    fs::write(&picture, pictures::png(30, 20)).unwrap();
    let url = ::stoa::commands::files::add(&server.files, 1, &picture).await.unwrap();
    let key = server.files.key_of(1, &url).unwrap();

    let bucket = [
        ["--s3-bucket", &settings.bucket],
        ["--s3-endpoint", settings.endpoint.as_deref().unwrap()],
        ["--s3-access-key-id", KEY_ID],
        ["--s3-secret-access-key", SECRET_KEY],
    ];
    let back_up = |name: &str, more: &[&str]| {
        let path = folder.path().join(name);
        let backup = [&["backup", path.to_str().unwrap()], bucket.as_flattened(), more];
        let said = is_done(stoa(server.database(), &backup.concat()));
        (path, said)
    };
    let (_, said) = tokio::task::block_in_place(|| back_up("rows", &[]));
    assert!(said.contains(" 0 files (1 more are left out)"), "{said}");
    let (all, said) = tokio::task::block_in_place(|| back_up("all", &["--files", "yes"]));
    assert!(said.contains(" 1 files\n"), "{said}");
    assert_eq!(Archive::read(&all).end.files.files, 1);

    // Two restores into one folder: the second finds an identical file.
    let files = folder.path().join("files");
    for _ in 0..2 {
        restore(&database::bare().await, &all, &files).await.unwrap();
        assert!(fs::read(files.join("1").join(key)).unwrap() == pictures::png(30, 20));
    }
    // Restore into the bucket.
    let other = Storage::s3(&settings).unwrap();
    other.delete(&format!("1/{key}")).await.unwrap();
    let copy = database::bare().await;
    let mut client = copy.client().await;
    let archive = stoa_schema::backup::open(&all).unwrap();
    stoa_schema::backup::restore(&mut client, Some(&other), archive, &|_| {}).await.unwrap();
    assert!(other.get(&format!("1/{key}")).await.unwrap().is_some());
    // Restore only the rows.
    let said = is_done(stoa(
        &database::bare().await,
        &["restore", all.to_str().unwrap(), "--files", "no"],
    ));
    assert!(said.contains(" 0 files (1 more are left out)"), "{said}");
}
