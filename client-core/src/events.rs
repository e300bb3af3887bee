//! A stream of server-sent events that reconnects.

mod call;
mod parser;

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::StatusCode;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use http_body::Body as _;
use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Value, json};
use sync_wrapper::SyncWrapper;

use crate::call::{Fault, fault, unexpected};
use crate::clock::{Instant, Timer, left, sleep, within};
use crate::error::{ENDLESS_EVENT, NO_EVENTS};
use crate::http_client::Body;
use crate::{Answering, Call, Error, ErrorKind, retry};
pub use call::EventCall;
use call::EventSettings;
use parser::{Parser, RawEvent};

/// Wait before the first reconnection, unless the server has sent `retry:`.
const FIRST_RECONNECT_WAIT: Duration = Duration::from_secs(3);

const MIN_RECONNECT_WAIT: Duration = Duration::from_millis(100);

/// Maximum wait that a `Retry-After` can cause.
const MAX_STREAM_RETRY_AFTER: Duration = Duration::from_secs(60 * 60);

/// An event with its id.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Event<E> {
    /// Id of the event. A later call that sends this id as `Last-Event-ID` resumes after this event.
    pub id: Option<String>,
    /// The event, in the type that the document declares.
    pub event: E,
}

/// The events of an operation, received over as many connections as necessary.
///
/// The stream reconnects when a connection breaks, ends or is silent for too long, and when the server answers 408, 429
/// or 5xx. A reconnection sends the id of the last event as `Last-Event-ID`.
///
/// The stream waits before each reconnection, with jitter:
/// - The first wait is the server's `retry:`, or 3 seconds. Each further wait is twice as long, up to the call's
///   `max_backoff`. An event resets the wait.
/// - If an error answer has a `Retry-After`, the stream waits for that time instead, at most an hour.
///
/// The first connection must open within the call's `timeout`, including all waits. If a wait would exceed the timeout,
/// the stream returns the error at once. Later connections have no such limit.
///
/// `retries`, if set for the call or the client, limits how often a failed connection is retried. A connection that was
/// open and is lost does not count as failed.
///
/// The stream ends in these cases:
/// - It has returned the event that the call's `until` selects.
/// - The server refuses a connection with any other 4xx, such as 401 for an expired token, and the call has no `renew`.
/// - The server does not answer with events.
/// - A retry cannot succeed for another reason, or `retries` is used up.
///
/// In all cases but the first, the stream returns the error before it ends.
///
/// An event that is not as documented is an error, but does not end the stream. Events with names that are not in the
/// document are skipped.
pub struct EventStream<E> {
    call: Call,
    /// The event names that the document declares.
    names: &'static [&'static str],
    parser: Parser,
    events: VecDeque<RawEvent>,
    settings: EventSettings<E>,
    state: State,
    /// Ends the current wait, or a connection that has been silent for too long.
    timer: Timer,
    /// Number of connections since the last event.
    attempts: u32,
    /// Number of connections that failed since the last one that opened.
    failures: u32,
    /// Whether the call has been renewed since the last connection that opened.
    is_renewed: bool,
}

enum State {
    // `SyncWrapper` makes the stream `Sync`.
    Connecting(SyncWrapper<Answering<Body>>),
    Reading(SyncWrapper<Body>),
    Waiting,
    Renewing(SyncWrapper<Answering<Call>>),
    Ended,
}

impl<E: DeserializeOwned> EventStream<E> {
    /// Opens the first connection. Temporary failures are retried like those of later connections, but only within the
    /// call's timeout.
    pub(crate) async fn open(call: EventCall<E>) -> Result<Self, Error> {
        let EventCall { call, names, settings } = call;
        let silence = settings.idle_timeout;
        let end = Instant::now().checked_add(call.transport.config.settings.timeout);
        let mut stream = Self {
            call: accepting_events(call),
            names,
            parser: Parser::default(),
            events: VecDeque::new(),
            timer: Timer::new(silence),
            settings,
            state: State::Ended,
            attempts: 0,
            failures: 0,
            is_renewed: false,
        };
        loop {
            let error = match connect_until(end, silence, stream.next_call()).await {
                Ok(body) => {
                    stream.read(body);
                    return Ok(stream);
                }
                Err(error) => stream.failed(error),
            };
            stream.begin_wait(Some(&error));
            let again = stream.timer.end;
            if stream.gives_up(&error) || end.is_some_and(|end| end <= again) {
                return Err(error);
            }
            (stream.settings.on_reconnect)(Some(&error));
            sleep(left(Some(again))).await;
        }
    }

