//! Server-sent events: typed events in, `text/event-stream` out.

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

/// How often a comment keeps the connection alive.
const PING_INTERVAL: Duration = Duration::from_secs(25);

const PING: Bytes = Bytes::from_static(b": ping\n\n");

/// When the server stops, readers are told to come again after a time between these, each after another.
const COME_AGAIN: RangeInclusive<u64> = 1_000..=5_000;

/// Events that are ready together leave together, up to about this size.
const EVENT_FRAME_BYTES: usize = 16 * 1024;

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<T> {
    /// What a reader that reconnects sends as `Last-Event-ID`.
    pub id: Option<String>,
    /// How long a reader waits before it reconnects.
    pub retry: Option<Duration>,
    /// Serializes as `{"event": name, "data": …}`.
    pub event: T,
}

/// The stream of events that a handler returns.
pub type Events<T> = Pin<Box<dyn Stream<Item = Event<T>> + Send>>;

/// The bytes of an event stream, as the body polls them.
pub(crate) trait EventSource: Send {
    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Bytes>>;

    /// Ends the stream when the server stops, and says when to come again.
    fn end_with(self: Pin<&mut Self>, shutdown: CancellationToken);
}

pin_project! {
    /// A stream of events, a timer and the end of the server: no task, no channel.
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

/// An event as its type serializes.
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

    /// The same with an id.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// The same with the time that a reader waits before it reconnects.
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
            let milliseconds = rand::random_range(COME_AGAIN);
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

/// Appends one event. A line break ends a field, so none gets out of the field that it stands in.
fn write<T: Serialize>(frame: &mut Vec<u8>, event: &Event<T>) -> serde_json::Result<()> {
    let json = serde_json::to_string(&event.event)?;
    let wire: Wire<'_> = serde_json::from_str(&json)?;
    write_field(frame, "event", &wire.event);
    if let Some(id) = &event.id {
        write_field(frame, "id", id);
    }
    if let Some(retry) = event.retry {
        write_field(frame, "retry", &retry.as_millis().to_string());
    }
    // Line breaks in JSON stand between its tokens only, so an empty line says nothing.
    for line in wire.data.get().split(['\r', '\n']).filter(|line| !line.is_empty()) {
        write_field(frame, "data", line);
    }
    frame.push(b'\n');
    Ok(())
}

fn write_field(frame: &mut Vec<u8>, name: &str, value: &str) {
    frame.extend_from_slice(name.as_bytes());
    frame.extend_from_slice(b": ");
    // A reader drops an id with NUL in it, so NUL goes as line breaks do.
    frame.extend(value.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n' | b'\0')));
    frame.push(b'\n');
}
