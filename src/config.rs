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
mod providers;
mod public_url;
mod rate_limits;
mod serve;
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
pub use files::{FILES_ARE_NOT_SHARED, FileCommand, FilePlace, FileSettings, StorageSettings};
pub use mail::{MailCommand, MailSettings};
pub use orders::{OrderCommand, OrderNumber, PaymentCommand, TestPayment};
pub use providers::ProviderSettings;
pub use public_url::PublicUrl;
pub use rate_limits::RateLimitSettings;
pub use serve::{LISTENS_ON, ServeSettings};
pub use support::{SupportCommand, SupportMessageId};
pub use telemetry::TelemetrySettings;
pub use tls::{ProviderAuthority, TlsSettings};

/// A headless content, commerce and live-chat server for many sites
#[derive(Debug, Parser)]
#[command(name = "stoa", version, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub environment: EnvironmentSettings,
    #[command(flatten)]
    pub database: DatabaseSettings,
    #[command(flatten)]
    pub provider_authority: ProviderAuthority,
    #[command(flatten)]
    pub serve: ServeSettings,
    /// What to do; without a command, serve
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Migrate the database, then serve (the default)
    Serve(Box<ServeSettings>),
    /// Say what a start with these settings would do, and what it would refuse
    Check(Box<ServeSettings>),
    /// Migrate the database and stop
    Migrate(MigrateSettings),
    /// Write all that the database has, and the files, to an archive
    Backup(Box<BackupSettings>),
    /// Load an archive of `stoa backup` into an empty database
    Restore(Box<RestoreSettings>),
    /// Ask the admin listener of a server on this machine how it is
    Health(HealthSettings),
    #[command(flatten)]
    Staff(StaffCommand),
}

/// Commands that need a database with the current schema.
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Import, export and list sites
    #[command(subcommand)]
    Site(SiteCommand),
    /// Create, list and revoke API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Answer the visitors of live chat
    #[command(subcommand)]
    Chat(ChatCommand),
    /// Win abandoned carts back
    #[command(subcommand)]
    Cart(CartCommand),
    /// Look after customers and their accounts
    #[command(subcommand)]
    Customer(CustomerCommand),
    /// Look after designs, and what is printed of them
    #[command(subcommand)]
    Design(DesignCommand),
    /// Look after orders
    #[command(subcommand)]
    Order(OrderCommand),
    /// Be the customer of the built-in test provider
    #[command(subcommand)]
    Payment(PaymentCommand),
    /// Look after the mails of stores
    #[command(subcommand)]
    Mail(MailCommand),
    /// Look after what stores spend on AI
    #[command(subcommand)]
    Ai(AiCommand),
    /// Keep a store's own keys of its providers
    #[command(subcommand)]
    Store(StoreCommand),
    /// Answer what customers write to stores
    #[command(subcommand)]
    Support(SupportCommand),
    /// Keep pictures of products, mock-ups and the like
    #[command(subcommand)]
    File(FileCommand),
}

/// Options of `stoa migrate`.
#[derive(Debug, Clone, Copy, Args)]
pub struct MigrateSettings {
    /// Change nothing: say what is pending, and fail if anything is
    #[arg(long)]
    pub check: bool,
    /// Change nothing: list what was applied and when, what is pending, and what is newer than this stoa
    #[arg(long, conflicts_with = "check")]
    pub status: bool,
}

#[derive(Debug, Subcommand)]
pub enum SiteCommand {
    /// Load sites from bundles, each in one transaction
    Import {
        /// Bundles: JSON files of one site each
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Replace the content, settings and keys of a site that exists. Refused where the site has orders, or uses of
        /// codes, spent gift certificates or keys that the file does not know
        #[arg(long)]
        replace: bool,
        /// Replace it all the same, and lose these: its orders stay but hold no stock, codes and certificates, and pending
        /// ones expire. Keys that were revoked stay revoked
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
    /// Make a key and print its secret, once
    Create {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// What the key is for
        #[arg(long, default_value = "")]
        name: String,
        /// When it ends, such as 2027-01-31T00:00:00Z; never when absent
        #[arg(long, value_name = "TIME")]
        expires: Option<chrono::DateTime<chrono::Utc>>,
        /// Requests a minute
        #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1_000_000_000))]
        per_minute: i64,
    },
    /// List keys, without their secrets
    List {
        /// Only the keys of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// End a key; servers notice within five seconds
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
        /// Only those of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Only those in this state
        #[arg(long, value_parser = ["open", "assigned", "closed"])]
        state: Option<String>,
    },
    /// Show what happened in a conversation
    Show {
        #[command(flatten)]
        conversation: ConversationId,
    },
    /// Take an open conversation
    Assign {
        #[command(flatten)]
        conversation: ConversationId,
        /// Who takes it
        #[arg(long)]
        name: Option<String>,
    },
    /// Answer; an open conversation is taken by it
    Reply {
        #[command(flatten)]
        conversation: ConversationId,
        /// Who answers, as the visitor sees it
        #[arg(long)]
        name: String,
        /// The answer, at most 4,000 characters
        text: String,
    },
    /// Give an assigned conversation back
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
    /// Print a link that recovers a cart, once and within 72 hours; an earlier one is void
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
    /// Its site; looked up when absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}

#[derive(Debug, Subcommand)]
pub enum AiCommand {
    /// List what a store has spent, a month of UTC a line, the newest first
    Usage {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
}

#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Keep a value, which is read from standard input; servers notice within five seconds
    Set {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Such as stripe-secret-key; `stoa store secrets` lists all names
        name: stoa_stores::SecretName,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Forget a value
    Unset {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// Such as stripe-secret-key
        name: stoa_stores::SecretName,
    },
    /// After a change of STOA_SECRET: keep the values under the new one, so that STOA_OLD_SECRET can go
    Reseal {
        /// Only those of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// List what a store has values for, without them
    Secrets {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
    },
}

/// A parser of numbers within these bounds.
fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<u64>,
) -> RangedU64ValueParser<T> {
    RangedU64ValueParser::new().range(bounds)
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".to_owned())
}
