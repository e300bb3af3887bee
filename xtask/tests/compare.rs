//! `compare` in a separate checkout: versions, `specs/CHANGES.md`, releases, and problems with Git.

#![cfg(test)]

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use xtask::compare::{self, Report};

const APIS: [&str; 3] = ["first", "second", "third"];

/// The document that tests change.
const FIRST: &str = "specs/first.yaml";

const BASE: &str = include_str!("../../codegen/tests/compare/base.yaml");

/// A checkout whose first commit is the release of all documents. Every document has the text of `base.yaml`.
struct Checkout {
    folder: TempDir,
    release: String,
}

impl Checkout {
    /// Returns `None` if Git is not installed, and prints a line that says so.
    fn new() -> Option<Self> {
        if Command::new("git").arg("--version").output().is_err() {
            // A test that passes hides the output of `eprintln!`, but not that of `writeln!` to stderr.
            writeln!(io::stderr(), "SKIPPED: a comparison with a release needs git").unwrap();
            return None;
        }
        let mut checkout = Self { folder: tempfile::tempdir().unwrap(), release: String::new() };
        fs::create_dir(checkout.path("specs")).unwrap();
        for api in APIS {
            checkout.write(&format!("specs/{api}.yaml"), BASE);
        }
        checkout.write("specs/CHANGES.md", "# Breaking changes\n");
        git(checkout.folder.path(), &["init", "--quiet"]);
        checkout.release = checkout.commit();
        checkout.releases("1.0.0", &checkout.release);
        Some(checkout)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn releases(&self, version: &str, commit: &str) {
        let of_one = |api: &&str| format!("{api}:\n  - version: {version}\n    commit: {commit}\n");
        self.write("specs/releases.yaml", &APIS.iter().map(of_one).collect::<String>());
    }

    /// Changes the first document.
    fn change(&self, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(FIRST)).unwrap();
        assert!(text.contains(old), "{old}");
        self.write(FIRST, &text.replacen(old, new, 1));
    }

    fn meant(&self, sections: &str) {
        self.write("specs/CHANGES.md", &format!("# Breaking changes\n\n{sections}"));
    }

    fn commit(&self) -> String {
        git(self.folder.path(), &["add", "--all"]);
        git(self.folder.path(), &["commit", "--quiet", "--message", "x"]);
        git(self.folder.path(), &["rev-parse", "HEAD"]).trim().to_owned()
    }

    fn report(&self, base: Option<&str>) -> Report {
        compare::report(self.folder.path(), base).unwrap()
    }

    fn faults(&self) -> Vec<String> {
        self.report(None).faults
    }

    /// The error of a comparison, which must be one line.
    fn error(&self, base: Option<&str>) -> String {
        error(self.folder.path(), base)
    }
}

fn error(root: &Path, base: Option<&str>) -> String {
    let text = format!("{:#}", compare::report(root, base).unwrap_err());
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let git = Command::new("git")
        .args(["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(git.status.success(), "{}", String::from_utf8_lossy(&git.stderr));
    String::from_utf8(git.stdout).unwrap()
}

const POINTER: &str = "/components/schemas/State/enum";

#[test]
fn nothing_changed() {
    let Some(checkout) = Checkout::new() else { return };
    let report = checkout.report(None);
    assert_eq!(report.faults, [""; 0]);
    let short = &checkout.release[..8];
    let line =
        format!("first 1.0.0 against 1.0.0 ({short}): 0 breaking, 0 additions, 0 of wording");
    assert_eq!(report.lines[0], line);
    assert_eq!(report.lines.len(), APIS.len());
}

#[test]
fn what_breaks_needs_a_major_version_and_a_line() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.change("enum: [draft, shown]", "enum: [draft]");
    let line = checkout.report(None).lines.remove(0);
    let yaml = fs::read_to_string(checkout.path(FIRST)).unwrap();
    let number = yaml.lines().position(|line| line.contains("enum: [draft]")).unwrap() + 1;
    let start =
        format!("breaking  specs/first.yaml:{number}: {POINTER}: response-enum-value-removed: ");
    assert!(line.starts_with(&start), "{line}");
    let version =
        "specs/first.yaml: breaking changes need version 2.0.0: `info.version` is 1.0.0".to_owned();
    let missing = format!(
        "specs/CHANGES.md: add under `## first 2.0.0`: - `response-enum-value-removed` at `{POINTER}`: why"
    );
    assert_eq!(checkout.faults(), [version, missing.clone()]);

    checkout.change("version: 1.0.0", "version: 2.0.0");
    assert_eq!(checkout.faults(), [missing.as_str()]);
    let covered = format!("- `response-enum-value-removed` at `{POINTER}`: nobody shows it.\n");
    // The section of a released version does not cover new changes.
    checkout.meant(&format!("## first 1.0.0\n\n{covered}"));
    assert_eq!(checkout.faults(), [missing]);
    checkout.meant(&format!("## first 2.0.0\n\n{covered}"));
    assert_eq!(checkout.faults(), [""; 0]);
    checkout.meant(&format!("## first 2.0.0\n\n{}", covered.replace("`/", "`#/")));
    assert_eq!(checkout.faults(), [""; 0]);

    let stale = "- `operation-removed` at `getThing`: it was never called.\n";
    checkout.meant(&format!("## first 2.0.0\n\n{covered}{stale}"));
    assert_eq!(checkout.faults(), ["specs/CHANGES.md:6: nothing needs this line: remove it"]);
    checkout.meant(&format!("## first 3.0.0\n\n{covered}"));
    let section = "specs/CHANGES.md:3: first has no version 3.0.0: name the one that it has";
    assert_eq!(checkout.faults(), [section]);
}

#[test]
fn a_line_may_name_an_operation() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.change("version: 1.0.0", "version: 2.1.0");
    let not_found = "        '404':\n          $ref: '#/components/responses/Invalid'\n    delete:";
    checkout.change(not_found, "    delete:");
    assert_eq!(checkout.faults().len(), 1);
    checkout.meant("## first 2.1.0\n\n- `status-removed` at `getThing`: all are there.\n");
    assert_eq!(checkout.faults(), [""; 0]);
}

