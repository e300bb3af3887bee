//! The database: the configured one, or the embedded Postgres.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Error, anyhow, bail, ensure};
use stoa_db::about::identity;
use stoa_db::{Db, Pooling, Server, pin_session};
use stoa_embedded_postgres::Postgres;
use stoa_telemetry::Chain;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, config::Host};

use crate::config::DatabaseSettings;

/// Time until the server notices that a host of Postgres has vanished, unless the URL sets `tcp_user_timeout` or
/// `keepalives_idle`.
const POSTGRES_TCP_USER_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for one attempt to connect to one host of Postgres, unless the URL sets `connect_timeout`.
const POSTGRES_CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Number of connect timeouts, for each host in the URL, for which a start or a command waits for a Postgres or a
/// pooler that accepts the connection but does not answer.
const MAX_CONNECT_TIMEOUTS: u32 = 3;

/// Number of connect timeouts, for each host in the URL, for which a start or a command tries to find out whether a
/// pooler is in front of Postgres.
///
/// All connections of the pooler may be busy.
const POOLER_CHECK_ATTEMPTS: u32 = 12;

/// How long the start waits for a replica.
const REPLICA_CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// The database's servers. Owns the embedded Postgres, which runs as long as this lives.
pub struct Database {
    /// The server for statements: Postgres itself or a pooler.
    pub pooled: Server,
    /// Postgres itself, for features that a pooler cannot pass on: LISTEN, migrations and session state.
    pub direct: Server,
    /// Hot standbys for cached reads.
    pub replicas: Vec<Server>,
    pub embedded: Option<Postgres>,
    /// The directory of the embedded Postgres and of the server's other data.
    pub data_dir: Option<PathBuf>,
    /// The folder for uploads and drawings if no folder or bucket is configured.
    pub files_dir: Option<PathBuf>,
    pool: stoa_db::Settings,
    /// Whether `pooled` and `direct` differ.
    is_pooled: bool,
}

/// Prepares connections to the configured database, or starts the embedded Postgres. Blocks while Postgres starts.
pub fn open(settings: &DatabaseSettings) -> anyhow::Result<Database> {
    let Some((pooled, direct)) = settings.servers()? else { return open_embedded(settings) };
    let pooled = pooled.with(notice_when_vanished);
    let is_pooled = direct.is_some();
    let direct = direct.map_or_else(|| pooled.clone(), |server| server.with(notice_when_vanished));
    let replicas = settings.replicas()?.into_iter();
    Ok(Database {
        pooled,
        direct,
        replicas: replicas.map(|server| server.with(notice_when_vanished)).collect(),
        embedded: None,
        data_dir: None,
        files_dir: settings.files_dir(),
        pool: pool_settings(settings),
        is_pooled,
    })
}

fn open_embedded(settings: &DatabaseSettings) -> anyhow::Result<Database> {
    let data_dir = match &settings.data_dir {
        Some(folder) => folder.clone(),
        None => stoa_embedded_postgres::default_data_dir()?,
    };
    let options = stoa_embedded_postgres::Options {
        data_dir,
        durable: true,
        binaries: settings.postgres_binaries.into(),
    };
    let embedded = stoa_embedded_postgres::start(&options)?;
    let server = Server::from(embedded.config());
    Ok(Database {
        pooled: server.clone(),
        direct: server,
        replicas: Vec::new(),
        embedded: Some(embedded),
        data_dir: Some(options.data_dir),
        files_dir: settings.files_dir(),
        pool: pool_settings(settings),
        is_pooled: false,
    })
}

fn pool_settings(settings: &DatabaseSettings) -> stoa_db::Settings {
    let unless_zero = |time| (time > 0).then(|| Duration::from_millis(time));
    stoa_db::Settings {
        connections: settings.database_connections,
        first_wait: unless_zero(settings.database_queue_milliseconds),
        slow_statement: unless_zero(settings.slow_statement_milliseconds),
        ..stoa_db::Settings::default()
    }
}

/// Makes connections notice soon that the host or the network is gone, even connections that only listen. Settings in
/// the URL take precedence.
fn notice_when_vanished(config: &mut Config) {
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(POSTGRES_TCP_USER_TIMEOUT);
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(POSTGRES_CONNECT_TIMEOUT);
    }
    if config.get_keepalives_idle() == Config::new().get_keepalives_idle() {
        config.keepalives_idle(POSTGRES_TCP_USER_TIMEOUT / 2);
        config.keepalives_interval(POSTGRES_TCP_USER_TIMEOUT / 6);
        config.keepalives_retries(3);
    }
}

impl Database {
    /// Opens a connection to Postgres itself, for work that needs one session.
    pub async fn client(&self) -> anyhow::Result<Client> {
        let client = connect(&self.direct).await?;
        let pooling = self.pooling_of(&self.direct).await?;
        match (pooling, self.is_pooled) {
            (Pooling::Session, _) => {
                self.check_same(&client).await?;
                pin_session(&client).await?;
                Ok(client)
            }
            (_, true) => bail!(
                "STOA_DIRECT_DATABASE_URL leads to a pooler, where each transaction gets another connection: it must \
                 lead to Postgres itself"
            ),
            (_, false) => bail!(
                "DATABASE_URL leads to a pooler, where each transaction gets another connection: give the URL \
                 of Postgres itself too, with --direct-database-url"
            ),
        }
    }

