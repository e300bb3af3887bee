//! Conversations of live chat: the rules for visitors, staff and jobs, and the delivery of events to the streams of all
//! servers. The API for visitors is in handlers/live-chat.
//!
//! One statement, `append_event.sql`, appends all events. Streams receive events from the [`Hub`] of their server.
//! Servers announce events to each other by Postgres' LISTEN and NOTIFY.

mod announce;
mod append;
mod closed;
mod hub;
mod idle;
mod listener;
mod messages;
mod notification;
mod pending;
mod read;
mod staff;
mod widget;

use std::sync::Arc;

use stoa_db::{Db, Server};
use stoa_jobs::Jobs;

pub use append::MessageRate;
pub use closed::{
    CONVERSATION_RETENTION_DAYS, DELETE_CLOSED, closed_backlog, delete_closed, retention_days,
};
pub use hub::{Delivery, Hub, Subscription};
pub use idle::{CLOSE_IDLE, CONVERSATION_IDLE_TIMEOUT, close_idle};
pub use messages::{NewMessage, Sent, send_message};
pub use notification::{CHANNEL, Notification};
pub use read::{Numbered, events_after};
pub use staff::{Refusal, assign, close, find, list, release, reply};

/// Identifies a conversation by its site and its id within that site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Conversation {
    pub site_id: i64,
    pub id: i64,
}

/// Starts the jobs that announce posted events to other servers, receive the announcements of other servers, and end
/// the streams of disabled widgets. Without these jobs, streams receive only events of this process.
///
/// `server` must connect to Postgres directly: a pooler in transaction mode does not pass on notifications.
pub fn share_events(jobs: &Jobs, hub: &Arc<Hub>, db: &Db, server: &Server) {
    jobs.forever("hear of chat events", {
        let (hub, server) = (hub.clone(), server.clone());
        move || listener::listen(hub.clone(), server.clone())
    });
    jobs.forever("read chat events", {
        let (hub, db) = (hub.clone(), db.clone());
        move || read::read_behind(hub.clone(), db.clone())
    });
    jobs.forever("end chat streams of disabled widgets", {
        let (hub, db) = (hub.clone(), db.clone());
        move || widget::end_unavailable(hub.clone(), db.clone())
    });
    jobs.forever("tell of chat events", {
        let (hub, db) = (hub.clone(), db.clone());
        move || announce::announce_posted(hub.clone(), db.clone())
    });
}
