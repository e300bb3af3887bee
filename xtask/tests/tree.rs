//! Code generation in a separate repository: what it writes, what it leaves alone, and the check in `build.rs`.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use xtask::codegen;

const APIS: [&str; 3] = ["first", "second", "third"];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A repository with the smallest possible documents.
fn tree() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for folder in ["specs", "base", "domain", "handlers", "providers", "src"] {
        fs::create_dir(root.path().join(folder)).unwrap();
    }
    for api in APIS {
        fs::write(spec(root.path(), api), SMALLEST).unwrap();
    }
    root
}

/// The same, with the generated files.
fn generated() -> TempDir {
    let root = tree();
    codegen::run(root.path()).unwrap();
    root
}

const SMALLEST: &str = "\
openapi: 3.1.0
info: {title: Smallest, version: 1.0.0}
servers: [{url: '{baseUrl}'}]
tags: []
paths: {}
components:
  schemas:
    ErrorResponse:
      description: An error.
      type: object
      required: [success, message]
      properties:
        success: {type: boolean, const: false}
        message: {description: What is wrong., type: string}
";

fn spec(root: &Path, api: &str) -> PathBuf {
    root.join(format!("specs/{api}.yaml"))
}

/// Adds a schema that nothing uses to one document.
fn spoil(root: &Path, api: &str) {
    fs::write(
        spec(root, api),
        format!("{SMALLEST}    Unused: {{description: Unused., type: string}}\n"),
    )
    .unwrap();
}

fn snapshot(root: &Path) -> stoa_codegen::Tree {
    stoa_codegen::tree::read(&root.join("generated")).unwrap()
}

const RERUN: &str = "cargo::rerun-if-changed=specs
cargo::rerun-if-changed=generated
cargo::rerun-if-changed=base
cargo::rerun-if-changed=domain
cargo::rerun-if-changed=handlers
cargo::rerun-if-changed=providers
cargo::rerun-if-changed=src
";

/// Compiles the repository's build script.
fn gate(folder: &Path) -> PathBuf {
    let gate = folder.join("gate");
    let rustc = Command::new("rustc")
        .args(["--edition", "2024", "-o"])
        .args([&gate, &repository().join("build.rs")])
        .status();
    assert!(rustc.unwrap().success());
    gate
}

/// Runs the build script. Returns whether it succeeds, and its lines after those of `RERUN`.
fn build(gate: &Path, root: &Path) -> (bool, String) {
    let mut gate = Command::new(gate);
    gate.env("CARGO_MANIFEST_DIR", root).env("OUT_DIR", root.join("gate.out"));
    fs::create_dir_all(root.join("gate.out")).unwrap();
    let output = gate.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), said.strip_prefix(RERUN).unwrap().to_owned())
}

fn check(root: &Path) -> Result<(), String> {
    codegen::check(root).map_err(|error| format!("{error:#}"))
}

#[test]
fn fresh_tree_passes_the_check() {
    let root = generated();
    let first = snapshot(root.path());
    assert!(first.keys().all(|path| !path.starts_with(".codegen")));
    assert_eq!(check(root.path()), Ok(()));
    codegen::run(root.path()).unwrap();
    assert_eq!(snapshot(root.path()), first);
}

#[test]
fn stale_tree_fails_the_check_and_stays() {
    let root = generated();
    let generated = root.path().join("generated/first");
    fs::write(generated.join("types/src/lib.rs"), "// by hand\n").unwrap();
    fs::write(generated.join("types/src/extra.rs"), "").unwrap();
    fs::remove_file(generated.join("client/README.md")).unwrap();
    let before = snapshot(root.path());
    let expected = "generated/ is stale: run cargo xtask codegen\n  - first/types/src/extra.rs\n  \
                    + first/client/README.md\n  ~ first/types/src/lib.rs";
    assert_eq!(check(root.path()), Err(expected.to_owned()));
    assert_eq!(snapshot(root.path()), before);
    codegen::run(root.path()).unwrap();
    assert_eq!(check(root.path()), Ok(()));
}

