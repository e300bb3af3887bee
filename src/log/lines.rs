//! How an event becomes a line. One of a request that is traced names request and trace.

use std::fmt;

use serde_json::Value;
use tracing::{Event, Level, Subscriber};
use tracing_log::NormalizeEvent;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use super::LogFormat;
use super::json::{self, Fields};

const REQUEST_ID: &str = "request_id";

const TRACE_ID: &str = "trace_id";

const DIM: &str = "\x1b[2m";

const PLAIN: &str = "\x1b[0m";

/// Events as lines.
pub(super) struct Lines(pub(super) LogFormat);

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        // What comes from the crate `log` has its names in its fields.
        let normalized = event.normalized_metadata();
        let metadata = normalized.as_ref().unwrap_or_else(|| event.metadata());
        let ids = ids(event);
        if self.0 == LogFormat::Json {
            let mut json = json::begin(metadata.level().as_str(), metadata.target());
            event.record(&mut Fields(&mut json));
            json.extend(ids.map(|(name, id)| (name.to_owned(), id.into())));
            return writeln!(line, "{}", Value::from(json));
        }
        let (dim, plain) = if line.has_ansi_escapes() { (DIM, PLAIN) } else { ("", "") };
        let color = if line.has_ansi_escapes() { color(*metadata.level()) } else { "" };
        line.write_str(dim)?;
        SystemTime.format_time(&mut line)?;
        write!(line, "{plain} {color}{:>5}{plain} ", metadata.level())?;
        write!(line, "{dim}{}:{plain} ", metadata.target())?;
        context.field_format().format_fields(line.by_ref(), event)?;
        for (name, id) in ids {
            write!(line, " {name}=\"{id}\"")?;
        }
        writeln!(line)
    }
}

/// What the event does not name itself.
fn ids(event: &Event<'_>) -> impl Iterator<Item = (&'static str, String)> {
    let says = |name: &str| event.metadata().fields().field(name).is_some();
    let traced = stoa_telemetry::current();
    let request_id = traced.as_ref().filter(|_| !says(REQUEST_ID));
    let request_id = request_id.map(|traced| (REQUEST_ID, traced.request_id.clone()));
    request_id.into_iter().chain(traced.map(|traced| (TRACE_ID, traced.trace_id)))
}

fn color(level: Level) -> &'static str {
    match level {
        Level::ERROR => "\x1b[31m",
        Level::WARN => "\x1b[33m",
        Level::INFO => "\x1b[32m",
        Level::DEBUG => "\x1b[34m",
        Level::TRACE => "\x1b[35m",
    }
}
