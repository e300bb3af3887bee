//! The outbox. The transaction that causes a mail also queues the mail here.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde_json::Value;
use sha2::Sha256;
use stoa_db::{Db, DbError, Transaction};
use stoa_stores::{Opened, Seal};
use stoa_values::Secrets;
use tokio::sync::Notify;

use crate::{Mail, OrderNews};

/// Domain separation: no other use of the server's secret yields the same tokens.
const PURPOSE: &[u8] = b"stoa reset tokens 1";

static QUEUE: &str = include_str!("outbox/queue.sql");

const MAX_COUNTED_MAILS: i64 = 10_000;

/// Queues mails, and seals their data. [`Outbox::wake`] of any clone wakes the same worker.
#[derive(Clone)]
pub struct Outbox {
    pub(crate) seal: Seal,
    /// The keyed HMACs that compute the tokens of links. There is one for each of the server's secrets, in the order of
    /// `seal`.
    tokens: Vec<Hmac<Sha256>>,
    queued: Arc<Notify>,
}

impl Outbox {
    pub fn new(secrets: impl Into<Secrets>) -> Self {
        let secrets = secrets.into();
        Self { seal: Seal::new(&secrets), tokens: secrets.derive(tokens), queued: Arc::default() }
    }

    /// Queues a mail, which is sent if the transaction commits. If the mail should be sent at once, the caller calls
    /// [`Outbox::wake`] after the commit. Returns false if the site has no store that could send it.
    pub async fn queue(
        &self,
        transaction: &Transaction<'_>,
        site_id: i64,
        mail: &Mail,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let sealed = self.sealed(site_id, mail);
        let params = [&site_id as _, &mail.kind() as _, &sealed as _, &now as _];
        Ok(transaction.execute(QUEUE, &params).await? == 1)
    }

    /// Queues a mail outside of a transaction, and wakes the worker.
    pub async fn queue_alone(
        &self,
        db: &Db,
        site_id: i64,
        mail: &Mail,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let sealed = self.sealed(site_id, mail);
        db.execute(QUEUE, &[&site_id, &mail.kind(), &sealed, &now]).await?;
        self.wake();
        Ok(())
    }

    /// Wakes this server's worker after a mail was queued. Workers of other servers find the mail within seconds.
    pub fn wake(&self) {
        self.queued.notify_one();
    }

    /// The signal that [`Outbox::wake`] sends.
    pub fn queued(&self) -> Arc<Notify> {
        self.queued.clone()
    }

    fn sealed(&self, site_id: i64, mail: &Mail) -> Vec<u8> {
        // Serialization cannot fail, because a mail has only strings, numbers and booleans.
        let json = serde_json::to_value(mail).unwrap_or(Value::Null);
        self.seal.seal(site_id, &name(mail.kind()), &json.to_string())
    }

    /// Decrypts the data of a mail, given in hex. Returns `None` if the data was sealed with an unknown secret, or for
    /// another site or kind.
    pub(crate) fn opened(&self, site_id: i64, kind: &str, sealed: &str) -> Option<Mail> {
        let Opened { value, .. } = self.seal.open(site_id, &name(kind), sealed)?;
        serde_json::from_str(&value).ok().map(Mail::with_names_in_one_line)
    }

    /// Returns the token of a mail's link: 256 bits, derived from the sealed data and the secret that sealed it. Every
    /// attempt to send the mail computes the same token. If a mail is sent twice, both letters therefore contain the
    /// same token.
    pub(crate) fn token(&self, site_id: i64, id: i64, kind: &str, sealed: &str) -> String {
        let secret = self.seal.open(site_id, &name(kind), sealed).map(|opened| opened.secret);
        let mut mac = self.tokens[secret.unwrap_or_default()].clone();
        mac.update(&site_id.to_be_bytes());
        mac.update(&id.to_be_bytes());
        mac.update(sealed.as_bytes());
        BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn tokens(secret: &[u8]) -> Hmac<Sha256> {
    let tokens = Hmac::<Sha256>::new_from_slice(secret).expect("a key of any length");
    tokens.chain_update(PURPOSE)
}

/// The name to which the seal binds a mail's data. Data of one kind of mail does not open as another kind.
fn name(kind: &str) -> String {
    format!("mail {kind}")
}

/// Queues a mail to the order's e-mail address. Does nothing if the order already has a mail with this news.
pub async fn queue_news_of_order(
    transaction: &Transaction<'_>,
    site_id: i64,
    order_id: i64,
    news: OrderNews,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("outbox/queue_news_of_order.sql");
    transaction.execute(sql, &[&site_id, &news.kind(), &order_id, &now]).await?;
    Ok(())
}

/// The mails of all sites that are yet to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitingMails {
    /// At most 10,000.
    pub waiting: i64,
    /// Time since the oldest of them was queued, without those that wait for their store's address; 0 if there is none.
    pub oldest_seconds: i64,
}

/// Counts the mails of all sites that are yet to be sent, at most [`MAX_COUNTED_MAILS`].
pub async fn waiting(db: &Db, now: DateTime<Utc>) -> Result<WaitingMails, DbError> {
    db.one(include_str!("outbox/waiting.sql"), &[&MAX_COUNTED_MAILS, &now]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_and_opened() {
        let outbox = Outbox::new(b"a secret of thirty-two characters");
        let mail = Mail::Reset { email: "mara@example.com".into() };
        let sealed = outbox.sealed(1, &mail);
        assert!(!String::from_utf8_lossy(&sealed).contains("mara"));
        let sealed = sealed.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(outbox.opened(1, "reset", &sealed), Some(mail));
        assert_eq!(outbox.opened(2, "reset", &sealed), None);
        assert_eq!(outbox.opened(1, "welcome", &sealed), None);
        let other = Outbox::new(b"another secret of many characters");
        assert_eq!(other.opened(1, "reset", &sealed), None);
    }

    #[test]
    fn a_token_is_unique_to_its_mail() {
        let outbox = Outbox::new(b"a secret of thirty-two characters");
        let token = outbox.token(1, 7, "reset", "00ff");
        assert_eq!(token.len(), 43);
        assert_eq!(token, outbox.clone().token(1, 7, "reset", "00ff"));
        for (site_id, id, sealed) in [(2, 7, "00ff"), (1, 8, "00ff"), (1, 7, "00fe")] {
            assert_ne!(token, outbox.token(site_id, id, "reset", sealed));
        }
        let other = Outbox::new(b"another secret of many characters");
        assert_ne!(token, other.token(1, 7, "reset", "00ff"));
    }

    /// A mail that is sent again after a rotation of the secret contains the same token.
    #[test]
    fn a_token_depends_on_the_sealing_secret() {
        let (old, new) =
            (b"a secret of thirty-two characters", b"another secret of many characters");
        let mail = Mail::Reset { email: "mara@example.com".into() };
        let before = Outbox::new(old);
        let sealed = before.sealed(1, &mail);
        let sealed = sealed.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let both = Outbox::new(Secrets::new(new.to_vec(), Some(old.to_vec())));
        assert_eq!(both.opened(1, "reset", &sealed), Some(mail));
        let token = |outbox: &Outbox| outbox.token(1, 7, "reset", &sealed);
        assert_eq!(token(&both), token(&before));
        assert_ne!(token(&both), token(&Outbox::new(new)));
    }
}
