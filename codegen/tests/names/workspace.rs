//! A workspace of generated crates, which a test compiles.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use stoa_codegen::{self as codegen, Examples, Package};

/// The workspace with this name. An earlier run may have written it.
pub fn workspace(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Writes the generated crates of a document to a folder in the workspace.
pub fn generate(workspace: &Path, name: &str, document: &str) {
    let libraries = Some(format!("{}/..", env!("CARGO_MANIFEST_DIR")));
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let package = Package { version, libraries, ..Package::new(name) };
    let tree = codegen::emit(&package, document, &Examples::new());
    for (path, content) in tree.unwrap_or_else(|error| panic!("{name}: {error:#}")) {
        write(&workspace.join(name).join(path), &content);
    }
}

/// Runs cargo in a workspace with these members. Returns its errors.
pub fn cargo(workspace: &Path, members: &str, arguments: &str) -> String {
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n");
    write(&workspace.join("Cargo.toml"), &manifest);
    // With the versions in the lock file, nothing is downloaded.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, workspace.join("Cargo.lock")).unwrap();
    let output = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(arguments.split(' '))
        .args(["--offline", "--quiet", "--message-format", "short"])
        .current_dir(workspace)
        // All workspaces share one folder, because they have the same dependencies.
        .env("CARGO_TARGET_DIR", workspace.with_file_name("target"))
        // Hard names cause warnings about style.
        .env("RUSTFLAGS", "-Awarnings")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .output()
        .unwrap();
    match output.status.success() {
        true => String::new(),
        false => String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Writes a file only if its content is new. An unchanged file keeps its time, so cargo does not compile it again.
pub fn write(path: &Path, content: &str) {
    let is_there = fs::read_to_string(path).is_ok_and(|old| old == content);
    if !is_there {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}
