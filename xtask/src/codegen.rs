//! The build step: specs/*.yaml become generated/: types, server and client of each API.

mod client;
mod document;
#[path = "../../build/documents.rs"]
mod documents;
mod files;
mod manifests;
mod model;
mod read;
mod rust;
mod server;
mod types;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use document::Document;
use documents::APIS;
use files::Files;

/// Generates every API; prints what changed.
pub fn run(root: &Path) -> anyhow::Result<()> {
    for api in APIS {
        let folder = root.join("generated").join(api);
        let fresh = generate(root, api)?;
        let changes = changes(&files::read_tree(&folder)?, &fresh);
        if changes.is_empty() {
            println!("generated/{api} is fresh");
            continue;
        }
        replace(&folder, &fresh)?;
        changes.iter().for_each(|change| println!("{change}"));
    }
    Ok(())
}

/// Changes nothing, and fails if `run` would change anything.
pub fn check(root: &Path) -> anyhow::Result<()> {
    let mut stale = Vec::new();
    for api in APIS {
        let folder = root.join("generated").join(api);
        stale.extend(changes(&files::read_tree(&folder)?, &generate(root, api)?));
    }
    if stale.is_empty() {
        return Ok(());
    }
    bail!("generated/ is stale: run cargo xtask codegen\n{}", stale.join("\n"))
}

/// One API's tree: paths within generated/<api>/ and contents.
pub fn generate(root: &Path, api: &str) -> anyhow::Result<BTreeMap<String, String>> {
    let name = format!("specs/{api}.yaml");
    let yaml = fs::read_to_string(root.join(&name)).with_context(|| name.clone())?;
    let example = fs::read_to_string(root.join(format!("specs/examples/{api}.rs"))).ok();
    emit(Path::new(&name), api, &yaml, example.as_deref())
}

/// The tree of one document.
pub fn emit(
    file: &Path,
    name: &str,
    yaml: &str,
    example: Option<&str>,
) -> anyhow::Result<BTreeMap<String, String>> {
    let document = Document::parse(file, yaml)?;
    let api = read::read(&document, name)?;
    let mut files = Files::default();
    manifests::emit(&api, &mut files);
    types::emit(&api, &mut files);
    server::emit(&api, yaml, document.json(), &mut files);
    client::emit(&api, example, &mut files);
    files.text("spec.digest", format!("{}\n", documents::digest(yaml.as_bytes())));
    files.finish()
}

/// What differs, a line for each file.
fn changes(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Vec<String> {
    let gone = old.keys().filter(|path| !new.contains_key(*path)).map(|path| format!("  - {path}"));
    let fresh = new.iter().filter_map(|(path, content)| match old.get(path) {
        None => Some(format!("  + {path}")),
        Some(old) if old != content => Some(format!("  ~ {path}")),
        Some(_) => None,
    });
    gone.chain(fresh).collect()
}

/// Writes the tree beside the old one and then takes its place, so that a failure leaves the old.
fn replace(folder: &Path, files: &BTreeMap<String, String>) -> anyhow::Result<()> {
    let fresh = folder.with_extension("new");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    for (path, content) in files {
        let path = fresh.join(path);
        fs::create_dir_all(path.parent().context("a file without a folder")?)?;
        fs::write(path, content)?;
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::rename(&fresh, folder).with_context(|| folder.display().to_string())
}
