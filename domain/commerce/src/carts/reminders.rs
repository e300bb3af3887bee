//! Reminders of abandoned carts. A job marks an abandoned cart once, and in the same transaction posts an event and
//! queues a mail. The mail is sent only if the cart is still abandoned then. Because a guest may type the address of
//! somebody else, an address gets at most one mail of a store in a day. Its further carts are events without a mail.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_db::{Db, DbError};
use stoa_events as events;
use stoa_jobs::Job;
use stoa_outbox::{Mail, Outbox, RecoveryToken};
use stoa_staff_types::{Cart, CartAbandonedWebhook, Timestamp, WebhookCart, WebhookEvent};
use stoa_telemetry::Chain;

use super::abandoned::{Abandoned, NotListed, find_abandoned, read_abandoned};
use super::contents::read_cart;
use super::recovery::digest;

/// The job that runs [`remind_abandoned`]. A second server may run it at the same time, because the statement that marks
/// a cart requires that the cart is not marked.
pub const REMIND_ABANDONED: Job = Job::new("remind of abandoned carts");

/// How often the server looks for abandoned carts.
pub const CART_REMINDER_INTERVAL: Duration = Duration::from_secs(60);

/// Maximum number of carts of a site that a round reminds of. The mails of customers who wait for one, such as password
/// resets, are sent after those that were queued before.
const REMINDERS_PER_ROUND: i64 = 50;

/// Time for which reminders that are not sent yet delay those of other carts. Without a mail server, events are posted
/// nevertheless.
const REMINDERS_WAIT: TimeDelta = TimeDelta::hours(1);

/// Time in which a store sends at most one reminder to an address.
pub(crate) const REMINDER_PAUSE: TimeDelta = TimeDelta::days(1);

/// Marks the abandoned carts of all stores with `cartReminderHours` and a base URL, posts their events, queues their
/// mails, and returns the number of carts. Skips sites whose earlier reminders are not sent yet. If one site fails, the
/// others are still processed, and the first error is returned.
pub async fn remind_abandoned(
    db: &Db,
    outbox: &Outbox,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let mut sum = Ok(0);
    let sites: Vec<i64> = db.rows(include_str!("reminders/sites_with_reminders.sql"), &[]).await?;
    for site_id in sites {
        let reminded = remind_site(db, outbox, site_id, now).await;
        if let Err(error) = &reminded {
            tracing::error!(site_id, error = %Chain(error), "a site's abandoned carts could not be processed");
        }
        sum = sum.and_then(|sum| reminded.map(|reminded| sum + reminded));
    }
    if sum.as_ref().is_ok_and(|sum| *sum > 0) {
        outbox.wake();
    }
    sum
}

async fn remind_site(
    db: &Db,
    outbox: &Outbox,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("reminders/has_waiting.sql");
    if transaction.one(sql, &[&site_id, &(now - REMINDERS_WAIT)]).await? {
        return Ok(0);
    }
    let due = Abandoned::Due { limit: REMINDERS_PER_ROUND };
    let carts = match read_abandoned(&transaction, site_id, due, now).await {
        Ok(carts) => carts,
        Err(NotListed::NoStore | NotListed::NoReminders) => return Ok(0),
        Err(NotListed::Database(error)) => return Err(error),
    };
    transaction.commit().await?;
    drop(connection);
    let mut reminded = 0;
    for cart in carts {
        reminded += u64::from(remind(db, outbox, site_id, cart.id, now).await?);
    }
    Ok(reminded)
}

/// Marks a cart if it is abandoned and not marked yet. Returns whether it was marked.
async fn remind(
    db: &Db,
    outbox: &Outbox,
    site_id: i64,
    cart_id: i64,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("reminders/mark_abandoned.sql");
    if transaction.execute(sql, &[&site_id, &cart_id, &now]).await? == 0 {
        return Ok(false);
    }
    // The cart may have been changed or ordered before the statement above locked it.
    let Some(cart) = find_abandoned(&transaction, site_id, cart_id, now).await? else {
        return Ok(false);
    };
    let path = events::path(site_id, &format!("carts/{cart_id}"));
    let data = WebhookCart { site_id, cart_id, path };
    let event = CartAbandonedWebhook { timestamp: Timestamp(now), data };
    events::post(&transaction, site_id, &WebhookEvent::CartAbandoned(event), now).await?;
    let sql = include_str!("reminders/take_turn.sql");
    let params = [&site_id as _, &cart.email as _, &now as _, &(now - REMINDER_PAUSE) as _];
    if transaction.execute(sql, &params).await? == 1 {
        outbox.queue(&transaction, site_id, &Mail::CartReminder { cart_id }, now).await?;
    }
    transaction.commit().await?;
    Ok(true)
}

/// Stores the token of a reminder, and returns the cart with the address to which the reminder is sent. See
/// [`LinkTokens::give_recovery`].
///
/// [`LinkTokens::give_recovery`]: stoa_outbox::LinkTokens::give_recovery
pub async fn give_recovery_token(
    db: &Db,
    site_id: i64,
    token: RecoveryToken<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Cart>, DbError> {
    let RecoveryToken { cart_id, token, expires_at } = token;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let Some(abandoned) = find_abandoned(&transaction, site_id, cart_id, now).await? else {
        return Ok(None);
    };
    let Some(cart) = read_cart(&transaction, site_id, cart_id, now).await? else {
        return Ok(None);
    };
    let sql = include_str!("reminders/store_token_of_mail.sql");
    transaction.execute(sql, &[&site_id, &digest(token), &cart_id, &expires_at]).await?;
    transaction.commit().await?;
    Ok(Some(Cart { email: Some(abandoned.email), ..cart }))
}

/// Ends the reminders of the site's store to an address for good, in any letter case.
pub async fn end_reminders(
    db: &Db,
    site_id: i64,
    email: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    db.execute(include_str!("reminders/end_reminders.sql"), &[&site_id, &email, &now]).await?;
    Ok(())
}

/// Deletes the addresses to which the site's store may send reminders again, and returns their number.
pub async fn delete_old_addresses(
    db: &Db,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let sql = include_str!("reminders/delete_old_addresses.sql");
    db.execute_until_none(sql, &[&site_id, &(now - REMINDER_PAUSE)]).await
}
