//! Compares each document with another revision or with its last release. Reports what the changes mean for clients,
//! and whether the version and `specs/CHANGES.md` account for them.

#![allow(clippy::print_stdout, reason = "it says what changed")]

mod changes;
mod releases;
mod repository;
mod verdict;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use stoa_codegen::compare::finding::Finding;
use stoa_codegen::compare::located::Side;
use stoa_codegen::compare::rules::{self, Class, Rule};
use stoa_codegen::compare::{Version, compare, counts};
use stoa_codegen::document::Document;

use self::changes::Section;
use self::releases::Release;
use self::repository::Repository;
use self::verdict::Verdict;
use crate::codegen;

/// Compares the documents with a revision's documents, or with their last releases, and prints the differences.
pub fn run(root: &Path, base: Option<&str>) -> anyhow::Result<()> {
    let report = report(root, base)?;
    report.lines.iter().for_each(|line| println!("{line}"));
    if report.faults.is_empty() { Ok(()) } else { bail!("{}", report.faults.join("\n")) }
}

/// Prints every rule and its meaning for clients.
pub fn print_rules() {
    rules::table().iter().for_each(|line| println!("{line}"));
}

/// A line for each change, and a line for each fault. The comparison passes only without faults.
#[derive(Debug, Default)]
pub struct Report {
    pub lines: Vec<String>,
    pub faults: Vec<String>,
}

pub fn report(root: &Path, base: Option<&str>) -> anyhow::Result<Report> {
    let Some(repository) = Repository::open(root)? else {
        ensure!(base.is_none(), "this is no git checkout: there is no revision to compare with");
        let line = "skipped: this is no git checkout, so there is no release to compare with";
        return Ok(Report { lines: vec![line.to_owned()], faults: Vec::new() });
    };
    let (releases, sections) = (releases::read(root)?, changes::read(root)?);
    // A document that is gone was released, or is in the revision.
    let mut apis: BTreeSet<String> = codegen::apis(root)?.into_iter().collect();
    apis.extend(releases.iter().map(|(api, _)| api.clone()));
    if let Some(base) = base {
        apis.extend(repository.apis(&repository.resolve(base)?)?);
    }
    if let Some(section) = sections.iter().find(|section| !apis.contains(&section.api)) {
        bail!("{}:{}: there is no document `{}`", changes::FILE, section.line, section.api);
    }
    let mut report = Report::default();
    for api in &apis {
        let release = releases.iter().find(|(name, _)| name == api).map(|(_, release)| release);
        let one = DocumentComparison { root, repository: &repository, api, base, release };
        one.report(&sections, &mut report).with_context(|| api.clone())?;
    }
    Ok(report)
}

/// One document, and the revision or release that it is compared with.
struct DocumentComparison<'a> {
    root: &'a Path,
    repository: &'a Repository<'a>,
    api: &'a str,
    base: Option<&'a str>,
    release: Option<&'a Release>,
}

impl DocumentComparison<'_> {
    fn report(&self, sections: &[Section], report: &mut Report) -> anyhow::Result<()> {
        let api = self.api;
        let Some(revision) = self.base.or(self.release.map(|release| release.commit.as_str()))
        else {
            report.lines.push(format!("{api}: no release yet"));
            return Ok(());
        };
        let hash = self.repository.resolve(revision)?;
        let path = format!("specs/{api}.yaml");
        let old_name = format!("{}:{path}", &hash[..8]);
        let Some(old_text) = self.repository.show(&hash, &path)? else {
            ensure!(self.base.is_some(), "{}: `{path}` is not at {hash}", releases::FILE);
            let (class, name) = (Class::Addition.name(), Rule::DocumentAdded.name(None));
            report
                .lines
                .push(format!("{class}  {path}:1: /: {name}: {}", Rule::DocumentAdded.about()));
            return Ok(());
        };
        let old = parse(&old_name, &old_text)?;
        let old_version = Version::of(&old).context(old_name.clone())?;
        let new = match fs::read_to_string(self.root.join(&path)) {
            Ok(text) => Some(parse(&path, &text)?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).context(path),
        };
        let new_version = new.as_ref().map(Version::of).transpose().context(path.clone())?;
        let findings = match &new {
            Some(new) => compare(&old, new),
            None => vec![removed()],
        };
        let lines = findings.iter().map(|finding| finding.line_of_report(&path, &old_name));
        report.lines.extend(lines);
        let now = new_version.map_or("gone".to_owned(), |version| version.to_string());
        let counts = counts(&findings);
        report.lines.push(format!("{api} {now} against {old_version} ({}): {counts}", &hash[..8]));
        report.faults.extend(self.wrong_release(old_version));
        // A document without a release keeps version 1.0.0 whatever changes, so there is no verdict.
        let Some(release) = self.release else { return Ok(()) };
        let verdict = Verdict {
            api,
            old: old_version.min(release.version),
            new: new_version,
            is_fixed: is_fixed(&old) || new.as_ref().is_some_and(is_fixed),
            findings: &findings,
            sections,
            reports_stale: self.base.is_none(),
        };
        report.faults.extend(verdict.faults());
        Ok(())
    }

    /// Returns a fault if the release's commit has another version of the document than `specs/releases.yaml` says.
    fn wrong_release(&self, version: Version) -> Option<String> {
        let release =
            self.release.filter(|release| self.base.is_none() && release.version != version)?;
        let (file, api) = (releases::FILE, self.api);
        Some(format!("{file}: {api} {}: at that commit it is {version}", release.version))
    }
}

/// Parses a document. Does not check the dialect, because an old document may use an older one.
fn parse(name: &str, text: &str) -> anyhow::Result<Document> {
    let document = Document::parse(Path::new(name), text)?;
    document.without_faults(Ok(()))?;
    Ok(document)
}

fn is_fixed(document: &Document) -> bool {
    document.json().pointer("/info/x-fixed-version").is_some_and(|fixed| fixed == true)
}

/// The finding for a document that no longer exists.
fn removed() -> Finding {
    Finding {
        class: Class::Breaking,
        rule: Rule::DocumentRemoved.name(None),
        side: Side::Old,
        line: 1,
        pointer: "/".to_owned(),
        operation: None,
        text: Rule::DocumentRemoved.about().to_owned(),
    }
}
