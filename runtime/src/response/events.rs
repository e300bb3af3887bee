//! Server-sent events: writes typed events as `text/event-stream`.

use std::{
    ops::RangeInclusive,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use stoa_telemetry::Chain;
use tokio::time::{Instant, Sleep, sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use crate::counts::{Counted, EVENT_STREAMS};

/// How often a comment is sent to keep the connection alive.
const PING_INTERVAL: Duration = Duration::from_secs(25);

const PING: Bytes = Bytes::from_static(b": ping\n\n");

/// Milliseconds after which the reader of an event stream connects again when its server has stopped. Each reader gets
/// a random value in this range.
///
/// So the readers do not all reconnect at once.
const RECONNECT_MILLISECONDS: RangeInclusive<u64> = 1_000..=5_000;

/// Events that are ready together are sent together, up to about this many bytes.
const EVENT_FRAME_BYTES: usize = 16 * 1024;

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<T> {
    /// The id that a client sends as `Last-Event-ID` when it reconnects.
    pub id: Option<String>,
    /// How long the client waits before it reconnects.
    pub retry: Option<Duration>,
    /// The event, which serializes as `{"event": name, "data": …}`.
    pub event: T,
}

/// The stream of events that a handler returns.
pub type Events<T> = Pin<Box<dyn Stream<Item = Event<T>> + Send>>;

/// The bytes of an event stream. It needs no task and no channel: it polls the events, a timer and the server's stop.
pub(crate) struct EventStream {
    events: Pin<Box<dyn Stream<Item = serde_json::Result<Vec<u8>>> + Send>>,
    ping: Pin<Box<Sleep>>,
    shutdown: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
    ended: bool,
    _counted: Counted,
}

/// An event in its serialized form.
#[derive(Deserialize)]
struct Wire<'a> {
    event: String,
    #[serde(borrow)]
    data: &'a RawValue,
}

impl<T> Event<T> {
    pub fn new(event: T) -> Self {
        Self { id: None, retry: None, event }
    }

    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets how long the client waits before it reconnects.
    pub fn retry(mut self, retry: Duration) -> Self {
        self.retry = Some(retry);
        self
    }
}

impl EventStream {
    pub(crate) fn new<T: Serialize>(events: impl Stream<Item = Event<T>> + Send + 'static) -> Self {
        Self {
            events: Box::pin(events.map(|event| written(&event))),
            ping: Box::pin(sleep(PING_INTERVAL)),
            shutdown: None,
            ended: false,
            _counted: Counted::among(&EVENT_STREAMS),
        }
    }

    /// Makes the stream end when the server stops. The last line then tells the client when to reconnect.
    pub(crate) fn end_with(&mut self, shutdown: CancellationToken) {
        self.shutdown = Some(Box::pin(shutdown.cancelled_owned()));
    }

    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let shutdown = self.shutdown.as_mut();
        if shutdown.is_some_and(|shutdown| shutdown.as_mut().poll(context).is_ready()) {
            self.ended = true;
            let milliseconds = rand::random_range(RECONNECT_MILLISECONDS);
            return Poll::Ready(Some(format!("retry: {milliseconds}\n\n").into()));
        }
        let mut frame = Vec::new();
        while frame.len() < EVENT_FRAME_BYTES {
            match self.events.as_mut().poll_next(context) {
                Poll::Ready(Some(Ok(event))) => frame.extend(event),
                Poll::Ready(Some(Err(error))) => {
                    tracing::error!(error = %Chain(&error), "an event could not be written, its stream ends");
                    self.ended = true;
                    break;
                }
                Poll::Ready(None) => {
                    self.ended = true;
                    break;
                }
                Poll::Pending => break,
            }
        }
        if !frame.is_empty() {
            return Poll::Ready(Some(frame.into()));
        }
        if self.ended {
            return Poll::Ready(None);
        }
        ready!(self.ping.as_mut().poll(context));
        self.ping.as_mut().reset(Instant::now() + PING_INTERVAL);
        Poll::Ready(Some(PING))
    }
}

/// Returns the lines of one event. Fields contain no line breaks, because a line break ends a field.
fn written<T: Serialize>(event: &Event<T>) -> serde_json::Result<Vec<u8>> {
    let mut lines = Vec::new();
    let json = serde_json::to_string(&event.event)?;
    let wire: Wire<'_> = serde_json::from_str(&json)?;
    if let Some(id) = &event.id {
        write_field(&mut lines, "id", id);
    }
    if let Some(retry) = event.retry {
        write_field(&mut lines, "retry", &retry.as_millis().to_string());
    }
    // Simple clients expect `data` in the line after `event`.
    write_field(&mut lines, "event", &wire.event);
    // In JSON, line breaks occur only between tokens, so an empty line carries no data.
    for line in wire.data.get().split(['\r', '\n']).filter(|line| !line.is_empty()) {
        write_field(&mut lines, "data", line);
    }
    lines.push(b'\n');
    Ok(lines)
}

fn write_field(lines: &mut Vec<u8>, name: &str, value: &str) {
    lines.extend_from_slice(name.as_bytes());
    lines.extend_from_slice(b": ");
    // Clients ignore an id that contains NUL, so NUL is removed like line breaks.
    lines.extend(value.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n' | b'\0')));
    lines.push(b'\n');
}
