//! The command `stoa`.

use std::io::{self, stderr};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use stoa::commands::sites::SiteCommand;
use stoa::commands::{self, Command, StaffCommand};
use stoa::config::{self, Cli, Read, ServeSettings};
use stoa::database::{self, Database};
use stoa::telemetry::{self, Telemetry};
use stoa::{check, log, serve};

// Serving makes many small allocations, which this allocator does faster than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The exit status that a shell reports for a program ended by SIGPIPE.
const PIPE_WAS_CLOSED: u8 = 128 + 13;

/// How long remaining blocking tasks may run at exit.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    match config::read().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        // The program that reads the output has closed the pipe, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::from(PIPE_WAS_CLOSED),
        Err(error) => {
            log::fail(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(Read { mut cli, unknown }: Read) -> anyhow::Result<()> {
    let command = cli.command.take();
    let command = command.unwrap_or_else(|| Command::Serve(Box::new(cli.serve.clone())));
    if command.needs_data() {
        cli.check()?;
        cli.database.check_has_data()?;
    }
    match command {
        Command::Serve(settings) => serve(&cli, &settings, &unknown),
        Command::Check(settings) => runtime()?.block_on(check::run(&cli, &settings, &unknown)),
        Command::Health(settings) => commands::health::run(&settings),
        Command::Migrate(settings) => {
            tell_progress()?;
            with_database(&cli, &unknown, async |database| {
                commands::migrate::run(settings, &mut database.client().await?).await
            })
        }
        Command::Backup(settings) => with_database(&cli, &unknown, async |database| {
            commands::backup::back_up(&settings, database).await
        }),
        Command::Restore(settings) => with_database(&cli, &unknown, async |database| {
            commands::backup::restore(&settings, database).await
        }),
        // A conversion needs no database.
        Command::Staff(StaffCommand::Site(SiteCommand::Convert(command))) => {
            commands::conversion::run(&command)
        }
        Command::Staff(command) => {
            with_database(&cli, &unknown, async |database| command.run(database).await)
        }
    }
}

fn serve(cli: &Cli, settings: &ServeSettings, unknown: &[String]) -> anyhow::Result<()> {
    let telemetry = begin(cli, settings, unknown)?;
    let runtime = runtime()?;
    let listeners = runtime.block_on(serve::Listeners::open(settings))?;
    let database = database::open(&cli.database)?;
    let served = runtime.block_on(serve::serve(&database, settings, &telemetry, listeners));
    // The database is dropped after the runtime, so that remaining tasks can end their queries.
    // The timeout is needed because reading a file from a hung network mount never ends.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    telemetry.stop();
    served
}

/// Runs a command on the configured database, or on the embedded Postgres.
fn with_database(
    cli: &Cli,
    unknown: &[String],
    command: impl AsyncFnOnce(&Database) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    cli.check()?;
    ensure!(unknown.is_empty() || !cli.is_production(), "{}", unknown.join("; "));
    cli.provider_authority.trust()?;
    // As in `serve`, the database is dropped after the runtime.
    let database = database::open(&cli.database)?;
    let runtime = runtime()?;
    let done = runtime.block_on(command(&database));
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    done
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Runtime::new()
}

/// Starts the log, and refuses faulty settings before anything is opened.
fn begin(cli: &Cli, settings: &ServeSettings, unknown: &[String]) -> anyhow::Result<Telemetry> {
    log::set_format(settings.telemetry.log_format);
    check::refuse(&check::faults(cli, settings, unknown))?;
    // The certificates must be trusted before the first request to a provider or to the collector of traces.
    cli.provider_authority.trust()?;
    let telemetry = telemetry::start(&settings.telemetry, settings.admin.admin_listen.is_some())?;
    for warning in unknown {
        tracing::warn!("{warning}");
    }
    Ok(telemetry)
}

/// Logs the progress of `stoa migrate` to standard error.
fn tell_progress() -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(log::filter("info")?)
        .with_writer(stderr)
        .with_ansi(false)
        .with_target(false)
        .without_time()
        .log_internal_errors(false)
        .init();
    Ok(())
}

/// Whether standard output was closed. A broken connection to Postgres is a different error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_of_postgres = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<tokio_postgres::Error>() || cause.is::<stoa_db::DbError>()
    };
    let kind_of = |cause: &(dyn std::error::Error + 'static)| {
        let of_io = cause.downcast_ref().map(io::Error::kind);
        of_io.or_else(|| cause.downcast_ref().and_then(serde_json::Error::io_error_kind))
    };
    !error.chain().any(is_of_postgres)
        && error.chain().any(|cause| kind_of(cause) == Some(io::ErrorKind::BrokenPipe))
}
