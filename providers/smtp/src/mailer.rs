//! Sends letters concurrently, one at a time over each connection.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lettre::transport::smtp::{client::AsyncSmtpConnection, extension::Extension};
use lettre::{Address, message::Mailbox};
use tokio::time::timeout;

use crate::{
    Letter, SendError, SettingsError, connection::connect, letter::address, server::SmtpServer,
};

/// Time for the mail server to accept a mail.
const LETTER_TIMEOUT: Duration = Duration::from_secs(60);

/// An idle connection is dropped after this time, because servers close theirs after a few minutes.
const SMTP_IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum number of idle connections that are retained for later letters.
const MAX_IDLE_SMTP_CONNECTIONS: usize = 8;

#[derive(Clone, Default)]
pub struct Settings {
    /// `smtps://user:password@host:port`, or `smtp://…?tls=required`.
    pub smtp_url: Option<String>,
    /// Certificate of a certificate authority, in PEM, that replaces the public authorities.
    pub smtp_ca: Option<Vec<u8>>,
    pub from: Option<String>,
}

pub struct Mailer {
    server: SmtpServer,
    from: Address,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

impl Mailer {
    /// Returns a mailer with these settings, or `None` if they name no server.
    pub fn new(settings: &Settings) -> Result<Option<Self>, SettingsError> {
        let Some(url) = &settings.smtp_url else { return Ok(None) };
        let server = SmtpServer::read(url, settings.smtp_ca.as_deref())?;
        let from = settings.from.as_deref().ok_or_else(|| {
            SettingsError(
                "STOA_SMTP_URL needs STOA_MAIL_FROM: the address that mails come from".into(),
            )
        })?;
        // Only the address is used, because each store sends under its own name.
        let bare =
            from.parse::<Mailbox>().map_or(from.to_owned(), |mailbox| mailbox.email.to_string());
        let from = address(&bare).ok_or_else(|| {
            SettingsError("STOA_MAIL_FROM must be an address such as shop@example.com".into())
        })?;
        Ok(Some(Self { server, from, idle: Mutex::default() }))
    }

    /// Sends a letter. On success, the server is responsible for its delivery.
    ///
    /// If the future is dropped early, the server may have accepted the letter nevertheless.
    pub async fn send(&self, letter: &Letter) -> Result<(), SendError> {
        stoa_telemetry::call("send mail", &self.server.host, self.send_letter(letter)).await
    }

    async fn send_letter(&self, letter: &Letter) -> Result<(), SendError> {
        let message = letter.message(&self.from)?;
        let bytes = message.formatted();
        let mut connection = match self.idle_connection().await {
            Some(connection) => connection,
            None => connect(&self.server).await?,
        };
        let addresses = message.envelope().to().iter().chain(message.envelope().from());
        let is_ascii = addresses.map(AsRef::<str>::as_ref).all(str::is_ascii);
        if !is_ascii && !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            self.keep(connection);
            return Err(SendError::NeedsSmtpUtf8);
        }
        let sent = timeout(LETTER_TIMEOUT, connection.send(message.envelope(), &bytes)).await;
        match sent {
            Ok(Ok(_)) => {
                self.keep(connection);
                Ok(())
            }
            Ok(Err(error)) => Err(match error.status() {
                Some(code) => SendError::of_code(code.into()),
                // lettre did not send the letter, because the server does not support 8BITMIME.
                None if error.is_client() => SendError::Unfit,
                None => SendError::NotNow(None),
            }),
            Err(_) => Err(SendError::NotNow(None)),
        }
    }

    async fn idle_connection(&self) -> Option<AsyncSmtpConnection> {
        loop {
            let (mut connection, since) = self.lock().pop()?;
            let is_open = timeout(SMTP_IDLE_TIMEOUT, connection.test_connected());
            if since.elapsed() < SMTP_IDLE_TIMEOUT && is_open.await.unwrap_or_default() {
                return Some(connection);
            }
        }
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.lock();
        idle.retain(|(_, since)| since.elapsed() < SMTP_IDLE_TIMEOUT);
        if idle.len() < MAX_IDLE_SMTP_CONNECTIONS {
            idle.push((connection, Instant::now()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(AsyncSmtpConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Mailer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Mailer").field("server", &self.server).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings() {
        let with = |from: Option<&str>| {
            let smtp_url = Some("smtps://mail.example".to_owned());
            Mailer::new(&Settings { smtp_url, from: from.map(str::to_owned), smtp_ca: None })
        };
        assert!(Mailer::new(&Settings::default()).unwrap().is_none());
        assert!(with(None).unwrap_err().to_string().contains("STOA_MAIL_FROM"));
        assert!(with(Some("nobody")).unwrap_err().to_string().contains("STOA_MAIL_FROM"));
        for from in ["shop@example.com", "A shop <shop@example.com>"] {
            assert_eq!(with(Some(from)).unwrap().unwrap().from.to_string(), "shop@example.com");
        }
    }
}
