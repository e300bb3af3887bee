//! The command `stoa-codegen` in an empty folder: what it writes, what it refuses and how it ends.

#![cfg(test)]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Runs the command in a folder. Returns whether it succeeded, and what it printed.
fn run(folder: &TempDir, arguments: &str) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stoa-codegen"))
        .args(arguments.split_whitespace())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(printed).unwrap())
}

fn edit(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(old), "{old}");
    fs::write(path, text.replace(old, new)).unwrap();
}

/// Only the error body uses this schema, no operation.
#[test]
fn a_schema_of_the_error_body_is_a_type() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "new api");
    let hint = "        hint: {$ref: '#/components/schemas/Hint'}\n    Hint:\n      type: object\n      \
                description: A hint.\n      properties:\n        text: {type: string, description: It.}\n";
    let detail = "        detail: {type: string, description: What is wrong.}\n";
    edit(&folder.path().join("api.yaml"), detail, &format!("{detail}{hint}"));
    let (done, printed) = run(&folder, "generate api.yaml --out generated");
    assert!(done, "{printed}");
    let types = folder.path().join("generated/api/types/src/shared.rs");
    assert!(fs::read_to_string(types).unwrap().contains("pub struct Hint {"));
}

#[test]
fn the_starter_generates() {
    let folder = tempfile::tempdir().unwrap();
    let (done, printed) = run(&folder, "new pet-store");
    assert!(done && printed.contains("stoa-codegen generate pet-store.yaml"), "{printed}");
    let (done, printed) = run(&folder, "new pet-store");
    assert!(!done && printed.contains("pet-store.yaml exists already"), "{printed}");
    let (done, printed) = run(&folder, "new PetStore");
    assert!(!done && printed.starts_with("`PetStore` is no name for crates"), "{printed}");

    let checked = run(&folder, "check pet-store.yaml");
    assert_eq!(checked, (true, "pet-store.yaml has no faults\n".to_owned()));
    let generate = "generate pet-store.yaml --out generated --prefix acme --license MIT";
    let (done, printed) = run(&folder, generate);
    assert!(done && printed.contains("  + pet-store/server/src/items.rs\n"), "{printed}");
    let again = run(&folder, &format!("{generate} --check"));
    assert_eq!(again, (true, "generated/pet-store is up to date\n".to_owned()));

    let generated = folder.path().join("generated/pet-store");
    let manifest = fs::read_to_string(generated.join("client/Cargo.toml")).unwrap();
    for line in ["name = \"acme-pet-store-client\"", "license = \"MIT\""] {
        assert!(manifest.contains(line), "{manifest}");
    }
    // Only the libraries and the command may be called so.
    for path in ["client/Cargo.toml", "client/README.md", "client/src/client.rs", "types/README.md"]
    {
        let text = fs::read_to_string(generated.join(path)).unwrap();
        let ours = ["stoa-client-core", "stoa_client_core", "stoa-codegen generate"];
        let rest = ours.iter().fold(text, |text, ours| text.replace(ours, ""));
        assert!(!rest.to_lowercase().contains("stoa"), "{path}: {rest}");
    }
}

#[test]
fn a_changed_document_is_stale() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "new shop");
    run(&folder, "generate shop.yaml --out generated");
    edit(
        &folder.path().join("shop.yaml"),
        "description: Creates an item.",
        "description: Adds one.",
    );
    let (done, printed) = run(&folder, "generate shop.yaml --out generated --check");
    assert!(!done && printed.contains("generated is stale"), "{printed}");
    assert!(printed.contains("  ~ shop/server/src/items.rs"), "{printed}");
}

/// `generate` replaces only folders that it generated.
#[test]
fn other_files_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "new shop");
    let precious = folder.path().join("src/shop/precious.rs");
    fs::create_dir_all(precious.parent().unwrap()).unwrap();
    fs::write(&precious, "fn main() {}").unwrap();
    let (done, printed) = run(&folder, "generate shop.yaml --out src");
    assert!(!done && printed.contains("contains files that were not generated"), "{printed}");
    assert!(precious.exists());

    run(&folder, "generate shop.yaml --out generated");
    let precious = folder.path().join("generated/shop/.git/HEAD");
    fs::create_dir_all(precious.parent().unwrap()).unwrap();
    fs::write(&precious, "").unwrap();
    let (done, printed) = run(&folder, "generate shop.yaml --out generated");
    assert!(!done && printed.contains("contains files that were not generated"), "{printed}");
    assert!(precious.exists());
}

#[test]
fn names_that_crates_cannot_have() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "new shop");
    fs::create_dir(folder.path().join("other")).unwrap();
    fs::copy(folder.path().join("shop.yaml"), folder.path().join("other/shop.yaml")).unwrap();
    for (arguments, fault) in [
        ("shop.yaml --prefix 1a", "`1a` is no name for crates"),
        ("shop.yaml --crate-version 1", "`1` is no version"),
        ("shop.yaml other/shop.yaml", "other/shop.yaml: another document has this name"),
    ] {
        let (done, printed) = run(&folder, &format!("generate {arguments} --out generated"));
        assert!(!done && printed.contains(fault), "{printed}");
    }
}

