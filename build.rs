//! Fails the build if generated/ is older than specs/.

#[path = "build/documents.rs"]
mod documents;

use std::path::Path;
use std::process::exit;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rerun-if-changed=specs");
    println!("cargo::rerun-if-changed=generated");
    let root = Path::new(&root);
    let mut errors = documents::unlisted_documents(&root.join("specs"))
        .unwrap_or_else(|error| vec![format!("specs/: {error}")]);
    errors.extend(documents::APIS.iter().find_map(|api| compare(root, api).err()));
    errors.iter().for_each(|error| println!("cargo::error={error}"));
    if !errors.is_empty() {
        exit(1);
    }
}

fn compare(root: &Path, api: &str) -> Result<(), String> {
    let name = format!("specs/{api}.yaml");
    let spec = fs::read(root.join(&name)).map_err(|error| format!("{name}: {error}"))?;
    let digest = fs::read_to_string(root.join(format!("generated/{api}/spec.digest")));
    match digest.is_ok_and(|digest| digest.trim() == documents::digest(&spec)) {
        true => Ok(()),
        false => Err(format!("{name} changed: run cargo xtask codegen")),
    }
}
