//! Settings of `stoa serve`, including those of its parts.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap::builder::BoolishValueParser;
use stoa_runtime::Network;
use stoa_valkey::ValkeyServer;

use super::{
    AdminSettings, CacheOptions, FileSettings, InvitationPage, MailSettings, ProviderSettings,
    PublicUrl, RateLimitSettings, StaffSettings, StopSettings, TelemetrySettings, TlsSettings,
    WebhookSettings, bytes, count, number,
};

/// The default of `--listen`.
pub const LISTENS_ON: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Settings of `stoa serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeSettings {
    /// Address and port to listen on
    #[arg(help_heading = "Network", long, env, default_value_t = LISTENS_ON, value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// Do not migrate the schema, and refuse to start while migrations are pending: apply them with `stoa migrate`
    #[arg(help_heading = "Database", long, env, value_parser = BoolishValueParser::new())]
    pub no_migrate: bool,
    #[command(flatten)]
    pub tls: TlsSettings,
    #[command(flatten)]
    pub admin: AdminSettings,
    #[command(flatten)]
    pub staff: StaffSettings,
    #[command(flatten)]
    pub stop: StopSettings,
    #[command(flatten)]
    pub capacity: Capacity,
    /// Number of proxies in front that append to X-Forwarded-For
    #[arg(
        help_heading = "Network",
        long,
        env,
        default_value_t = 0,
        value_name = "N",
        value_parser = number::<usize>(0..=100)
    )]
    pub trusted_proxies: usize,
    /// Clients that send requests on behalf of others, such as the servers that render a store's pages: addresses or
    /// networks, separated by commas. The last entry of their X-Forwarded-For counts as the client's address
    #[arg(help_heading = "Network", long, env, value_delimiter = ',', value_name = "CIDR")]
    pub trusted_clients: Vec<Network>,
    #[command(flatten)]
    pub public_url: PublicUrl,
    #[command(flatten)]
    pub files: FileSettings,
    /// Folder of fonts for designs (.ttf and .otf), in addition to the built-in ones. A file's name gives the weight,
    /// as in Inter-BoldItalic.ttf. A variable font has all weights of its axis
    #[arg(help_heading = "Files and fonts", long, env, value_name = "FOLDER")]
    pub fonts: Option<PathBuf>,
    #[command(flatten)]
    pub mail: MailSettings,
    #[command(flatten)]
    pub webhooks: WebhookSettings,
    #[command(flatten)]
    pub invitation_page: InvitationPage,
    #[command(flatten)]
    pub rate_limits: RateLimitSettings,
    /// URL of the Valkey or Redis in which several servers count rate limits and open chat streams together:
    /// redis://user:password@host:port, rediss://… for TLS, or unix:///path/of/the/socket. Each server counts on its own
    /// if absent, and while Valkey does not answer
    #[arg(help_heading = "Limits", long, env, hide_env_values = true, value_name = "URL")]
    pub valkey_url: Option<String>,
    #[command(flatten)]
    pub cache: CacheOptions,
    #[command(flatten)]
    pub providers: ProviderSettings,
    #[command(flatten)]
    pub telemetry: TelemetrySettings,
}

/// How much the server takes at once.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Limits")]
pub struct Capacity {
    /// Maximum number of open connections; further connections wait until one closes
    #[arg(long, env, default_value_t = 10_000, value_name = "N", value_parser = count())]
    pub max_connections: usize,
    /// Maximum number of open connections per client address; a quarter of --max-connections, up to 256, if absent. No
    /// limit with --trusted-proxies, nor for --trusted-clients
    #[arg(long, env, value_name = "N", value_parser = count())]
    pub max_connections_per_client: Option<usize>,
    /// Maximum number of concurrent requests per client; further ones are answered 503
    #[arg(long, env, default_value_t = 256, value_name = "N", value_parser = count())]
    pub max_requests_per_client: usize,
    /// Maximum bytes of request bodies in flight, and of large responses that clients have not read; a request that finds no
    /// room within a second is answered 503
    #[arg(long, env, default_value_t = 256 << 20, value_name = "BYTES", value_parser = bytes(1))]
    pub max_body_bytes_in_flight: usize,
    /// Minimum free space in MiB on the disk of stoa's own Postgres; 5 % of the disk, from 256 MiB to 5 GiB, if absent.
    /// With less, operations that grow the database are answered 503
    #[arg(long, env, value_name = "MIB")]
    pub min_free_disk: Option<u32>,
}

impl ServeSettings {
    /// Returns the maximum number of connections per client address, so that one client cannot take all connections.
    /// Returns `None` behind proxies, because all connections then come from the proxies.
    pub fn connections_per_client(&self) -> Option<usize> {
        let Capacity { max_connections, max_connections_per_client, .. } = self.capacity;
        let quarter = (max_connections / 4).clamp(1, 256);
        (self.trusted_proxies == 0).then(|| max_connections_per_client.unwrap_or(quarter))
    }

    /// Returns the Valkey that servers share, without contacting it.
    pub fn valkey(&self) -> anyhow::Result<Option<ValkeyServer>> {
        Ok(self.valkey_url.as_deref().map(ValkeyServer::read).transpose()?)
    }

    /// Checks that the folder of fonts can be read. Files that are not fonts are skipped, not refused.
    pub fn check_fonts(&self) -> anyhow::Result<()> {
        let Some(folder) = &self.fonts else { return Ok(()) };
        let read = std::fs::read_dir(folder);
        read.map(drop).with_context(|| format!("fonts cannot be read from {}", folder.display()))
    }
}
