//! The command line and its environment variables, read once in main.

mod admin;
mod backup;
mod cache;
mod customers;
mod database;
mod designs;
mod environment;
mod files;
mod mail;
mod orders;
mod people;
mod providers;
mod public_url;
mod rate_limits;
mod serve;
mod staff;
mod support;
mod telemetry;
mod tls;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand};

pub use admin::{AdminSettings, HealthSettings, StopSettings};
pub use backup::{BackupSettings, RestoreSettings, WhichFiles};
pub use cache::CacheOptions;
pub use customers::{CustomerCommand, CustomerName};
pub use database::{DatabaseSettings, PostgresBinaries};
pub use designs::{DesignCommand, DesignName};
pub use environment::{Environment, EnvironmentSettings, Read, read};
pub use files::{FileCommand, FilePlace, FileSettings, StorageSettings, files_are_not_shared};
pub use mail::{MailCommand, MailSettings};
pub use orders::{OrderCommand, OrderNumber, PaymentCommand, TestPayment};
pub use people::{InvitationPage, PersonCommand};
pub use providers::ProviderSettings;
pub use public_url::{PublicUrl, default_url};
pub use rate_limits::RateLimitSettings;
pub use serve::{LISTENS_ON, ServeSettings};
pub use staff::StaffSettings;
pub use support::{SupportCommand, SupportMessageId};
pub use telemetry::TelemetrySettings;
pub use tls::{ProviderAuthority, TlsSettings};

/// The help of `stoa` without a command. The options are left to the help of the commands, because they fill pages.
const HELP: &str = "\
{about-with-newline}
{usage-heading} {usage}

Commands:
{subcommands}

`stoa COMMAND --help` describes a command and its options. Without a command, stoa
serves: `stoa serve --help` lists its options, each with its environment variable.
`stoa --version` prints the version.
";

/// A headless content, commerce and live-chat server for many sites
#[derive(Debug, Parser)]
#[command(name = "stoa", version, disable_help_subcommand = true, help_template = HELP)]
pub struct Cli {
    #[command(flatten)]
    pub environment: EnvironmentSettings,
    #[command(flatten)]
    pub database: DatabaseSettings,
    #[command(flatten)]
    pub provider_authority: ProviderAuthority,
    #[command(flatten)]
    pub serve: ServeSettings,
    /// The command to run; `serve` if absent
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Migrate the database, then serve (the default)
    Serve(Box<ServeSettings>),
    /// Print what a start with these settings would do, and why it would be refused
    Check(Box<ServeSettings>),
    /// Migrate the database and stop
    Migrate(MigrateSettings),
    /// Write the whole database and its files to an archive
    Backup(Box<BackupSettings>),
    /// Load an archive of `stoa backup` into an empty database
    Restore(Box<RestoreSettings>),
    /// Probe the admin listener of a server on this machine
    Health(HealthSettings),
    #[command(flatten)]
    Staff(StaffCommand),
}

impl Command {
    /// Whether the command needs existing data. The embedded Postgres is not created for such a command.
    pub fn needs_data(&self) -> bool {
        match self {
            Self::Serve(_) | Self::Check(_) | Self::Health(_) | Self::Restore(_) => false,
            Self::Migrate(settings) => settings.check || settings.status,
            Self::Staff(StaffCommand::Site(SiteCommand::Import { .. })) => false,
            Self::Backup(_) | Self::Staff(_) => true,
        }
    }
}

/// Commands that need a database with the current schema.
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Import, export and list sites
    #[command(subcommand)]
    Site(SiteCommand),
    /// Create, list and revoke API keys of REST v1
    #[command(subcommand)]
    Key(KeyCommand),
    /// Manage the people who may call the staff API
    #[command(subcommand, name = "staff")]
    Person(PersonCommand),
    /// Answer visitors in live chat
    #[command(subcommand)]
    Chat(ChatCommand),
    /// List abandoned carts, and make links that recover them
    #[command(subcommand)]
    Cart(CartCommand),
    /// Manage customers and their accounts
    #[command(subcommand)]
    Customer(CustomerCommand),
    /// Manage designs and their print files
    #[command(subcommand)]
    Design(DesignCommand),
    /// Manage orders
    #[command(subcommand)]
    Order(OrderCommand),
    /// Settle payments of the built-in test provider
    #[command(subcommand)]
    Payment(PaymentCommand),
    /// Manage the mails of stores
    #[command(subcommand)]
    Mail(MailCommand),
    /// Show what stores spend on AI
    #[command(subcommand)]
    Ai(AiCommand),
    /// Manage stores' own keys to their providers
    #[command(subcommand)]
    Store(StoreCommand),
    /// Answer support messages of customers
    #[command(subcommand)]
    Support(SupportCommand),
    /// Manage pictures of products, mock-ups and the like
    #[command(subcommand)]
    File(FileCommand),
}

