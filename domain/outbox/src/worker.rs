//! Sends due mails. The worker claims a mail for a limited time, writes it, hands it to the mail server without an open
//! transaction, and records the result.
//!
//! If a worker dies, its claim expires, and the mail is sent again with the same Message-ID. Two workers never claim
//! the same mail at the same time. [`stoa_lanes`] takes the turns of the sites.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_lanes::{Attempted, Bounds, Lanes};
use stoa_smtp::{Mailer, SendError};

use crate::{
    MailContext,
    letter::{self, NotWritten, StoredMail},
};

/// How often a worker looks for due mails if it is not woken.
pub const OUTBOX_INTERVAL: Duration = Duration::from_secs(5);

/// Pauses between the attempts to send a mail that the mail server defers. A failure after the last pause is final.
const MAIL_RETRY_DELAYS: [TimeDelta; 4] =
    [TimeDelta::minutes(1), TimeDelta::minutes(5), TimeDelta::minutes(30), TimeDelta::hours(2)];

/// Pause until the server tries again to send a mail after the mail server was unavailable. This does not count as an
/// attempt.
const MAIL_SERVER_RETRY_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// Pause until the server tries again to send a mail whose store has no address for links. This does not count as an
/// attempt.
///
/// The retries go on until the mail is deleted.
const NO_ADDRESS_RETRY_INTERVAL: TimeDelta = TimeDelta::hours(1);

/// Time for which a server claims a mail. If the server dies, another one may send the mail after this time.
///
/// This is longer than an attempt to send the mail may take.
const MAIL_LEASE: TimeDelta = TimeDelta::minutes(3);

/// Maximum number of sites whose mails are sent concurrently.
const OUTBOX_CONCURRENT_SITES: usize = 2;

/// Maximum number of mails of one site that are sent concurrently.
const CONCURRENT_MAILS_PER_SITE: i64 = 4;

/// A round starts no mail after this time. A server that shuts down therefore need not wait for all due mails.
const MAIL_ROUND_TIME_LIMIT: Duration = Duration::from_secs(5);

/// A mail is deleted after this time, whether or not it was sent.
pub const MAIL_RETENTION: TimeDelta = TimeDelta::days(30);

/// The result of [`send_due`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SendReport {
    pub sent: usize,
    /// Mails that will be retried.
    pub put_off: usize,
    /// Mails that will not be retried.
    pub given_up: usize,
    /// Whether the mail server was unreachable or accepted no mails.
    pub server_is_away: bool,
}

/// Sends the due mails of all sites, a few mails of each site at a time. Starts no mail after [`MAIL_ROUND_TIME_LIMIT`].
/// Then wakes the worker, because more mails may be due.
pub async fn send_due(context: &MailContext, mailer: &Arc<Mailer>) -> Result<SendReport, DbError> {
    let bounds = Bounds { lanes: OUTBOX_CONCURRENT_SITES, lanes_per_site: 1 };
    let mails = Mails {
        context: context.clone(),
        mailer: mailer.clone(),
        until: Instant::now() + MAIL_ROUND_TIME_LIMIT,
        report: Mutex::default(),
    };
    let lanes = Lanes::new(mails, bounds);
    let _end = lanes.abort_on_drop();
    lanes.start_due().await?;
    lanes.idle().await;
    let sum = lanes.outbox().report();
    if Instant::now() >= lanes.outbox().until && !sum.server_is_away {
        context.outbox.wake();
    }
    Ok(sum)
}

/// The mails of one round. A lane is a site.
struct Mails {
    context: MailContext,
    mailer: Arc<Mailer>,
    until: Instant,
    report: Mutex<SendReport>,
}

