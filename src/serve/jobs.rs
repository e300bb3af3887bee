//! Background jobs.

use std::sync::Arc;
use std::time::Duration;

use stoa_commerce::orders::OrderContext;
use stoa_commerce::orders::sweep::{self, DELETE_OLD, SWEEP, SweepQueue, SweepReport};
use stoa_content::publication::{PUBLISH_DUE, PUBLISH_DUE_INTERVAL, publish_due};
use stoa_conversations::{self as conversations, CLOSE_IDLE, DELETE_CLOSED};
use stoa_customers::{self as customers, DELETE_ENDED};
use stoa_designs::Studio;
use stoa_designs::mockups::{self, DRAW_PROVISIONAL};
use stoa_designs::prints::{self, DRAW_ORDERED};
use stoa_files::Files;
use stoa_inbox::DELETE_OLD_EVENTS;
use stoa_jobs::{Jobs, WorkLeft};
use stoa_outbox::{MailContext, SendReport};
use stoa_smtp::Mailer;
use stoa_stores::ai_credits::{self as ai_credits, RELEASE_ABANDONED};
use tokio::sync::Mutex;

/// How often each job that deletes or closes what is old runs. A round processes up to 1,000 sites, so that the work of
/// many sites is spread over the hour.
const OLD_ROWS_INTERVAL: Duration = Duration::from_secs(5 * 60);

/// Adds all jobs except those of event streams, mails and the disk.
pub(super) fn add(jobs: &Jobs, orders: OrderContext, studio: Studio, files: Files) {
    let credit_interval = ai_credits::CREDIT_SWEEP_INTERVAL;
    jobs.every(RELEASE_ABANDONED, credit_interval, with(orders.clone(), release_ai_credits));
    jobs.every(CLOSE_IDLE, OLD_ROWS_INTERVAL, with(orders.clone(), close_idle));
    jobs.every(DELETE_CLOSED, OLD_ROWS_INTERVAL, with(orders.clone(), delete_closed));
    jobs.every(DELETE_OLD_EVENTS, OLD_ROWS_INTERVAL, with(orders.clone(), delete_old_events));
    jobs.every(PUBLISH_DUE, PUBLISH_DUE_INTERVAL, with(orders.clone(), publish_due_posts));
    jobs.every(DELETE_ENDED, OLD_ROWS_INTERVAL, with(orders.clone(), delete_ended));

    let drawing = (orders.clone(), studio);
    let provisional_interval = mockups::DRAW_PROVISIONAL_INTERVAL;
    jobs.every(DRAW_PROVISIONAL, provisional_interval, with(drawing.clone(), draw_provisional));
    jobs.every(DRAW_ORDERED, prints::DRAW_ORDERED_INTERVAL, with(drawing, draw_ordered));

    let sweeping = (orders.clone(), Arc::new(Mutex::new(SweepQueue::default())));
    jobs.every_until_done(SWEEP, sweep::ORDER_SWEEP_INTERVAL, with(sweeping, sweep_orders));
    jobs.every(DELETE_OLD, OLD_ROWS_INTERVAL, with(orders.clone(), delete_old_orders));
    jobs.every(stoa_designs::sweep::SWEEP, OLD_ROWS_INTERVAL, with(orders, sweep_designs));
    let files_interval = stoa_files::sweep::FILE_SWEEP_INTERVAL;
    jobs.every(stoa_files::sweep::SWEEP, files_interval, with(files, sweep_files));
}

/// Calls `round` with a clone of the context for each round of a job.
fn with<Context: Clone, Round>(
    context: Context,
    round: impl Fn(Context) -> Round,
) -> impl Fn() -> Round {
    move || round(context.clone())
}

/// Starts sending mails. Every server runs this job. The database decides which server sends which mail.
pub(super) fn send_mails(jobs: &Jobs, context: MailContext, mailer: Mailer) {
    let queued = context.outbox.queued();
    let sending = with((context, Arc::new(mailer)), send_due_mails);
    jobs.every_or_woken("send mails", stoa_outbox::OUTBOX_INTERVAL, queued, sending);
}

