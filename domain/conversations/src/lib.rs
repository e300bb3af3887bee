//! Conversations of live chat: the rules for visitors, staff and jobs. The API for visitors is in handlers/live-chat.
//!
//! One statement, `append_event.sql`, appends all events. The crate `stoa-event-streams` delivers them to streams.

mod announce;
mod append;
mod closed;
mod idle;
mod messages;
mod notification;
mod read;
mod staff;
mod unanswered;
mod widget;
mod widgets;

use std::sync::Arc;

use stoa_db::Db;
use stoa_event_streams::read_behind;
use stoa_jobs::Jobs;

pub use announce::announce;
pub use append::MessageRate;
pub use closed::{
    CONVERSATION_RETENTION_DAYS, DELETE_CLOSED, closed_backlog, delete_closed, retention_days,
};
pub use idle::{CLOSE_IDLE, CONVERSATION_IDLE_TIMEOUT, close_idle};
pub use messages::{NewMessage, Sent, send_message};
pub use notification::Notification;
pub use staff::{
    Agent, AssignRefusal, Changed, CloseRefusal, NewReply, ReleaseRefusal, Replied, ReplyRefusal,
    assign, check_agent, check_reply, close, find, list, release, reply,
};
pub use unanswered::{
    TELL_UNANSWERED, TELL_UNANSWERED_INTERVAL, UNANSWERED_AFTER, tell_unanswered,
};
pub use widgets::{
    NewWidgetRefusal, RemoveWidgetRefusal, WidgetRefusal, create_chat_widget, get_chat_widget,
    list_chat_widgets, remove_chat_widget, update_chat_widget,
};

/// The conversations that have streams in this process.
pub type Hub = stoa_event_streams::Hub<Conversation>;

/// Identifies a conversation by its site and its id within that site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Conversation {
    pub site_id: i64,
    pub id: i64,
}

/// Starts the jobs that announce posted events to other servers, read the events of other servers, and end the streams
/// of disabled widgets. Without these jobs, streams receive only events of this process.
pub fn share_events(jobs: &Jobs, hub: &Arc<Hub>, db: &Db) {
    jobs.forever("read chat events", {
        let (hub, db) = (hub.clone(), db.clone());
        move || read_behind(hub.clone(), db.clone())
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
