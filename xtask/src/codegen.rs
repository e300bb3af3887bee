//! Generates the types, server and client of each API in `generated/` from `specs/*.yaml`.

#![allow(clippy::print_stdout, reason = "it says what changed")]

mod client;
pub mod document;
#[path = "../../build/documents.rs"]
mod documents;
mod files;
mod lowered;
mod manifests;
mod model;
mod read;
pub(crate) mod rust;
mod server;
mod statuses;
pub mod tree;
mod types;

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use document::Document;
pub use documents::APIS;
pub use files::Examples;
use files::Files;
pub use statuses::FAILURES;
pub use tree::Tree;

/// Generates every API and prints the changed files. Writes nothing if any document has a fault.
pub fn run(root: &Path) -> anyhow::Result<()> {
    let generated = root.join("generated");
    for (api, fresh) in generate_all(root)? {
        let changes = changes(api, &tree::read(&generated.join(api))?, &fresh);
        if changes.is_empty() {
            println!("generated/{api} is fresh");
            continue;
        }
        tree::replace(&generated, api, &fresh)?;
        changes.iter().for_each(|change| println!("{change}"));
    }
    Ok(())
}

/// Fails if `run` would change a file. Writes nothing.
pub fn check(root: &Path) -> anyhow::Result<()> {
    let mut stale = Vec::new();
    for (api, fresh) in generate_all(root)? {
        stale.extend(changes(api, &tree::read(&root.join("generated").join(api))?, &fresh));
    }
    if stale.is_empty() {
        return Ok(());
    }
    bail!("generated/ is stale: run cargo xtask codegen\n{}", stale.join("\n"))
}

/// Returns the generated files of every API. If any document has a fault, returns an error with a line for each fault.
fn generate_all(root: &Path) -> anyhow::Result<Vec<(&'static str, Tree)>> {
    let mut trees = Vec::new();
    let mut faults = documents::unlisted_documents(&root.join("specs")).context("specs/")?;
    for api in APIS {
        match generate(root, api) {
            Ok(tree) => trees.push((*api, tree)),
            Err(error) => faults.push(format!("{error:#}")),
        }
    }
    if faults.is_empty() { Ok(trees) } else { bail!("{}", faults.join("\n")) }
}

fn generate(root: &Path, api: &str) -> anyhow::Result<Tree> {
    let name = format!("specs/{api}.yaml");
    let yaml = fs::read_to_string(root.join(&name)).with_context(|| name.clone())?;
    let tree = emit(Path::new(&name), api, &yaml, &examples(root, api)?)?;
    complete(Path::new(&name), &yaml)?;
    Ok(tree)
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

/// Returns the files generated from one document; paths are relative to `generated/<api>/`.
pub fn emit(file: &Path, name: &str, yaml: &str, examples: &Examples) -> anyhow::Result<Tree> {
    let document = Document::parse(file, yaml)?;
    let api = read::read(&document, name)?;
    let mut files = Files::default();
    manifests::emit(&api, examples, &mut files);
    types::emit(&api, &mut files);
    server::emit(&api, yaml, document.json(), &mut files);
    let lowered = lowered::emit(document.json());
    let lowered = lowered.map_err(|error| {
        anyhow!("{}: {}", file.display(), document::one_line(&format!("{error:#}")))
    })?;
    files.text("server/src/openapi-3.0.json", lowered);
    client::emit(&api, examples, &mut files);
    files.text("spec.digest", format!("{}\n", documents::digest(yaml.as_bytes())));
    files.finish()
}

/// Reads a document without generating anything. Returns a fault for each violation of the dialect.
pub fn lint(file: &Path, name: &str, yaml: &str) -> Result<(), document::Faults> {
    read::read(&Document::parse(file, yaml)?, name).map(drop)
}

/// Checks that a document has everything that its readers need, such as descriptions and examples. The dialect does not
/// require these.
pub fn complete(file: &Path, yaml: &str) -> Result<(), document::Faults> {
    read::complete(&Document::parse(file, yaml)?)
}

/// Returns a line for each file that was added (`+`), removed (`-`) or changed (`~`).
fn changes(api: &str, old: &Tree, new: &Tree) -> Vec<String> {
    let gone = old.keys().filter(|path| !new.contains_key(*path));
    let gone = gone.map(|path| format!("  - {api}/{path}"));
    let fresh = new.iter().filter_map(|(path, content)| match old.get(path) {
        None => Some(format!("  + {api}/{path}")),
        Some(old) if old != content => Some(format!("  ~ {api}/{path}")),
        Some(_) => None,
    });
    gone.chain(fresh).collect()
}
