//! Checks that a document's version and `specs/CHANGES.md` account for the document's changes.

use super::changes::{self, Section};
use stoa_codegen::compare::Version;
use stoa_codegen::compare::finding::Finding;
use stoa_codegen::compare::rules::Class;

/// The changes of one document, and the version and sections that must account for them.
pub struct Verdict<'a> {
    pub api: &'a str,
    /// The version to compare `new` with: the released version, or the version of the compared revision if that is
    /// lower.
    pub old: Version,
    /// The version of the new document; `None` if the document was removed.
    pub new: Option<Version>,
    /// Whether the old or the new document has `x-fixed-version`.
    pub is_fixed: bool,
    pub findings: &'a [Finding],
    pub sections: &'a [Section],
    /// Whether to report lines of `specs/CHANGES.md` that no change needs. Only a comparison with a release contains
    /// all changes that these lines may be about.
    pub reports_stale: bool,
}

impl Verdict<'_> {
    /// A line for each fault: what is missing, wrong or superfluous.
    pub fn faults(&self) -> Vec<String> {
        match self.is_fixed {
            true => [self.fixed(), self.stale()].concat(),
            false => [self.version(), self.missing(), self.stale()].concat(),
        }
    }

    fn fixed(&self) -> Vec<String> {
        let (api, old) = (self.api, self.old);
        let mut faults = Vec::new();
        if self.new.is_some_and(|new| new != old) {
            faults.push(format!(
                "specs/{api}.yaml: `info.version` must stay {old} (`x-fixed-version`)"
            ));
        }
        if self.worst() == Some(Class::Breaking) {
            faults.push(format!("specs/{api}.yaml: take the breaking changes back: {old} is fixed (`x-fixed-version`)"));
        }
        faults
    }

    fn version(&self) -> Vec<String> {
        let Some(new) = self.new else { return Vec::new() };
        let (api, old) = (self.api, self.old);
        let (needed, what) = match self.worst() {
            Some(Class::Breaking) => (old.next_major(), "breaking changes need"),
            Some(Class::Addition) => (old.next_minor(), "additions need"),
            _ => (old, "it was"),
        };
        match new < needed {
            true => {
                vec![format!("specs/{api}.yaml: {what} version {needed}: `info.version` is {new}")]
            }
            false => Vec::new(),
        }
    }

    fn worst(&self) -> Option<Class> {
        self.findings.iter().map(|finding| finding.class).min()
    }

    /// The version whose section must list the breaking changes.
    fn next(&self) -> Version {
        let named = self.new.filter(|new| new.major > self.old.major);
        named.unwrap_or(self.old.next_major())
    }

    fn missing(&self) -> Vec<String> {
        let entries: Vec<_> = self.open().flat_map(|section| &section.entries).collect();
        let breaking = self.findings.iter().filter(|finding| finding.class == Class::Breaking);
        let missing = breaking.filter(|finding| !entries.iter().any(|entry| entry.covers(finding)));
        let lines = missing.map(|finding| {
            let line = changes::line_for(finding);
            format!("{}: add under `## {} {}`: {line}", changes::FILE, self.api, self.next())
        });
        lines.collect()
    }

    fn stale(&self) -> Vec<String> {
        if !self.reports_stale {
            return Vec::new();
        }
        let mut stale = Vec::new();
        for section in self.open() {
            if self.new.is_some_and(|new| new != section.version) {
                let (line, version) = (section.line, section.version);
                let text = format!("{} has no version {version}", self.api);
                stale.push(format!("{}:{line}: {text}: name the one that it has", changes::FILE));
            }
            let covers = |entry: &&changes::Entry| {
                self.findings
                    .iter()
                    .any(|finding| finding.class == Class::Breaking && entry.covers(finding))
            };
            for entry in section.entries.iter().filter(|entry| !covers(entry)) {
                let line = entry.line;
                stale.push(format!("{}:{line}: nothing needs this line: remove it", changes::FILE));
            }
        }
        stale
    }

    /// The sections of versions that are not released yet.
    fn open(&self) -> impl Iterator<Item = &Section> {
        let sections = self.sections.iter().filter(|section| section.api == self.api);
        sections.filter(|section| section.version > self.old)
    }
}
