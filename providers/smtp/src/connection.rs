//! Connections to the SMTP server. If a caller is dropped while it sends a letter, its connection is closed. Otherwise
//! the next letter would follow half a letter.

use std::time::Duration;

use lettre::transport::smtp::{
    Error, authentication::DEFAULT_MECHANISMS, client::AsyncSmtpConnection, extension::ClientId,
};
use tokio::time::timeout;

use crate::{
    SendError,
    server::{Encryption, SmtpServer},
};

/// Time to connect to the mail server, including TLS and login; then the mail server counts as unavailable.
pub(crate) const SMTP_CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// Opens a connection, encrypted and logged in as the server's URL requires.
pub(crate) async fn connect(server: &SmtpServer) -> Result<AsyncSmtpConnection, SendError> {
    match timeout(SMTP_CONNECT_TIMEOUT, greet(server)).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(error)) => Err(SendError::Unavailable(why(&error))),
        Err(_) => Err(SendError::Unavailable("the server does not answer")),
    }
}

async fn greet(server: &SmtpServer) -> Result<AsyncSmtpConnection, Error> {
    let name = ClientId::default();
    let wrapped = match &server.encryption {
        Encryption::Tls(parameters) => Some(parameters.clone()),
        _ => None,
    };
    let address = (server.host.as_str(), server.port);
    let mut connection =
        AsyncSmtpConnection::connect_tokio1(address, None, &name, wrapped, None).await?;
    match &server.encryption {
        Encryption::StartTls(parameters) => connection.starttls(parameters.clone(), &name).await?,
        Encryption::IfOffered(parameters) if connection.can_starttls() => {
            connection.starttls(parameters.clone(), &name).await?;
        }
        _ => {}
    }
    if let Some(credentials) = &server.credentials {
        connection.auth(DEFAULT_MECHANISMS, credentials).await?;
    }
    Ok(connection)
}

/// Describes an error without the server's own text, which may repeat the login.
fn why(error: &Error) -> &'static str {
    match error {
        error if error.is_tls() => "the server's certificate is not to be trusted, or TLS failed",
        error if error.is_permanent() => "the server refuses us, or our login",
        error if error.is_transient() => "the server takes nothing now",
        error if error.is_client() => "the server offers no STARTTLS, or no way to log in",
        _ => "the server cannot be reached, or its certificate is not to be trusted",
    }
}
