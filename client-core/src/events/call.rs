//! The call of an operation that answers with events: what is asked for, and how the stream shall behave.

use std::fmt::{self, Display};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Call, Error, EventStream};

const MAX_STREAM_SILENCE: Duration = Duration::from_secs(60);

const MAX_RECONNECT_WAIT: Duration = Duration::from_secs(60);

/// A hundred years: no clock counts up to `Duration::MAX`.
const UNLIMITED_RETRY_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// What is in the type of an operation that answers with events (see `calls!`).
#[must_use]
pub struct EventCall<E> {
    pub(super) call: Call,
    /// The names in the document.
    pub(super) names: &'static [&'static str],
    pub(super) settings: EventSettings<E>,
}

/// How a stream behaves.
pub(super) struct EventSettings<E> {
    pub is_last: Box<dyn Fn(&E) -> bool + Send + Sync>,
    pub on_reconnect: Box<OnReconnect>,
    pub longest_silence: Duration,
    pub longest_wait: Duration,
}

type OnReconnect = dyn Fn(Option<&Error>) + Send + Sync;

impl Call {
    /// It is answered with events of these names.
    pub fn events<E>(self, names: &'static [&'static str]) -> EventCall<E> {
        let settings = EventSettings {
            is_last: Box::new(|_| false),
            on_reconnect: Box::new(|_| ()),
            longest_silence: MAX_STREAM_SILENCE,
            longest_wait: MAX_RECONNECT_WAIT,
        };
        EventCall { call: self, names, settings }
    }
}

impl<E: DeserializeOwned> EventCall<E> {
    /// Connects.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn open(self) -> Result<EventStream<E>, Error> {
        EventStream::open(self).await
    }
}

impl<E> EventCall<E> {
    /// Ends the stream behind the first event of which this is true.
    pub fn until(mut self, is_last: impl Fn(&E) -> bool + Send + Sync + 'static) -> Self {
        self.settings.is_last = Box::new(is_last);
        self
    }

    /// A connection on which nothing has come for so long is dead.
    pub fn longest_silence(mut self, silence: Duration) -> Self {
        self.settings.longest_silence = silence.min(UNLIMITED_RETRY_TIME);
        self
    }

    /// How far the waits grow while no connection brings an event.
    pub fn longest_wait(mut self, wait: Duration) -> Self {
        self.settings.longest_wait = wait.min(UNLIMITED_RETRY_TIME);
        self
    }

    /// Is told of each connection that is lost or fails, where another follows.
    pub fn on_reconnect(mut self, tell: impl Fn(Option<&Error>) + Send + Sync + 'static) -> Self {
        self.settings.on_reconnect = Box::new(tell);
        self
    }
}

/// What is put on its call.
impl<E> EventCall<E> {
    /// A parameter of the query.
    pub fn query(self, name: &'static str, value: impl Display) -> Self {
        self.with(|call| call.query(name, value))
    }

    /// A parameter of the query with these items.
    pub fn query_list(self, name: &'static str, values: &[impl ToString]) -> Self {
        self.with(|call| call.query_list(name, values))
    }

    /// A parameter of the query, as JSON.
    pub fn query_json(self, name: &'static str, value: &impl Serialize) -> Self {
        self.with(|call| call.query_json(name, value))
    }

    /// A header that the document has.
    pub fn header(self, name: &'static str, value: impl Display) -> Self {
        self.with(|call| call.header(name, value))
    }

    /// Any other header.
    pub fn any_header(self, name: &str, value: &str) -> Self {
        self.with(|call| call.any_header(name, value))
    }

    /// How long it may take until the stream is there.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.with(|call| call.timeout(timeout))
    }

    /// See [`Call::retries`].
    pub fn retries(self, retries: u32) -> Self {
        self.with(|call| call.retries(retries))
    }

    fn with(self, change: impl FnOnce(Call) -> Call) -> Self {
        Self { call: change(self.call), ..self }
    }
}

impl<E> fmt::Debug for EventCall<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(out)
    }
}
