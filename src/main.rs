//! The command `stoa`.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;

use clap::Parser;
use stoa::config::{
    CartCommand, Cli, Command, KeyCommand, OrderCommand, OrderNumber, PaymentCommand,
    ProviderSettings, SiteCommand, StoreCommand, TestPayment,
};
use stoa::database::{self, Database};
use stoa::{bundle, cart, commands, keys, log, orders, payments, serve, stores};
use stoa_payments::Payments;
use stoa_storefront::Seal;
use stoa_storefront::lifecycle::Parcel;

// Serving is many small allocations; this one is faster at them than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stoa: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let command = cli.command.unwrap_or(Command::Serve(cli.serve));
    if let Command::Serve(settings) = &command {
        tracing_subscriber::fmt()
            .with_env_filter(log::filter(&settings.log)?)
            .with_writer(stderr)
            .with_ansi(stderr().is_terminal())
            .init();
    }
    // Postgres first: it outlives the runtime, so that what still runs there can end its queries.
    let database = database::open(&cli.database)?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(execute(command, &database))
}

async fn execute(command: Command, database: &Database) -> anyhow::Result<()> {
    if let Command::Serve(settings) = &command {
        return serve::serve(database, settings).await;
    }
    let mut client = database.client().await?;
    database::migrate(&mut client).await?;
    match command {
        Command::Serve(_) | Command::Migrate => Ok(()),
        Command::Site(command) => site(command, &mut client).await,
        Command::Key(command) => key(command, &client).await,
        Command::Chat(command) => commands::chat::run(command, &database.pool()).await,
        Command::Cart(command) => cart(command, &client).await,
        Command::Order(command) => order(command, &client, database).await,
        Command::Payment(command) => payment(command, &client, database).await,
        Command::Store(command) => store(command, &client, database).await,
    }
}

async fn site(command: SiteCommand, client: &mut tokio_postgres::Client) -> anyhow::Result<()> {
    match command {
        SiteCommand::Import { files, replace } => {
            for file in files {
                let imported = match replace {
                    true => bundle::replace(client, &file).await?,
                    false => bundle::import(client, &file).await?,
                };
                println!("{imported}");
            }
            Ok(())
        }
        SiteCommand::Export { id } => {
            let mut out = std::io::BufWriter::new(stdout());
            bundle::export(client, id, &mut out).await?;
            Ok(out.flush()?)
        }
        SiteCommand::List => bundle::list(client, &mut stdout()).await,
    }
}

async fn key(command: KeyCommand, client: &tokio_postgres::Client) -> anyhow::Result<()> {
    match command {
        KeyCommand::Create { site, name, expires, per_minute } => {
            let key = keys::NewKey { name, expires_at: expires, rate_per_minute: Some(per_minute) };
            let created = keys::create(client, site, key).await?;
            eprintln!("key {} of site {site}; its secret is not shown again:", created.id);
            println!("{}", created.secret);
            Ok(())
        }
        KeyCommand::List { site } => keys::list(client, site, &mut stdout()).await,
        KeyCommand::Revoke { site, key } => keys::revoke(client, site, key).await,
    }
}

async fn cart(command: CartCommand, client: &tokio_postgres::Client) -> anyhow::Result<()> {
    let CartCommand::RecoveryLink { site, cart: id, base_url } = command;
    let now = chrono::Utc::now();
    println!("{}", cart::recovery_link(client, &base_url, site, id, now).await?);
    Ok(())
}

async fn order(
    command: OrderCommand,
    client: &tokio_postgres::Client,
    database: &Database,
) -> anyhow::Result<()> {
    let db = database.pool();
    let storefront = |providers: &ProviderSettings| {
        serve::storefront(&db, &providers.secret(database)?, providers)
    };
    let find = async |OrderNumber { number, site }| orders::find(client, site, &number).await;
    match command {
        OrderCommand::List { site, status } => {
            orders::list(client, site, status.as_deref(), &mut stdout()).await
        }
        OrderCommand::Show { order } => {
            orders::show(client, &find(order).await?, &mut stdout()).await
        }
        OrderCommand::Process { order } => orders::process(&db, &find(order).await?).await,
        OrderCommand::Ship { order, carrier, tracking_number, tracking_url } => {
            let parcel = Parcel {
                carrier: &carrier,
                tracking_number: &tracking_number,
                tracking_url: tracking_url.as_deref(),
            };
            orders::ship(&db, &find(order).await?, parcel).await
        }
        OrderCommand::Deliver { order } => orders::deliver(&db, &find(order).await?).await,
        OrderCommand::Return { order } => orders::take_back(&db, &find(order).await?).await,
        OrderCommand::Cancel { order, providers } => {
            let storefront = storefront(&providers)?;
            orders::cancel(&db, &storefront, &find(order).await?).await
        }
        OrderCommand::Refund { order, amount, providers } => {
            let storefront = storefront(&providers)?;
            orders::refund(&db, &storefront, &find(order).await?, amount).await
        }
        OrderCommand::Sweep { providers } => {
            let storefront = storefront(&providers)?;
            match orders::sweep(client, &storefront, orders::Round::DueAndOld).await? {
                Some(swept) => println!("{swept}"),
                None => println!("a server is sweeping already"),
            }
            Ok(())
        }
    }
}

async fn payment(
    command: PaymentCommand,
    client: &tokio_postgres::Client,
    database: &Database,
) -> anyhow::Result<()> {
    let (outcome, payment) = match command {
        PaymentCommand::Confirm(payment) => (payments::Outcome::Confirm, payment),
        PaymentCommand::Fail(payment) => (payments::Outcome::Fail, payment),
    };
    let TestPayment { order: OrderNumber { number, site }, url, providers } = payment;
    let secret = providers.secret(database)?;
    let order = orders::find(client, site, &number).await?;
    let provider = Payments::new(database.pool(), &secret, providers.payments())?;
    payments::happen(client, &provider, &order, outcome, &url).await
}

async fn store(
    command: StoreCommand,
    client: &tokio_postgres::Client,
    database: &Database,
) -> anyhow::Result<()> {
    match command {
        StoreCommand::Set { site, name, providers } => {
            let seal = Seal::new(&providers.secret(database)?);
            let value = stores::read_value(std::io::stdin().lock())?;
            stores::set(client, &seal, site, name, &value).await
        }
        StoreCommand::Unset { site, name } => stores::unset(client, site, name).await,
        StoreCommand::Secrets { site } => stores::secrets(client, site, &mut stdout()).await,
    }
}
