//! Writes the content of a mail, as text and as HTML, when the mail is sent.

mod alert;
mod order;
mod pages;
mod reminder;

use std::fmt;

use chrono::serde::{ts_microseconds, ts_microseconds_option};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::DbError;
use stoa_smtp::Letter;

use crate::{
    Mail, MailContext, OrderNews, RECOVERY_LINK_TTL, RecoveryToken, ResetToken, VERIFICATION_PAGE,
    VerificationToken, recovery_url, store::WritingStore, tokens::verification_token,
};

use order::Order;
use pages::{Link, Page};

/// Time for which the link in a mail with a password reset is valid, from the sending of the mail. Also the age at
/// which such a mail is dropped unsent; waiting for the store's address does not count.
pub(crate) const RESET_LINK_TTL: TimeDelta = TimeDelta::minutes(60);

/// Time for which the link in a welcome mail is valid, from the sending of the mail. It works once.
const VERIFICATION_LINK_TTL: TimeDelta = TimeDelta::days(30);

/// Age at which a mail of alerts is dropped unsent, because it is no news any more.
const ALERT_MAIL_TTL: TimeDelta = TimeDelta::days(7);

/// A mail as `claim.sql` and `show.sql` return it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredMail {
    pub(crate) site_id: i64,
    pub(crate) id: i64,
    pub(crate) kind: String,
    pub(crate) order_id: Option<i64>,
    /// Encoded in hex.
    pub(crate) sealed: Option<String>,
    /// The number of attempts, including the current one.
    pub(crate) attempts: i64,
    #[serde(with = "ts_microseconds")]
    pub(crate) created_at: DateTime<Utc>,
    /// The due time that was set when the mail was last held. A mail is held while its store has no base URL for links.
    #[serde(with = "ts_microseconds_option")]
    pub(crate) held_until: Option<DateTime<Utc>>,
    /// The recipient of alerts.
    pub(crate) person_id: Option<i64>,
    /// The alert, if the mail is no digest.
    pub(crate) alert_id: Option<i64>,
    /// A digest lists the alerts that were told after this time, until the mail was queued.
    #[serde(with = "ts_microseconds_option")]
    pub(crate) digest_from: Option<DateTime<Utc>>,
}

/// Why a mail cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotWritten {
    /// A mail with a reset or with alerts was not sent in time.
    Ended,
    /// The mail has no recipient. For example, no customer has the address, or the order or the store no longer exists.
    NoRecipient,
    /// The mail was sealed with a secret that the server no longer has.
    Sealed,
    /// The mail's store has no base URL for links.
    NoAddress,
    /// The cart of a reminder was changed or ordered, or its address gets no more reminders.
    NotAbandoned,
}

impl fmt::Display for NotWritten {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Ended => "its time was over",
            Self::NoRecipient => "it has no recipient",
            Self::Sealed => "it was sealed under another STOA_SECRET",
            Self::NoAddress => "store has no address",
            Self::NotAbandoned => "its cart is not abandoned any more",
        })
    }
}

/// Writes the letter of a mail that is being sent.
pub(crate) async fn write(
    context: &MailContext,
    mail: &StoredMail,
) -> Result<Result<Letter, NotWritten>, DbError> {
    let token = |sealed: &str| context.outbox.token(mail.site_id, mail.id, &mail.kind, sealed);
    write_with(context, mail, mail.created_at, None, token).await
}

