//! Names the statements of all `.sql` files: `domain/commerce/src/orders/sweep/due_sites.sql` is
//! `commerce/orders/sweep/due_sites`. A statement is identified by the digest of its text (`stoa_db::digest`). Files with
//! the same text have the name of the first of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders with statements of the server.
const FOLDERS: [&str; 5] = ["base", "domain", "handlers", "providers", "src"];

/// Writes the array of digests and names into the folder of build output.
pub fn write(root: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        find(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut names = BTreeMap::new();
    for file in &files {
        let name = name(file.strip_prefix(root).unwrap_or(file));
        names.entry(digest(&fs::read(file)?)).or_insert(name);
    }
    let mut code = "&[\n".to_owned();
    for (digest, name) in names {
        let _ = writeln!(code, "    ({digest:#018x}, {name:?}),");
    }
    let output = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(output.join("statements.rs"), code + "]\n")
}

/// Finds all `.sql` files.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            files.push(path);
        }
    }
    Ok(())
}

/// Leaves out the folder of the crates, the crate's `src`, and the extension.
fn name(file: &Path) -> String {
    let file = file.with_extension("");
    let words: Vec<_> = file.iter().filter_map(|word| word.to_str()).collect();
    let words = words.iter().skip(1).filter(|word| **word != "src");
    words.copied().collect::<Vec<_>>().join("/")
}

fn digest(text: &[u8]) -> u64 {
    let words = text.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        let mixed = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ (mixed >> 32)
    })
}