    /// Returns the next event. Dropping the future before it is ready loses no event.
    pub async fn next(&mut self) -> Option<Result<Event<E>, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Returns the events as an iterator that waits for each, without `async`.
    #[cfg(all(feature = "blocking", not(target_arch = "wasm32")))]
    pub fn blocking(self) -> crate::Blocking<Self> {
        crate::Blocking(self)
    }

    /// Returns the call for another connection, which resumes after the last event.
    fn next_call(&self) -> Call {
        let mut call = self.call.clone();
        // The id is sent in UTF-8, as the standard requires. The parser ignores ids that are not valid in a header.
        let id = self.parser.last_id.as_deref().and_then(|id| HeaderValue::from_str(id).ok());
        if let Some(id) = id {
            call.headers.insert("last-event-id", id);
        }
        call
    }

    fn connect(&mut self) {
        self.timer = Timer::new(self.settings.idle_timeout);
        self.state = State::Connecting(SyncWrapper::new(Box::pin(connect(self.next_call()))));
    }

    fn read(&mut self, body: Body) {
        self.timer = Timer::new(self.settings.idle_timeout);
        self.parser.restart();
        self.failures = 0;
        self.is_renewed = false;
        self.state = State::Reading(SyncWrapper::new(body));
    }

    /// The error of a connection, with the number of connections that failed since the last one that opened.
    fn failed(&self, error: Error) -> Error {
        Error { call: Some(self.call.info(self.failures + 1)), ..error }
    }

    /// Counts a failed connection. Returns whether the stream gives up, because a retry cannot succeed or no retry is
    /// left.
    fn gives_up(&mut self, error: &Error) -> bool {
        self.failures += 1;
        let retries = self.call.transport.config.settings.retries;
        is_final(error) || retries.is_some_and(|retries| self.failures > retries)
    }

    /// Returns the renewal of the call if its credential has ended and has not just been renewed.
    fn renewal(&mut self, error: &Error) -> Option<Answering<Call>> {
        let has_ended = error.status() == Some(StatusCode::UNAUTHORIZED) && !self.is_renewed;
        let renew = self.settings.renew.as_ref().filter(|_| has_ended)?;
        self.is_renewed = true;
        Some(renew())
    }

    fn reconnect(&mut self, error: Option<&Error>) {
        (self.settings.on_reconnect)(error);
        self.begin_wait(error);
    }

    fn begin_wait(&mut self, error: Option<&Error>) {
        let growing = |first: Duration| {
            first.saturating_mul(1 << self.attempts.min(16)).min(self.settings.max_backoff)
        };
        let wait = match error.and_then(Error::retry_after) {
            // Even if a server always sends `Retry-After: 0`, the waits grow.
            Some(asked) => asked.min(MAX_STREAM_RETRY_AFTER).max(growing(MIN_RECONNECT_WAIT)),
            None => {
                growing(self.parser.retry.unwrap_or(FIRST_RECONNECT_WAIT).max(MIN_RECONNECT_WAIT))
            }
        };
        self.attempts += 1;
        // Jitter adds up to a half of the wait, so that not all clients reconnect to a recovered server at once.
        let wait = wait.mul_f64(1.0 + retry::random() / 2.0);
        self.timer = Timer::new(wait);
        self.state = State::Waiting;
    }

    /// Parses an event into its type. Returns `None` if the event's name is not in the document.
    fn typed(&mut self, raw: RawEvent) -> Option<Result<Event<E>, Error>> {
        self.attempts = 0;
        if !self.names.contains(&raw.name.as_str()) {
            return None;
        }
        let event = match decoded(&raw) {
            Ok(event) => event,
            Err(fault) => return Some(Err(self.unexpected(fault, raw.data.into()))),
        };
        if (self.settings.is_last)(&event) {
            self.end();
        }
        Some(Ok(Event { id: raw.id.as_deref().map(str::to_owned), event }))
    }

    fn unexpected(&self, fault: Fault, data: Bytes) -> Error {
        self.failed(unexpected(fault, StatusCode::OK, &HeaderMap::new(), data))
    }

    fn end(&mut self) {
        self.events.clear();
        self.state = State::Ended;
    }
}