/// Writes the letter. `token` computes the token of a link from the sealed data. `asked_at` is the time of the request
/// for a reset. `link_ttl` is the lifetime of the link in a welcome mail or a reminder, or `None` for the usual one.
pub(crate) async fn write_with(
    context: &MailContext,
    mail: &StoredMail,
    asked_at: DateTime<Utc>,
    link_ttl: Option<TimeDelta>,
    token: impl FnOnce(&str) -> String,
) -> Result<Result<Letter, NotWritten>, DbError> {
    let MailContext { db, outbox, link_tokens, public_url, files, .. } = context;
    let site_id = mail.site_id;
    let Some(store) = WritingStore::find(db, site_id).await? else {
        return Ok(Err(NotWritten::NoRecipient));
    };
    if let Some(person_id) = mail.person_id {
        if mail.created_at + ALERT_MAIL_TTL <= context.clock.now() {
            return Ok(Err(NotWritten::Ended));
        }
        let page = alert::page(db, &store, mail, person_id).await?;
        // A reply would go to the address at which customers write to the store.
        let letter = page.map(|page| Letter { reply_to: None, ..page.letter(&store, mail) });
        return Ok(letter.ok_or(NotWritten::NoRecipient));
    }
    if !store.exists {
        return Ok(Err(NotWritten::NoRecipient));
    }
    if !store.has_address() && !Mail::STAFF_ACCOUNT_KINDS.contains(&mail.kind.as_str()) {
        return Ok(Err(NotWritten::NoAddress));
    }
    if let Some((news, order_id)) = OrderNews::of_kind(&mail.kind).zip(mail.order_id) {
        let order = Order::find(db, site_id, order_id, &files.prefix(site_id)).await?;
        let letter = order.map(|order| order.letter(news, &store, mail));
        return Ok(letter.ok_or(NotWritten::NoRecipient));
    }
    let Some(sealed) = mail.sealed.as_deref() else { return Ok(Err(NotWritten::NoRecipient)) };
    let Some(opened) = outbox.opened(site_id, &mail.kind, sealed) else {
        return Ok(Err(NotWritten::Sealed));
    };
    let page = match opened {
        Mail::Reset { email } => {
            if mail.reset_has_ended(asked_at, context.clock.now()) {
                return Ok(Err(NotWritten::Ended));
            }
            let token = token(sealed);
            let given = mail.reset_token(&email, &token, asked_at, context.clock.now());
            let customer = link_tokens.give_reset(site_id, given).await?;
            let Some(email) = customer else { return Ok(Err(NotWritten::NoRecipient)) };
            pages::reset(&store, &Link(store.reset_page() + &token)).to(email)
        }
        Mail::Welcome { email } => {
            let token = verification_token(site_id, &token(sealed));
            let expires_at = context.clock.now() + link_ttl.unwrap_or(VERIFICATION_LINK_TTL);
            let given = VerificationToken { email: &email, token: &token, expires_at };
            let customer = link_tokens.give_verification(site_id, given).await?;
            let Some(email) = customer else { return Ok(Err(NotWritten::NoRecipient)) };
            let page = format!("{public_url}{VERIFICATION_PAGE}?token={token}");
            pages::welcome(&store, &Link(page)).to(email)
        }
        Mail::PasswordChanged { email } => {
            pages::password_changed(&store, &Link(store.forgot_password_page())).to(email)
        }
        Mail::SupportReply(reply) => pages::support_reply(&store, &reply).to(reply.email.clone()),
        Mail::Invitation(invitation) => {
            pages::invitation(&store, &invitation).to(invitation.email.clone())
        }
        Mail::StaffReset { email, page } => {
            if mail.reset_has_ended(asked_at, context.clock.now()) {
                return Ok(Err(NotWritten::Ended));
            }
            let token = token(sealed);
            let given = mail.reset_token(&email, &token, asked_at, context.clock.now());
            let person = link_tokens.give_staff_reset(given).await?;
            let Some(email) = person else { return Ok(Err(NotWritten::NoRecipient)) };
            let page = pages::staff_reset(&store, &Link(page + &token)).to(email);
            // A reply would quote the link, and the account may have roles for other sites.
            return Ok(Ok(Letter { reply_to: None, ..page.letter(&store, mail) }));
        }
        Mail::StaffPasswordChanged { email } => {
            let page = pages::staff_password_changed(&store, &email).to(email);
            return Ok(Ok(Letter { reply_to: None, ..page.letter(&store, mail) }));
        }
        Mail::CartReminder { cart_id } => {
            // The domain of the site does not suffice: the link leads to a page below the base URL.
            if !store.has_base_url {
                return Ok(Err(NotWritten::NoAddress));
            }
            let token = token(sealed);
            let now = context.clock.now();
            let expires_at = now + link_ttl.unwrap_or(RECOVERY_LINK_TTL);
            let given = RecoveryToken { cart_id, token: &token, expires_at };
            let cart = link_tokens.give_recovery(site_id, given, now).await?;
            let Some((cart, email)) = cart.and_then(|cart| Some((cart.clone(), cart.email?)))
            else {
                return Ok(Err(NotWritten::NotAbandoned));
            };
            let recovery = recovery_url(public_url, site_id, &token);
            let unsubscribe = outbox.unsubscribe_url(public_url, site_id, &email);
            let page = pages::cart_reminder(&store, &reminder::page(&cart, recovery, &unsubscribe));
            let letter = page.to(email).letter(&store, mail);
            return Ok(Ok(Letter { unsubscribe_url: Some(unsubscribe), ..letter }));
        }
        Mail::SupportMessage(message) => {
            let Some(email) = store.email.clone() else { return Ok(Err(NotWritten::NoRecipient)) };
            pages::support_message(&store, &message).to(email)
        }
    };
    Ok(Ok(page.letter(&store, mail)))
}

impl StoredMail {
    /// Whether it is too late to send this mail with a reset that was requested at `asked_at`.
    fn reset_has_ended(&self, asked_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let may_be_sent_from = self.held_until.map_or(asked_at, |until| until.max(asked_at));
        may_be_sent_from + RESET_LINK_TTL <= now
    }

    fn reset_token<'a>(
        &self,
        email: &'a str,
        token: &'a str,
        asked_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> ResetToken<'a> {
        ResetToken { email, token, asked_at, mail_id: self.id, expires_at: now + RESET_LINK_TTL }
    }
}

impl Page {
    /// Builds the letter. Replies go to the store, if the store has an e-mail address and is not the recipient.
    fn letter(self, store: &WritingStore, mail: &StoredMail) -> Letter {
        let StoredMail { site_id, id, created_at, .. } = mail;
        let reply_to = store.email.clone().filter(|email| *email != self.to);
        Letter {
            // The Message-ID contains the time, because row ids repeat when a database is restored or recreated.
            id: format!("{site_id}.{id}.{:x}", created_at.timestamp_millis()),
            from_name: store.name.clone(),
            to: self.to,
            reply_to,
            subject: self.subject,
            text: self.text,
            html: self.html,
            unsubscribe_url: None,
        }
    }
}
