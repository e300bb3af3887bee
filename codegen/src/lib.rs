//! Turns an OpenAPI document into Rust crates: the types, the reasons for refusals, the server's traits and routes, and
//! the client. Compares two versions of a document.
//!
//! The modules import one another in one direction, which `tests/direction.rs` checks: [`document`] is YAML with the
//! line of each value and the faults found in it; `read` checks a document by the dialect and makes the `model` of it;
//! `types`, `server` and `client` write the model as Rust, with `rust`, `code` and `files`. `lowered` writes the document
//! as OpenAPI 3.0. [`compare`] needs only documents, and names of the model.

mod client;
mod code;
pub mod compare;
pub mod document;
mod files;
mod lowered;
mod manifests;
mod model;
mod package;
mod read;
mod reasons;
mod rust;
mod rustfmt;
mod server;
mod statuses;
pub mod tree;
mod types;

use std::path::Path;

use document::{Document, Faults};
pub use files::Examples;
use files::Files;
use model::Api;
pub use package::Package;
pub use rustfmt::rustfmt_config;
pub use statuses::FAILURES;
pub use tree::Tree;

/// Returns the files generated from one document; paths are relative to the API's folder.
pub fn emit(package: &Package, yaml: &str, examples: &Examples) -> anyhow::Result<Tree> {
    let document = parse(package, yaml)?;
    write(&document, read(&document, package)?, yaml, examples)
}

/// Reads a document without generating anything. Returns a fault for each violation of the dialect.
pub fn lint(package: &Package, yaml: &str) -> Result<(), Faults> {
    read(&parse(package, yaml)?, package).map(drop)
}

/// Checks that a document has everything that its readers need, such as descriptions and examples. The dialect does not
/// require these.
pub fn complete(file: &Path, yaml: &str) -> Result<(), Faults> {
    let document = Document::parse(file, yaml)?;
    read::complete(&document);
    document.without_faults(Ok(()))
}

fn parse(package: &Package, yaml: &str) -> Result<Document, Faults> {
    Document::parse(Path::new(&package.document), yaml)
}

/// Reads a document, and lowers it to OpenAPI 3.0. On failure, returns all faults, also those of the YAML.
fn read(document: &Document, package: &Package) -> Result<(Api, String), Faults> {
    let api = read::read(document, package);
    let lowered = lowered::emit(document);
    if package.requires_complete {
        // This comes last, because it skips values with faults.
        read::complete(document);
    }
    document.without_faults(api.and_then(|api| Ok((api, lowered?))))
}

fn write(
    document: &Document,
    (api, lowered): (Api, String),
    yaml: &str,
    examples: &Examples,
) -> anyhow::Result<Tree> {
    let mut files = Files::default();
    manifests::emit(&api, examples, &mut files);
    types::emit(&api, &mut files);
    reasons::emit(&api, &mut files);
    server::emit(&api, yaml, document.json(), &mut files);
    files.text("server/src/openapi-3.0.json", lowered);
    client::emit(&api, examples, &mut files);
    files.finish(api.package.rustfmt_config.as_deref())
}
