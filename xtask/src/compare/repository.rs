//! Reads documents of other revisions from Git's history, so no copies are needed.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, bail, ensure};

/// Whether the sources are a Git checkout. They are not if they come from an archive, for example.
pub fn is_checkout(root: &Path) -> anyhow::Result<bool> {
    if !root.join(".git").exists() {
        return Ok(false);
    }
    let answer = git(root, &["rev-parse", "--git-dir"])?;
    ensure!(answer.status.success(), "git cannot read this checkout: {}", error_line(&answer));
    Ok(true)
}

/// The hash of a revision.
pub fn resolve(root: &Path, revision: &str) -> anyhow::Result<String> {
    let commit = format!("{revision}^{{commit}}");
    let found = git(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
    if found.status.success() {
        return Ok(text(&found.stdout).trim().to_owned());
    }
    let shallow = git(root, &["rev-parse", "--is-shallow-repository"])?;
    if text(&shallow.stdout).trim() == "true" {
        bail!("this clone is shallow and has no `{revision}`: run git fetch --unshallow");
    }
    bail!("`{revision}` is no revision of this repository")
}

/// Returns the text of a file at a commit, or `None` if the commit does not have the file.
pub fn show(root: &Path, hash: &str, path: &str) -> anyhow::Result<Option<String>> {
    let listed = git(root, &["ls-tree", "--name-only", hash, "--", path])?;
    if listed.status.success() && listed.stdout.is_empty() {
        return Ok(None);
    }
    let shown = git(root, &["show", &format!("{hash}:{path}")])?;
    ensure!(shown.status.success(), "git cannot show {hash}:{path}: {}", error_line(&shown));
    let shown = String::from_utf8(shown.stdout);
    shown.map(Some).with_context(|| format!("{hash}:{path} is not UTF-8"))
}

/// Returns the names of the APIs at a commit, by the same rule as those in specs/.
pub fn apis(root: &Path, hash: &str) -> anyhow::Result<Vec<String>> {
    let found =
        git(root, &["grep", "--name-only", "-e", "^openapi:", hash, "--", ":(glob)specs/*.yaml"])?;
    // Git grep fails without a message if it finds nothing.
    ensure!(found.status.success() || found.stderr.is_empty(), "git grep: {}", error_line(&found));
    let prefix = format!("{hash}:specs/");
    let found = text(&found.stdout);
    let names = found.lines().filter_map(|line| line.strip_prefix(&prefix)?.strip_suffix(".yaml"));
    Ok(names.map(str::to_owned).collect())
}

fn git(root: &Path, arguments: &[&str]) -> anyhow::Result<Output> {
    let git = Command::new("git").arg("-C").arg(root).args(arguments).output();
    git.context("git cannot be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The first line of Git's error output.
fn error_line(answer: &Output) -> String {
    text(&answer.stderr).lines().next().unwrap_or("it does not say why").to_owned()
}
