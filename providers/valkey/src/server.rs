//! The Valkey server, read from its URL, and connections to it.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, RedisConnectionInfo};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;
use url::{Host, Url};

const DEFAULT_PORT: u16 = 6379;

/// A Valkey server.
#[derive(Clone)]
pub struct ValkeyServer {
    address: Address,
    login: RedisConnectionInfo,
}

#[derive(Clone)]
enum Address {
    Tcp { host: String, port: u16, tls: Option<Arc<ClientConfig>> },
    Unix(PathBuf),
}

/// An invalid URL, or no certificates to verify the server with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError(&'static str);

/// Why there is no connection.
#[derive(Debug)]
pub(crate) enum ConnectError {
    TooSlow,
    Socket(io::Error),
    Valkey(redis::RedisError),
}

impl ValkeyServer {
    /// Reads `redis://user:password@host:port/database`, the same with `rediss://` for TLS, or
    /// `unix:///path?db=0&user=…&pass=…`.
    pub fn read(url: &str) -> Result<Self, SettingsError> {
        // Neither the URL nor the parser's error is repeated, because the URL contains a password.
        let url = Url::parse(url).map_err(|_| MALFORMED)?;
        if url.fragment().is_some() {
            return Err(MALFORMED);
        }
        match url.scheme() {
            "redis" | "rediss" => Self::of_host(&url),
            "unix" => Self::of_socket(&url),
            _ => Err(MALFORMED),
        }
    }

    fn of_host(url: &Url) -> Result<Self, SettingsError> {
        // The URL's parser does not read the host of these schemes as an address.
        let host = match url.host().ok_or(MALFORMED)? {
            Host::Domain(name) => decoded(name)?,
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        if host.is_empty() || url.query().is_some() {
            return Err(MALFORMED);
        }
        let tls = match url.scheme() {
            "rediss" => {
                ServerName::try_from(host.clone()).map_err(|_| MALFORMED)?;
                Some(Arc::new(stoa_tls_roots::client_config().map_err(|_| NO_AUTHORITIES)?))
            }
            _ => None,
        };
        let database = match url.path() {
            "" | "/" => 0,
            path => number(&path[1..])?,
        };
        let user = Some(url.username()).filter(|user| !user.is_empty());
        let login = login(database, user, url.password())?;
        let port = url.port().unwrap_or(DEFAULT_PORT);
        Ok(Self { address: Address::Tcp { host, port, tls }, login })
    }

    fn of_socket(url: &Url) -> Result<Self, SettingsError> {
        let path = decoded(url.path())?;
        if url.has_host() || path.len() < 2 {
            return Err(MALFORMED);
        }
        let (mut database, mut user, mut password) = (0, None, None);
        for pair in url.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=').ok_or(MALFORMED)? {
                ("db", text) => database = number(text)?,
                ("user", text) => user = Some(text),
                ("pass", text) => password = Some(text),
                _ => return Err(MALFORMED),
            }
        }
        Ok(Self { address: Address::Unix(path.into()), login: login(database, user, password)? })
    }

    /// Connects, logs in and selects the database.
    pub(crate) async fn connect(&self) -> Result<MultiplexedConnection, ConnectError> {
        match &self.address {
            Address::Unix(path) => self.log_in(UnixStream::connect(path).await?).await,
            Address::Tcp { host, port, tls } => {
                let stream = TcpStream::connect((host.as_str(), *port)).await?;
                stream.set_nodelay(true)?;
                let Some(tls) = tls else { return self.log_in(stream).await };
                let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
                let stream = TlsConnector::from(tls.clone()).connect(name, stream).await?;
                self.log_in(stream).await
            }
        }
    }

    async fn log_in<S>(&self, stream: S) -> Result<MultiplexedConnection, ConnectError>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        // Callers limit the time of each call.
        let config = AsyncConnectionConfig::new().set_response_timeout(None);
        let connecting = MultiplexedConnection::new_with_config(&self.login, stream, config);
        let (connection, driver) = connecting.await?;
        // Ends with the last clone of the connection.
        tokio::spawn(driver);
        Ok(connection)
    }
}