impl Mails {
    fn report(&self) -> SendReport {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl stoa_lanes::Outbox for Mails {
    type Lane = i64;
    type Item = StoredMail;
    type Outcome = AttemptOutcome;
    type Error = DbError;

    const CONCURRENT_ATTEMPTS: usize = CONCURRENT_MAILS_PER_SITE as usize;
    // A mail that was sent twice is worse than one more statement.
    const OUTCOMES_PER_NOTE: usize = 1;
    const FAILURES_PER_TURN: usize = 1;
    const CONCURRENT_STATEMENTS: usize = OUTBOX_CONCURRENT_SITES;

    fn site_id(lane: &i64) -> i64 {
        *lane
    }

    async fn due_lanes(&self) -> Result<Vec<i64>, DbError> {
        let sql = include_str!("worker/due_sites.sql");
        self.context.db.rows(sql, &[&self.context.clock.now()]).await
    }

    async fn claim(&self, site_id: &i64) -> Result<Vec<StoredMail>, DbError> {
        if Instant::now() >= self.until || self.report().server_is_away {
            return Ok(Vec::new());
        }
        let now = self.context.clock.now();
        let sql = include_str!("worker/claim.sql");
        let params =
            [site_id as _, &now as _, &(now + MAIL_LEASE) as _, &CONCURRENT_MAILS_PER_SITE as _];
        self.context.db.rows(sql, &params).await
    }

    async fn attempt(&self, mail: &StoredMail) -> Result<AttemptOutcome, DbError> {
        send(&self.context, &self.mailer, mail).await
    }

    fn is_failure(outcome: &AttemptOutcome) -> bool {
        outcome.report().server_is_away
    }

    async fn note(&self, _: &i64, attempted: &[Attempted<Self>]) -> Result<(), DbError> {
        for Attempted { item, outcome } in attempted {
            let outcome = outcome.as_ref().unwrap_or(&AttemptOutcome::NotAttempted);
            note(&self.context, item, outcome).await?;
            let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
            *report = report.and(outcome.report());
        }
        Ok(())
    }
}

async fn send(
    context: &MailContext,
    mailer: &Mailer,
    mail: &StoredMail,
) -> Result<AttemptOutcome, DbError> {
    let StoredMail { site_id, id, ref kind, attempts, held_until, .. } = *mail;
    let came_of_it = match letter::write(context, mail).await? {
        Ok(letter) => match mailer.send(&letter).await {
            Ok(()) => AttemptOutcome::Sent,
            Err(error) => AttemptOutcome::of(error, attempts, context.clock.now()),
        },
        Err(NotWritten::NoAddress) => {
            AttemptOutcome::Held(context.clock.now() + NO_ADDRESS_RETRY_INTERVAL)
        }
        Err(reason) => AttemptOutcome::GivenUp(reason.to_string()),
    };
    match &came_of_it {
        AttemptOutcome::Sent | AttemptOutcome::NotAttempted => {}
        // Only the first hold of a mail is logged.
        AttemptOutcome::Held(_) if held_until.is_some() => {}
        AttemptOutcome::Held(_) => {
            tracing::warn!(site_id, mail_id = id, kind, "a mail waits: its store has no address");
        }
        AttemptOutcome::PutOff { until, reason, .. } => {
            tracing::warn!(site_id, mail_id = id, kind, %until, reason, "a mail has to wait");
        }
        // This is not logged, because the log would reveal that no customer has the address.
        AttemptOutcome::GivenUp(reason) if *reason == NotWritten::NoRecipient.to_string() => {}
        // Many customers come back without a reminder.
        AttemptOutcome::GivenUp(reason) if *reason == NotWritten::NotAbandoned.to_string() => {}
        AttemptOutcome::GivenUp(reason) => {
            tracing::warn!(site_id, mail_id = id, kind, reason, "a mail was given up");
        }
    }
    Ok(came_of_it)
}

/// The result of an attempt.
enum AttemptOutcome {
    Sent,
    /// The turn of the site ended before the attempt.
    NotAttempted,
    PutOff {
        until: DateTime<Utc>,
        reason: String,
        /// The mail server was unavailable, so the attempt does not count.
        server_was_unavailable: bool,
    },
    /// The store has no base URL for links. The mail is retried at this time.
    Held(DateTime<Utc>),
    GivenUp(String),
}

impl AttemptOutcome {
    fn of(error: SendError, attempts: i64, now: DateTime<Utc>) -> Self {
        let reason = error.to_string();
        let pause = usize::try_from(attempts - 1).ok().and_then(|n| MAIL_RETRY_DELAYS.get(n));
        match (error, pause) {
            (SendError::Unavailable(_), _) => Self::PutOff {
                until: now + MAIL_SERVER_RETRY_INTERVAL,
                reason,
                server_was_unavailable: true,
            },
            (SendError::NotNow(_), Some(pause)) => {
                Self::PutOff { until: now + *pause, reason, server_was_unavailable: false }
            }
            (SendError::NotNow(_), None)
            | (SendError::Refused(_) | SendError::Unfit | SendError::NeedsSmtpUtf8, _) => {
                Self::GivenUp(reason)
            }
        }
    }

    fn report(&self) -> SendReport {
        let none = SendReport::default();
        match self {
            Self::Sent => SendReport { sent: 1, ..none },
            Self::PutOff { server_was_unavailable, .. } => {
                SendReport { put_off: 1, server_is_away: *server_was_unavailable, ..none }
            }
            Self::Held(_) => SendReport { put_off: 1, ..none },
            Self::GivenUp(_) => SendReport { given_up: 1, ..none },
            Self::NotAttempted => none,
        }
    }
}

async fn note(
    context: &MailContext,
    mail: &StoredMail,
    came_of_it: &AttemptOutcome,
) -> Result<(), DbError> {
    let now = context.clock.now();
    let no_address = NotWritten::NoAddress.to_string();
    let (sent_at, failed_at, due_at, reason, no_try) = match came_of_it {
        AttemptOutcome::Sent => (Some(now), None, None, None, 0_i64),
        AttemptOutcome::PutOff { until, reason, server_was_unavailable } => {
            (None, None, Some(*until), Some(reason), i64::from(*server_was_unavailable))
        }
        AttemptOutcome::Held(until) => (None, None, Some(*until), Some(&no_address), 1),
        AttemptOutcome::NotAttempted => (None, None, None, None, 1),
        AttemptOutcome::GivenUp(reason) => (None, Some(now), None, Some(reason), 0),
    };
    let held_until = match came_of_it {
        AttemptOutcome::Held(until) => Some(*until),
        _ => None,
    };
    let sql = include_str!("worker/note.sql");
    let params = [
        &mail.site_id as _,
        &mail.id as _,
        &mail.attempts as _,
        &sent_at as _,
        &failed_at as _,
        &due_at as _,
        &reason as _,
        &no_try as _,
        &held_until as _,
    ];
    context.db.execute(sql, &params).await?;
    Ok(())
}

impl SendReport {
    fn and(self, other: Self) -> Self {
        Self {
            sent: self.sent + other.sent,
            put_off: self.put_off + other.put_off,
            given_up: self.given_up + other.given_up,
            server_is_away: self.server_is_away || other.server_is_away,
        }
    }
}

/// Deletes a site's mails that are older than [`MAIL_RETENTION`], and returns the number of deleted mails.
pub async fn delete_old(db: &Db, site_id: i64, now: DateTime<Utc>) -> Result<u64, DbError> {
    let sql = include_str!("worker/delete_old.sql");
    db.execute_until_none(sql, &[&site_id, &(now - MAIL_RETENTION)]).await
}
