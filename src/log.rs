//! The log of `stoa serve`: a line of text or of JSON for each event.

#![allow(clippy::print_stderr, reason = "a panic is printed past the log")]

mod lines;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, BufWriter, Stderr, Write, stderr, stdout};
use std::panic::{self, PanicHookInfo};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use chrono::{SecondsFormat, Utc};
use clap::ValueEnum;
use serde_json::{Value, json};
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use lines::{Escaped, Lines};

/// The levels of noisy libraries. They log every start, or every letter and path that they cannot draw, which helps no
/// operator.
const LIBRARY_LOG_LEVELS: &str =
    "tokio_postgres=warn,refinery_core=warn,usvg=off,resvg=off,tiny_skia=off,fontdb=off";

/// The crate that logs the values of statements, such as names, addresses and keys. No filter may raise its level.
const PRIVATE_LOG_TARGET: &str = "tokio_postgres";

/// Prefixes of the targets that a filter may name without a level: our crates, and the libraries that log.
const TARGETS: [&str; 13] = [
    "access",
    "deadpool",
    "h2",
    "hyper",
    "jsonschema",
    "lettre",
    "object_store",
    "refinery",
    "reqwest",
    "rustls",
    "stoa",
    "tokio",
    "tower",
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text for people
    #[default]
    Text,
    /// One JSON object a line: timestamp, level, message, the members of the event, and target
    Json,
}

/// Maximum number of lines in the queue of the writing thread. While the queue is full, requests wait. No line is lost,
/// but a slow reader of the log slows the server down.
const LOG_QUEUE_LINES: usize = 4096;

/// Size of the buffer. Up to this size (`PIPE_BUF`), a write to a pipe is atomic, also when other processes write to
/// the pipe.
const LOG_BUFFER_BYTES: usize = 4096;

/// How long the writing thread sleeps when its queue is empty. This is the maximum delay of a line.
const LOG_WRITE_INTERVAL: Duration = Duration::from_millis(5);

/// The format, which is set once at the start.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

/// Sets the format of the log, of panics, and of messages before the log begins.
pub fn set_format(format: LogFormat) {
    if FORMAT.set(format).is_ok() && format == LogFormat::Json {
        panic::set_hook(Box::new(|panic| eprintln!("{}", panic_line(panic))));
    }
}

/// Returns a layer that writes the events that pass the filter to standard error, from a separate thread. Dropping the
/// guard writes the lines that are still queued.
pub fn layer<S>(filter: EnvFilter) -> (impl Layer<S>, WorkerGuard)
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(false)
        .buffered_lines_limit(LOG_QUEUE_LINES)
        .finish(Batches(BufWriter::with_capacity(LOG_BUFFER_BYTES, stderr())));
    // Spans are for traces only.
    let level = filter.max_level_hint().unwrap_or(LevelFilter::TRACE);
    let events = filter_fn(|metadata| metadata.is_event()).with_max_level_hint(level);
    let layer = formatted(FORMAT.get().copied().unwrap_or_default(), writer);
    (layer.with_filter(filter.and(events)), guard)
}

/// Standard error, written in batches.
struct Batches(BufWriter<Stderr>);

impl Write for Batches {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write(line)
    }

    /// tracing-appender calls this when its queue is empty.
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()?;
        // Without this sleep, each line would wake this thread, which adds a quarter to the CPU time of a cached
        // response.
        thread::sleep(LOG_WRITE_INTERVAL);
        Ok(())
    }
}

fn formatted<S, W>(format: LogFormat, writer: W) -> impl Layer<S>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'writer> MakeWriter<'writer> + 'static,
{
    let lines = match format {
        LogFormat::Text => Lines::Text(fmt::format()),
        LogFormat::Json => Lines::Json(
            fmt::format().json().flatten_event(true).with_current_span(false).with_span_list(false),
        ),
    };
    // tracing-subscriber reports its own errors by eprintln!, which panics if standard error cannot be written.
    let layer = fmt::layer().with_writer(writer).log_internal_errors(false);
    layer.fmt_fields(Escaped).event_format(lines)
}

/// Parses the filter of `--log`.
pub fn filter(log: &str) -> Result<EnvFilter> {
    const TAKES: &str = "--log takes error, warn, info, debug, trace, off, or a filter such as info,stoa_runtime=debug";
    let directives: Vec<&str> = log.split(',').map(str::trim).collect();
    for directive in &directives {
        if directive.starts_with(PRIVATE_LOG_TARGET) {
            bail!(
                "--log takes no level for {PRIVATE_LOG_TARGET}, which would log what people have sent"
            );
        }
        let is_level = |word: &str| !word.is_empty() && word.parse::<LevelFilter>().is_ok();
        let is_known = match directive.split_once('=') {
            Some((target, level)) => !target.is_empty() && is_level(level),
            None => is_level(directive) || TARGETS.iter().any(|known| directive.starts_with(known)),
        };
        // Filters by span are refused: without traces there are no spans.
        let is_known = is_known && !directive.contains(['[', '{']);
        ensure!(is_known, "{TAKES}; `{directive}` is none of these");
    }
    EnvFilter::try_new(format!("{LIBRARY_LOG_LEVELS},{}", directives.join(",")))
        .map_err(|_| anyhow::anyhow!(TAKES))
}

/// Prints a message about the start on standard output. The server runs on if standard output is closed.
pub fn say(text: &str) {
    let _ = match FORMAT.get() {
        Some(LogFormat::Json) => writeln!(stdout(), "{}", line("INFO", "stoa", text)),
        _ => writeln!(stdout(), "{text}"),
    };
}

/// Prints on standard error why the command failed.
pub fn fail(error: &anyhow::Error) {
    let _ = match FORMAT.get() {
        Some(LogFormat::Json) => {
            writeln!(stderr(), "{}", line("ERROR", "stoa", &format!("{error:#}")))
        }
        _ => writeln!(stderr(), "stoa: {error:#}"),
    };
}

/// Returns a line of JSON for a message before the log begins, or for a panic.
fn line(level: &str, target: &str, message: &str) -> Value {
    let timestamp = Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true);
    json!({"timestamp": timestamp, "level": level, "message": message, "target": target})
}

fn panic_line(panic: &PanicHookInfo<'_>) -> Value {
    let mut line = line("ERROR", "panic", panic.payload_as_str().unwrap_or("no message"));
    line["location"] = panic.location().map(ToString::to_string).into();
    line["thread"] = thread::current().name().into();
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        line["backtrace"] = backtrace.to_string().into();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_filters() {
        for log in [
            "info",
            "OFF",
            "trace",
            "info,stoa_runtime=debug",
            "warn, access=info",
            "hyper=trace",
            "stoa_commerce::orders",
            "error,hyper_util",
        ] {
            assert!(filter(log).is_ok(), "{log}");
        }
    }

    #[test]
    fn invalid_filters() {
        for log in [
            "json",
            "",
            " ",
            "info,",
            "a=b=c",
            "info,json",
            "=info",
            "stoa=",
            "stoa=loud",
            "[request]=debug",
            "tokio_postgres=trace",
            "verbose",
        ] {
            let complaint = filter(log).unwrap_err().to_string();
            assert!(complaint.starts_with("--log takes "), "{log}: {complaint}");
            assert!(!complaint.contains('\n'), "{complaint}");
        }
    }
}
