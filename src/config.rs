//! The command line and its environment variables, read once in main.

mod admin;
mod cache;
mod database;
mod environment;
mod files;
mod mail;
mod providers;
mod public_url;
mod rate_limits;
mod serve;
mod staff;
mod telemetry;
mod tls;
mod webhooks;

use std::ops::RangeInclusive;

use clap::Parser;
use clap::builder::RangedU64ValueParser;

use crate::commands::Command;

pub use admin::{AdminSettings, StopSettings};
pub use cache::CacheOptions;
pub use database::{DatabaseSettings, PostgresBinaries};
pub use environment::{Environment, Read, read};
pub use files::{FilePlace, FileSettings, StorageSettings, files_are_not_shared};
pub use mail::MailSettings;
pub use providers::ProviderSettings;
pub use public_url::{PublicUrl, default_url};
pub use rate_limits::RateLimitSettings;
pub use serve::{Capacity, LISTENS_ON, ServeSettings};
pub use staff::{InvitationPage, StaffSettings};
pub use telemetry::TelemetrySettings;
pub use tls::{ProviderAuthority, TlsSettings};
pub use webhooks::{WebhookSettings, WebhookTargets};

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
#[command(mut_args = environment::with_prefix, mut_subcommands = environment::with_prefixes)]
pub struct Cli {
    /// production refuses everything that is meant for trials: stoa's own Postgres, the demo's pages and key, and
    /// unknown STOA_ variables. A server with a DATABASE_URL is in production too
    #[arg(long = "env", env = "ENV", global = true, value_name = "ENVIRONMENT")]
    pub environment: Option<Environment>,
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

/// Parses a number of connections or requests. No machine reaches the upper bound.
fn count() -> RangedU64ValueParser<usize> {
    number(1..=1_000_000)
}

fn bytes(minimum: u64) -> RangedU64ValueParser<usize> {
    number(minimum..=1 << 40)
}

/// Parses a number of milliseconds. 0 turns a setting off.
fn milliseconds() -> RangedU64ValueParser<u64> {
    number(0..=60_000)
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
