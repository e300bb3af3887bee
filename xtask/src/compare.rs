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
    if !repository::is_checkout(root)? {
        ensure!(base.is_none(), "this is no git checkout: there is no revision to compare with");
        let line = "skipped: this is no git checkout, so there is no release to compare with";
        return Ok(Report { lines: vec![line.to_owned()], faults: Vec::new() });
    }
    let (releases, sections) = (releases::read(root)?, changes::read(root)?);
    // A document that is gone was released, or is in the revision.
    let mut apis: BTreeSet<String> = codegen::apis(root)?.into_iter().collect();
    apis.extend(releases.keys().cloned());
    if let Some(base) = base {
        apis.extend(repository::apis(root, &repository::resolve(root, base)?)?);
    }
    if let Some(section) = sections.iter().find(|section| !apis.contains(&section.api)) {
        bail!("{}:{}: there is no document `{}`", changes::FILE, section.line, section.api);
    }
    let mut report = Report::default();
    for api in &apis {
        report_document(root, api, base, releases.get(api), &sections, &mut report)
            .with_context(|| api.clone())?;
    }
    Ok(report)
}

/// Compares a document with a revision, or else with its last release.
fn report_document(
    root: &Path,
    api: &str,
    base: Option<&str>,
    release: Option<&Release>,
    sections: &[Section],
    report: &mut Report,
) -> anyhow::Result<()> {
    let Some(revision) = base.or(release.map(|release| release.commit.as_str())) else {
        report.lines.push(format!("{api}: no release yet"));
        return Ok(());
    };
    let hash = repository::resolve(root, revision)?;
    let path = format!("specs/{api}.yaml");
    let old_name = format!("{}:{path}", &hash[..8]);
    let Some(old_text) = repository::show(root, &hash, &path)? else {
        ensure!(base.is_some(), "{}: `{path}` is not at {hash}", releases::FILE);
        let (class, name) = (Class::Addition.name(), Rule::DocumentAdded.name(None));
        report.lines.push(format!("{class}  {path}:1: /: {name}: {}", Rule::DocumentAdded.about()));
        return Ok(());
    };
    let old = parse(&old_name, &old_text)?;
    let old_version = Version::of(&old).context(old_name.clone())?;
    let new = match fs::read_to_string(root.join(&path)) {
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
    // A document without a release keeps version 1.0.0 whatever changes, so there is no verdict.
    let Some(release) = release else { return Ok(()) };
    if base.is_none() && release.version != old_version {
        let (file, version) = (releases::FILE, release.version);
        report.faults.push(format!("{file}: {api} {version}: at that commit it is {old_version}"));
    }
    let verdict = Verdict {
        api,
        old: old_version.min(release.version),
        new: new_version,
        is_fixed: is_fixed(&old) || new.as_ref().is_some_and(is_fixed),
        findings: &findings,
        sections,
        reports_stale: base.is_none(),
    };
    report.faults.extend(verdict.faults());
    Ok(())
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
