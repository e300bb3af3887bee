//! The address of Postgres, and connections to it. libpq's parameters in the URL determine whether connections use TLS.

mod parameters;
mod tls;

use std::{error::Error, fmt, str::FromStr};

use tokio_postgres::{
    Client, Config, Connection, Socket,
    config::{Host, SslMode, SslNegotiation},
    error::SqlState,
    tls::MakeTlsConnect,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use parameters::{Mode, Parameters};
pub use tls::Tls;

/// A Postgres server, or a pooler in front of one. Clones are cheap.
///
/// A `Server` is parsed from a URL or from libpq's `key=value` pairs. The supported TLS parameters are `sslmode`,
/// `sslrootcert` (a PEM file, or `system`), `sslcert` and `sslkey`. The files are read once.
///
/// Unlike libpq, this crate reads neither `PGSSL…` variables nor files in the home folder. `verify-ca` and
/// `verify-full` therefore need an `sslrootcert`.
#[derive(Clone, Debug)]
pub struct Server {
    config: Config,
    mode: Mode,
    tls: Tls,
}

/// An open connection. The client works only while the connection is polled.
pub type Connected = (Client, Connection<Socket, TlsStream>);

type TlsStream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

impl Server {
    /// The parameters of the URL, except those for TLS.
    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn with(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self.config);
        self
    }

    /// Sets the name of the connections in `pg_stat_activity`.
    pub fn named(self, application: &str) -> Self {
        self.with(|config| {
            config.application_name(application);
        })
    }

    pub async fn connect(&self) -> Result<Connected, tokio_postgres::Error> {
        match self.mode {
            Mode::Prefer => match self.connect_by(SslMode::Prefer).await {
                Err(error) if is_about_tls(&error) => self.connect_by(SslMode::Disable).await,
                connected => connected,
            },
            Mode::Allow => match self.connect_by(SslMode::Disable).await {
                Err(error) if is_about_tls(&error) => self.connect_by(SslMode::Require).await,
                connected => connected,
            },
            Mode::Disable | Mode::Require => self.config.connect(self.tls.0.clone()).await,
        }
    }

    async fn connect_by(&self, mode: SslMode) -> Result<Connected, tokio_postgres::Error> {
        let mut config = self.config.clone();
        config.ssl_mode(mode);
        config.connect(self.tls.0.clone()).await
    }

    /// Opens a connection that a task polls until the client is dropped. The client receives the connection's errors.
    pub(crate) async fn open(&self) -> Result<Client, tokio_postgres::Error> {
        let (client, connection) = self.connect().await?;
        tokio::spawn(connection);
        Ok(client)
    }

    pub(crate) fn tls(&self) -> &Tls {
        &self.tls
    }

    /// Advice for the operator about a failure to connect, if its cause is known.
    pub fn advice(error: &tokio_postgres::Error) -> Option<&'static str> {
        if let Some(error) = error.as_db_error() {
            let demands_certificate = error.message().contains("valid client certificate");
            return demands_certificate.then_some("name one by sslcert and sslkey");
        }
        let cause = error.source()?.to_string();
        let advice = [
            (
                "failed to lookup",
                "check the host; an @ elsewhere in the URL must be written as %40",
            ),
            ("does not support TLS", "set ssl = on there, or ask for less by sslmode"),
            ("UnknownIssuer", "sslrootcert must hold the authority that signed its certificate"),
            ("not valid for name", "its certificate is for another host"),
            ("CaUsedAsEndEntity", "its certificate must be signed by an authority, not be one"),
            ("Expired", "its certificate has to be renewed"),
            ("no hostname", "TLS needs host=, beside hostaddr="),
        ];
        advice.into_iter().find(|(part, _)| cause.contains(part)).map(|(_, advice)| advice)
    }

    fn new(mut config: Config, mode: Mode, tls: Tls) -> Self {
        // A Unix socket needs no TLS, because no network can read it. Postgres offers no TLS there either.
        let is_local = |host: &Host| matches!(host, Host::Unix(_));
        let hosts = config.get_hosts();
        let is_local = !hosts.is_empty() && hosts.iter().all(is_local);
        let mode = if is_local { Mode::Disable } else { mode };
        config.ssl_mode(match mode {
            Mode::Disable => SslMode::Disable,
            Mode::Allow | Mode::Prefer => SslMode::Prefer,
            Mode::Require => SslMode::Require,
        });
        if config.get_hosts().is_empty() {
            // TLS needs a host.
            for address in config.get_hostaddrs().to_vec() {
                config.host(address.to_string());
            }
        }
        Self { config, mode, tls }
    }
}

/// Whether a retry with or without TLS may succeed, because the handshake failed or pg_hba.conf refuses this mode.
fn is_about_tls(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(code) => *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
        None => error.to_string() == "error performing TLS handshake",
    }
}

impl FromStr for Server {
    type Err = WrongAddress;

    fn from_str(text: &str) -> Result<Self, WrongAddress> {
        let (rest, parameters) = Parameters::take(text)?;
        let config: Config = rest.parse().map_err(|error: tokio_postgres::Error| {
            // The outer error says only that the text is invalid. The cause says why.
            let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            WrongAddress(cause)
        })?;
        let is_direct = config.get_ssl_negotiation() == SslNegotiation::Direct;
        let tls = Tls::new(&parameters, is_direct)?;
        Ok(Self::new(config, parameters.mode, tls))
    }
}

/// Uses TLS as the configuration demands, and does not verify certificates.
impl From<Config> for Server {
    fn from(config: Config) -> Self {
        let mode = match config.get_ssl_mode() {
            SslMode::Disable => Mode::Disable,
            SslMode::Require => Mode::Require,
            _ => Mode::Prefer,
        };
        Self::new(config, mode, Tls::unverified())
    }
}

impl From<&Config> for Server {
    fn from(config: &Config) -> Self {
        config.clone().into()
    }
}

impl From<&Server> for Server {
    fn from(server: &Server) -> Self {
        server.clone()
    }
}

/// An error in a URL, or in a file that the URL names. The text of the error never includes the user or the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongAddress(pub(crate) String);

impl fmt::Display for WrongAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Error for WrongAddress {}
