//! Settings of webhooks.

use clap::{Args, ValueEnum};
use stoa_webhooks::Targets;

/// The URLs to which events are sent.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookSettings {
    /// URLs that webhook endpoints may have. any allows http, and addresses of the server's own network: it is for
    /// development
    #[arg(long, env, value_enum, default_value_t = WebhookTargets::Public, value_name = "URLS")]
    pub webhook_targets: WebhookTargets,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WebhookTargets {
    Public,
    Any,
}

impl From<WebhookTargets> for Targets {
    fn from(targets: WebhookTargets) -> Self {
        match targets {
            WebhookTargets::Public => Self::Public,
            WebhookTargets::Any => Self::Any,
        }
    }
}
