//! Fails the build if generated/ is older than specs/. Writes the names of the `.sql` files' statements.

#[path = "build/documents.rs"]
mod documents;
#[path = "build/statements.rs"]
mod statements;

use std::path::Path;
use std::process::exit;
use std::{env, fs, io};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rerun-if-changed=specs");
    println!("cargo::rerun-if-changed=generated");
    let root = Path::new(&root);
    let errors = faults(root).unwrap_or_else(|error| vec![format!("specs/: {error}")]);
    let errors = match statements::write(root) {
        Err(error) if errors.is_empty() => vec![format!("the names of statements: {error}")],
        _ => errors,
    };
    errors.iter().for_each(|error| println!("cargo::error={error}"));
    if !errors.is_empty() {
        exit(1);
    }
}

fn faults(root: &Path) -> io::Result<Vec<String>> {
    let mut faults = documents::misplaced_files(root)?;
    let apis = documents::apis(&root.join("specs"))?;
    faults.extend(apis.iter().find_map(|api| compare(root, api).err()));
    Ok(faults)
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
