//! What cargo does not do by itself.

mod codegen;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

/// Stoa's own build commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Turn specs/*.yaml into generated/
    Codegen {
        /// Change nothing, and fail if anything would change
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = match Command::parse() {
        Command::Codegen { check: true } => codegen::check(&root),
        Command::Codegen { check: false } => codegen::run(&root),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
