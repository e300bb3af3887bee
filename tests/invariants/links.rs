//! Relative links in the Markdown pages lead to existing files.

use std::fs;
use std::path::{Path, PathBuf};

use super::ROOT;

#[test]
fn every_relative_link_leads_to_a_file() {
    let mut broken = Vec::new();
    let mut found = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            found += 1;
            let file = link.split('#').next().unwrap_or_default();
            if !page.parent().unwrap().join(file).exists() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(found > 50, "only {found} links");
    assert!(broken.is_empty(), "{broken:#?}");
}

fn pages() -> impl Iterator<Item = PathBuf> {
    let folders =
        ["", "specs", "bench", "deploy", "examples", "examples/python", "examples/typescript"]
            .map(|folder| Path::new(ROOT).join(folder));
    let files = folders.into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"))
}

/// The targets of links `[text](target)`, except those on other sites.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://"))
}
