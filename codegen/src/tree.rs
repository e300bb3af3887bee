//! A generated tree on disk: reading and replacing it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;

/// Generated files: contents by path.
pub type Tree = BTreeMap<String, String>;

/// Reads a tree from disk. A missing folder is an empty tree.
pub fn read(root: &Path) -> anyhow::Result<Tree> {
    let mut found = Tree::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
                let content = fs::read(&path).with_context(|| path.display().to_string())?;
                found.insert(name, String::from_utf8_lossy(&content).into_owned());
            }
        }
    }
    Ok(found)
}

/// Writes the new tree next to the old one, and then replaces the old one. If writing fails, the old tree stays in
/// place.
pub fn replace(generated: &Path, api: &str, tree: &Tree) -> anyhow::Result<()> {
    // This folder is deeper than the workspace's members (`generated/*/*`), so cargo takes nothing in it for a member
    // if a run fails.
    let aside = generated.join(".codegen");
    if aside.exists() {
        fs::remove_dir_all(&aside)?;
    }
    let (fresh, old) = (aside.join("new").join(api), aside.join("old").join(api));
    for (path, content) in tree {
        let path = fresh.join(path);
        fs::create_dir_all(path.parent().context("a file without a folder")?)?;
        fs::write(&path, content).with_context(|| path.display().to_string())?;
    }
    let place = generated.join(api);
    if place.exists() {
        fs::create_dir_all(aside.join("old"))?;
        fs::rename(&place, &old)?;
    }
    fs::rename(&fresh, &place).with_context(|| place.display().to_string())?;
    fs::remove_dir_all(&aside).with_context(|| aside.display().to_string())
}

/// Returns a line for each file that was added (`+`), removed (`-`) or changed (`~`).
pub fn changes(api: &str, old: &Tree, new: &Tree) -> Vec<String> {
    let gone = old.keys().filter(|path| !new.contains_key(*path));
    let gone = gone.map(|path| format!("  - {api}/{path}"));
    let fresh = new.iter().filter_map(|(path, content)| match old.get(path) {
        None => Some(format!("  + {api}/{path}")),
        Some(old) if old != content => Some(format!("  ~ {api}/{path}")),
        Some(_) => None,
    });
    gone.chain(fresh).collect()
}
