//! The command `stoa`.

use std::io::{self, stderr};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use stoa::config::{self, Cli, Command, Read, ServeSettings, SiteCommand};
use stoa::database::{self, Database};
use stoa::telemetry::{self, Telemetry};
use stoa::{check, commands, log, migrations, serve};

// Serving is many small allocations; this one is faster at them than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// As a shell says of a program that SIGPIPE has ended.
const PIPE_WAS_CLOSED: u8 = 128 + 13;

/// What still runs when all is done has so long.
const LEFT_AFTER: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    match config::read().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads the output has seen enough, as `head` has.
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
    match &command {
        Command::Check(settings) => {
            return runtime()?.block_on(check::run(&cli, settings, &unknown));
        }
        Command::Health(settings) => return commands::health::run(settings),
        _ => {}
    }
    let mut telemetry = None;
    match &command {
        Command::Serve(settings) => telemetry = Some(begin(&cli, settings, &unknown)?),
        _ => {
            cli.check()?;
            ensure!(unknown.is_empty() || !cli.is_production(), "{}", unknown.join("; "));
            cli.provider_authority.trust()?;
        }
    }
    if let Command::Migrate(_) = &command {
        tell_progress()?;
    }
    // Postgres first: it outlives the runtime, so that what still runs there can end its queries.
    let database = database::open(&cli.database)?;
    let runtime = runtime()?;
    let done = runtime.block_on(execute(command, &database, telemetry.as_ref()));
    // A read of a file on a network that is frozen never ends.
    runtime.shutdown_timeout(LEFT_AFTER);
    if let Some(telemetry) = telemetry {
        telemetry.stop();
    }
    done
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Runtime::new()
}

/// Logs, and refuses what cannot be served before anything is opened.
fn begin(cli: &Cli, settings: &ServeSettings, unknown: &[String]) -> anyhow::Result<Telemetry> {
    log::set_format(settings.telemetry.log_format);
    check::refuse(&check::faults(cli, settings, unknown))?;
    // Before anybody is asked, who takes traces too.
    cli.provider_authority.trust()?;
    let telemetry = telemetry::start(&settings.telemetry, settings.admin.admin_listen.is_some())?;
    for warning in unknown {
        tracing::warn!("{warning}");
    }
    Ok(telemetry)
}

/// What `stoa migrate` says of its progress, to who started it.
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
    if let Command::Migrate(settings) = &command {
        return commands::migrate::run(*settings, &mut client).await;
    }
    let schema = migrations::status(&client).await?;
    match &command {
        // Into an empty database there is nothing else that could be meant.
        Command::Site(SiteCommand::Import { .. }) if schema.is_empty() => {
            migrations::migrate(&mut client).await?;
        }
        _ => schema.ready()?,
    }
    let db = database.pool().await?;
    match command {
        Command::Serve(_)
        | Command::Check(_)
        | Command::Migrate(_)
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

/// Whether nobody reads the output any more; a connection to Postgres that broke is something else.
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
