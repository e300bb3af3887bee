//! Damaged, foreign and forged archives: each is refused in one line, and the database stays empty.

use std::fs;
use std::io::{Read, repeat};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};
use tempfile::TempDir;

use super::archive::Archive;
use super::{is_done, restore, stoa};
use crate::harness::database::{self, Database};
use crate::harness::*;
use crate::operations::files::pictures;
use crate::operations::start_up::is_refused;

/// An archive of the seed with one file, and a database that is still empty after each attempt.
struct Tries {
    folder: TempDir,
    database: Database,
    archive: Archive,
    bytes: Vec<u8>,
}

impl Tries {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let server = served().await;
        let picture = folder.path().join("picture.png");
        fs::write(&picture, pictures::png(30, 20)).unwrap();
        stoa::commands::files::add(&server.files, 1, &picture).await.unwrap();
        let path = folder.path().join("archive");
        let files = server.folder();
        let backup = ["backup", path.to_str().unwrap(), "--files-dir", files.to_str().unwrap()];
        is_done(super::stoa(server.database(), &backup));
        let bytes = fs::read(&path).unwrap();
        Self { archive: Archive::read(&path), folder, database: database::bare().await, bytes }
    }

    /// Returns the error of a restore from these bytes.
    async fn refusal(&self, bytes: &[u8]) -> String {
        fs::write(self.folder.path().join("broken"), bytes).unwrap();
        self.refusal_of(&self.folder.path().join("broken")).await
    }

    /// Returns the error of a restore from the archive with this change.
    async fn refusal_with(&self, change: impl FnOnce(&mut Archive)) -> String {
        let mut archive = self.archive.clone();
        change(&mut archive);
        let path = self.folder.path().join("changed");
        archive.write(&path);
        self.refusal_of(&path).await
    }

    async fn refusal_of(&self, path: &Path) -> String {
        let files = self.folder.path().join("files");
        let refusal = restore(&self.database, path, &files).await.expect_err("a refusal");
        assert!(!refusal.contains('\n'), "{refusal}");
        let there = "select count(*) from pg_class where relnamespace = 'public'::regnamespace";
        let there = self.database.client().await.query_one(there, &[]).await.unwrap();
        assert_eq!(there.get::<_, i64>(0), 0, "{refusal}");
        let sites = fs::read_dir(&files).into_iter().flatten();
        let stored = sites.flat_map(|site| fs::read_dir(site.unwrap().path()).unwrap()).count();
        assert_eq!(stored, 0, "{refusal}");
        refusal
    }
}

#[tokio::test]
async fn damaged_bytes() {
    let tries = Tries::new().await;
    let none = "it is no archive of `stoa backup`";
    assert_eq!(tries.refusal(b"").await, none);
    assert_eq!(tries.refusal(b"-- PostgreSQL database dump\n").await, none);
    let foreign =
        Archive { entries: vec![("notes.txt".into(), b"a".to_vec())], ..tries.archive.clone() };
    let path = tries.folder.path().join("foreign");
    foreign.write(&path);
    assert_eq!(tries.refusal_of(&path).await, none);

    let whole = &tries.bytes;
    for part in 1..16 {
        let place = whole.len() * part / 16;
        let said = tries.refusal(&whole[..place]).await;
        assert!(said.contains("it is damaged or cut off"), "{part}: {said}");
        let mut flipped = whole.clone();
        // Flips whole bytes, because some single bits change nothing: gzip can encode a repetition in several ways.
        flipped[place..place + 8].iter_mut().for_each(|byte| *byte ^= 0xff);
        let said = tries.refusal(&flipped).await;
        assert!(said.contains("it is damaged"), "{part}: {said}");
    }
    // The length in gzip's trailer is missing.
    let said = tries.refusal(&whole[..whole.len() - 4]).await;
    assert!(said.contains("it is damaged or cut off"), "{said}");
    // The undamaged archive can be restored.
    assert_eq!(
        restore(
            &tries.database,
            &tries.folder.path().join("archive"),
            &tries.folder.path().join("files")
        )
        .await,
        Ok(())
    );
}

fn replaced(bytes: &mut Vec<u8>, from: &str, to: &str) {
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains(from), "{text}");
    *bytes = text.replacen(from, to, 1).into_bytes();
}

/// Damages an archive.
type Damage<'a> = &'a dyn Fn(&mut Archive);

