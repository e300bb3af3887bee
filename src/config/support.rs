//! Arguments of `stoa support`.

use clap::{Args, Subcommand};

use super::ProviderSettings;

#[derive(Debug, Subcommand)]
pub enum SupportCommand {
    /// List messages, the latest activity first, 500 at most
    List {
        /// List only the messages of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// List only messages in this state: open messages wait for staff, pending ones for the customer
        #[arg(long, value_parser = ["open", "pending", "closed"])]
        state: Option<String>,
    },
    /// Show a message and its replies
    Show {
        #[command(flatten)]
        message: SupportMessageId,
    },
    /// Answer a message; the customer gets a mail, and a closed message becomes pending again
    Reply {
        #[command(flatten)]
        message: SupportMessageId,
        /// Name of the author, as the customer sees it
        #[arg(long)]
        name: String,
        /// The answer, at most 10,000 characters
        text: String,
        #[command(flatten)]
        providers: Box<ProviderSettings>,
    },
    /// Close a message; a reply of the customer reopens it
    Close {
        #[command(flatten)]
        message: SupportMessageId,
    },
}

/// The message that a command acts on.
#[derive(Debug, Clone, Copy, Args)]
pub struct SupportMessageId {
    /// The message's id, as `stoa support list` shows it
    #[arg(value_name = "MESSAGE")]
    pub id: i64,
    /// The message's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}
