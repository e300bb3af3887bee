//! `cargo xtask bench` measures the server, and `cargo xtask siege` attacks a shop in use.

#![allow(clippy::print_stdout, reason = "its figures are printed")]

mod growth;
mod overload;
mod process;
mod siege;
mod store;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measure the storefront against a handwritten server
#[derive(Parser)]
#[command(
    name = "cargo xtask bench",
    bin_name = "cargo xtask bench",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
struct Command {
    /// The server to compare with
    #[arg(long, required = true, value_name = "PEER")]
    against: Option<store::Peer>,
    #[command(flatten)]
    store: store::Arguments,
    #[command(subcommand)]
    part: Option<Part>,
}

#[derive(Subcommand)]
enum Part {
    /// Measure large shops, or many
    Growth(growth::Arguments),
    /// Measure a server with more clients than it can serve
    Overload(overload::Arguments),
    Siege(siege::Arguments),
    /// Measure reading products, adding to carts and checking out
    Store(store::Arguments),
}

fn main() -> anyhow::Result<()> {
    let command = Command::parse();
    match command.part {
        Some(Part::Growth(arguments)) => growth::run(&arguments),
        Some(Part::Overload(arguments)) => overload::run(&arguments),
        Some(Part::Siege(arguments)) => siege::run(&arguments),
        Some(Part::Store(arguments)) => store::run(&arguments, None),
        None => store::run(&command.store, command.against),
    }
}
