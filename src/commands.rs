//! The commands. Each module has the arguments of a command, calls the domain, and prints.

pub mod ai;
pub mod backup;
pub mod carts;
pub mod chat;
pub mod conversion;
pub mod customers;
pub mod designs;
pub mod files;
pub mod health;
pub mod keys;
pub mod mail;
pub mod migrate;
pub mod orders;
pub mod payments;
pub mod people;
pub mod sites;
pub mod stores;
pub mod support;

use std::fmt::Display;
use std::io::stdout;

use anyhow::{Error, Result, anyhow, bail};
use chrono::Utc;
use clap::Subcommand;
use stoa_runtime::Failed;

use crate::config::ServeSettings;
use crate::database::Database;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Migrate the database, then serve (the default)
    Serve(Box<ServeSettings>),
    /// Print what a start with these settings would do, and why it would be refused
    Check(Box<ServeSettings>),
    /// Migrate the database and stop
    Migrate(migrate::MigrateSettings),
    /// Write the whole database and its files to an archive
    Backup(Box<backup::BackupSettings>),
    /// Load an archive of `stoa backup` into an empty database
    Restore(Box<backup::RestoreSettings>),
    /// Probe the admin listener of a server on this machine
    Health(health::HealthSettings),
    #[command(flatten)]
    Staff(StaffCommand),
}

impl Command {
    /// Whether the command needs existing data. The embedded Postgres is not created for such a command.
    pub fn needs_data(&self) -> bool {
        match self {
            Self::Serve(_) | Self::Check(_) | Self::Health(_) | Self::Restore(_) => false,
            Self::Migrate(settings) => settings.check || settings.status,
            Self::Staff(StaffCommand::Site(
                sites::SiteCommand::Import { .. } | sites::SiteCommand::Convert(_),
            )) => false,
            Self::Backup(_) | Self::Staff(_) => true,
        }
    }
}

/// Commands that need a database with the current schema.
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Import, export, convert and list sites
    #[command(subcommand)]
    Site(sites::SiteCommand),
    /// Create, list and revoke API keys of REST v1
    #[command(subcommand)]
    Key(keys::KeyCommand),
    /// Manage the people who may call the staff API
    #[command(subcommand, name = "staff")]
    Person(people::PersonCommand),
    /// Answer visitors in live chat
    #[command(subcommand)]
    Chat(chat::ChatCommand),
    /// List abandoned carts, and make links that recover them
    #[command(subcommand)]
    Cart(carts::CartCommand),
    /// Manage customers and their accounts
    #[command(subcommand)]
    Customer(customers::CustomerCommand),
    /// Manage designs and their print files
    #[command(subcommand)]
    Design(designs::DesignCommand),
    /// Manage orders
    #[command(subcommand)]
    Order(orders::OrderCommand),
    /// Settle payments of the built-in test provider
    #[command(subcommand)]
    Payment(payments::PaymentCommand),
    /// Manage the mails of stores
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Show what stores spend on AI
    #[command(subcommand)]
    Ai(ai::AiCommand),
    /// Manage stores' own keys to their providers
    #[command(subcommand)]
    Store(stores::StoreCommand),
    /// Answer support messages of customers
    #[command(subcommand)]
    Support(support::SupportCommand),
    /// Manage pictures of products, mock-ups and the like
    #[command(subcommand)]
    File(files::FileCommand),
}

impl StaffCommand {
    pub async fn run(self, database: &Database) -> Result<()> {
        let mut client = database.client().await?;
        let schema = stoa_schema::migrations::status(&client).await?;
        match &self {
            // An import into an empty database migrates it first.
            Self::Site(sites::SiteCommand::Import { .. }) if schema.is_empty() => {
                stoa_schema::migrations::migrate(&mut client).await?;
            }
            _ => schema.ready()?,
        }
        let db = database.pool().await?;
        match self {
            Self::Ai(command) => ai::run(command, &db).await,
            Self::Site(command) => sites::run(command, &mut client).await,
            Self::Key(command) => keys::run(command, &db).await,
            Self::Person(command) => people::run(command, &db).await,
            Self::Chat(command) => chat::run(command, &db, Utc::now(), &mut stdout()).await,
            Self::Cart(command) => carts::run(command, &db).await,
            Self::Customer(command) => customers::run(command, database, &db).await,
            Self::Order(command) => orders::run(command, database, &db).await,
            Self::Payment(command) => payments::run(command, database, &db).await,
            Self::Mail(command) => mail::run(command, database, &db).await,
            Self::Store(command) => stores::run(command, database, &db).await,
            Self::Support(command) => support::run(command, database, &db).await,
            Self::Design(command) => designs::run(command, database, &db).await,
            Self::File(command) => files::run(command, database, &db).await,
        }
    }
}

/// Returns the only row that was found. `name` is what the command was given, such as `order STOA-7`, and `list` the
/// command that lists all.
fn only<T>(mut found: Vec<T>, name: &str, list: &str) -> Result<T> {
    match (found.pop(), found.is_empty()) {
        (Some(row), true) => Ok(row),
        (None, _) => bail!("there is no {name}: `{list}` lists them"),
        (Some(_), false) => bail!("{name} is in several sites: name one with --site"),
    }
}

/// The error of a command whose change was refused.
fn refusal<R: Display>(name: &str, id: i64, failed: Failed<R>) -> Error {
    match failed {
        Failed::Refused(reason) => anyhow!("{name} {id}: {reason}"),
        Failed::Internal(error) => error.into(),
    }
}