/// Options of `stoa migrate`.
#[derive(Debug, Clone, Copy, Args)]
pub struct MigrateSettings {
    /// Change nothing: list pending migrations, and fail if there are any
    #[arg(long)]
    pub check: bool,
    /// Change nothing: list applied migrations with their times, pending ones, and those newer than this stoa
    #[arg(long, conflicts_with = "check")]
    pub status: bool,
}

#[derive(Debug, Subcommand)]
pub enum SiteCommand {
    /// Load sites from bundles, each in one transaction
    Import {
        /// Bundles: JSON files, one site each
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Replace the content, settings and keys of an existing site. Refused if the site has orders, or if it has
        /// keys, uses of codes or spent gift certificates that are not in the file
        #[arg(long)]
        replace: bool,
        /// Replace the site even if it has such state, and discard that state. Orders remain, but no longer hold stock,
        /// codes and certificates. Pending orders expire. Revoked keys stay revoked
        #[arg(long, requires = "replace")]
        discard_live_state: bool,
    },
    /// Write a site as a bundle to standard output
    Export {
        /// The site's id
        id: i64,
    },
    /// List the sites
    List,
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Create a key, and print its secret once
    Create {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Purpose of the key
        #[arg(long, default_value = "")]
        name: String,
        /// Time of expiry, such as 2027-01-31T00:00:00Z; the key does not expire if absent
        #[arg(long, value_name = "TIME")]
        expires: Option<chrono::DateTime<chrono::Utc>>,
        /// Requests per minute
        #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1_000_000_000))]
        per_minute: i64,
    },
    /// List keys, without their secrets
    List {
        /// List only the keys of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Revoke a key; servers notice within five seconds
    Revoke {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// The key's id, as `stoa key list` shows it
        #[arg(value_name = "KEY")]
        key: i64,
    },
}

#[derive(Debug, Subcommand)]
pub enum ChatCommand {
    /// List conversations, the one with the newest message first, 500 at most
    List {
        /// List only the conversations of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// List only conversations in this state
        #[arg(long, value_parser = ["open", "assigned", "closed"])]
        state: Option<String>,
    },
    /// Show the messages and status changes of a conversation
    Show {
        #[command(flatten)]
        conversation: ConversationId,
    },
    /// Assign an open conversation to an agent
    Assign {
        #[command(flatten)]
        conversation: ConversationId,
        /// Name of the agent
        #[arg(long)]
        name: Option<String>,
    },
    /// Answer the visitor; an open conversation is then assigned to the agent
    Reply {
        #[command(flatten)]
        conversation: ConversationId,
        /// Name of the agent, as the visitor sees it
        #[arg(long)]
        name: String,
        /// The answer, at most 4,000 characters
        text: String,
    },
    /// Release an assigned conversation, so that it is open again
    Release {
        #[command(flatten)]
        conversation: ConversationId,
    },
    /// Close a conversation for good
    Close {
        #[command(flatten)]
        conversation: ConversationId,
    },
}

#[derive(Debug, Subcommand)]
pub enum CartCommand {
    /// List abandoned carts with their customers' addresses, the one that was changed first at the beginning, 500 at
    /// most
    Abandoned {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
    /// Print a link that recovers a cart, once and within 72 hours
    RecoveryLink {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// The cart's id, as GET /cart shows it
        #[arg(long, value_name = "ID")]
        cart: i64,
        #[command(flatten)]
        public_url: PublicUrl,
    },
}

/// The conversation that a command acts on.
#[derive(Debug, Clone, Copy, Args)]
pub struct ConversationId {
    /// The conversation's id, as `stoa chat list` shows it
    #[arg(value_name = "CONVERSATION")]
    pub id: i64,
    /// The conversation's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}

#[derive(Debug, Subcommand)]
pub enum AiCommand {
    /// List what a store has spent on AI, a line per month (UTC), the newest first
    Usage {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
}

#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Store a value, which is read from standard input; servers notice within five seconds
    Set {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Name of the value, such as stripe-secret-key; `stoa store secrets` lists all names
        name: stoa_stores::SecretName,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Delete a value
    Unset {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Name of the value, such as stripe-secret-key
        name: stoa_stores::SecretName,
    },
    /// After a change of STOA_SECRET: encrypt the values with the new secret, so that STOA_OLD_SECRET can be removed
    Reseal {
        /// Encrypt only the values of this site's store
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// List the names of values, and which of them the store has, without the values
    Secrets {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
}

/// Returns a parser of numbers within these bounds.
fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<u64>,
) -> RangedU64ValueParser<T> {
    RangedU64ValueParser::new().range(bounds)
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".to_owned())
}
