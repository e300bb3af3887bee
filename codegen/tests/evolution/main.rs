//! The effect of additions to a document on existing code. This is the table in the clients' READMEs, row by row.
//!
//! A program that was written for the older document runs against a server of the newer document. It also compiles with
//! the newer client. It then prints the same, and one event that only the newer client knows.

#![cfg(test)]

mod server;
#[path = "../names/workspace.rs"]
mod workspaces;

use std::path::Path;
use std::process::{Command, Output};

use stoa_codegen::compare;
use stoa_codegen::compare::rules::Class;
use stoa_codegen::document::Document;
use workspaces::{cargo, generate, workspace, write};

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
            "event-added",
            "failure-status-added",
            "operation-added",
            "parameter-added",
            "request-property-added",
            "request-property-optional",
            "response-enum-value-added",
            "response-mapping-added",
            "response-property-added",
        ]
    );
}

#[test]
fn a_program_of_before_runs_and_compiles() {
    let workspace = workspace("evolution");
    add(&workspace, "older", &older());
    add(&workspace, "newer", &newer());
    let members = "\"*er\", \"*er/types\", \"*er/client\"";
    assert_eq!(cargo(&workspace, members, "build"), "");

    let target = workspace.with_file_name("target");
    let program = |name| Command::new(target.join("debug").join(name));
    assert_eq!(output_of(program("older").arg(server::start())), EXPECTED);
    // The newer client knows the event that the older one skips.
    let known = EXPECTED.replace("mug is gone", "something else happened\nmug is gone");
    assert_eq!(output_of(program("newer").arg(server::start())), known);
}

/// Adds the client of a document to the workspace, and a package with the program that uses this client.
fn add(workspace: &Path, name: &str, document: &str) {
    generate(workspace, name, document);
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