#[test]
fn an_addition_needs_a_minor_version() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.change("enum: [draft, shown]", "enum: [draft, shown, hidden]");
    let fault = "specs/first.yaml: additions need version 1.1.0: `info.version` is 1.0.0";
    assert_eq!(checkout.faults(), [fault]);
    checkout.change("version: 1.0.0", "version: 1.1.0");
    assert_eq!(checkout.faults(), [""; 0]);
    checkout.change("version: 1.1.0", "version: 2.0.0");
    assert_eq!(checkout.faults(), [""; 0]);
}

#[test]
fn wording_needs_nothing() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.change("What clients hold", "What clients have");
    assert_eq!(checkout.faults(), [""; 0]);
    checkout.change("version: 1.0.0", "version: 0.9.0");
    let fault = "specs/first.yaml: it was version 1.0.0: `info.version` is 0.9.0";
    assert_eq!(checkout.faults(), [fault]);
}

/// The next version counts from the last release, even in a comparison with an unreleased revision.
#[test]
fn against_a_revision() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.change("enum: [draft, shown]", "enum: [draft]");
    checkout.change("version: 1.0.0", "version: 2.0.0");
    checkout
        .meant(&format!("## first 2.0.0\n\n- `response-enum-value-removed` at `{POINTER}`: so.\n"));
    checkout.commit();
    checkout.change("enum: [newest, oldest]", "enum: [newest]");
    let report = checkout.report(Some("HEAD"));
    assert!(report.lines[0].contains("request-enum-value-removed"), "{:?}", report.lines);
    let line = "- `request-enum-value-removed` at `/components/schemas/Sort/enum`: why";
    assert_eq!(report.faults, [format!("specs/CHANGES.md: add under `## first 2.0.0`: {line}")]);
}

#[test]
fn documents_come_and_go() {
    let Some(checkout) = Checkout::new() else { return };
    let last = "specs/third.yaml";
    fs::remove_file(checkout.path(FIRST)).unwrap();
    let report = checkout.report(None);
    let short = &checkout.release[..8];
    let gone = format!("breaking  {short}:{FIRST}:1: /: document-removed: a whole API is gone");
    assert_eq!(report.lines[0], gone);
    assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
    // Of a document that was never released, only the revision knows.
    checkout.write("specs/releases.yaml", "{}\n");
    let since = checkout.report(Some("HEAD"));
    assert_eq!((since.lines[0].as_str(), since.faults.len()), (gone.as_str(), 0));
    checkout.releases("1.0.0", &checkout.release);
    checkout.meant("## first 2.0.0\n\n- `document-removed` at `/`: nobody calls it.\n");
    assert_eq!(checkout.faults(), [""; 0]);

    checkout.write(FIRST, BASE);
    fs::remove_file(checkout.path(last)).unwrap();
    let before = checkout.commit();
    checkout.write(last, BASE);
    let lines = checkout.report(Some(&before)).lines;
    assert_eq!(lines[2], format!("addition  {last}:1: /: document-added: an API is new"));
}

#[test]
fn what_was_never_released_breaks_nobody() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.write("specs/releases.yaml", "{}\n");
    checkout.change("enum: [draft, shown]", "enum: [draft]");
    let report = checkout.report(None);
    assert_eq!(report.faults, [""; 0]);
    assert_eq!(report.lines[0], "first: no release yet");

    let report = checkout.report(Some(&checkout.release));
    assert_eq!(report.faults, [""; 0]);
    assert!(report.lines[0].starts_with("breaking "), "{}", report.lines[0]);
}

#[test]
fn a_fixed_version_stays() {
    let Some(mut checkout) = Checkout::new() else { return };
    checkout.change("version: 1.0.0", "version: 1.0.0\n  x-fixed-version: true");
    checkout.release = checkout.commit();
    checkout.releases("1.0.0", &checkout.release);
    checkout.change("enum: [draft, shown]", "enum: [draft, shown, gone]");
    assert_eq!(checkout.faults(), [""; 0]);

    checkout.change("version: 1.0.0", "version: 1.1.0");
    let stays = format!("{FIRST}: `info.version` must stay 1.0.0 (`x-fixed-version`)");
    assert_eq!(checkout.faults(), [stays.as_str()]);

    checkout.change("enum: [draft, shown, gone]", "enum: [draft]");
    let broken =
        format!("{FIRST}: take the breaking changes back: 1.0.0 is fixed (`x-fixed-version`)");
    assert_eq!(checkout.faults(), [stays, broken]);
}

