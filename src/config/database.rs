//! Settings of the database.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use stoa_db::Server;
use stoa_embedded_postgres::BinarySource;

use super::{milliseconds, number};

/// The database, and the data directory.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Database")]
pub struct DatabaseSettings {
    /// Postgres to use, such as postgres://user@host/name; stoa runs its own if absent
    #[arg(long, env = "DATABASE_URL", global = true, hide_env_values = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// The same Postgres without a pooler in between, if --database-url leads to a pooler. Required if the pooler
    /// assigns connections per transaction, as pgbouncer does with pool_mode = transaction
    #[arg(long, env, global = true, hide_env_values = true, value_name = "URL")]
    pub direct_database_url: Option<String>,
    /// A hot standby of the same Postgres, which answers cached reads. Repeat the option, or separate URLs by commas, for
    /// several. A standby whose data is too old for an answer is left out
    #[arg(
        long,
        env,
        global = true,
        hide_env_values = true,
        value_name = "URL",
        value_delimiter = ','
    )]
    pub replica_url: Vec<String>,
    /// Folder of stoa's own Postgres, and of files
    #[arg(long, env, global = true, value_name = "FOLDER")]
    pub data_dir: Option<PathBuf>,
    /// Where the programs of stoa's own Postgres come from
    #[arg(long, env, global = true, default_value = "auto", value_name = "SOURCE")]
    pub postgres_binaries: PostgresBinaries,
    /// Maximum number of connections to Postgres
    #[arg(long, env, global = true, default_value_t = 16, value_name = "N", value_parser = number::<usize>(1..=10_000))]
    pub database_connections: usize,
    /// How long a request may wait for its first connection before it is answered 503. Connections are shared fairly
    /// between sites and clients. 0 turns both off: requests get connections in the order of their arrival
    #[arg(long, env, global = true, default_value_t = 50, value_name = "N", value_parser = milliseconds())]
    pub database_queue_milliseconds: u64,
    /// Log statements that take at least this long, with their name, duration and site. 0 logs none
    #[arg(long, env, global = true, default_value_t = 500, value_name = "N", value_parser = milliseconds())]
    pub slow_statement_milliseconds: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PostgresBinaries {
    /// Installed programs if there are any, else the npm package
    Auto,
    /// Only installed programs: PG_BIN_DIR, PATH, pg_config, the usual folders
    Installed,
    /// Only the pinned npm package, whatever is installed
    Npm,
}

impl From<PostgresBinaries> for BinarySource {
    fn from(binaries: PostgresBinaries) -> Self {
        match binaries {
            PostgresBinaries::Auto => Self::Auto,
            PostgresBinaries::Installed => Self::Installed,
            PostgresBinaries::Npm => Self::Npm,
        }
    }
}

impl DatabaseSettings {
    /// Returns the data directory, if it is set or has a default.
    pub fn data_dir(&self) -> Option<PathBuf> {
        self.data_dir.clone().or_else(|| stoa_embedded_postgres::default_data_dir().ok())
    }

    /// The folder for uploads and drawings if no folder or bucket is configured.
    pub(crate) fn files_dir(&self) -> Option<PathBuf> {
        Some(self.data_dir()?.join("files"))
    }

    /// Fails if a command would run on an embedded Postgres that does not exist yet.
    pub fn check_has_data(&self) -> anyhow::Result<()> {
        let is_embedded = self.servers()?.is_none();
        let Some(folder) = self.data_dir().filter(|_| is_embedded) else { return Ok(()) };
        ensure!(
            stoa_embedded_postgres::has_data(&folder)?,
            "there is no database in {}: name stoa's data directory with --data-dir, or a Postgres with --database-url",
            folder.display()
        );
        Ok(())
    }

    /// Returns the servers of `STOA_REPLICA_URL`. Each has one host, because the lag of each is measured.
    pub(crate) fn replicas(&self) -> anyhow::Result<Vec<Server>> {
        let is_alone = self.database_url.is_none() && !self.replica_url.is_empty();
        ensure!(!is_alone, "--replica-url needs --database-url");
        let replicas = self.replica_url.iter().map(|url| {
            let replica = server("STOA_REPLICA_URL", url)?;
            let is_one = replica.config().get_hosts().len() == 1;
            ensure!(is_one, "STOA_REPLICA_URL names several hosts: give each its own URL");
            Ok(replica)
        });
        replicas.collect()
    }

    /// Returns the server of `DATABASE_URL` and, if configured, that of `STOA_DIRECT_DATABASE_URL`. Returns `None` for
    /// the embedded Postgres.
    pub(crate) fn servers(&self) -> anyhow::Result<Option<(Server, Option<Server>)>> {
        let Some(url) = &self.database_url else {
            let is_alone = self.direct_database_url.is_some();
            ensure!(!is_alone, "--direct-database-url needs --database-url");
            return Ok(None);
        };
        let pooled = server("DATABASE_URL", url)?;
        let direct = self.direct_database_url.as_deref();
        let direct = direct.map(|url| server("STOA_DIRECT_DATABASE_URL", url)).transpose()?;
        Ok(Some((pooled, direct)))
    }
}

fn server(variable: &str, url: &str) -> anyhow::Result<Server> {
    const WRITE: &str = "write postgres://user:password@host:5432/name";
    let server: Server = url
        .parse()
        .with_context(|| format!("{variable} is not the URL of a Postgres ({WRITE})"))?;
    ensure!(!server.config().get_hosts().is_empty(), "{variable} names no host: {WRITE}");
    Ok(server)
}
