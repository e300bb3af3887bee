//! The documents and the digest that ties generated/ to them. Build script and build step share it, so it needs no crate.

#[path = "apis.rs"]
mod apis;

use std::fs;
use std::io;
use std::path::Path;

pub use apis::apis;

/// Files in specs/ that are not documents of an API.
const OTHERS: &[&str] = &["releases.yaml", "site-bundle.schema.json"];

/// An error for each file in specs/ that looks like a document but is none, and for each folder in generated/ whose
/// document is gone.
pub fn misplaced_files(root: &Path) -> io::Result<Vec<String>> {
    let specs = root.join("specs");
    let apis = apis(&specs)?;
    let mut errors = Vec::new();
    for entry in fs::read_dir(specs)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
        let is_api = ending == "yaml" && apis.iter().any(|api| api == stem);
        if !is_api && !OTHERS.contains(&&*name) && matches!(ending, "yaml" | "yml" | "json") {
            let advice = "begin it with `openapi:` and name it <api>.yaml, or move it";
            errors.push(format!("specs/{name}: nothing is generated from it: {advice}"));
        }
    }
    // Before the first run of codegen there is no such folder.
    for entry in fs::read_dir(root.join("generated")).into_iter().flatten() {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && !apis.contains(&name) {
            let advice = format!("restore specs/{name}.yaml, or delete the folder");
            errors.push(format!("generated/{name}: its document is gone: {advice}"));
        }
    }
    errors.sort();
    Ok(errors)
}

/// FNV-1a, 64 bits, in hexadecimal: it finds a stale tree, it is no seal.
pub fn digest(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
