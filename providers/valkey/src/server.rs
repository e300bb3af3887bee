//! The Valkey server, read from its URL.

use std::fmt;

use redis::io::tcp::TcpSettings;
use redis::{Client, ConnectionAddr, ConnectionInfo, TlsCertificates};

#[derive(Debug, Clone)]
pub struct ValkeyServer(pub(crate) Client);

/// An invalid URL, or no certificates to verify the server with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError(&'static str);

impl ValkeyServer {
    /// Reads `redis://user:password@host:port/database`, the same with `rediss://` for TLS, or
    /// `unix:///path?db=0&user=…&pass=…`.
    pub fn read(url: &str) -> Result<Self, SettingsError> {
        // A # usually belongs to the password, whose first part would then be read as a port.
        if url.contains('#') {
            return Err(MALFORMED);
        }
        // Neither the URL nor the parser's error is repeated, because the URL contains a password.
        let server: ConnectionInfo = url.parse().map_err(|_| MALFORMED)?;
        let login = server.redis_settings().clone().set_skip_set_lib_name();
        let socket = TcpSettings::default().set_nodelay(true);
        let server = server.set_redis_settings(login).set_tcp_settings(socket);
        let client = match server.addr() {
            ConnectionAddr::TcpTls { .. } => {
                let authorities = stoa_tls_roots::pem().ok_or(NO_AUTHORITIES)?;
                let certificates =
                    TlsCertificates { client_tls: None, root_cert: Some(authorities.into()) };
                Client::build_with_tls(server, certificates)
            }
            _ => Client::open(server),
        };
        client.map(Self).map_err(|_| MALFORMED)
    }
}

/// Without the login.
impl fmt::Display for ValkeyServer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.get_connection_info().addr().fmt(out)
    }
}

const MALFORMED: SettingsError = SettingsError(
    "STOA_VALKEY_URL must be redis://user:password@host:port, rediss://… for TLS, or unix:///path/of/the/socket, with # / \
     and ? of the user and the password written as %23 %2F and %3F",
);

const NO_AUTHORITIES: SettingsError = SettingsError(
    "STOA_VALKEY_URL needs TLS, but the system has no certificates of authorities: install them (ca-certificates)",
);

impl fmt::Display for SettingsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl std::error::Error for SettingsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_url_is_refused_without_being_repeated() {
        for url in [
            "",
            "valkey:6379",
            "redis://",
            "redis://:swordfish@",
            "redis://valkey/x",
            "redis://:swordfish@valkey:port",
            "redis://:12#swordfish@valkey",
            "rediss://:swordfish@a b",
            "http://:swordfish@valkey",
            "unix://host/a.sock",
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
