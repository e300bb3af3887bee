//! The stream of a conversation's events: hello, what the reader has missed, then what comes.

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

/// How long readers wait before they connect again.
const STREAM_RECONNECT_DELAY: Duration = Duration::from_secs(3);

/// Events read from the database at once.
const EVENTS_PER_PAGE: i64 = 100;

/// The events of one conversation behind a number.
///
/// No task and no channel: it takes a reader's place in the hub, and holds events only while it replays.
pub struct ConversationStream {
    db: Db,
    subscription: Subscription,
    /// The number of the last event that was given out.
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
    /// Gives out a page, and reads the next one if this one was full.
    Replaying {
        page: std::vec::IntoIter<Numbered>,
        is_full: bool,
    },
    Live,
}

impl ConversationStream {
    /// `newest` was read from the database after `subscription` was made.
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

    /// Live if everything up to `newest` was given out, else the database is read again.
    fn go_on(&mut self, newest: i64) -> Phase {
        if self.number >= newest && self.subscription.join(self.number) {
            return Phase::Live;
        }
        // Events that come from here on are kept, so that the last page meets them.
        if !self.subscription.hold() {
            // It will be told that this is the end.
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
                        tracing::error!(error = %Chain(&error), "a stream ends: what its reader missed could not be read");
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
