//! The call of an operation that answers with events: its request and the settings of its stream.

use std::fmt::{self, Display};
use std::net::IpAddr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Answering, Call, Error, EventStream};

const MAX_STREAM_SILENCE: Duration = Duration::from_secs(60);

const MAX_RECONNECT_WAIT: Duration = Duration::from_secs(60);

/// The longest duration that is accepted: a hundred years. A clock cannot add `Duration::MAX` to the current time.
const UNLIMITED_RETRY_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// A call of an operation that answers with events. The macro `calls!` wraps it in a type for each operation.
#[must_use]
pub struct EventCall<E> {
    pub(super) call: Call,
    /// The event names that the document declares.
    pub(super) names: &'static [&'static str],
    pub(super) settings: EventSettings<E>,
}

pub(super) struct EventSettings<E> {
    pub is_last: Box<dyn Fn(&E) -> bool + Send + Sync>,
    pub on_reconnect: Box<OnReconnect>,
    pub renew: Option<Box<Renew>>,
    pub idle_timeout: Duration,
    pub max_backoff: Duration,
}

type OnReconnect = dyn Fn(Option<&Error>) + Send + Sync;

/// Returns the call that replaces one whose credential has ended.
type Renew = dyn Fn() -> Answering<Call> + Send + Sync;

impl Call {
    /// Makes the answer of this call a stream of events. `names` are the event names that the document declares.
    pub fn events<E>(self, names: &'static [&'static str]) -> EventCall<E> {
        let settings = EventSettings {
            is_last: Box::new(|_| false),
            on_reconnect: Box::new(|_| ()),
            renew: None,
            idle_timeout: MAX_STREAM_SILENCE,
            max_backoff: MAX_RECONNECT_WAIT,
        };
        EventCall { call: self, names, settings }
    }
}

impl<E: DeserializeOwned> EventCall<E> {
    /// Opens the stream.
    pub async fn open(self) -> Result<EventStream<E>, Error> {
        EventStream::open(self).await
    }
}

impl<E> EventCall<E> {
    /// Ends the stream after the first event for which `is_last` returns true.
    pub fn until(mut self, is_last: impl Fn(&E) -> bool + Send + Sync + 'static) -> Self {
        self.settings.is_last = Box::new(is_last);
        self
    }

    /// Sets how long a connection may be silent before the stream reconnects.
    pub fn idle_timeout(mut self, silence: Duration) -> Self {
        self.settings.idle_timeout = silence.min(UNLIMITED_RETRY_TIME);
        self
    }

    /// Sets the limit of the growing wait before a reconnection.
    pub fn max_backoff(mut self, wait: Duration) -> Self {
        self.settings.max_backoff = wait.min(UNLIMITED_RETRY_TIME);
        self
    }

    /// Calls `tell` after each connection that fails or is lost, if the stream will open another connection.
    pub fn on_reconnect(mut self, tell: impl Fn(Option<&Error>) + Send + Sync + 'static) -> Self {
        self.settings.on_reconnect = Box::new(tell);
        self
    }

    /// Calls `renew` when the server answers an open stream's next connection with 401, and continues with the call that
    /// `renew` returns, after the last event.
    pub fn renew(mut self, renew: impl Fn() -> Answering<Call> + Send + Sync + 'static) -> Self {
        self.settings.renew = Some(Box::new(renew));
        self
    }

    /// Returns the call without the settings of its stream.
    pub fn into_call(self) -> Call {
        self.call
    }
}

macro_rules! setters {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[doc = concat!("See [`Call::", stringify!($name), "`].")]
        pub fn $name(self, $($argument: $type),*) -> Self {
            Self { call: self.call.$name($($argument),*), ..self }
        }
    )*};
}

impl<E> EventCall<E> {
    setters! {
        query(name: &'static str, value: impl Display);
        query_list(name: &'static str, values: &[impl ToString]);
        query_each(name: &'static str, values: &[impl ToString]);
        query_json(name: &'static str, value: &impl Serialize);
        header(name: &'static str, value: impl Display);
        any_header(name: &str, value: &str);
        on_behalf_of(client: IpAddr);
        timeout(timeout: Duration);
        retries(retries: u32);
    }
}

impl<E> fmt::Debug for EventCall<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(out)
    }
}
