//! The stream of a conversation's events: `hello`, then the events that the reader missed, then live events.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use stoa_conversations::{Delivery, Numbered, Subscription, events_after};
use stoa_db::{Db, DbError};
use stoa_live_chat_types::{ChatEvent, Hello};
use stoa_runtime::Event;
use stoa_telemetry::Chain;
use tokio::time::Sleep;

use crate::stream_places::StreamPlace;

/// Time that readers wait before they reconnect, sent as `retry:`.
const STREAM_RECONNECT_DELAY: Duration = Duration::from_secs(3);

/// Number of events that one query reads from the database.
const EVENTS_PER_PAGE: i64 = 100;

/// The events of one conversation after a given number.
///
/// The stream needs no task and no channel. It holds a subscription in the hub, and buffers events only while it
/// replays events from the database.
pub struct ConversationStream {
    db: Db,
    subscription: Subscription,
    /// The number of the last event sent.
    number: i64,
    phase: Phase,
    expiry: Pin<Box<Sleep>>,
    _place: StreamPlace,
}

enum Phase {
    Hello {
        newest: i64,
    },
    Reading(Pin<Box<dyn Future<Output = Result<Vec<Numbered>, DbError>> + Send>>),
    /// Sends a page of events from the database. After a full page, reads the next page.
    Replaying {
        page: std::vec::IntoIter<Numbered>,
        is_full: bool,
    },
    Live,
}

impl ConversationStream {
    /// The caller must read `newest` from the database after it made `subscription`.
    pub fn new(
        db: Db,
        subscription: Subscription,
        number: i64,
        newest: i64,
        lifetime: Duration,
        place: StreamPlace,
    ) -> Self {
        let expiry = Box::pin(tokio::time::sleep(lifetime));
        Self { db, subscription, number, phase: Phase::Hello { newest }, expiry, _place: place }
    }

    /// Returns the next phase: live, if every event up to `newest` was sent, and otherwise another read of the
    /// database.
    fn go_on(&mut self, newest: i64) -> Phase {
        if self.number >= newest && self.subscription.join(self.number) {
            return Phase::Live;
        }
        // From here on the hub buffers new events, so the live events follow the last page without a gap.
        if !self.subscription.hold() {
            // The hub has ended this subscription; the next poll returns `Closed`.
            return Phase::Live;
        }
        let (db, conversation, number) =
            (self.db.clone(), self.subscription.conversation(), self.number);
        Phase::Reading(Box::pin(async move {
            events_after(&db, conversation, number, EVENTS_PER_PAGE).await
        }))
    }

    fn numbered(&mut self, (number, event): Numbered) -> Poll<Option<Event<ChatEvent>>> {
        self.number = number;
        Poll::Ready(Some(Event::new(event).id(number.to_string())))
    }
}

impl Stream for ConversationStream {
    type Item = Event<ChatEvent>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.expiry.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        loop {
            match &mut this.phase {
                Phase::Hello { newest } => {
                    let newest = *newest;
                    let hello = Hello { conversation_id: this.subscription.conversation().id };
                    let hello = Event::new(ChatEvent::Hello(hello)).id(this.number.to_string());
                    this.phase = this.go_on(newest);
                    return Poll::Ready(Some(hello.retry(STREAM_RECONNECT_DELAY)));
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
