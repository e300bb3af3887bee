//! The command `stoa`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command answers on its terminal")]

use std::process::ExitCode;

use clap::Parser;
use stoa::config::{Cli, Command};
use stoa::database::{self, Database};
use stoa::telemetry::{self, Telemetry};
use stoa::{commands, log, migrations, serve};

// Serving is many small allocations; this one is faster at them than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::fail(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let command = cli.command.unwrap_or_else(|| Command::Serve(Box::new(cli.serve)));
    if let Command::Health(settings) = &command {
        return commands::health::run(settings);
    }
    let mut telemetry = None;
    if let Command::Serve(settings) = &command {
        log::set_format(settings.telemetry.log_format);
        telemetry =
            Some(telemetry::start(&settings.telemetry, settings.admin.admin_listen.is_some())?);
    }
    cli.provider_authority.trust()?;
    // Postgres first: it outlives the runtime, so that what still runs there can end its queries.
    let database = database::open(&cli.database)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(execute(command, &database, telemetry.as_ref()));
    if let Some(telemetry) = telemetry {
        telemetry.stop();
    }
    done
}

async fn execute(
    command: Command,
    database: &Database,
    telemetry: Option<&Telemetry>,
) -> anyhow::Result<()> {
    match (&command, telemetry) {
        (Command::Serve(settings), Some(telemetry)) => {
            return serve::serve(database, settings, telemetry).await;
        }
        // Neither wants the schema to be today's.
        (Command::Backup(settings), _) => {
            return commands::backup::back_up(settings, database).await;
        }
        (Command::Restore(settings), _) => {
            return commands::backup::restore(settings, database).await;
        }
        _ => {}
    }
    let mut client = database.client().await?;
    migrations::migrate(&mut client).await?;
    let db = database.pool().await?;
    match command {
        Command::Serve(_)
        | Command::Migrate
        | Command::Backup(_)
        | Command::Restore(_)
        | Command::Health(_) => Ok(()),
        Command::Ai(command) => commands::ai::run(command, &db).await,
        Command::Site(command) => commands::sites::run(command, &mut client).await,
        Command::Key(command) => commands::keys::run(command, &db).await,
        Command::Chat(command) => commands::chat::run(command, &db).await,
        Command::Cart(command) => commands::carts::run(command, &db).await,
        Command::Customer(command) => commands::customers::run(command, database, &db).await,
        Command::Order(command) => commands::orders::run(command, database, &db).await,
        Command::Payment(command) => commands::payments::run(command, database, &db).await,
        Command::Mail(command) => commands::mail::run(command, database, &db).await,
        Command::Store(command) => commands::stores::run(command, database, &db).await,
        Command::Support(command) => commands::support::run(command, database, &db).await,
        Command::Design(command) => commands::designs::run(command, database, &db).await,
        Command::File(command) => commands::files::run(command, database, &db).await,
    }
}
