//! The build step's gate: a generated/ that is stale against specs/ does not compile.

#[path = "build/documents.rs"]
mod documents;

use std::path::Path;
use std::process::exit;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rerun-if-changed=specs");
    println!("cargo::rerun-if-changed=generated");
    match documents::strangers(&Path::new(&root).join("specs")) {
        Ok(strangers) => strangers.iter().for_each(|stranger| println!("cargo::error={stranger}")),
        Err(error) => println!("cargo::error=specs/: {error}"),
    }
    for api in documents::APIS {
        if let Err(stale) = compare(Path::new(&root), api) {
            println!("cargo::error={stale}");
            exit(1);
        }
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
