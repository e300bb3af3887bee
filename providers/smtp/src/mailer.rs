//! Hands letters over, many at once, each by one conversation at a time.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lettre::transport::smtp::{client::AsyncSmtpConnection, extension::Extension};
use lettre::{Address, message::Mailbox};
use tokio::time::timeout;

use crate::{
    Letter, SendError, SettingsError, connection::connect, letter::address, server::SmtpServer,
};

/// For the server to take a letter, once it listens.
const LETTER_TIMEOUT: Duration = Duration::from_secs(60);

/// A conversation that nobody needed for so long is left: servers end them after a few minutes.
const IDLE_FOR: Duration = Duration::from_secs(30);

/// Conversations kept for the next letter.
const MAX_IDLE_SMTP_CONNECTIONS: usize = 8;

/// Where letters are handed over, and from whom.
#[derive(Clone, Default)]
pub struct Settings {
    /// `smtps://user:password@host:port`, or `smtp://…?tls=required`.
    pub smtp_url: Option<String>,
    /// Certificate in PEM of who vouches for the server in place of the public authorities.
    pub smtp_ca: Option<Vec<u8>>,
    /// The address that letters come from.
    pub from: Option<String>,
}

/// Hands letters to the SMTP server.
pub struct Mailer {
    server: SmtpServer,
    from: Address,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

impl Mailer {
    /// A mailer of these settings; none when they name no server.
    pub fn new(settings: &Settings) -> Result<Option<Self>, SettingsError> {
        let Some(url) = &settings.smtp_url else { return Ok(None) };
        let server = SmtpServer::read(url, settings.smtp_ca.as_deref())?;
        let from = settings.from.as_deref().ok_or_else(|| {
            SettingsError(
                "STOA_SMTP_URL needs STOA_MAIL_FROM: the address that mails come from".into(),
            )
        })?;
        // Stores write under their own names.
        let bare =
            from.parse::<Mailbox>().map_or(from.to_owned(), |mailbox| mailbox.email.to_string());
        let from = address(&bare).ok_or_else(|| {
            SettingsError("STOA_MAIL_FROM must be an address such as shop@example.com".into())
        })?;
        Ok(Some(Self { server, from, idle: Mutex::default() }))
    }

    /// Hands a letter over. Once this is done the server is answerable for it.
    ///
    /// Dropped before its end, the letter may have been taken nevertheless.
    pub async fn send(&self, letter: &Letter) -> Result<(), SendError> {
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
                // The server does not support 8BITMIME.
                None if error.is_client() => SendError::Unfit,
                None => SendError::NotNow(None),
            }),
            Err(_) => Err(SendError::NotNow(None)),
        }
    }

    /// A conversation that is still open.
    async fn idle_connection(&self) -> Option<AsyncSmtpConnection> {
        loop {
            let (mut connection, since) = self.lock().pop()?;
            let is_open = timeout(IDLE_FOR, connection.test_connected());
            if since.elapsed() < IDLE_FOR && is_open.await.unwrap_or_default() {
                return Some(connection);
            }
        }
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.lock();
        idle.retain(|(_, since)| since.elapsed() < IDLE_FOR);
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