    /// Checks that the two configured URLs lead to the same database. Otherwise the server would migrate and back up
    /// one database and serve another. Ignores a pooler that cannot be reached, because [`Self::pool`] reports it.
    async fn check_same(&self, direct: &Client) -> anyhow::Result<()> {
        if !self.is_pooled {
            return Ok(());
        }
        let Ok(pooled) = connect(&self.pooled).await else { return Ok(()) };
        let (Ok(direct), Ok(pooled)) = (identity(direct).await, identity(&pooled).await) else {
            return Ok(());
        };
        ensure!(
            direct == pooled,
            "DATABASE_URL and STOA_DIRECT_DATABASE_URL lead to different databases: they must lead to the same one"
        );
        Ok(())
    }

    /// Returns the connection pool for the server's reads and writes.
    pub async fn pool(&self) -> anyhow::Result<Db> {
        let pooling = match self.is_pooled {
            true => self.pooling_of(&self.pooled).await?,
            // [`Self::client`] has checked the direct server.
            false => Pooling::Session,
        };
        match pooling {
            Pooling::Session | Pooling::Transaction => {}
            Pooling::WithoutStatements => bail!(
                "DATABASE_URL leads to a pooler that loses prepared statements: use pgbouncer 1.21 or later with \
                 max_prepared_statements = 200, or pool_mode = session"
            ),
            Pooling::Statement => bail!(
                "DATABASE_URL leads to a pooler without transactions: use pool_mode = transaction or session"
            ),
        }
        Ok(Db::connect(&self.pooled, stoa_db::Settings { pooling, ..self.pool }))
    }

    /// Lets the replicas answer cached reads. `primary` is a connection to the database. Refuses a replica of another
    /// database. A replica that is left out is checked when it answers.
    pub async fn with_replicas(&self, db: Db, primary: &Client) -> anyhow::Result<Db> {
        let mut replicas = Vec::new();
        for server in &self.replicas {
            let name = place(server);
            match check_replica(server, primary).await? {
                None => tracing::info!(replica = name, "the replica answers cached reads"),
                Some(error) => {
                    tracing::warn!(replica = name, error, "the replica is left out for now");
                }
            }
            replicas.push((name, server.clone()));
        }
        Ok(db.with_replicas(self.direct.clone(), replicas))
    }

    async fn pooling_of(&self, server: &Server) -> anyhow::Result<Pooling> {
        match self.embedded {
            Some(_) => Ok(Pooling::Session),
            None => {
                let time = connect_timeout(server) * POOLER_CHECK_ATTEMPTS;
                let looked = timeout(time, Pooling::of(server)).await;
                looked.map_err(|_| anyhow!(SILENT))?.map_err(unreachable)
            }
        }
    }
}

/// Returns why a replica is left out for now, if it is. Fails if it is one of another database.
pub async fn check_replica(server: &Server, primary: &Client) -> anyhow::Result<Option<String>> {
    let asked = async {
        let client = connect(server).await?;
        let is_same = identity(&client).await? == identity(primary).await?;
        anyhow::Ok((is_same, stoa_db::about::is_standby(&client).await?))
    };
    match timeout(REPLICA_CHECK_TIMEOUT, asked).await.unwrap_or_else(|_| Err(anyhow!(SILENT))) {
        Ok((false, _)) => bail!(
            "STOA_REPLICA_URL ({}) leads to another database than DATABASE_URL: it must lead to a standby of it",
            place(server)
        ),
        Ok((true, true)) => Ok(None),
        // After a failover, the standby that was promoted is still in the list.
        Ok((true, false)) => Ok(Some("it is a primary".to_owned())),
        Err(error) => Ok(Some(format!("{error:#}"))),
    }
}

/// The host and port of a replica, which name it in metrics and the log.
fn place(server: &Server) -> String {
    let config = server.config();
    let port = config.get_ports().first().copied().unwrap_or(5432);
    match config.get_hosts().first() {
        Some(Host::Tcp(host)) => format!("{host}:{port}"),
        Some(Host::Unix(folder)) => folder.display().to_string(),
        None => String::new(),
    }
}

const SILENT: &str = "the database cannot be reached (it accepts connections but does not answer)";

/// Returns the timeout for trying each of the hosts once.
fn connect_timeout(server: &Server) -> Duration {
    let config = server.config();
    let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(1).max(1);
    config.get_connect_timeout().copied().unwrap_or(POSTGRES_CONNECT_TIMEOUT) * hosts
}

/// Opens a connection, and drives it in the background.
pub async fn connect(server: impl Into<Server>) -> anyhow::Result<Client> {
    let server = server.into();
    let connected =
        timeout(connect_timeout(&server) * MAX_CONNECT_TIMEOUTS, server.connect()).await;
    let (client, connection) = connected.map_err(|_| anyhow!(SILENT))?.map_err(unreachable)?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::error!(error = %Chain(&error), "a connection to the database broke");
        }
    });
    Ok(client)
}

fn unreachable(error: tokio_postgres::Error) -> Error {
    let text = match Server::advice(&error) {
        Some(advice) => format!("the database cannot be reached ({advice})"),
        None => "the database cannot be reached".to_owned(),
    };
    Error::new(error).context(text)
}
