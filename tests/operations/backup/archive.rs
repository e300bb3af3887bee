//! Reads an archive independently of our own code, as a tar compressed by gzip, and writes forged archives.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Deserialize;
use sha2::{Digest, Sha256};

#[derive(Clone)]
pub struct Archive {
    pub entries: Vec<(String, Vec<u8>)>,
    pub head: Head,
    pub end: End,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    pub schema: i32,
    pub postgres: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct End {
    pub tables: Vec<Rows>,
    pub sequences: Vec<serde_json::Value>,
    pub files: Files,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Rows {
    pub name: String,
    pub rows: u64,
    pub sha256: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Files {
    pub files: u64,
}

impl Archive {
    pub fn read(path: impl AsRef<Path>) -> Self {
        let mut tar = tar::Archive::new(GzDecoder::new(File::open(path).unwrap()));
        let entries: Vec<(String, Vec<u8>)> = tar
            .entries()
            .unwrap()
            .map(|entry| {
                let mut entry = entry.unwrap();
                let path = entry.path().unwrap().to_str().unwrap().to_owned();
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).unwrap();
                (path, bytes)
            })
            .collect();
        let head = serde_json::from_slice(&entries[0].1).unwrap();
        let end = serde_json::from_slice(&entries.last().unwrap().1).unwrap();
        Self { entries, head, end }
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(path, _)| &**path)
    }

    pub fn rows(&self, table: &str) -> u64 {
        self.end.tables.iter().find(|rows| rows.name == table).unwrap().rows
    }

    /// Writes the entries, each with the digest of its present bytes.
    pub fn write(&self, path: &Path) {
        let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (path, bytes) in &self.entries {
            let digest = hex::encode(Sha256::digest(bytes));
            tar.append_pax_extensions([("STOA.sha256", digest.as_bytes())]).unwrap();
            let mut header = tar::Header::new_ustar();
            header.set_size(bytes.len() as u64);
            // The tar library refuses some of these names, so the name is written directly.
            header.as_mut_bytes()[..path.len()].copy_from_slice(path.as_bytes());
            header.set_cksum();
            tar.append(&header, &bytes[..]).unwrap();
        }
        fs::write(path, tar.into_inner().unwrap().finish().unwrap()).unwrap();
    }
}