#[test]
fn faults_of_all_documents_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "two"] {
        run(&folder, &format!("new {name}"));
        let path = folder.path().join(format!("{name}.yaml"));
        edit(&path, "operationId: getItem", "operationId: createItem");
        edit(&path, "description: Returns one item.", "description: ''");
    }
    let (done, printed) = run(&folder, "generate one.yaml two.yaml missing.yaml --out generated");
    assert!(!done && !folder.path().join("generated").exists());
    for document in ["one", "two"] {
        let faults = printed.lines().filter(|line| line.starts_with(&format!("{document}.yaml:")));
        assert_eq!(faults.count(), 2, "{printed}");
    }
    assert!(printed.contains("missing.yaml: No such file"), "{printed}");
}

#[test]
fn compare_fails_without_a_new_version() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "new old");
    run(&folder, "new new");
    let new = folder.path().join("new.yaml");
    edit(&new, "title: \"new\"", "title: \"old\"");
    edit(&new, "new.yaml", "old.yaml");
    assert!(run(&folder, "compare old.yaml new.yaml").0);
    edit(&new, "/items/{id}:", "/things/{id}:");
    let (done, printed) = run(&folder, "compare old.yaml new.yaml");
    assert!(!done && printed.contains("breaking"), "{printed}");
    assert!(printed.contains("breaking changes need `info.version` 2.0.0"), "{printed}");
    edit(&new, "version: 1.0.0", "version: 2.0.0");
    assert!(run(&folder, "compare old.yaml new.yaml").0);
    let (done, printed) = run(&folder, "compare --rules");
    assert!(done && printed.contains("operation-removed"), "{printed}");
}

#[test]
fn roles_are_required() {
    let folder = tempfile::tempdir().unwrap();
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused/base.yaml");
    let path = folder.path().join("base.yaml");
    fs::copy(base, &path).unwrap();
    // One operation accepts a call without a credential, one inherits the document's `security`, and one has a role.
    edit(&path, "tags:\n  - name", "security:\n  - key: []\ntags:\n  - name");
    edit(
        &path,
        "summary: Stream\n      security: []",
        "summary: Stream\n      security: [{}, {key: []}]",
    );
    edit(&path, "summary: Take bytes\n      security: []", "summary: Take bytes");
    edit(
        &path,
        "summary: Send a form\n      security: []",
        "summary: Send a form\n      security: [{key: [a]}]",
    );
    let faults = |arguments: &str| {
        let (done, printed) = run(&folder, arguments);
        assert!(!done);
        let faults = printed.lines().filter_map(|line| line.split_once(": with --require-roles, "));
        faults.map(|(place, fix)| format!("{place}: {fix}\n")).collect::<String>()
    };
    const FAULTS: &str = "\
base.yaml:8: /security/0/key: an operation that needs a credential needs a role: write `key: [the_role]`
base.yaml:26: /paths/~1things~1{id}/get/security/0/key: an operation that needs a credential needs a role: write `key: [the_role]`
base.yaml:27: /paths/~1things~1{id}/get/security/1/cookie: an operation that needs a credential needs a role: write `cookie: [the_role]`
base.yaml:178: /paths/~1events/get/security/0: a credential is not optional: remove `{}` and list roles, or write `security: []`
base.yaml:260: /paths/~1sites~1{siteId}~1words/get/security/0/key: an operation that needs a credential needs a role: write `key: [the_role]`
";
    assert_eq!(faults("check base.yaml"), "");
    assert_eq!(faults("check base.yaml --require-roles"), FAULTS);
    assert_eq!(faults("generate base.yaml --out generated --require-roles"), FAULTS);
    edit(&path, "tags:\n  - name", "x-requires-roles: true\ntags:\n  - name");
    let printed = run(&folder, "check base.yaml").1;
    for fault in FAULTS.lines().map(|line| line.split_once(" a").unwrap().1) {
        assert!(printed.contains(&format!(": with x-requires-roles, a{fault}\n")), "{printed}");
    }
}

/// An operation may accept callers without a role if it says so.
#[test]
fn an_operation_without_roles_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.yaml");
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused/base.yaml");
    let faults = |requires: &str, exempts: &str, security: &str| {
        fs::copy(&base, &path).unwrap();
        edit(&path, "tags:\n  - name", &format!("{requires}tags:\n  - name"));
        let operation =
            format!("summary: Send a form\n      {exempts}\n      security: {security}");
        edit(&path, "summary: Send a form\n      security: []", &operation);
        let (_, printed) = run(&folder, "check base.yaml");
        let of_form = printed.lines().filter(|line| line.contains("files/post/x-requires-roles"));
        of_form.map(|line| line.rsplit_once("/post/").unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    const REQUIRES: &str = "x-requires-roles: true\n";
    let exempt = "x-requires-roles: false";
    let of_key = |advice: &str| vec![format!("x-requires-roles: {advice}")];
    assert_eq!(faults(REQUIRES, exempt, "[{key: []}]"), [""; 0]);
    assert_eq!(
        faults(REQUIRES, exempt, "[{key: [a]}]"),
        of_key("remove it, or the roles of the operation")
    );
    assert_eq!(
        faults(REQUIRES, exempt, "[]"),
        of_key("remove it: the operation accepts a caller without a credential")
    );
    assert_eq!(
        faults("", exempt, "[{key: []}]"),
        of_key("remove it: the document has no `x-requires-roles: true`")
    );
    assert_eq!(
        faults(REQUIRES, "x-requires-roles: true", "[{key: []}]"),
        of_key("an operation may only state `false`, which allows a caller without a role")
    );
}
