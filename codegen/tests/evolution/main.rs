//! The effect of additions to a document on existing code. This is the table in the clients' READMEs, row by row.
//!
//! A program that was written for the older document runs against a server of the newer document. It also compiles with
//! the newer client. It then prints the same, and one event that only the newer client knows.

#![cfg(test)]

mod server;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use stoa_codegen::compare;
use stoa_codegen::compare::rules::Class;
use stoa_codegen::document::Document;
use stoa_codegen::{self as codegen, Examples, Package};

const DOCUMENT: &str = include_str!("document.yaml");
const PROGRAM: &str = include_str!("program.rs");

/// The program's output with the older client.
const EXPECTED: &str = "\
a property and a value: mug is of another size, immense
a status: getThing GET /things/{id}: 410 Thing was given away (attempt 1), which is something else
a property of requests: {'name':'mug','note':'of tin'}
parts of a form: name='title', name='file'; filename='a.png'
mug was created
mug is gone
";

/// The lines that only the newer document has end with `# new`, and those that only the older one has with `# old`.
fn older() -> String {
    without("# new\n")
}

fn newer() -> String {
    without("# old\n")
}

fn without(mark: &str) -> String {
    DOCUMENT.split_inclusive('\n').filter(|line| !line.ends_with(mark)).collect()
}

#[test]
fn additions_are_additions() {
    let parse = |yaml: String| Document::parse(Path::new("evolving.yaml"), &yaml).unwrap();
    let found = compare::compare(&parse(older()), &parse(newer()));
    let mut rules: Vec<_> = found.iter().map(|finding| finding.rule.as_str()).collect();
    assert!(found.iter().all(|finding| finding.class == Class::Addition), "{rules:?}");
    rules.sort();
    rules.dedup();
    assert_eq!(
        rules,
        [
            "failure-status-added",
            "operation-added",
            "parameter-added",
            "request-property-added",
            "request-property-optional",
            "response-enum-value-added",
            "response-event-added",
            "response-mapping-added",
            "response-property-added",
        ]
    );
}

#[test]
fn a_program_of_before_runs_and_compiles() {
    let workspace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evolution");
    write(
        &workspace.join("Cargo.toml"),
        "[workspace]\nresolver = \"3\"\nmembers = [\"*er\", \"*er/types\", \"*er/client\"]\n",
    );
    add(&workspace, "older", &older());
    add(&workspace, "newer", &newer());
    // With the versions in the lock file, nothing is downloaded.
    fs::copy(folder("../Cargo.lock"), workspace.join("Cargo.lock")).unwrap();
    let mut build = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    build.args(["build", "--offline", "--quiet"]).current_dir(&workspace);
    // The folder and the flags of the other workspaces of tests, because they have the same dependencies.
    let target = workspace.with_file_name("target");
    build.env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", "-Awarnings");
    output_of(build.env("CARGO_PROFILE_DEV_DEBUG", "false"));

    let program = |name| Command::new(target.join("debug").join(name));
    assert_eq!(output_of(program("older").arg(server::start())), EXPECTED);
    // The newer client knows the event that the older one skips.
    let known = EXPECTED.replace("mug is gone", "something else happened\nmug is gone");
    assert_eq!(output_of(program("newer").arg(server::start())), known);
}

/// Adds the client of a document to the workspace, and a package with the program that uses this client.
fn add(workspace: &Path, name: &str, document: &str) {
    let libraries = Some(folder("..").display().to_string());
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let package = Package { version, libraries, ..Package::new(name) };
    let tree = codegen::emit(&package, document, &Examples::new());
    for (path, content) in tree.unwrap() {
        write(&workspace.join(name).join(path), &content);
    }
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n\
         [dependencies]\n\
         evolving-client = {{ package = \"{name}-client\", path = \"client\" }}\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n"
    );
    write(&workspace.join(name).join("Cargo.toml"), &manifest);
    write(&workspace.join(name).join("src/main.rs"), PROGRAM);
}

fn output_of(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Writes a file only if its content is new. An unchanged file keeps its time, so cargo does not compile it again.
fn write(path: &Path, content: &str) {
    let is_there = fs::read_to_string(path).is_ok_and(|old| old == content);
    if !is_there {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}