/// Without the login.
impl fmt::Display for ValkeyServer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.address {
            Address::Tcp { host, port, .. } if host.contains(':') => write!(out, "[{host}]:{port}"),
            Address::Tcp { host, port, .. } => write!(out, "{host}:{port}"),
            Address::Unix(path) => write!(out, "{}", path.display()),
        }
    }
}

impl fmt::Debug for ValkeyServer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "ValkeyServer({self})")
    }
}

const MALFORMED: SettingsError = SettingsError(
    "STOA_VALKEY_URL must be redis://user:password@host:port, rediss://… for TLS, or unix:///path/of/the/socket, with # / \
     and ? of the user and the password written as %23 %2F and %3F",
);

const NO_AUTHORITIES: SettingsError = SettingsError(
    "STOA_VALKEY_URL needs TLS, but the system has no certificates of authorities: install them (ca-certificates)",
);

fn login(
    database: i64,
    user: Option<&str>,
    password: Option<&str>,
) -> Result<RedisConnectionInfo, SettingsError> {
    let mut login = RedisConnectionInfo::default().set_db(database).set_skip_set_lib_name();
    if let Some(password) = password {
        login = login.set_password(decoded(password)?);
    }
    match (user, password) {
        (Some(user), Some(_)) => Ok(login.set_username(decoded(user)?)),
        (Some(_), None) => Err(MALFORMED),
        (None, _) => Ok(login),
    }
}

fn number(text: &str) -> Result<i64, SettingsError> {
    text.parse().ok().filter(|number| *number >= 0).ok_or(MALFORMED)
}

fn decoded(text: &str) -> Result<String, SettingsError> {
    Ok(percent_decode_str(text).decode_utf8().map_err(|_| MALFORMED)?.into_owned())
}

impl fmt::Display for SettingsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl std::error::Error for SettingsError {}

impl From<io::Error> for ConnectError {
    fn from(error: io::Error) -> Self {
        Self::Socket(error)
    }
}

impl From<redis::RedisError> for ConnectError {
    fn from(error: redis::RedisError) -> Self {
        Self::Valkey(error)
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSlow => out.write_str("it did not answer in time"),
            Self::Socket(error) => error.fmt(out),
            Self::Valkey(error) => error.fmt(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_urls() {
        for (url, shown, user, password, database) in [
            ("redis://valkey", "valkey:6379", None, None, 0),
            ("redis://10.0.0.1:1234/", "10.0.0.1:1234", None, None, 0),
            ("redis://[::1]/3", "[::1]:6379", None, None, 3),
            ("redis://:a%40b@valkey", "valkey:6379", None, Some("a@b"), 0),
            (
                "rediss://ada:a%2Fb@valkey.example:1",
                "valkey.example:1",
                Some("ada"),
                Some("a/b"),
                0,
            ),
            ("unix:///run/valkey/a.sock", "/run/valkey/a.sock", None, None, 0),
            ("unix:///a?db=2&user=ada&pass=b%26c", "/a", Some("ada"), Some("b&c"), 2),
        ] {
            let server = ValkeyServer::read(url).unwrap();
            assert_eq!(server.to_string(), shown);
            let login = &server.login;
            let read = (login.username(), login.password(), login.db());
            assert_eq!(read, (user, password, database), "{url}");
        }
    }

    #[test]
    fn an_invalid_url_is_refused_without_being_repeated() {
        for url in [
            "",
            "valkey:6379",
            "redis://",
            "redis://:swordfish@",
            "redis://ada@valkey",
            "redis://valkey/x",
            "redis://valkey/-1",
            "redis://valkey/0?pass=swordfish",
            "redis://:swordfish@valkey:port",
            "redis://:swordfish@valkey#",
            "rediss://:swordfish@a b",
            "http://:swordfish@valkey",
            "unix://host/a.sock",
            "unix:///",
            "unix:///a?password=swordfish",
            "unix:///a?user=ada",
            "unix:///a?db=a",
        ] {
            let error = ValkeyServer::read(url).unwrap_err().to_string();
            assert!(error.contains("STOA_VALKEY_URL") && !error.contains("swordfish"), "{url}");
            assert!(!error.contains('\n'));
        }
        let server = ValkeyServer::read("redis://ada:swordfish@valkey").unwrap();
        assert!(!format!("{server:?} {server}").contains("swordfish"));
    }
}
