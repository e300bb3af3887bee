//! Records the spans and events of `tracing`.

use std::cell::RefCell;
use std::fmt::{Debug, Write};
use std::mem;
use std::sync::Once;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Starts to record the spans and events of this thread. The subscriber is global, because a subscriber for one thread
/// would miss call sites that another thread has reached first.
pub fn begin() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| registry().with(Recorder).init());
    end();
}

/// Returns all spans and events of this thread since [`begin`], with their fields.
pub fn end() -> Vec<String> {
    LINES.with_borrow_mut(mem::take)
}

struct Recorder;

fn record(what: &str, fields: impl FnOnce(&mut Line)) {
    let mut line = Line(what.to_owned());
    fields(&mut line);
    LINES.with_borrow_mut(|lines| lines.push(line.0));
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Recorder {
    fn on_new_span(&self, span: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        record(span.metadata().name(), |line| span.record(line));
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        record(context.span(id).unwrap().name(), |line| values.record(line));
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        record(event.metadata().target(), |line| event.record(line));
    }
}
