//! Background jobs.

use std::sync::Arc;
use std::time::Duration;

use stoa_alerts::{ALERT_DIGEST_INTERVAL, DELETE_OLD_ALERTS, DIGESTS, TELL_INTERVAL};
use stoa_commerce::carts;
use stoa_commerce::orders::OrderContext;
use stoa_commerce::orders::sweep::{self, DELETE_OLD, SWEEP, SweepQueue, SweepReport};
use stoa_content::publication::{PUBLISH_DUE, PUBLISH_DUE_INTERVAL, publish_due};
use stoa_conversations::{self as conversations, CLOSE_IDLE, DELETE_CLOSED};
use stoa_customers::{self as customers, DELETE_ENDED};
use stoa_db::Db;
use stoa_designs::Studio;
use stoa_designs::mockups::{self, DRAW_PROVISIONAL};
use stoa_designs::prints::{self, DRAW_ORDERED};
use stoa_events::DISPATCH_INTERVAL;
use stoa_files::Files;
use stoa_inbox::DELETE_OLD_EVENTS;
use stoa_jobs::{Job, Jobs, WorkLeft};
use stoa_outbox::{MailContext, Outbox, SendReport};
use stoa_smtp::Mailer;
use stoa_stores::ai_credits::{self as ai_credits, RELEASE_ABANDONED};
use stoa_webhooks::{DELIVERY_INTERVAL, Sender};
use tokio::sync::Mutex;

/// How often each job that deletes or closes what is old runs. A round processes up to 1,000 sites, so that the work of
/// many sites is spread over the hour.
const OLD_ROWS_INTERVAL: Duration = Duration::from_secs(5 * 60);

/// The lease of the job that deletes old events.
const DELETE_OLD_WEBHOOK_EVENTS: Job = Job::new("delete old events");

/// Adds all jobs except those of event streams, mails, webhooks and the disk.
pub(super) fn add(jobs: &Jobs, orders: OrderContext, studio: Studio, files: Files) {
    let unwoken = Arc::default();
    let dispatching = with(orders.clone(), dispatch_events);
    jobs.every_or_woken("dispatch events", DISPATCH_INTERVAL, unwoken, dispatching);
    add_alerts(jobs, &orders);
    jobs.every(
        DELETE_OLD_WEBHOOK_EVENTS,
        OLD_ROWS_INTERVAL,
        with(orders.clone(), delete_old_webhook_events),
    );
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

/// Adds the jobs of alerts.
fn add_alerts(jobs: &Jobs, orders: &OrderContext) {
    let telling = with(orders.clone(), tell_people);
    jobs.every_or_woken("tell people of alerts", TELL_INTERVAL, Arc::default(), telling);
    jobs.every(DIGESTS, ALERT_DIGEST_INTERVAL, with(orders.clone(), queue_digests));
    let interval = conversations::TELL_UNANSWERED_INTERVAL;
    jobs.every(conversations::TELL_UNANSWERED, interval, with(orders.clone(), tell_unanswered));
    let interval = sweep::TELL_STUCK_REFUNDS_INTERVAL;
    jobs.every(sweep::TELL_STUCK_REFUNDS, interval, with(orders.clone(), tell_stuck_refunds));
    jobs.every(DELETE_OLD_ALERTS, OLD_ROWS_INTERVAL, with(orders.clone(), delete_old_alerts));
}

/// Calls `round` with a clone of the context for each round of a job.
fn with<Context: Clone, Round>(
    context: Context,
    round: impl Fn(Context) -> Round,
) -> impl Fn() -> Round {
    move || round(context.clone())
}

/// Starts looking for abandoned carts.
pub(super) fn remind_of_carts(jobs: &Jobs, orders: OrderContext, outbox: Outbox) {
    let reminding = with((orders, outbox), remind_of_abandoned_carts);
    jobs.every(carts::REMIND_ABANDONED, carts::CART_REMINDER_INTERVAL, reminding);
}

async fn remind_of_abandoned_carts((orders, outbox): (OrderContext, Outbox)) -> anyhow::Result<()> {
    // A reminder is stored in the outbox, so carts wait until the disk has room.
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let abandoned = carts::remind_abandoned(&orders.db, &outbox, orders.now()).await?;
    if abandoned > 0 {
        tracing::info!(abandoned, "reminders of abandoned carts were queued");
    }
    Ok(())
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

/// Starts sending deliveries of webhooks. Every server runs this job. The database decides which server sends which
/// delivery. When the server stops, the deliveries that have begun are recorded.
pub(super) fn send_webhooks(jobs: &Jobs, db: Db, sender: Sender) {
    let stopping = sender.clone();
    let unwoken = Arc::default();
    let sending = with((db, sender), send_due_webhooks);
    jobs.every_or_woken("send webhooks", DELIVERY_INTERVAL, unwoken, sending);
    jobs.finish_at_stop(move || async move { stopping.stop().await });
}

/// Begins to send due deliveries. A slow endpoint does not delay the round.
async fn send_due_webhooks((db, sender): (Db, Sender)) -> anyhow::Result<()> {
    if !db.accepts_writes() {
        return Ok(());
    }
    Ok(sender.start_due().await?)
}

async fn delete_old_webhook_events(orders: OrderContext) -> anyhow::Result<()> {
    let deleted = stoa_events::delete_old(&orders.db, orders.now()).await?;
    if deleted > 0 {
        tracing::info!(deleted, "old events and their deliveries were deleted");
    }
    Ok(())
}

async fn dispatch_events(orders: OrderContext) -> anyhow::Result<()> {
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let dispatched = stoa_events::dispatch_due(&orders.db, orders.now()).await?;
    if dispatched > 0 {
        tracing::debug!(dispatched, "events were dispatched");
    }
    Ok(())
}

async fn tell_people(orders: OrderContext) -> anyhow::Result<()> {
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let queued = stoa_alerts::tell_people(&orders.db, orders.now()).await?;
    if queued > 0 {
        tracing::debug!(queued, "mails of alerts were queued");
    }
    Ok(())
}

async fn queue_digests(orders: OrderContext) -> anyhow::Result<()> {
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let queued = stoa_alerts::queue_digests(&orders.db, orders.now()).await?;
    if queued > 0 {
        tracing::info!(queued, "digests of alerts were queued");
    }
    Ok(())
}

async fn tell_unanswered(orders: OrderContext) -> anyhow::Result<()> {
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let told = conversations::tell_unanswered(&orders.db, orders.now()).await?;
    if told > 0 {
        tracing::debug!(told, "unanswered conversations became alerts");
    }
    Ok(())
}

async fn tell_stuck_refunds(orders: OrderContext) -> anyhow::Result<()> {
    if !orders.db.accepts_writes() {
        return Ok(());
    }
    let told = sweep::tell_stuck_refunds(&orders.db, orders.now()).await?;
    if told > 0 {
        tracing::warn!(told, "refunds are stuck");
    }
    Ok(())
}

async fn delete_old_alerts(orders: OrderContext) -> anyhow::Result<()> {
    let deleted = stoa_alerts::delete_old_alerts(&orders.db, orders.now()).await?;
    if deleted > 0 {
        tracing::info!(deleted, "old alerts were deleted");
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
