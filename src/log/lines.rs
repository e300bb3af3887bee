//! How an event becomes a line. One of a request that is traced names request and trace.

use std::error::Error;
use std::fmt::{self, Write};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_log::NormalizeEvent;
use tracing_subscriber::field::VisitOutput;
use tracing_subscriber::fmt::format::{DefaultVisitor, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use super::LogFormat;
use super::json::{self, write_number};
use super::time::write_now;

const REQUEST_ID: &str = "request_id";

const TRACE_ID: &str = "trace_id";

const DIM: &str = "\x1b[2m";

const PLAIN: &str = "\x1b[0m";

/// Of a line, where most are one of the access log.
const USUAL_LENGTH: usize = 256;

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
        if line.has_ansi_escapes() {
            return write_colored(context, line, metadata, event, ids);
        }
        let mut text = String::with_capacity(USUAL_LENGTH);
        if self.0 == LogFormat::Json {
            let mut json = json::Line::begin(text, metadata.level().as_str(), metadata.target());
            event.record(&mut json);
            ids.for_each(|(name, id)| json.text(name, &id));
            text = json.end()?;
        } else {
            write_now(&mut text)?;
            text.push_str(level(*metadata.level()));
            text.push_str(metadata.target());
            text.push(':');
            let mut fields = Fields { text, result: Ok(()) };
            event.record(&mut fields);
            fields.result?;
            text = fields.text;
            for (name, id) in ids {
                write!(text, " {name}=\"{id}\"")?;
            }
        }
        text.push('\n');
        line.write_str(&text)
    }
}

/// For a terminal.
fn write_colored<S, N>(
    context: &FmtContext<'_, S, N>,
    mut line: Writer<'_>,
    metadata: &Metadata<'_>,
    event: &Event<'_>,
    ids: impl Iterator<Item = (&'static str, String)>,
) -> fmt::Result
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    line.write_str(DIM)?;
    write_now(&mut line)?;
    let (color, level) = (color(*metadata.level()), metadata.level());
    write!(line, "{PLAIN} {color}{level:>5}{PLAIN} {DIM}{}:{PLAIN} ", metadata.target())?;
    context.field_format().format_fields(line.by_ref(), event)?;
    for (name, id) in ids {
        write!(line, " {name}=\"{id}\"")?;
    }
    writeln!(line)
}

/// Takes the fields of an event, as [`DefaultVisitor`] writes them: it takes over where there is more to it than a name
/// and a value, which is too seldom to pay for it in each line.
struct Fields {
    text: String,
    result: fmt::Result,
}

impl Fields {
    fn take(
        &mut self,
        field: &Field,
        by_default: impl FnOnce(&mut DefaultVisitor<'_>),
        write_value: impl FnOnce(&mut String) -> fmt::Result,
    ) {
        let name = field.name();
        if name == "message" || name.starts_with("log.") || name.starts_with("r#") {
            return self.default(by_default);
        }
        if self.result.is_ok() {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push('=');
            self.result = write_value(&mut self.text);
        }
    }

    fn default(&mut self, take: impl FnOnce(&mut DefaultVisitor<'_>)) {
        let mut visitor = DefaultVisitor::new(Writer::new(&mut self.text), false);
        take(&mut visitor);
        self.result = self.result.and(visitor.finish());
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.take(
            field,
            |default| default.record_f64(field, value),
            |line| match value.is_finite() {
                true => write_number(line, value),
                false => write!(line, "{value:?}"),
            },
        );
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.take(
            field,
            |default| default.record_str(field, value),
            |line| write_quoted(line, value),
        );
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.default(|default| default.record_error(field, value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.take(
            field,
            |default| default.record_debug(field, value),
            |line| write!(line, "{value:?}"),
        );
    }
}

/// As `{:?}` writes it, which looks at each letter.
fn write_quoted(line: &mut String, text: &str) -> fmt::Result {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if !text.bytes().all(is_plain) {
        return write!(line, "{text:?}");
    }
    line.push('"');
    line.push_str(text);
    line.push('"');
    Ok(())
}

/// Between the time and the target.
fn level(level: Level) -> &'static str {
    match level {
        Level::ERROR => " ERROR ",
        Level::WARN => "  WARN ",
        Level::INFO => "  INFO ",
        Level::DEBUG => " DEBUG ",
        Level::TRACE => " TRACE ",
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

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::fmt::{Subscriber, SubscriberBuilder};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn events() {
        tracing::info!(
            target: "access",
            method = "GET",
            path = %"/tags?a=\"b\"",
            status = 200_u16,
            ms = 0.123_f64,
            whole = 4.0_f64,
            none = f64::NAN,
            less = -7_i64,
            is = true,
            request_id = "r-1",
        );
        let quoted = "\"\\\t\u{1b}[31m\u{7f}é\u{9b}'";
        tracing::warn!(text = quoted, debug = ?quoted, shown = %quoted, "a {quoted}");
        let cause = io::Error::other(fmt::Error);
        tracing::error!(error = &cause as &(dyn Error + 'static), r#type = 1, "said");
        tracing::info!("nothing but words");
        tracing::info!(first = 1, "words come last");
    }

    /// All of these lines, without the time of each.
    fn lines_by<S>(build: impl FnOnce(SubscriberBuilder, Written) -> S) -> Vec<String>
    where
        S: Into<tracing::Dispatch>,
    {
        let written = Written::default();
        tracing::dispatcher::with_default(
            &build(Subscriber::builder(), written.clone()).into(),
            events,
        );
        let bytes = written.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(|line| line.split_once("Z").unwrap().1.to_owned()).collect()
    }

    #[test]
    fn fields_are_written_as_everywhere() {
        {
            let ansi = false;
            let ours = lines_by(|builder, written| {
                let builder = builder.with_ansi(ansi).with_writer(move || written.clone());
                builder.event_format(Lines(LogFormat::Text)).finish()
            });
            let default = lines_by(|builder, written| {
                builder.with_ansi(ansi).with_writer(move || written.clone()).finish()
            });
            assert_eq!(ours.len(), 5, "{ours:#?}");
            assert_eq!(ours, default);
        }
    }
}
