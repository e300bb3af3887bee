//! Server-sent events: writes typed events as `text/event-stream`.

use std::{
    ops::RangeInclusive,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use futures_core::Stream;
use pin_project_lite::pin_project;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use stoa_telemetry::Chain;
use tokio::time::{Instant, Sleep};
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

/// The bytes of an event stream, polled by the body.
pub(crate) trait EventSource: Send {
    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Bytes>>;

    /// Makes the stream end when the server stops. The last line then tells the client when to reconnect.
    fn end_with(self: Pin<&mut Self>, shutdown: CancellationToken);
}

pin_project! {
    /// An event stream that needs no task and no channel: it polls the events, a timer and the server's stop.
    pub(crate) struct EventStream<S> {
        #[pin]
        events: S,
        #[pin]
        ping: Sleep,
        #[pin]
        shutdown: Option<WaitForCancellationFutureOwned>,
        ended: bool,
        _counted: Counted,
    }
}

/// An event in its serialized form.
#[derive(Deserialize)]
struct Wire<'a> {
    event: String,
    #[serde(borrow)]
    data: &'a RawValue,
}

impl<T> Event<T> {
    /// An event without an id.
    pub fn new(event: T) -> Self {
        Self { id: None, retry: None, event }
    }

    /// Sets the id.
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

impl<S> EventStream<S> {
    pub(crate) fn new(events: S) -> Self {
        Self {
            events,
            ping: tokio::time::sleep(PING_INTERVAL),
            shutdown: None,
            ended: false,
            _counted: Counted::among(&EVENT_STREAMS),
        }
    }
}

impl<S, T> EventSource for EventStream<S>
where
    S: Stream<Item = Event<T>> + Send,
    T: Serialize + Send,
{
    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut this = self.project();
        if *this.ended {
            return Poll::Ready(None);
        }
        if this.shutdown.as_pin_mut().is_some_and(|shutdown| shutdown.poll(context).is_ready()) {
            *this.ended = true;
            let milliseconds = rand::random_range(RECONNECT_MILLISECONDS);
            return Poll::Ready(Some(format!("retry: {milliseconds}\n\n").into()));
        }
        let mut frame = Vec::new();
        while frame.len() < EVENT_FRAME_BYTES {
            match this.events.as_mut().poll_next(context) {
                Poll::Ready(Some(event)) => {
                    if let Err(error) = write(&mut frame, &event) {
                        tracing::error!(error = %Chain(&error), "an event could not be written, its stream ends");
                        *this.ended = true;
                        break;
                    }
                }
                Poll::Ready(None) => {
                    *this.ended = true;
                    break;
                }
                Poll::Pending => break,
            }
        }
        if !frame.is_empty() {
            return Poll::Ready(Some(frame.into()));
        }
        if *this.ended {
            return Poll::Ready(None);
        }
        ready!(this.ping.as_mut().poll(context));
        this.ping.reset(Instant::now() + PING_INTERVAL);
        Poll::Ready(Some(PING))
    }

    fn end_with(self: Pin<&mut Self>, shutdown: CancellationToken) {
        self.project().shutdown.set(Some(shutdown.cancelled_owned()));
    }
}

/// Appends one event. Fields contain no line breaks, because a line break ends a field.
fn write<T: Serialize>(frame: &mut Vec<u8>, event: &Event<T>) -> serde_json::Result<()> {
    let json = serde_json::to_string(&event.event)?;
    let wire: Wire<'_> = serde_json::from_str(&json)?;
    if let Some(id) = &event.id {
        write_field(frame, "id", id);
    }
    if let Some(retry) = event.retry {
        write_field(frame, "retry", &retry.as_millis().to_string());
    }
    // Simple clients expect `data` in the line after `event`.
    write_field(frame, "event", &wire.event);
    // In JSON, line breaks occur only between tokens, so an empty line carries no data.
    for line in wire.data.get().split(['\r', '\n']).filter(|line| !line.is_empty()) {
        write_field(frame, "data", line);
    }
    frame.push(b'\n');
    Ok(())
}

fn write_field(frame: &mut Vec<u8>, name: &str, value: &str) {
    frame.extend_from_slice(name.as_bytes());
    frame.extend_from_slice(b": ");
    // Clients ignore an id that contains NUL, so NUL is removed like line breaks.
    frame.extend(value.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n' | b'\0')));
    frame.push(b'\n');
}
