//! Streams of numbered events, and their delivery to the streams of all servers.
//!
//! A [`Topic`] has a sequence of numbered events: those of a conversation, or of a site's inbox. A stream reads the events that its
//! reader missed from the database, and receives later ones from the [`Hub`] of its server. Servers announce events to
//! each other by Postgres' LISTEN and NOTIFY.

mod announce;
mod hub;
mod listener;
mod pending;
mod places;
mod read;
mod stream;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use stoa_db::{Db, DbError, Server};
use stoa_jobs::Jobs;

pub use announce::announce;
pub use hub::{Delivery, Hub, Subscription};
pub use listener::Listens;
pub use pending::Pending;
pub use places::{StreamLimit, StreamPlace, StreamPlaces};
pub use read::{events_after, read_behind};
pub use stream::{EventStream, STREAM_RECONNECT_DELAY, Streamed};

/// A sequence of numbered events. The numbers of a topic begin with 1, have no gaps, and become visible in their order.
pub trait Topic: Debug + Copy + Eq + Hash + Send + Sync + Unpin + 'static {
    type Event: Clone + Send + Sync + Unpin + 'static;

    /// The channel of LISTEN and NOTIFY on which events are announced.
    const CHANNEL: &'static str;

    fn site_id(self) -> i64;

    /// Parses an announcement. Returns the topic and the number of the event, or `i64::MAX` if the announcement does not
    /// name a number.
    fn parse(payload: &str) -> Option<(Self, i64)>;

    /// Returns, for each topic of a site, at most `limit` events after the given number. The events of a topic are next
    /// to each other and in the order of their numbers.
    fn read(
        db: &Db,
        site_id: i64,
        after: &[(Self, i64)],
        limit: i64,
    ) -> impl Future<Output = Result<Vec<(Self, i64, Self::Event)>, DbError>> + Send;
}

/// Parses the `Last-Event-ID` of a request: the number of an event, or `earliest` for 0. Returns `None` for other texts.
pub fn last_event_number(text: &str) -> Option<i64> {
    if text == "earliest" {
        return Some(0);
    }
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    // A number that overflows is larger than the number of every event, and so is `MAX`.
    is_number.then(|| text.parse().unwrap_or(i64::MAX))
}

/// Starts the job that receives the announcements of other servers and of commands, for all hubs of the process.
///
/// `server` must connect to Postgres directly: a pooler in transaction mode does not pass on notifications.
pub fn listen(jobs: &Jobs, hubs: Vec<Arc<dyn Listens>>, server: &Server) {
    let (hubs, server): (Arc<[_]>, _) = (hubs.into(), server.clone());
    jobs.forever("receive announcements", move || listener::listen(hubs.clone(), server.clone()));
}
