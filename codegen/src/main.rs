//! The command `stoa-codegen`.

#![allow(clippy::print_stderr, reason = "a command answers on its terminal")]

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::{Args, Parser};
use stoa_codegen::compare::rules::Class;
use stoa_codegen::compare::{self, Version};
use stoa_codegen::document::Document;
use stoa_codegen::{Examples, Package, Tree, emit, lint, rustfmt_config, tree};

/// Writes a line to stdout. Ignores a failure, because the reader, such as `head`, may have closed the pipe.
macro_rules! say {
    ($($line:tt)*) => { _ = writeln!(io::stdout(), $($line)*) };
}

/// The document that `new` writes. `{name}` and `{title}` stand for the name of the API.
const STARTER: &str = include_str!("../templates/new.yaml");

/// Turn an OpenAPI document into a typed server, a client and their types; check and compare documents.
#[derive(Parser)]
#[command(version)]
enum Task {
    /// Generate the crates of each document: DIR/NAME/types, DIR/NAME/server and DIR/NAME/client
    ///
    /// NAME is the name of the document without its extension. The command replaces what it generated before, and
    /// prints the files that changed.
    Generate(Generate),
    /// Print what is wrong with documents, a line for each fault, and generate nothing
    Check {
        #[arg(required = true, value_name = "SPEC")]
        specs: Vec<PathBuf>,
        /// Refuse an operation whose `security` accepts a caller without a role; `security: []` is allowed
        #[arg(long)]
        require_roles: bool,
    },
    /// Say what the changes of a document mean for clients: breaking, addition or wording
    ///
    /// The command fails if `info.version` does not account for the changes: a breaking change needs a higher major
    /// version, an addition a higher minor version.
    Compare {
        /// The document of the existing clients
        #[arg(required_unless_present = "rules")]
        old: Option<PathBuf>,
        /// The changed document
        #[arg(required_unless_present = "rules")]
        new: Option<PathBuf>,
        /// List the rules, and what each means for clients
        #[arg(long, conflicts_with_all = ["old", "new"])]
        rules: bool,
    },
    /// Write NAME.yaml, a small document with comments to start from
    New {
        /// Name of the API, and of the file: a lower case letter, then lower case letters, digits and hyphens
        name: String,
    },
}

#[derive(Args)]
struct Generate {
    /// OpenAPI 3.1 documents, YAML or JSON
    #[arg(required = true, value_name = "SPEC")]
    specs: Vec<PathBuf>,
    /// The folder of the generated crates
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Prefix of the crates' names: acme gives acme-NAME-client
    #[arg(long)]
    prefix: Option<String>,
    /// The version of the types and the client; the server has that of the document
    #[arg(long, default_value = "0.1.0", value_name = "VERSION")]
    crate_version: String,
    /// The licence of the crates, an SPDX expression such as MIT
    #[arg(long, value_name = "SPDX")]
    license: Option<String>,
    /// Refuse an operation whose `security` accepts a caller without a role; `security: []` is allowed
    #[arg(long)]
    require_roles: bool,
    /// Change nothing, and fail if a generated file would change
    #[arg(long)]
    check: bool,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Generate(arguments) => arguments.run(),
        Task::Check { specs, require_roles } => check(&specs, require_roles),
        Task::Compare { old: Some(old), new: Some(new), .. } => compare(&old, &new),
        Task::Compare { .. } => {
            compare::rules::table().iter().for_each(|line| say!("{line}"));
            Ok(())
        }
        Task::New { name } => new(&name),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

impl Generate {
    /// Generates the crates of every document. Writes nothing if any document has a fault.
    fn run(&self) -> anyhow::Result<()> {
        if let Some(prefix) = &self.prefix {
            check_name(prefix)?;
        }
        self.crate_version.parse::<Version>()?;
        let mut trees: Vec<(String, Tree)> = Vec::new();
        let mut faults = Vec::new();
        for spec in &self.specs {
            match self.generate(spec) {
                Ok((api, _)) if trees.iter().any(|(other, _)| *other == api) => {
                    faults.push(format!("{}: another document has this name", spec.display()));
                }
                Ok(tree) => trees.push(tree),
                Err(error) => faults.push(format!("{error:#}")),
            }
        }
        ensure!(faults.is_empty(), "{}", faults.join("\n"));
        let mut stale = Vec::new();
        for (api, new) in trees {
            let old = self.generated_before(&api)?;
            let changes = tree::changes(&api, &old, &new);
            if changes.is_empty() {
                say!("{} is up to date", self.out.join(&api).display());
            } else if self.check {
                stale.extend(changes);
            } else {
                fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
                tree::replace(&self.out, &api, &new)?;
                changes.iter().for_each(|change| say!("{change}"));
            }
        }
        let out = self.out.display();
        ensure!(stale.is_empty(), "{out} is stale: generate it again\n{}", stale.join("\n"));
        Ok(())
    }

