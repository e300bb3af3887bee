//! Formats lines, with the ids of a traced request.

use std::fmt;

use serde_json::json;
use stoa_values::text::is_control;
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::{DefaultFields, Format, Full, Json, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Initial capacity of a line in bytes. Most lines are shorter.
const LINE_BYTES: usize = 512;

/// Formats events. Appends `request_id` and `trace_id` to the events of a traced request. These ids are in
/// OpenTelemetry's context, which tracing-subscriber does not read.
pub(super) enum Lines {
    Text(Format<Full>),
    Json(Format<Json>),
}

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut line = String::with_capacity(LINE_BYTES);
        let mut ids = ids(event);
        match self {
            Self::Text(format) => {
                format.format_event(context, Writer::new(&mut line), event)?;
                writer.write_str(line.trim_end_matches('\n'))?;
                ids.try_for_each(|(name, id)| write!(writer, " {name}={id:?}"))?;
                writeln!(writer)
            }
            Self::Json(format) => {
                format.format_event(context, Writer::new(&mut line), event)?;
                writer.write_str(line.trim_end_matches("}\n"))?;
                ids.try_for_each(|(name, id)| write!(writer, ",{}:{}", json!(name), json!(id)))?;
                writeln!(writer, "}}")
            }
        }
    }
}

/// Returns the ids of a traced request, except those that the event already has: events of the access log have
/// `request_id`.
fn ids(event: &Event<'_>) -> impl Iterator<Item = (&'static str, String)> {
    let fields = event.metadata().fields();
    let ids = stoa_telemetry::current()
        .map(|traced| [("request_id", traced.request_id), ("trace_id", traced.trace_id)]);
    ids.into_iter().flatten().filter(move |(name, _)| fields.field(name).is_none())
}

/// Formats fields as by default, but escapes control characters. Otherwise text from a client could begin a line or
/// send commands to a terminal. tracing-subscriber escapes only some control characters, and only in messages.
pub(super) struct Escaped;

impl<'writer> FormatFields<'writer> for Escaped {
    fn format_fields<R: RecordFields>(
        &self,
        mut writer: Writer<'writer>,
        fields: R,
    ) -> fmt::Result {
        let mut text = String::with_capacity(LINE_BYTES);
        DefaultFields::new().format_fields(Writer::new(&mut text), fields)?;
        if !text.contains(is_control) {
            return writer.write_str(&text);
        }
        text.chars().try_for_each(|letter| match is_control(letter) {
            true => write!(writer, "{}", letter.escape_default()),
            false => writer.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use opentelemetry::Context;
    use stoa_values::text::is_control;
    use tracing_subscriber::layer::SubscriberExt;

    use super::super::{LogFormat, formatted};

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

    fn logged(format: LogFormat, log: impl FnOnce()) -> String {
        let written = Written::default();
        let writer = written.clone();
        let layer = formatted(format, move || writer.clone());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), log);
        let bytes = written.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    fn hostile() {
        let text = "a\nERROR b\r\u{1b}[31m\u{7}\u{7f}\u{9b}\u{61c}\u{2028}\u{202e}é–\"";
        tracing::warn!(text, shown = %text, debug = ?text, "{text}");
    }

    #[test]
    fn a_line_of_text_has_no_control_characters() {
        let logged = logged(LogFormat::Text, hostile);
        let line = logged.strip_suffix('\n').unwrap();
        assert!(!line.contains(is_control), "{line:?}");
        assert_eq!(line.matches("\\n").count(), 4, "{line}");
        assert!(line.contains(r"\u{1b}[31m") && line.contains("é–"), "{line}");
    }

    #[test]
    fn a_line_of_json_is_one_object() {
        let logged = logged(LogFormat::Json, hostile);
        let line: serde_json::Value = serde_json::from_str(&logged).unwrap();
        assert_eq!(logged.lines().count(), 1);
        assert_eq!(line["message"], line["text"]);
        assert_eq!(line["level"], "WARN");
    }

    #[test]
    fn lines_of_a_traced_request_name_it() {
        let log = || {
            let _request = stoa_telemetry::with_request_id(&Context::new(), "r-1").attach();
            tracing::warn!("slow");
            tracing::info!(target: "access", request_id = "r-1");
        };
        let ids = "00000000000000000000000000000000";
        let text = logged(LogFormat::Text, log);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].ends_with(&format!("slow request_id=\"r-1\" trace_id=\"{ids}\"")),
            "{text}"
        );
        assert!(lines[1].ends_with(&format!("request_id=\"r-1\" trace_id=\"{ids}\"")), "{text}");
        assert_eq!(lines[1].matches("request_id").count(), 1, "{text}");
        for line in logged(LogFormat::Json, log).lines() {
            let read: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!((&read["request_id"], &read["trace_id"]), (&"r-1".into(), &ids.into()));
            assert_eq!(line.matches("request_id").count(), 1, "{line}");
        }
    }
}
