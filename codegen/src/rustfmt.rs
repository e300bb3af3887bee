//! Formats generated sources with rustfmt.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::tree::Tree;

/// Returns the configuration that `cargo fmt` uses for files in this folder, unless it is the user's own.
pub fn rustfmt_config(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let names = ["rustfmt.toml", ".rustfmt.toml"];
    let configs = folder.ancestors().flat_map(|parent| names.map(|name| parent.join(name)));
    configs.into_iter().find(|config| config.exists())
}

/// Formats these source files of a tree in one run of rustfmt.
pub fn format(tree: &mut Tree, sources: &[String], config: Option<&Path>) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let paths: Vec<_> = sources.iter().map(|path| folder.path().join(path)).collect();
    for (path, file) in sources.iter().zip(&paths) {
        fs::create_dir_all(file.parent().context("a file without a folder")?)?;
        fs::write(file, &tree[path])?;
    }
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024", "--quiet"]);
    if let Some(config) = config {
        rustfmt.arg("--config-path").arg(config);
    }
    let output =
        rustfmt.args(&paths).output().context("rustfmt is needed: rustup component add rustfmt")?;
    if !output.status.success() {
        let folder = format!("{}/", folder.path().display());
        bail!("rustfmt refused:\n{}", String::from_utf8_lossy(&output.stderr).replace(&folder, ""));
    }
    for (path, file) in sources.iter().zip(&paths) {
        tree.insert(path.clone(), fs::read_to_string(file)?);
    }
    Ok(())
}
