//! Background jobs.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use stoa_commerce::orders::OrderContext;
use stoa_commerce::orders::sweep::{self, DELETE_OLD, SWEEP, SweepQueue, SweepReport};
use stoa_conversations::{self as conversations, CLOSE_IDLE, DELETE_CLOSED};
use stoa_customers::{self as customers, DELETE_ENDED};
use stoa_db::Db;
use stoa_designs::Studio;
use stoa_designs::mockups::{self, DRAW_PROVISIONAL};
use stoa_designs::prints::{self, DRAW_ORDERED};
use stoa_files::Files;
use stoa_inbox::DELETE_OLD_EVENTS;
use stoa_jobs::Jobs;
use stoa_outbox::{MailContext, SendReport};
use stoa_smtp::Mailer;
use stoa_stores::ai_credits::{self as ai_credits, RELEASE_ABANDONED};
use tokio::sync::Mutex;

/// How often each job that deletes or closes what is old runs. A round processes up to 1,000 sites, so that the work of
/// many sites is spread over the hour.
const OLD_ROWS_INTERVAL: Duration = Duration::from_secs(5 * 60);

/// Adds all jobs except those of event streams, mails and the disk.
pub(super) fn add(jobs: &Jobs, orders: OrderContext, studio: Studio, files: Files) {
    let designs = orders.clone();

    let context = orders.clone();
    jobs.every(RELEASE_ABANDONED, ai_credits::CREDIT_SWEEP_INTERVAL, move || {
        release_ai_credits(context.db.clone(), context.now())
    });

    let context = orders.clone();
    jobs.every(CLOSE_IDLE, OLD_ROWS_INTERVAL, move || {
        close_idle(context.db.clone(), context.now())
    });

    let context = orders.clone();
    jobs.every(DELETE_CLOSED, OLD_ROWS_INTERVAL, move || {
        delete_closed(context.db.clone(), context.now())
    });

    let context = orders.clone();
    jobs.every(DELETE_OLD_EVENTS, OLD_ROWS_INTERVAL, move || {
        delete_old_events(context.db.clone(), context.now())
    });

    let context = orders.clone();
    jobs.every(DELETE_ENDED, OLD_ROWS_INTERVAL, move || {
        delete_ended(context.db.clone(), context.now())
    });

    let context = orders.clone();
    let provisional = studio.clone();
    jobs.every(DRAW_PROVISIONAL, mockups::DRAW_PROVISIONAL_INTERVAL, move || {
        draw_provisional(provisional.clone(), context.db.clone(), context.now())
    });

    let context = orders.clone();
    jobs.every(DRAW_ORDERED, prints::DRAW_ORDERED_INTERVAL, move || {
        draw_ordered(studio.clone(), context.db.clone(), context.now())
    });

    let context = orders.clone();
    let queue = Arc::new(Mutex::new(SweepQueue::default()));
    jobs.every_until_done(SWEEP, sweep::ORDER_SWEEP_INTERVAL, move || {
        let (context, queue) = (context.clone(), queue.clone());
        async move {
            let (report, left) = sweep::sweep_round(&context, &mut *queue.lock().await).await?;
            log_report(report);
            Ok(left)
        }
    });

    jobs.every(DELETE_OLD, OLD_ROWS_INTERVAL, move || {
        let context = orders.clone();
        async move {
            log_report(sweep::delete_old(&context).await?);
            Ok(())
        }
    });

    jobs.every(stoa_designs::sweep::SWEEP, OLD_ROWS_INTERVAL, move || {
        sweep_designs(designs.db.clone(), designs.now())
    });

    jobs.every(stoa_files::sweep::SWEEP, stoa_files::sweep::FILE_SWEEP_INTERVAL, move || {
        let files = files.clone();
        async move {
            let report = stoa_files::sweep::sweep(&files).await?;
            if report != stoa_files::sweep::SweepReport::default() {
                tracing::info!(%report, "files were swept");
            }
            Ok(())
        }
    });
}

/// Starts sending mails. Every server runs this job. The database decides which server sends which mail.
pub(super) fn send_mails(jobs: &Jobs, context: MailContext, mailer: Mailer) {
    let mailer = Arc::new(mailer);
    let queued = context.outbox.queued();
    jobs.every_or_woken("send mails", stoa_outbox::OUTBOX_INTERVAL, queued, move || {
        let (context, mailer) = (context.clone(), mailer.clone());
        async move {
            let SendReport { sent, put_off, given_up, .. } =
                stoa_outbox::send_due(&context, &mailer).await?;
            if sent + put_off + given_up > 0 {
                tracing::info!(sent, put_off, given_up, "mails were sent");
            }
            Ok(())
        }
    });
}

async fn close_idle(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    // Closing a conversation stores an event, so idle conversations stay open until the disk has room.
    if !db.accepts_writes() {
        return Ok(());
    }
    let closed = conversations::close_idle(&db, now).await?;
    if closed > 0 {
        tracing::info!(closed, "idle conversations were closed");
    }
    Ok(())
}

async fn delete_closed(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let deleted = conversations::delete_closed(&db, now).await?;
    if deleted > 0 {
        tracing::info!(deleted, "closed conversations were deleted");
    }
    Ok(())
}

async fn delete_old_events(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let deleted = stoa_inbox::delete_old_events(&db, now).await?;
    if deleted > 0 {
        tracing::info!(deleted, "old inbox events were deleted");
    }
    Ok(())
}

async fn delete_ended(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let deleted = customers::delete_ended(&db, now).await?;
    if deleted > 0 {
        tracing::info!(deleted, "expired sessions and tokens were deleted");
    }
    Ok(())
}

async fn sweep_designs(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let report = stoa_designs::sweep::sweep(&db, now).await?;
    if report != stoa_designs::sweep::SweepReport::default() {
        tracing::info!(%report, "designs were swept");
    }
    Ok(())
}

async fn draw_ordered(studio: Studio, db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    // Drawing stores files, so missing ones wait until the disk has room.
    if !db.accepts_writes() {
        return Ok(());
    }
    let drawn = prints::draw_ordered(&studio, now).await?;
    if drawn > 0 {
        tracing::info!(drawn, "print files of orders were drawn again");
    }
    Ok(())
}

async fn draw_provisional(studio: Studio, db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    if !db.accepts_writes() {
        return Ok(());
    }
    let drawn = mockups::draw_provisional(&studio, now).await?;
    if drawn > 0 {
        tracing::info!(drawn, "provisional mock-ups were drawn on their photos");
    }
    Ok(())
}

async fn release_ai_credits(db: Db, now: DateTime<Utc>) -> anyhow::Result<()> {
    let credits = ai_credits::release_abandoned(&db, now).await?;
    if credits > 0 {
        tracing::warn!(credits, "AI credits of calls that never ended were released");
    }
    Ok(())
}

fn log_report(report: SweepReport) {
    if report != SweepReport::default() {
        tracing::info!(%report, "orders were swept");
    }
}