impl<E: DeserializeOwned> Stream for EventStream<E> {
    type Item = Result<Event<E>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        loop {
            if let Some(raw) = this.events.pop_front() {
                match this.typed(raw) {
                    Some(event) => return Poll::Ready(Some(event)),
                    None => continue,
                }
            }
            match &mut this.state {
                State::Ended => return Poll::Ready(None),
                State::Waiting => {
                    ready!(this.timer.poll(context));
                    this.connect();
                }
                State::Connecting(connection) => {
                    let connected = match connection.get_mut().as_mut().poll(context) {
                        Poll::Ready(connected) => connected,
                        Poll::Pending => {
                            ready!(this.timer.poll(context));
                            Err(ErrorKind::Timeout.into())
                        }
                    };
                    match connected.map_err(|error| this.failed(error)) {
                        Ok(body) => this.read(body),
                        Err(error) if let Some(renewal) = this.renewal(&error) => {
                            this.state = State::Renewing(SyncWrapper::new(renewal));
                        }
                        Err(error) if this.gives_up(&error) => {
                            this.end();
                            return Poll::Ready(Some(Err(error)));
                        }
                        Err(error) => this.reconnect(Some(&error)),
                    }
                }
                State::Renewing(renewal) => {
                    match ready!(renewal.get_mut().as_mut().poll(context)) {
                        Ok(call) => {
                            if call.headers.contains_key("last-event-id") {
                                this.parser.last_id = None;
                            }
                            this.call = accepting_events(call);
                            this.connect();
                        }
                        Err(error) => {
                            this.end();
                            return Poll::Ready(Some(Err(error)));
                        }
                    }
                }
                State::Reading(body) => match Pin::new(body.get_mut()).poll_frame(context) {
                    Poll::Ready(Some(Ok(frame))) => {
                        let Ok(chunk) = frame.into_data() else { continue };
                        this.timer = Timer::new(this.settings.idle_timeout);
                        if this.parser.read(&chunk, &mut this.events).is_err() {
                            this.end();
                            let error = this.unexpected(whole(ENDLESS_EVENT), Bytes::new());
                            return Poll::Ready(Some(Err(error)));
                        }
                    }
                    Poll::Ready(Some(Err(error))) => {
                        let error = this.failed(error.into());
                        this.reconnect(Some(&error));
                    }
                    Poll::Ready(None) => this.reconnect(None),
                    Poll::Pending => {
                        ready!(this.timer.poll(context));
                        this.reconnect(None);
                    }
                },
            }
        }
    }
}

fn accepting_events(call: Call) -> Call {
    call.header(ACCEPT.as_str(), "text/event-stream")
}

// `Debug` omits the received events, because they may contain secrets.
impl<E> fmt::Debug for EventStream<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, last_id) = (&self.call, &self.parser.last_id);
        out.debug_struct("EventStream")
            .field("call", call)
            .field("last_id", last_id)
            .finish_non_exhaustive()
    }
}

/// Connects once. The attempt ends at `end` or after `silence`, whichever is earlier.
async fn connect_until(end: Option<Instant>, silence: Duration, call: Call) -> Result<Body, Error> {
    let patience = Instant::now() + silence;
    let end = end.map_or(patience, |end| end.min(patience));
    let connected = within(left(Some(end)), connect(call)).await;
    connected.unwrap_or_else(|| Err(ErrorKind::Timeout.into()))
}

/// Connects once, without retries and timeout of the call, because the stream has its own.
async fn connect(call: Call) -> Result<Body, Error> {
    let answer = call.open().await?;
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default();
    if kind.trim().eq_ignore_ascii_case("text/event-stream") {
        return Ok(answer.into_body());
    }
    Err(unexpected(whole(NO_EVENTS), answer.status(), answer.headers(), Bytes::new()))
}

/// Reads an event as the value of its type, which has the members `event` and `data`.
fn decoded<E: DeserializeOwned>(raw: &RawEvent) -> Result<E, Fault> {
    let data: Value =
        serde_json::from_str(&raw.data).map_err(|error| ("data".to_owned(), error))?;
    let event = json!({"event": raw.name, "data": data});
    serde_path_to_error::deserialize(event).map_err(fault)
}

/// A fault that is about the whole answer.
fn whole(what: &str) -> Fault {
    (".".to_owned(), serde_json::Error::custom(what))
}

/// Whether a retry cannot succeed.
fn is_final(error: &Error) -> bool {
    match &error.kind {
        ErrorKind::Api(refusal) => !refusal.status.is_server_error() && !retry::may_pass(error),
        _ => !retry::may_pass(error),
    }
}
