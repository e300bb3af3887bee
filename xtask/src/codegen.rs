//! Generates the types, server and client of each API in `generated/` from `specs/*.yaml`.

#![allow(clippy::print_stdout, reason = "it says what changed")]

#[path = "../../build/documents.rs"]
mod documents;

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use stoa_codegen::{Examples, Package, Tree, emit, rustfmt_config, tree};

/// The licences that every published crate includes.
const LICENSES: [(&str, &str); 2] = [
    ("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
];

/// The manifest that contains the version of client-core, the types and the clients.
const CLIENT_CORE: &str = include_str!("../../client-core/Cargo.toml");

/// Generates every API and prints the changed files. Writes nothing if any document has a fault.
pub fn run(root: &Path) -> anyhow::Result<()> {
    let generated = root.join("generated");
    for (api, fresh) in generate_all(root)? {
        let changes = tree::changes(&api, &tree::read(&generated.join(&api))?, &fresh);
        if changes.is_empty() {
            println!("generated/{api} is fresh");
            continue;
        }
        tree::replace(&generated, &api, &fresh)?;
        changes.iter().for_each(|change| println!("{change}"));
    }
    Ok(())
}

/// Fails if `run` would change a file. Writes nothing.
pub fn check(root: &Path) -> anyhow::Result<()> {
    let mut stale = Vec::new();
    for (api, fresh) in generate_all(root)? {
        let old = tree::read(&root.join("generated").join(&api))?;
        stale.extend(tree::changes(&api, &old, &fresh));
    }
    if stale.is_empty() {
        return Ok(());
    }
    bail!("generated/ is stale: run cargo xtask codegen\n{}", stale.join("\n"))
}

/// The names of the APIs, sorted: the documents in specs/.
pub fn apis(root: &Path) -> anyhow::Result<Vec<String>> {
    documents::apis(&root.join("specs")).context("specs/")
}

/// Returns the generated files of every API. If any document has a fault, returns an error with a line for each fault.
fn generate_all(root: &Path) -> anyhow::Result<Vec<(String, Tree)>> {
    let mut trees = Vec::new();
    let mut faults = documents::misplaced_files(root).context("specs/")?;
    for api in apis(root)? {
        match generate(root, &api) {
            Ok(tree) => trees.push((api, tree)),
            Err(error) => faults.push(format!("{error:#}")),
        }
    }
    if faults.is_empty() { Ok(trees) } else { bail!("{}", faults.join("\n")) }
}

fn generate(root: &Path, api: &str) -> anyhow::Result<Tree> {
    let name = format!("specs/{api}.yaml");
    let yaml = fs::read_to_string(root.join(&name)).with_context(|| name.clone())?;
    let mut tree = emit(&package(root, api)?, &yaml, &examples(root, api)?)?;
    tree.insert("spec.digest".to_owned(), format!("{}\n", documents::digest(yaml.as_bytes())));
    Ok(tree)
}

/// The package of an API of Stoa. The version of a document is independent of the version of its crates: a document can
/// change without the crates, and the crates without a document.
fn package(root: &Path, api: &str) -> anyhow::Result<Package> {
    let version = CLIENT_CORE.lines().find_map(|line| line.strip_prefix("version = "));
    let version = version.context("client-core/Cargo.toml: add `version`")?.trim_matches('"');
    Ok(Package {
        name: format!("stoa-{api}"),
        version: version.to_owned(),
        license: Some("MIT OR Apache-2.0".to_owned()),
        license_files: LICENSES.map(|(name, text)| (name.to_owned(), text.to_owned())).into(),
        keywords: vec!["stoa".to_owned()],
        document: format!("specs/{api}.yaml"),
        command: "cargo xtask codegen".to_owned(),
        folder: format!("../stoa/generated/{api}"),
        libraries: Some("../../..".to_owned()),
        rustfmt_config: rustfmt_config(root),
        requires_complete: true,
        ..Package::new(api)
    })
}

/// Returns the examples of an API's client by name: `<api>`, and any `<api>-<something>`.
fn examples(root: &Path, api: &str) -> anyhow::Result<Examples> {
    let mut examples = Examples::new();
    let Ok(folder) = fs::read_dir(root.join("specs/examples")) else { return Ok(examples) };
    for entry in folder {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let rest = name.strip_prefix(api);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-')) {
            examples.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(examples)
}
