//! The stream of a topic's events: a start, then the events that the reader missed, then live events.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use stoa_db::{Db, DbError};
use stoa_telemetry::Chain;

use crate::{Delivery, StreamPlace, Subscription, Topic, events_after};

/// Time that readers wait before they reconnect, sent as `retry:`.
pub const STREAM_RECONNECT_DELAY: Duration = Duration::from_secs(3);

/// Number of events that one query reads from the database.
const EVENTS_PER_PAGE: i64 = 100;

/// An item of a stream.
#[derive(Debug, PartialEq)]
pub enum Streamed<Event> {
    /// The first item: the number after which the stream continues.
    Start(i64),
    /// An event and its number.
    Event(i64, Event),
}

/// The events of one topic after a given number.
///
/// The stream needs no task and no channel. It holds a subscription in the hub, and buffers events only while it
/// replays events from the database.
pub struct EventStream<T: Topic> {
    db: Db,
    subscription: Subscription<T>,
    /// The number of the last event sent.
    number: i64,
    phase: Phase<T::Event>,
    _place: StreamPlace,
}

/// Events and their numbers.
type ReadResult<Event> = Result<Vec<(i64, Event)>, DbError>;

enum Phase<Event> {
    Start {
        newest: i64,
    },
    Reading(Pin<Box<dyn Future<Output = ReadResult<Event>> + Send>>),
    /// Sends a page of events from the database. After a full page, reads the next page.
    Replaying {
        page: std::vec::IntoIter<(i64, Event)>,
        is_full: bool,
    },
    Live,
}

impl<T: Topic> EventStream<T> {
    /// The caller must read `newest` from the database after it made `subscription`.
    pub fn new(
        db: Db,
        subscription: Subscription<T>,
        number: i64,
        newest: i64,
        place: StreamPlace,
    ) -> Self {
        Self { db, subscription, number, phase: Phase::Start { newest }, _place: place }
    }

    /// Returns the next phase: live, if every event up to `newest` was sent, and otherwise another read of the
    /// database.
    fn go_on(&mut self, newest: i64) -> Phase<T::Event> {
        if self.number >= newest && self.subscription.join(self.number) {
            return Phase::Live;
        }
        // From here on the hub buffers new events, so the live events follow the last page without a gap.
        if !self.subscription.hold() {
            // The hub has ended this subscription; the next poll returns `Closed`.
            return Phase::Live;
        }
        let (db, topic, number) = (self.db.clone(), self.subscription.topic(), self.number);
        Phase::Reading(Box::pin(
            async move { events_after(&db, topic, number, EVENTS_PER_PAGE).await },
        ))
    }

    fn numbered(&mut self, (number, event): (i64, T::Event)) -> Poll<Option<Streamed<T::Event>>> {
        self.number = number;
        Poll::Ready(Some(Streamed::Event(number, event)))
    }
}

impl<T: Topic> Stream for EventStream<T> {
    type Item = Streamed<T::Event>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        loop {
            match &mut this.phase {
                Phase::Start { newest } => {
                    let newest = *newest;
                    this.phase = this.go_on(newest);
                    return Poll::Ready(Some(Streamed::Start(this.number)));
                }
                Phase::Reading(page) => match ready!(page.as_mut().poll(context)) {
                    Ok(page) => {
                        let is_full = page.len() as i64 == EVENTS_PER_PAGE;
                        this.phase = Phase::Replaying { page: page.into_iter(), is_full };
                    }
                    Err(error) => {
                        tracing::error!(error = %Chain(&error), "a stream is closed: the events that its reader missed could not be read");
                        return Poll::Ready(None);
                    }
                },
                Phase::Replaying { page, is_full } => match page.next() {
                    Some(event) => return this.numbered(event),
                    None => {
                        let newest = if *is_full { i64::MAX } else { this.number };
                        this.phase = this.go_on(newest);
                    }
                },
                Phase::Live => match ready!(this.subscription.poll(context)) {
                    Delivery::Event(number, event) => return this.numbered((number, event)),
                    Delivery::ReadAgain => this.phase = this.go_on(i64::MAX),
                    Delivery::Closed => return Poll::Ready(None),
                },
            }
        }
    }
}
