//! The inbox of a site: events for its staff, numbered per site.
//!
//! The transaction that causes an event stores it without a number, so that transactions of a site do not wait for each
//! other. A second step, under a lock of the site, gives numbers to committed events. The number of an event is therefore
//! never committed after a higher number, and a reader of increasing numbers misses no event. Readers run this step before they
//! read.

mod numbers;
mod post;
mod read;
mod retention;

use std::sync::Arc;

use stoa_db::Db;
use stoa_event_streams::read_behind;
use stoa_jobs::Jobs;

pub use post::{NewInboxEvent, announce_after_commit, post};
pub use read::{InboxNumbers, inbox_numbers};
pub use retention::{DELETE_OLD_EVENTS, INBOX_RETENTION_DAYS, delete_old_events};

/// The stock of a product or variant is low if it has at most this number of pieces.
pub const LOW_STOCK_QUANTITY: i64 = 5;

/// The inbox of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inbox {
    pub site_id: i64,
}

/// The inboxes that have streams in this process.
pub type Hub = stoa_event_streams::Hub<Inbox>;

/// Starts the job that reads announced events. Without it, streams receive no live events.
pub fn share_events(jobs: &Jobs, hub: &Arc<Hub>, db: &Db) {
    let (hub, db) = (hub.clone(), db.clone());
    jobs.forever("read inbox events", move || read_behind(hub.clone(), db.clone()));
}
