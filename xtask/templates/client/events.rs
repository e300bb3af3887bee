//! A stream of server-sent events that outlives its connections.

mod parser;

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use reqwest::StatusCode;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Value, json};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::Error;
use crate::call::Call;
use parser::{Parser, RawEvent};

/// A connection on which nothing has come for so long is dead: the server sends a comment every 25 seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);

/// Until the server says otherwise with `retry:`.
const FIRST_WAIT: Duration = Duration::from_secs(3);

const SHORTEST_WAIT: Duration = Duration::from_millis(100);

/// How far the waits grow while no connection brings an event.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A longer `Retry-After` is taken as this.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(60 * 60);

/// An event, and what resumes behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Event<E> {
    /// Sent as `Last-Event-ID` by a later call, it resumes behind this event.
    pub id: Option<String>,
    pub event: E,
}

/// The events of an operation, over as many connections as it takes.
///
/// A connection that breaks, ends or is silent for 60 seconds is opened again with the last id in
/// `Last-Event-ID`: after the server's `retry:`, then after twice as long each time, 60 seconds at
/// most, with jitter; 408, 429 and 5xx are tried again likewise, or after their `Retry-After`.
///
/// It ends behind the event that [`until`](Self::until) names, and with an error when the server
/// refuses a connection (any other 4xx, such as the 401 to an expired token) or answers with
/// something else than events. An event that is not as documented is an error that does not end it.
/// Events with names that the document does not have are skipped.
pub struct EventStream<E> {
    call: Call,
    /// The names in the document.
    names: &'static [&'static str],
    parser: Parser,
    events: VecDeque<RawEvent>,
    is_last: Box<dyn Fn(&E) -> bool + Send + Sync>,
    state: State,
    /// The end of a wait, or of the patience with a silent connection.
    timer: Pin<Box<Sleep>>,
    /// Connections since the last event.
    attempts: u32,
}

enum State {
    Connecting(Pin<Box<dyn Future<Output = Result<Chunks, Error>> + Send>>),
    Reading(Chunks),
    Waiting,
    Ended,
}

type Chunks = Pin<Box<dyn Stream<Item = reqwest::Result<bytes::Bytes>> + Send>>;

