//! `specs/CHANGES.md`: the intended breaking changes, in a section for each version of a document.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use stoa_codegen::compare::Version;
use stoa_codegen::compare::finding::Finding;
use stoa_codegen::compare::rules::RULES;

pub const FILE: &str = "specs/CHANGES.md";

/// The section of one version of a document.
pub struct Section {
    pub line: usize,
    pub api: String,
    pub version: Version,
    pub entries: Vec<Entry>,
}

/// One intended breaking change.
pub struct Entry {
    pub line: usize,
    rule: String,
    /// A JSON pointer, or an operationId.
    place: String,
}

impl Entry {
    pub fn covers(&self, finding: &Finding) -> bool {
        let of_operation = finding.operation.as_ref() == Some(&self.place);
        self.rule == finding.rule && (of_operation || self.place == finding.pointer)
    }
}

/// The line of specs/CHANGES.md that declares this finding as intended. `why` is a placeholder for the reason.
pub fn line_for(finding: &Finding) -> String {
    format!("- `{}` at `{}`: why", finding.rule, finding.pointer)
}

pub fn read(root: &Path) -> anyhow::Result<Vec<Section>> {
    let text = fs::read_to_string(root.join(FILE)).with_context(|| FILE.to_owned())?;
    let mut sections: Vec<Section> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = || format!("{FILE}:{}", index + 1);
        if let Some(heading) = line.strip_prefix("## ") {
            sections.push(section(heading, index + 1).with_context(place)?);
        } else if let (Some(section), true) = (sections.last_mut(), line.starts_with("- ")) {
            section.entries.push(entry(line, index + 1).with_context(place)?);
        }
    }
    Ok(sections)
}

fn section(heading: &str, line: usize) -> anyhow::Result<Section> {
    let (api, version) =
        heading.split_once(' ').context("write the document and its version, `rest-v1 2.0.0`")?;
    Ok(Section { line, api: api.to_owned(), version: version.parse()?, entries: Vec::new() })
}

fn entry(line: &str, number: usize) -> anyhow::Result<Entry> {
    let parts: Vec<&str> = line.splitn(5, '`').collect();
    let &["- ", rule, " at ", place, why] = parts.as_slice() else {
        bail!("write it as - `rule` at `pointer or operationId`: why");
    };
    if why.trim_start_matches(':').trim().is_empty() {
        bail!("say why, behind a colon");
    }
    let mut names = RULES
        .iter()
        .flat_map(|rule| rule.directions().iter().map(|direction| rule.name(*direction)));
    if !names.any(|name| name == rule) {
        bail!("there is no rule `{rule}`: cargo xtask compare --rules lists them");
    }
    let place = place.trim_start_matches('#').to_owned();
    Ok(Entry { line: number, rule: rule.to_owned(), place })
}
