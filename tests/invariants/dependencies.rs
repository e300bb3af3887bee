//! The allowed dependencies between crates, compared with the manifests.

use std::env;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::ROOT;
use super::sql_files::files;

/// Allowed dependencies by a crate's folder; the first matching row applies. `*` is any name, `{api}` the same name on
/// both sides, and `src` the root crate. Dev-dependencies are not checked.
const ARROWS: [(&str, &str); 17] = [
    ("bench", "* */* */*/*"),
    (
        "src",
        "handlers/* generated/*/server generated/*/types generated/*/reasons runtime domain/* providers/* base/*",
    ),
    (
        "handlers/{api}",
        "generated/{api}/server generated/{api}/types generated/{api}/reasons runtime domain/* providers/* base/*",
    ),
    // A domain crate may also use the domain crates that `DOMAIN` allows.
    ("domain/idempotency", "base/* runtime"),
    ("domain/*", "generated/*/types generated/*/reasons providers/* base/*"),
    ("providers/valkey", "base/* runtime"),
    ("providers/*", "base/*"),
    ("base/*", "base/*"),
    ("generated/{api}/server", "generated/{api}/types generated/{api}/reasons runtime"),
    ("generated/{api}/reasons", "runtime"),
    ("generated/{api}/client", "generated/{api}/types client-core"),
    ("generated/{api}/types", ""),
    ("runtime", "base/cache base/fair-queue base/telemetry base/values"),
    ("client-core", ""),
    ("codegen", ""),
    ("xtask", "codegen"),
    // Crates that only tests need.
    ("tests/*", ""),
];

/// Allowed dependencies between domain crates. They are transitive.
const DOMAIN: [(&str, &str); 20] = [
    ("alerts", "audit"),
    ("audit", ""),
    ("content", "files stores"),
    ("site-bundle", "content"),
    ("site-conversion", ""),
    ("schema", "files"),
    ("customers", "commerce"),
    ("commerce", "audit designs inbox outbox"),
    ("designs", "design-renderer files idempotency stores"),
    ("outbox", "files stores"),
    ("people", "audit idempotency outbox"),
    ("conversations", "idempotency inbox stores"),
    ("design-renderer", ""),
    ("event-streams", ""),
    ("events", ""),
    ("files", "audit"),
    ("idempotency", ""),
    ("inbox", "event-streams"),
    ("stores", "alerts events"),
    ("webhooks", "stores"),
];

/// Folders that group crates by kind and are not part of a crate's name.
const KINDS: [&str; 6] = ["base", "domain", "generated", "handlers", "providers", "tests"];

#[test]
fn crates_use_only_allowed_crates() {
    for krate in crates() {
        assert!(allowed(&krate.folder).is_some(), "{} has no row", krate.folder);
        for used in &krate.uses {
            assert!(may_use(&krate.folder, used), "{} may not use {used}", krate.folder);
        }
    }
}

#[test]
fn forbidden_dependencies_are_refused() {
    for (folder, used) in [
        ("runtime", "base/db"),
        ("generated/storefront/server", "generated/rest-v1/types"),
        ("handlers/storefront", "handlers/rest-v1"),
        ("domain/commerce", "generated/storefront/server"),
        ("domain/designs", "domain/commerce"),
        ("base/db", "providers/payments"),
        ("src", "generated/storefront/client"),
        ("a/new/folder", "runtime"),
    ] {
        assert!(!may_use(folder, used), "{folder} may use {used}");
    }
}

/// A second crate with a `default-run` would make `cargo run` refuse to choose.
#[test]
fn cargo_run_starts_the_server() {
    let crates = crates().into_iter();
    let chosen: Vec<_> =
        crates.filter_map(|krate| Some((krate.folder, krate.default_run?))).collect();
    assert_eq!(chosen, [("src".to_owned(), "stoa".to_owned())]);
}

#[test]
fn a_crate_is_named_after_its_folder() {
    for krate in crates() {
        let words = match krate.folder.as_str() {
            "src" => vec![],
            // Cargo's convention fixes this name.
            "xtask" => continue,
            folder => folder.split('/').filter(|word| !KINDS.contains(word)).collect(),
        };
        assert_eq!(krate.name, [&["stoa"], words.as_slice()].concat().join("-"));
    }
}

