//! `specs/releases.yaml`: the released versions of each document, and their commits.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use stoa_codegen::compare::Version;
use stoa_codegen::compare::located::{Located, Side};
use stoa_codegen::document::Document;

pub const FILE: &str = "specs/releases.yaml";

#[derive(Debug, Clone)]
pub struct Release {
    pub version: Version,
    pub commit: String,
}

/// The last release of each document.
pub fn read(root: &Path) -> anyhow::Result<BTreeMap<String, Release>> {
    let text = fs::read_to_string(root.join(FILE)).with_context(|| FILE.to_owned())?;
    let document = Document::parse(Path::new(FILE), &text)?;
    document.without_faults(Ok(()))?;
    let mut last = BTreeMap::new();
    for (api, list) in Located::root(Side::New, &document).entries() {
        let mut newest: Option<Release> = None;
        for item in list.items() {
            let place = format!("{FILE}:{}", document.line(&item.pointer));
            let release = release(&item).context(place.clone())?;
            let follows = newest.is_none_or(|before| before.version < release.version);
            ensure!(follows, "{place}: the newest release must be last");
            newest = Some(release);
        }
        last.extend(newest.map(|release| (api.to_owned(), release)));
    }
    Ok(last)
}

fn release(item: &Located<'_>) -> anyhow::Result<Release> {
    let version = item.text("version").context("add `version`, a string such as 1.0.0")?.parse()?;
    let commit = item.text("commit").context(
        "add `commit`, the hash of the commit that contains it, quoted if it is all digits",
    )?;
    let is_hash = commit.len() == 40 && commit.chars().all(|char| char.is_ascii_hexdigit());
    ensure!(is_hash, "`commit` must be the whole hash, 40 digits");
    Ok(Release { version, commit: commit.to_owned() })
}
