//! Mails: from their cause to the mail server. These tests need aiosmtpd, which `.ci/run` installs.

mod commands;
mod delivery;
pub mod mail_server;
mod orders;
mod outbox;
mod troubles;

use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use stoa_db::DbError;
use stoa_outbox::{
    LinkTokens, Mail, MailContext, Outbox, RecoveryToken, ResetToken, SendReport, VerificationToken,
};
use stoa_staff_types::Cart;

use crate::harness::*;
use mail_server::MailServer;

/// Customers who get reset tokens, and the tokens that were issued.
#[derive(Default)]
pub struct Customers {
    emails: Vec<String>,
    /// Token and expiry.
    given: Mutex<Vec<(String, DateTime<Utc>)>>,
}

impl Customers {
    pub fn new(emails: &[&str]) -> Arc<Self> {
        let emails = emails.iter().map(|email| (*email).to_owned()).collect();
        Arc::new(Self { emails, given: Mutex::default() })
    }

    fn given(&self) -> Vec<(String, DateTime<Utc>)> {
        self.given.lock().unwrap().clone()
    }
}

impl LinkTokens for Customers {
    fn give_reset<'a>(
        &'a self,
        _site_id: i64,
        given: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(async move {
            let ResetToken { email, token, expires_at, .. } = given;
            let known = self.emails.iter().find(|known| known.eq_ignore_ascii_case(email));
            if known.is_some() {
                self.given.lock().unwrap().push((token.to_owned(), expires_at));
            }
            Ok(known.cloned())
        })
    }

    /// Every address belongs to a person.
    fn give_staff_reset<'a>(
        &'a self,
        given: ResetToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(async move { Ok(Some(given.email.to_owned())) })
    }

    /// Every address belongs to a customer.
    fn give_verification<'a>(
        &'a self,
        _site_id: i64,
        given: VerificationToken<'a>,
    ) -> BoxFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(async move { Ok(Some(given.email.to_owned())) })
    }

    /// No cart is abandoned.
    fn give_recovery<'a>(
        &'a self,
        _site_id: i64,
        _given: RecoveryToken<'a>,
        _now: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Option<Cart>, DbError>> {
        Box::pin(async move { Ok(None) })
    }
}

/// The context in which a server's mails are rendered, with the server's clock.
pub fn context(server: &Server, customers: Arc<Customers>) -> MailContext {
    MailContext {
        db: server.db(),
        clock: server.orders.clock.clone(),
        outbox: Outbox::new(SECRET),
        link_tokens: customers,
        public_url: PUBLIC_URL.to_owned(),
        files: server.files.clone(),
    }
}

/// Removes the address of the demo's store.
pub const NO_ADDRESS: &str = "update stores set base_url = null where site_id = 1;
    update sites set domain = null where id = 1";

/// Queues a mail of site 1.
pub async fn queue(context: &MailContext, mail: &Mail) {
    context.outbox.queue_alone(&context.db, 1, mail, context.clock.now()).await.unwrap();
}

pub fn reset(email: &str) -> Mail {
    Mail::Reset { email: email.into() }
}

async fn send(context: &MailContext, mail_server: &MailServer) -> SendReport {
    stoa_outbox::send_due(context, &mail_server.mailer()).await.unwrap()
}

fn sent(sent: usize) -> SendReport {
    SendReport { sent, ..SendReport::default() }
}