    fn generate(&self, spec: &Path) -> anyhow::Result<(String, Tree)> {
        let (api, text) = read(spec)?;
        let prefix = self.prefix.as_ref().map(|prefix| format!("{prefix}-")).unwrap_or_default();
        let package = Package {
            name: format!("{prefix}{api}"),
            version: self.crate_version.clone(),
            license: self.license.clone(),
            folder: self.out.join(&api).display().to_string(),
            rustfmt_config: rustfmt_config(&self.out),
            ..package(&api, spec, self.require_roles)
        };
        Ok((api, emit(&package, &text, &Examples::new())?))
    }

    /// Returns the files that an earlier run generated. Refuses a folder with other files, because `replace` would
    /// delete them.
    fn generated_before(&self, api: &str) -> anyhow::Result<Tree> {
        let folder = self.out.join(api);
        let old = tree::read(&folder)?;
        let is_ours = |manifest: &String| manifest.starts_with("# Generated from ");
        let has_place = |path: &String| {
            ["types/", "reasons/", "server/", "client/"]
                .iter()
                .any(|folder| path.starts_with(folder))
        };
        let is_generated =
            old.get("types/Cargo.toml").is_some_and(is_ours) && old.keys().all(has_place);
        ensure!(
            old.is_empty() || is_generated,
            "{} contains files that were not generated: choose another --out",
            folder.display()
        );
        Ok(old)
    }
}

fn check(specs: &[PathBuf], requires_roles: bool) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    for spec in specs {
        let (api, text) = read(spec)?;
        match lint(&package(&api, spec, requires_roles), &text) {
            Ok(()) => say!("{} has no faults", spec.display()),
            Err(error) => faults.push(error.to_string()),
        }
    }
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

fn compare(old: &Path, new: &Path) -> anyhow::Result<()> {
    let (old_name, new_name) = (old.display().to_string(), new.display().to_string());
    let (old, new) = (parse(old)?, parse(new)?);
    let findings = compare::compare(&old, &new);
    findings.iter().for_each(|finding| say!("{}", finding.line_of_report(&new_name, &old_name)));
    say!("{}", compare::counts(&findings));
    let version = |document: &Document, name: &str| -> anyhow::Result<Version> {
        Version::of(document).with_context(|| name.to_owned())
    };
    let (was, is) = (version(&old, &old_name)?, version(&new, &new_name)?);
    let (needed, what) = match findings.iter().map(|finding| finding.class).min() {
        Some(Class::Breaking) => (was.next_major(), "breaking changes need"),
        Some(Class::Addition) => (was.next_minor(), "additions need"),
        _ => (was, "the old document has"),
    };
    ensure!(
        is >= needed,
        "{new_name}: {what} `info.version` {needed}: raise {is} to at least that"
    );
    Ok(())
}

fn new(name: &str) -> anyhow::Result<()> {
    let path = PathBuf::from(format!("{name}.yaml"));
    check_name(name)?;
    if path.exists() {
        bail!("{} exists already: choose another name", path.display());
    }
    let title = name.replace('-', " ");
    fs::write(&path, STARTER.replace("{name}", name).replace("{title}", &title))?;
    say!(
        "{name}.yaml is written. Generate its crates: stoa-codegen generate {name}.yaml --out generated"
    );
    Ok(())
}

fn package(api: &str, spec: &Path, requires_roles: bool) -> Package {
    Package {
        document: spec.display().to_string(),
        requires_roles,
        requires_complete: true,
        ..Package::new(api)
    }
}

fn read(spec: &Path) -> anyhow::Result<(String, String)> {
    let name = spec.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    check_name(name).with_context(|| spec.display().to_string())?;
    Ok((name.to_owned(), read_text(spec)?))
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// The crates are named after the document.
fn check_name(name: &str) -> anyhow::Result<()> {
    let fits =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let begins = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    ensure!(
        begins && name.chars().all(fits) && !name.ends_with('-'),
        "`{name}` is no name for crates: begin with a letter, and use lower case letters, digits and hyphens, such as pet-store"
    );
    Ok(())
}

fn parse(path: &Path) -> anyhow::Result<Document> {
    let text = read_text(path)?;
    let document = Document::parse(path, &text)?;
    document.without_faults(Ok(()))?;
    Ok(document)
}