/// Support for a type is a cargo feature of the Postgres driver. If a crate other than `base/db` enabled one, every
/// crate would have it in a build of the workspace. A crate built alone would lack it.
#[test]
fn postgres_type_features_are_enabled_in_one_place() {
    let faults: Vec<String> = crates()
        .into_iter()
        .filter(|krate| krate.folder != "base/db" && !krate.postgres_types.is_empty())
        .map(|krate| format!("{} asks for {:?} by itself", krate.folder, krate.postgres_types))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A command parses its arguments, calls a domain function, and prints: `src/` has no `.sql` file and no line that
/// sends a statement.
#[test]
fn the_command_holds_no_sql() {
    assert!(files(&["src"], "sql").is_empty());
    for (path, text) in files(&["src"], "rs") {
        let line = text.lines().find(|line| is_sql(line));
        assert_eq!(line, None, "{}", path.display());
    }
}

/// Whether a line of code sends a statement.
fn is_sql(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    // `.query()` without arguments belongs to a URL, and a call's to a request.
    let code = code.replace(".query()", "").replace("call.query(", "");
    [".sql\"", ".query", ".simple_query", ".batch_execute", ".prepare", ".execute(", "\"select "]
        .iter()
        .any(|word| code.contains(word))
}

struct Crate {
    name: String,
    folder: String,
    /// Folders of the workspace's crates among its dependencies.
    uses: Vec<String>,
    /// Features of the Postgres driver that the crate enables.
    postgres_types: Vec<String>,
    /// The binary in the manifest's `default-run`.
    default_run: Option<String>,
}

fn may_use(folder: &str, used: &str) -> bool {
    allowed(folder).is_some_and(|patterns| patterns.iter().any(|pattern| fits(pattern, used)))
}

/// Patterns of the crates that the crate in this folder may use, or `None` if the folder has no row.
fn allowed(folder: &str) -> Option<Vec<String>> {
    let (_, patterns) = ARROWS.iter().find(|(row, _)| fits(&row.replace("{api}", "*"), folder))?;
    let name = folder.split('/').nth(1).unwrap_or_default();
    let mut allowed: Vec<String> =
        patterns.split_whitespace().map(|pattern| pattern.replace("{api}", name)).collect();
    if folder.starts_with("domain/") {
        allowed.extend(below(name)?.iter().map(|noun| format!("domain/{noun}")));
    }
    Some(allowed)
}

/// The domain crates that this one may use, transitively, or `None` if this one has no row.
fn below(noun: &str) -> Option<Vec<&'static str>> {
    let (_, next) = DOMAIN.iter().find(|(other, _)| *other == noun)?;
    let mut found = Vec::new();
    for noun in next.split_whitespace() {
        found.push(noun);
        found.extend(below(noun)?);
    }
    Some(found)
}

fn fits(pattern: &str, folder: &str) -> bool {
    let (pattern, folder): (Vec<_>, Vec<_>) =
        (pattern.split('/').collect(), folder.split('/').collect());
    pattern.len() == folder.len()
        && pattern.iter().zip(folder).all(|(word, name)| *word == "*" || *word == name)
}

/// cargo does not build the unit tests of a crate with `test = false`, nor its documentation's with `doctest = false`.
#[test]
fn no_test_is_turned_off() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap().iter();
    for target in packages.flat_map(|package| package["targets"].as_array().unwrap()) {
        let path = Path::new(target["src_path"].as_str().unwrap());
        let (is_library, is_generated) =
            (path.ends_with("src/lib.rs"), path.starts_with(format!("{ROOT}/generated")));
        if !is_library || is_generated {
            continue;
        }
        let sources = files(&[path.parent().unwrap().to_str().unwrap()], "rs");
        let has = |mark: &str| sources.values().any(|text| text.contains(mark));
        assert!(target["test"] == true || !has("#[cfg(test)]"), "{path:?} has unit tests");
        assert!(target["doctest"] == true || !has("/ ```\n"), "{path:?} has examples");
    }
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn crates() -> Vec<Crate> {
    metadata()["packages"].as_array().unwrap().iter().map(read).collect()
}

fn read(package: &Value) -> Crate {
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let dependencies = package["dependencies"].as_array().unwrap().iter();
    let driver = dependencies.clone().filter(|used| used["name"] == "tokio-postgres");
    let features = driver.flat_map(|used| used["features"].as_array().unwrap());
    let uses = dependencies.filter(|dependency| dependency["kind"] != "dev");
    Crate {
        name: package["name"].as_str().unwrap().to_owned(),
        postgres_types: features.map(|name| name.as_str().unwrap().to_owned()).collect(),
        folder: folder(manifest.parent().unwrap()),
        default_run: package["default_run"].as_str().map(str::to_owned),
        uses: uses.filter_map(|used| Some(folder(Path::new(used["path"].as_str()?)))).collect(),
    }
}

fn folder(path: &Path) -> String {
    let folder = path.strip_prefix(ROOT).unwrap().to_str().unwrap();
    if folder.is_empty() { "src".to_owned() } else { folder.to_owned() }
}
