//! What cargo does not do by itself.

#![allow(clippy::print_stderr, reason = "a command answers on its terminal")]

use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Parser;
use xtask::codegen;

/// Stoa's own build commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Turn specs/*.yaml into generated/
    Codegen {
        /// Change nothing, and fail if anything would change
        #[arg(long)]
        check: bool,
    },
    /// Measure a release build: `cargo xtask bench --help`
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = match Task::parse() {
        Task::Codegen { check: true } => codegen::check(&root),
        Task::Codegen { check: false } => codegen::run(&root),
        Task::Bench { arguments } => bench(&root, &arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the server and its benchmark, and runs that.
fn bench(root: &Path, arguments: &[String]) -> anyhow::Result<()> {
    let cargo =
        |arguments: &[&str]| Command::new("cargo").args(arguments).current_dir(root).status();
    let build =
        ["build", "--release", "--package", "stoa", "--bin", "stoa", "--package", "stoa-bench"];
    anyhow::ensure!(cargo(&build)?.success(), "the release build failed");
    let run = ["run", "--quiet", "--release", "--package", "stoa-bench", "--"];
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    anyhow::ensure!(cargo(&[&run[..], &arguments].concat())?.success(), "the benchmark failed");
    Ok(())
}