impl<E: DeserializeOwned> EventStream<E> {
    /// Connects once: the failure of the first connection is the caller's, but for 429, which is waited out.
    pub(crate) async fn open(call: Call, names: &'static [&'static str]) -> Result<Self, Error> {
        let accept = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("text/event-stream"))]);
        // The client may have a timeout for whole calls, which a stream is to outlive.
        let request = call.request.headers(accept).timeout(Duration::MAX);
        let mut stream = Self {
            call: Call { request },
            names,
            parser: Parser::default(),
            events: VecDeque::new(),
            is_last: Box::new(|_| false),
            state: State::Ended,
            timer: Box::pin(sleep(LONGEST_SILENCE)),
            attempts: 0,
        };
        loop {
            let Some(call) = stream.next_call() else {
                return Err(Error::Encode(serde_json::Error::custom("a form cannot be sent again")));
            };
            match connect(call).await {
                Ok(chunks) => {
                    stream.read(chunks);
                    return Ok(stream);
                }
                Err(error) if error.status() == Some(StatusCode::TOO_MANY_REQUESTS) => {
                    stream.wait(retry_after(&error));
                    sleep_until(stream.timer.deadline()).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Ends the stream behind the first event of which this is true: that event is still given out,
    /// and no connection is opened after it.
    pub fn until(mut self, is_last: impl Fn(&E) -> bool + Send + Sync + 'static) -> Self {
        self.is_last = Box::new(is_last);
        self
    }

    /// The next event. Nothing is lost when the future is dropped before it is ready.
    pub async fn next(&mut self) -> Option<Result<Event<E>, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// The call once more, behind the last event; none where its body cannot be sent twice.
    fn next_call(&self) -> Option<Call> {
        let mut resume = HeaderMap::new();
        if let Some(id) = &self.parser.last_id {
            // The parser lets no other id through than a header can hold.
            let id = HeaderValue::from_bytes(id.as_bytes()).ok()?;
            resume.insert(HeaderName::from_static("last-event-id"), id);
        }
        Some(Call { request: self.call.request.try_clone()?.headers(resume) })
    }

    fn connect(&mut self) {
        self.timer.as_mut().reset(Instant::now() + LONGEST_SILENCE);
        self.state = match self.next_call() {
            Some(call) => State::Connecting(Box::pin(connect(call))),
            None => State::Ended,
        };
    }

    fn read(&mut self, chunks: Chunks) {
        self.timer.as_mut().reset(Instant::now() + LONGEST_SILENCE);
        self.parser.restart();
        self.state = State::Reading(chunks);
    }

    fn wait(&mut self, retry_after: Option<Duration>) {
        let first = self.parser.retry.unwrap_or(FIRST_WAIT).max(SHORTEST_WAIT);
        let wait = first.saturating_mul(1 << self.attempts.min(16)).min(LONGEST_WAIT);
        self.attempts += 1;
        let wait = jittered(retry_after.unwrap_or(wait));
        self.timer.as_mut().reset(Instant::now() + wait);
        self.state = State::Waiting;
    }

    /// None for an event that the document does not have.
    fn typed(&mut self, raw: RawEvent) -> Option<Result<Event<E>, Error>> {
        self.attempts = 0;
        if !self.names.contains(&raw.name.as_str()) {
            return None;
        }
        let event = serde_json::from_str::<Value>(&raw.data)
            .and_then(|data| serde_json::from_value(json!({"event": raw.name, "data": data})));
        let event = match event {
            Ok(event) => event,
            Err(error) => return Some(Err(Error::Decode(error))),
        };
        if (self.is_last)(&event) {
            self.end();
        }
        Some(Ok(Event { id: raw.id, event }))
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
                    ready!(this.timer.as_mut().poll(context));
                    this.connect();
                }
                State::Connecting(connection) => match connection.as_mut().poll(context) {
                    Poll::Ready(Ok(chunks)) => this.read(chunks),
                    Poll::Ready(Err(error)) if is_final(&error) => {
                        this.end();
                        return Poll::Ready(Some(Err(error)));
                    }
                    Poll::Ready(Err(error)) => this.wait(retry_after(&error)),
                    Poll::Pending => {
                        ready!(this.timer.as_mut().poll(context));
                        this.wait(None);
                    }
                },
                State::Reading(chunks) => match chunks.as_mut().poll_next(context) {
                    Poll::Ready(Some(Ok(chunk))) => {
                        this.timer.as_mut().reset(Instant::now() + LONGEST_SILENCE);
                        if this.parser.read(&chunk, &mut this.events).is_err() {
                            this.end();
                            return Poll::Ready(Some(Err(unexpected("an event without an end"))));
                        }
                    }
                    Poll::Ready(Some(Err(_)) | None) => this.wait(None),
                    Poll::Pending => {
                        ready!(this.timer.as_mut().poll(context));
                        this.wait(None);
                    }
                },
            }
        }
    }
}

impl<E> fmt::Debug for EventStream<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("EventStream").field("parser", &self.parser).finish_non_exhaustive()
    }
}

async fn connect(call: Call) -> Result<Chunks, Error> {
    let answer = call.stream().await?;
    let kind = answer.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default();
    if answer.status != StatusCode::OK || !kind.trim().eq_ignore_ascii_case("text/event-stream") {
        return Err(unexpected("something else than events"));
    }
    Ok(Box::pin(answer.body.bytes_stream()))
}

fn unexpected(what: &str) -> Error {
    Error::Decode(serde_json::Error::custom(what))
}

/// Whether another connection would fare no better.
fn is_final(error: &Error) -> bool {
    match error {
        Error::Api { status, .. } => {
            let is_passing = [StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_MANY_REQUESTS];
            status.is_client_error() && !is_passing.contains(status)
        }
        Error::Transport(error) => error.is_builder(),
        _ => true,
    }
}

fn retry_after(error: &Error) -> Option<Duration> {
    let Error::Api { headers, .. } = error else { return None };
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds).min(LONGEST_RETRY_AFTER))
}

/// Up to half as long again, so that the readers of a server that comes back do not come all at once.
fn jittered(wait: Duration) -> Duration {
    // The keys of std's hash maps are random; that is random enough here and saves a dependency.
    let random = RandomState::new().hash_one(()) as f64 / u64::MAX as f64;
    wait.mul_f64(1.0 + random / 2.0)
}