async fn send_due_mails((context, mailer): (MailContext, Arc<Mailer>)) -> anyhow::Result<()> {
    let SendReport { sent, put_off, given_up, .. } =
        stoa_outbox::send_due(&context, &mailer).await?;
    if sent + put_off + given_up > 0 {
        tracing::info!(sent, put_off, given_up, "mails were sent");
    }
    Ok(())
}

async fn close_idle(orders: OrderContext) -> anyhow::Result<()> {
    // Closing a conversation stores an event, so idle conversations stay open until the disk has room.
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let closed = conversations::close_idle(&orders.db, orders.now()).await?;
    if closed > 0 {
        tracing::info!(closed, "idle conversations were closed");
    }
    Ok(())
}

async fn publish_due_posts(orders: OrderContext) -> anyhow::Result<()> {
    let published = publish_due(&orders.db, orders.now()).await?;
    if published > 0 {
        tracing::info!(published, "scheduled posts were published");
    }
    Ok(())
}

async fn delete_closed(orders: OrderContext) -> anyhow::Result<()> {
    let deleted = conversations::delete_closed(&orders.db, orders.now()).await?;
    if deleted > 0 {
        tracing::info!(deleted, "closed conversations were deleted");
    }
    Ok(())
}

async fn delete_old_events(orders: OrderContext) -> anyhow::Result<()> {
    let deleted = stoa_inbox::delete_old_events(&orders.db, orders.now()).await?;
    if deleted > 0 {
        tracing::info!(deleted, "old inbox events were deleted");
    }
    Ok(())
}

async fn delete_ended(orders: OrderContext) -> anyhow::Result<()> {
    let deleted = customers::delete_ended(&orders.db, orders.now()).await?;
    if deleted > 0 {
        tracing::info!(deleted, "expired sessions and tokens were deleted");
    }
    Ok(())
}

async fn sweep_designs(orders: OrderContext) -> anyhow::Result<()> {
    let report = stoa_designs::sweep::sweep(&orders.db, orders.now()).await?;
    if report != stoa_designs::sweep::SweepReport::default() {
        tracing::info!(%report, "designs were swept");
    }
    Ok(())
}

async fn draw_ordered((orders, studio): (OrderContext, Studio)) -> anyhow::Result<()> {
    // Drawing stores files, so missing ones wait until the disk has room.
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let drawn = prints::draw_ordered(&studio, orders.now()).await?;
    if drawn > 0 {
        tracing::info!(drawn, "print files of orders were drawn again");
    }
    Ok(())
}

async fn draw_provisional((orders, studio): (OrderContext, Studio)) -> anyhow::Result<()> {
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let drawn = mockups::draw_provisional(&studio, orders.now()).await?;
    if drawn > 0 {
        tracing::info!(drawn, "provisional mock-ups were drawn on their photos");
    }
    Ok(())
}

async fn release_ai_credits(orders: OrderContext) -> anyhow::Result<()> {
    let credits = ai_credits::release_abandoned(&orders.db, orders.now()).await?;
    if credits > 0 {
        tracing::warn!(credits, "AI credits of calls that never ended were released");
    }
    Ok(())
}

async fn sweep_orders(
    (orders, queue): (OrderContext, Arc<Mutex<SweepQueue>>),
) -> anyhow::Result<WorkLeft> {
    let (report, left) = sweep::sweep_round(&orders, &mut *queue.lock().await).await?;
    log_report(report);
    Ok(left)
}

async fn delete_old_orders(orders: OrderContext) -> anyhow::Result<()> {
    log_report(sweep::delete_old(&orders).await?);
    Ok(())
}

async fn sweep_files(files: Files) -> anyhow::Result<()> {
    let report = stoa_files::sweep::sweep(&files).await?;
    if report != stoa_files::sweep::SweepReport::default() {
        tracing::info!(%report, "files were swept");
    }
    Ok(())
}

fn log_report(report: SweepReport) {
    if report != SweepReport::default() {
        tracing::info!(%report, "orders were swept");
    }
}
