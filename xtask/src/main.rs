//! `cargo xtask`: build tasks that cargo itself does not have.

#![allow(clippy::print_stderr, reason = "a command answers on its terminal")]

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

use clap::Parser;
use xtask::{codegen, compare};

/// Stoa's own build commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Turn specs/*.yaml into generated/
    Codegen {
        /// Change nothing, and fail if a generated file would change
        #[arg(long)]
        check: bool,
    },
    /// Say what a change of specs/*.yaml means for clients: breaking, addition or wording
    ///
    /// A breaking change needs a higher major `info.version` and a line in specs/CHANGES.md. An addition needs a higher
    /// minor `info.version`. The command fails if one of these is missing, and says which.
    Compare {
        /// The git revision to compare with. Without it, each document is compared with its last release in
        /// specs/releases.yaml
        #[arg(long, value_name = "REV")]
        base: Option<String>,
        /// List the rules, and what each means for clients
        #[arg(long, conflicts_with = "base")]
        rules: bool,
    },
    /// Measure a release build; see `cargo xtask bench --help`
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Attack a running shop and report what was lost; see `cargo xtask siege --help`
    #[command(disable_help_flag = true)]
    Siege {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = match Task::parse() {
        Task::Codegen { check: true } => codegen::check(&root),
        Task::Codegen { check: false } => codegen::run(&root),
        Task::Compare { rules: true, .. } => {
            compare::print_rules();
            Ok(())
        }
        Task::Compare { base, .. } => compare::run(&root, base.as_deref()),
        Task::Bench { arguments } => bench(&root, &arguments),
        Task::Siege { arguments } => siege(&root, &arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the siege. With `--short`, it attacks a debug build.
fn siege(root: &Path, arguments: &[String]) -> anyhow::Result<()> {
    let arguments = [&["siege".to_owned()], arguments].concat();
    if !arguments.iter().any(|argument| argument == "--short") {
        return bench(root, &arguments);
    }
    // Builds the siege together with the tests, so that both use the same build of their dependencies. Cargo would
    // build the siege alone with other features of these dependencies.
    let build = cargo(root, &["build", "--bins", "--tests"]);
    anyhow::ensure!(build?.success(), "the build failed");
    let bench = std::env::current_exe()?.with_file_name("stoa-bench");
    let siege = Command::new(bench).args(&arguments).current_dir(root).status();
    anyhow::ensure!(siege?.success(), "the siege failed");
    Ok(())
}

/// Builds the server and its benchmark, and runs the benchmark.
fn bench(root: &Path, arguments: &[String]) -> anyhow::Result<()> {
    let bench = ["--release", "--package", "stoa-bench"];
    let build = [&["build", "--package", "stoa", "--bin", "stoa"], &bench[..]].concat();
    anyhow::ensure!(cargo(root, &build)?.success(), "the build failed");
    if arguments.iter().any(|argument| argument.ends_with("axum")) {
        // The peer is built separately. In one build, the peer's dependencies would add features to the server's
        // dependencies.
        let peer =
            [&["build"], &bench[..], &["--features", "peers", "--bin", "peer-axum"]].concat();
        anyhow::ensure!(cargo(root, &peer)?.success(), "the peer's build failed");
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run =
        [&["run", "--quiet"], &bench[..], &["--bin", "stoa-bench", "--"], &arguments].concat();
    anyhow::ensure!(cargo(root, &run)?.success(), "the run failed");
    Ok(())
}

fn cargo(root: &Path, arguments: &[&str]) -> std::io::Result<ExitStatus> {
    let mut command = Command::new("cargo");
    // `cargo xtask` sets variables about xtask's package. Some build scripts read them, so with these variables cargo
    // would compile the script's package again, and all packages that depend on it.
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_MANIFEST_") || name.starts_with("CARGO_PKG_")
        }) {
            command.env_remove(name);
        }
    }
    command.args(arguments).current_dir(root).status()
}