#[test]
fn failure_leaves_the_old_tree() {
    let root = generated();
    let before = snapshot(root.path());
    let [first, .., last] = APIS;
    let version = SMALLEST.replace("version: 1.0.0", "version: 1.0.1");
    fs::write(spec(root.path(), first), version).unwrap();
    spoil(root.path(), last);
    assert!(codegen::run(root.path()).is_err());
    assert_eq!(snapshot(root.path()), before);
}

#[test]
fn faults_of_several_documents_are_a_line_each() {
    let root = tree();
    APIS.iter().for_each(|api| spoil(root.path(), api));
    let line = |api| {
        format!("specs/{api}.yaml:15: /components/schemas/Unused: nothing uses this: remove it")
    };
    let expected: Vec<String> = APIS.iter().map(line).collect();
    assert_eq!(check(root.path()), Err(expected.join("\n")));
}

#[test]
fn stranger_in_specs_is_refused() {
    let root = generated();
    for known in ["README.md", "CHANGES.md", "releases.yaml", "site-bundle.schema.json"] {
        fs::write(root.path().join("specs").join(known), "").unwrap();
    }
    assert_eq!(check(root.path()), Ok(()));
    let mut lines = Vec::new();
    for (name, text) in [
        ("admin.json", SMALLEST),
        ("admin.yaml", "swagger: 2.0\n"),
        ("admin.yml", SMALLEST),
        ("first.yml", SMALLEST),
    ] {
        fs::write(root.path().join("specs").join(name), text).unwrap();
        let mend = "begin it with `openapi:` and name it <api>.yaml, or move it";
        lines.push(format!("specs/{name}: nothing is generated from it: {mend}"));
        assert_eq!(check(root.path()), Err(lines.join("\n")));
    }
    let errors: String = lines.iter().map(|line| format!("cargo::error={line}\n")).collect();
    assert_eq!(build(&gate(root.path()), root.path()), (false, errors));
}

#[test]
fn missing_document_is_named() {
    let root = generated();
    fs::remove_file(spec(root.path(), "second")).unwrap();
    let error =
        "generated/second: its document is gone: restore specs/second.yaml, or delete the folder";
    assert_eq!(check(root.path()), Err(error.to_owned()));
    let failed = (false, format!("cargo::error={error}\n"));
    assert_eq!(build(&gate(root.path()), root.path()), failed);
    fs::remove_dir_all(root.path().join("generated/second")).unwrap();
    assert_eq!(check(root.path()), Ok(()));
}

/// Codegen, the build script and the scripts in `.ci` find a new document without being told.
#[test]
fn new_document_is_found() {
    let root = generated();
    let gate = gate(root.path());
    fs::write(spec(root.path(), "fourth"), SMALLEST).unwrap();
    let error = "cargo::error=specs/fourth.yaml changed: run cargo xtask codegen\n";
    assert_eq!(build(&gate, root.path()), (false, error.to_owned()));

    codegen::run(root.path()).unwrap();
    assert!(root.path().join("generated/fourth/server/src/lib.rs").exists());
    assert!(build(&gate, root.path()).0);
    fs::create_dir(root.path().join(".ci")).unwrap();
    let script = root.path().join(".ci/apis");
    fs::copy(repository().join(".ci/apis"), &script).unwrap();
    for name in ["README.md", "releases.yaml"] {
        fs::write(root.path().join("specs").join(name), "").unwrap();
    }
    let listed = Command::new(&script).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let listed: Vec<&str> = listed.lines().collect();
    assert_eq!(listed, ["first", "fourth", "second", "third"]);
    assert_eq!(listed, codegen::apis(root.path()).unwrap());
}

#[test]
fn changed_spec_fails_the_build() {
    let root = generated();
    let gate = gate(root.path());
    assert_eq!(build(&gate, root.path()), (true, String::new()));

    fs::write(spec(root.path(), "first"), format!("{SMALLEST}# A comment.\n")).unwrap();
    let error = "cargo::error=specs/first.yaml changed: run cargo xtask codegen\n";
    assert_eq!(build(&gate, root.path()), (false, error.to_owned()));

    codegen::run(root.path()).unwrap();
    assert!(build(&gate, root.path()).0);
}
