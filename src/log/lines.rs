//! How an event becomes a line. One of a request that is traced names request and trace.

use std::error::Error;
use std::fmt;

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
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

/// Events as lines.
pub(super) struct Lines(pub(super) LogFormat);

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        // What comes from the crate `log` has its names in its fields.
        let normalized = event.normalized_metadata();
        let metadata = normalized.as_ref().unwrap_or_else(|| event.metadata());
        let ids = ids(event);
        if self.0 == LogFormat::Json {
            let level = metadata.level().as_str();
            let mut json = json::Line::begin(&mut line, level, metadata.target());
            event.record(&mut json);
            ids.for_each(|(name, id)| json.text(name, &id));
            json.end()?;
            return line.write_char('\n');
        }
        let (dim, plain) = if line.has_ansi_escapes() { (DIM, PLAIN) } else { ("", "") };
        let color = if line.has_ansi_escapes() { color(*metadata.level()) } else { "" };
        line.write_str(dim)?;
        write_now(&mut line)?;
        write!(line, "{plain} {color}{:>5}{plain} ", metadata.level().as_str())?;
        write!(line, "{dim}{}:{plain} ", metadata.target())?;
        let mut fields = Fields { line: line.by_ref(), is_first: true, result: Ok(()) };
        event.record(&mut fields);
        fields.result?;
        for (name, id) in ids {
            write!(line, " {name}=\"{id}\"")?;
        }
        line.write_char('\n')
    }
}

/// Takes the fields of an event, as [`DefaultVisitor`] writes them: it takes over where there is more to it than a name
/// and a value, which is too seldom to pay for it in each line.
struct Fields<'a> {
    line: Writer<'a>,
    is_first: bool,
    result: fmt::Result,
}

impl Fields<'_> {
    fn take(
        &mut self,
        field: &Field,
        by_default: impl FnOnce(&mut DefaultVisitor<'_>),
        write_value: impl FnOnce(&mut Writer<'_>) -> fmt::Result,
    ) {
        let name = field.name();
        let is_special = name == "message" || name.starts_with("log.") || name.starts_with("r#");
        if is_special || self.line.has_ansi_escapes() {
            return self.default(field, by_default);
        }
        if self.result.is_ok() {
            self.result = self.begin(name).and_then(|()| write_value(&mut self.line));
        }
    }

    fn default(&mut self, field: &Field, take: impl FnOnce(&mut DefaultVisitor<'_>)) {
        let mut visitor = DefaultVisitor::new(self.line.by_ref(), self.is_first);
        take(&mut visitor);
        self.result = self.result.and(visitor.finish());
        self.is_first &= field.name().starts_with("log.");
    }

    fn begin(&mut self, name: &str) -> fmt::Result {
        if !self.is_first {
            self.line.write_char(' ')?;
        }
        self.is_first = false;
        self.line.write_str(name)?;
        self.line.write_char('=')
    }
}

impl Visit for Fields<'_> {
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
        self.default(field, |default| default.record_error(field, value));
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
fn write_quoted(line: &mut Writer<'_>, text: &str) -> fmt::Result {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if !text.bytes().all(is_plain) {
        return write!(line, "{text:?}");
    }
    line.write_char('"')?;
    line.write_str(text)?;
    line.write_char('"')
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
        let quoted = "\"\\\n\u{1b}[31m\u{7f}é\u{9b}'";
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
        for ansi in [false, true] {
            let ours = lines_by(|builder, written| {
                let builder = builder.with_ansi(ansi).with_writer(move || written.clone());
                builder.event_format(Lines(LogFormat::Text)).finish()
            });
            let default = lines_by(|builder, written| {
                builder.with_ansi(ansi).with_writer(move || written.clone()).finish()
            });
            assert_eq!(ours.len(), 5 + 1, "{ours:#?}");
            assert_eq!(ours, default);
        }
    }
}