#[test]
fn what_git_cannot_give() {
    let Some(checkout) = Checkout::new() else { return };
    for revision in ["nowhere", "--help", ""] {
        let text = format!("`{revision}` is no revision of this repository");
        assert_eq!(checkout.error(Some(revision)), text);
    }
    checkout.releases("1.0.0", &"a".repeat(40));
    let text = format!("first: `{}` is no revision of this repository", "a".repeat(40));
    assert_eq!(checkout.error(None), text);

    checkout.releases("1.0.0", &checkout.release);
    checkout.commit();
    let clones = tempfile::tempdir().unwrap();
    let url = format!("file://{}", checkout.folder.path().display());
    git(clones.path(), &["clone", "--quiet", "--depth", "1", &url, "shallow"]);
    let text = format!(
        "first: this clone is shallow and has no `{}`: run git fetch --unshallow",
        checkout.release
    );
    assert_eq!(error(&clones.path().join("shallow"), None), text);

    fs::write(clones.path().join(".git"), "junk").unwrap();
    assert!(error(clones.path(), None).starts_with("git cannot read this checkout: "));
}

#[test]
fn an_archive_is_skipped() {
    let Some(checkout) = Checkout::new() else { return };
    fs::remove_dir_all(checkout.path(".git")).unwrap();
    let report = checkout.report(None);
    assert_eq!(report.faults, [""; 0]);
    assert_eq!(
        report.lines,
        ["skipped: this is no git checkout, so there is no release to compare with"]
    );
    let text = "this is no git checkout: there is no revision to compare with";
    assert_eq!(checkout.error(Some("HEAD")), text);
}

/// A document that cannot be read is not taken as removed.
#[test]
fn an_unreadable_document_is_a_fault() {
    let Some(checkout) = Checkout::new() else { return };
    fs::write(checkout.path(FIRST), b"\xff").unwrap();
    let error = checkout.error(None);
    assert!(error.starts_with("first: specs/first.yaml: "), "{error}");
}

#[test]
fn broken_files_say_where() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.releases("1.1.0", &checkout.release);
    let fault = "specs/releases.yaml: first 1.1.0: at that commit it is 1.0.0";
    assert_eq!(checkout.faults()[0], fault);

    for (text, expected) in [
        ("[", "specs/releases.yaml:2: /: not YAML"),
        ("x: [{version: 1}]", "specs/releases.yaml:1: add `version`, a string such as 1.0.0"),
        ("x: [{version: one}]", "specs/releases.yaml:1: `one` is no version such as 1.0.0"),
        ("x: [{version: 1.0.0}]", "specs/releases.yaml:1: add `commit`, the hash"),
        (
            "x: [{version: 1.0.0, commit: main}]",
            "specs/releases.yaml:1: `commit` must be the whole hash",
        ),
    ] {
        checkout.write("specs/releases.yaml", text);
        let error = checkout.error(None);
        assert!(error.starts_with(expected), "{error}");
    }
    let older = format!(
        "first:\n  - {{version: 1.1.0, commit: {0}}}\n  - {{version: 1.0.0, commit: {0}}}\n",
        checkout.release
    );
    checkout.write("specs/releases.yaml", &older);
    assert_eq!(checkout.error(None), "specs/releases.yaml:3: the newest release must be last");

    checkout.releases("1.0.0", &checkout.release);
    for (text, expected) in [
        ("## nothing\n", "specs/CHANGES.md:3: write the document and its version, `rest-v1 2.0.0`"),
        ("## other 1.0.0\n", "specs/CHANGES.md:3: there is no document `other`"),
        ("## rest-v1 two\n", "specs/CHANGES.md:3: `two` is no version such as 1.0.0"),
        (
            "## rest-v1 2.0.0\n- it breaks\n",
            "specs/CHANGES.md:4: write it as - `rule` at `pointer or operationId`: why",
        ),
        (
            "## rest-v1 2.0.0\n- `status-removed` at `x`:\n",
            "specs/CHANGES.md:4: say why, behind a colon",
        ),
        (
            "## rest-v1 2.0.0\n- `status-gone` at `x`: so\n",
            "specs/CHANGES.md:4: there is no rule `status-gone`: cargo xtask compare --rules lists them",
        ),
    ] {
        checkout.meant(text);
        assert_eq!(checkout.error(None), expected);
    }

    checkout.meant("");
    checkout.change("openapi: 3.1.0", "openapi: [");
    let error = checkout.error(None);
    assert!(error.starts_with("first: specs/first.yaml:"), "{error}");
    let broken = checkout.commit();
    checkout.change("openapi: [", "openapi: 3.1.0");
    let error = checkout.error(Some(&broken));
    assert!(error.starts_with(&format!("first: {}:specs/first.yaml:", &broken[..8])), "{error}");
}