#[tokio::test]
async fn forged_entries() {
    let tries = Tries::new().await;
    let of = |path: &str| tries.archive.paths().position(|it| it.starts_with(path)).unwrap();
    let end = tries.archive.entries.len() - 1;
    let (products, file) = (of("tables/products/"), of("files/"));
    let schema = format!("\"schema\": {}", tries.archive.head.schema);
    let in_head = |it: &mut Archive, from: &str, to: &str| replaced(&mut it.entries[0].1, from, to);
    let changes: [(&str, Damage); 11] = [
        ("in a form that this version does not read", &|it| {
            in_head(it, "\"format\": 1", "\"format\": 2");
        }),
        ("it has the schema V998 of stoa ", &|it| in_head(it, &schema, "\"schema\": 998")),
        ("its tables are not those of the schema V003", &|it| {
            in_head(it, &schema, "\"schema\": 3");
        }),
        ("it is cut off", &|it| drop(it.entries.remove(end))),
        ("products lacks rows or has others", &|it| drop(it.entries.remove(products))),
        ("it lacks files, or has others", &|it| drop(it.entries.remove(file))),
        ("data follows its end", &|it| it.entries.push(it.entries[products].clone())),
        ("products", &|it| it.entries.insert(end, it.entries[products].clone())),
        ("products lacks rows or has others", &|it| {
            replaced(&mut it.entries[products].1, "Tote", "Boat");
        }),
        ("products cannot be filled: ", &|it| it.entries[products].1 = b"no rows\n".to_vec()),
        ("its head has no table pg_authid", &|it| {
            it.entries[products].0 = "tables/pg_authid/0.copy".into();
        }),
    ];
    for (said, change) in changes {
        let refusal = tries.refusal_with(change).await;
        assert!(refusal.contains(said), "{refusal}");
    }
    for path in [
        "files/../secret",
        "files/1/../../secret",
        "files/1/secret",
        "more/than/that",
        "/etc/passwd",
    ] {
        let said = tries.refusal_with(|it| it.entries[file].0 = path.into()).await;
        assert_eq!(said, format!("it has {path}, which this version does not know"));
    }
    // The message shows no control characters of the path, and is one line.
    for path in ["files/\u{1b}[2Jnone", "notes\nstoa: all is well"] {
        let said = tries.refusal_with(|it| it.entries[file].0 = path.into()).await;
        assert_eq!(said, "it is damaged or cut off");
    }
    // Only a foreign key rejects these rows.
    let said = tries.refusal_with(|it| {
        let rows = it.entries.remove(of("tables/sites/")).1;
        let name = "\"name\": \"sites\",\n";
        let last = it.entries.len() - 1;
        let text = String::from_utf8(it.entries[last].1.clone()).unwrap();
        let (before, rest) = text.split_once(name).unwrap();
        let (said, after) = rest.split_once('}').unwrap();
        assert!(said.contains(&rows.len().to_string()));
        let none = "\"rows\": 0, \"bytes\": 0, \"sha256\": \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"";
        it.entries[last].1 = format!("{before}{name}{none}}}{after}").into_bytes();
    });
    let said = said.await;
    assert!(said.starts_with("its rows do not fit each other: "), "{said}");
}

/// A long name or an extension precedes its entry and is read as a whole first.
#[tokio::test]
async fn an_endless_name() {
    let tries = Tries::new().await;
    for kind in [EntryType::GNULongName, EntryType::XHeader] {
        let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        let mut header = Header::new_ustar();
        header.set_entry_type(kind);
        header.set_size(1 << 40);
        header.set_cksum();
        tar.append(&header, repeat(b'a').take(1 << 20)).unwrap();
        let bytes = tar.into_inner().unwrap().finish().unwrap();
        let said = tries.refusal(&bytes).await;
        assert!(said.ends_with(": it is too large"), "{said}");
    }
}

#[tokio::test]
async fn a_database_that_is_in_use() {
    let tries = Tries::new().await;
    let path = tries.folder.path().join("archive");
    let used = database::empty().await;
    let said = format!(
        "{} cannot be restored: the database has a schema already: restore into one that is empty",
        path.display()
    );
    is_refused(&stoa(&used, &["restore", path.to_str().unwrap()]), &said);
    let said = "/nowhere cannot be opened: No such file or directory (os error 2)";
    is_refused(&stoa(&used, &["restore", "/nowhere"]), said);
    let files = tries.folder.path().join("files");
    is_done(stoa(
        &tries.database,
        &["restore", path.to_str().unwrap(), "--files-dir", files.to_str().unwrap()],
    ));
}
