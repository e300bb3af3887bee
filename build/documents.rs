//! The documents and the digest that ties generated/ to them. Build script and build step share it, so it needs no crate.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

/// The APIs, by the names of their documents in specs/.
pub const APIS: &[&str] = &["rest-v1", "storefront", "live-chat"];

/// Files in specs/ that are not documents of an API.
const OTHERS: &[&str] = &["releases.yaml", "site-bundle.schema.json"];

/// An error for each file in specs/ that looks like a document but is not one of [`APIS`].
pub fn unlisted_documents(specs: &Path) -> io::Result<Vec<String>> {
    let mut errors = Vec::new();
    for entry in fs::read_dir(specs)? {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let is_api = APIS.iter().any(|api| name == format!("{api}.yaml"));
        if !is_api && !OTHERS.contains(&name) && matches!(ending, "yaml" | "yml" | "json") {
            let advice =
                "list it in build/documents.rs, and where CONTRIBUTING.md says, or move it";
            errors.push(format!("specs/{name}: nothing is generated from it: {advice}"));
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
