//! What `stoa serve` logs, and how: a line of text for each event, or one of JSON.

#![allow(clippy::print_stderr, reason = "what the log cannot tell is told here")]

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

/// What these say of every start, and of every letter and path that they cannot draw, is of use to nobody.
const QUIET: &str =
    "tokio_postgres=warn,refinery_core=warn,usvg=off,resvg=off,tiny_skia=off,fontdb=off";

/// It logs the values of statements, whatever else is asked for: names, addresses, keys.
const NEVER_LOUDER: &str = "tokio_postgres";

/// What a filter's word without a level may begin with: ours, and what we are made of that logs.
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

/// What a line of the log is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    #[default]
    Text,
    /// An object a line: timestamp, level, message, what else there is to say, and target
    Json,
}

/// Lines that wait for the thread that writes them. Beyond that, a request waits until there is room: no line is lost, and
/// a slow reader of the log slows the server down.
const LOG_QUEUE_LINES: usize = 4096;

/// What a pipe takes whole (`PIPE_BUF`), whichever process else writes to it.
const LOG_BUFFER_BYTES: usize = 4096;

/// Maximum delay of a line: the thread that writes lines sleeps so long when none is left.
const LOG_WRITE_INTERVAL: Duration = Duration::from_millis(5);

/// What was chosen at the start.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

/// From now on what this process says of itself has this format: panics too, and what the log cannot tell.
pub fn set_format(format: LogFormat) {
    // It is chosen once.
    if FORMAT.set(format).is_ok() && format == LogFormat::Json {
        panic::set_hook(Box::new(|panic| eprintln!("{}", panic_line(panic))));
    }
}

/// Writes the events that pass the filter to standard error, from a thread of its own. The guard writes what still waits
/// when it is dropped.
pub fn layer<S>(filter: EnvFilter) -> (impl Layer<S>, WorkerGuard)
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(false)
        .buffered_lines_limit(LOG_QUEUE_LINES)
        .finish(Batches(BufWriter::with_capacity(LOG_BUFFER_BYTES, stderr())));
    // Spans are for traces: whatever is logged, it makes none.
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

    /// Called when no line is left.
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()?;
        // Waking this thread for each line would add a quarter to the CPU time of a cached answer.
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
        LogFormat::Json => Lines::Json,
    };
    // tracing-subscriber reports its own errors by eprintln!, which panics if standard error cannot be written.
    let layer = fmt::layer().with_writer(writer).log_internal_errors(false);
    layer.fmt_fields(Escaped).event_format(lines)
}

/// The filter of `--log`.
pub fn filter(log: &str) -> Result<EnvFilter> {
    const TAKES: &str = "--log takes error, warn, info, debug, trace, off, or a filter such as info,stoa_runtime=debug";
    let directives: Vec<&str> = log.split(',').map(str::trim).collect();
    for directive in &directives {
        if directive.starts_with(NEVER_LOUDER) {
            bail!("--log takes no level for {NEVER_LOUDER}, which would log what people have sent");
        }
        let is_level = |word: &str| !word.is_empty() && word.parse::<LevelFilter>().is_ok();
        let is_known = match directive.split_once('=') {
            Some((target, level)) => !target.is_empty() && is_level(level),
            None => is_level(directive) || TARGETS.iter().any(|known| directive.starts_with(known)),
        };
        // What is in a span is chosen by no filter: without traces there are none.
        let is_known = is_known && !directive.contains(['[', '{']);
        ensure!(is_known, "{TAKES}; `{directive}` is none of these");
    }
    EnvFilter::try_new(format!("{QUIET},{}", directives.join(",")))
        .map_err(|_| anyhow::anyhow!(TAKES))
}

/// Says on standard output what whoever started the server waits for. It serves all the same if nobody reads that any
/// more.
pub fn say(text: &str) {
    let _ = match FORMAT.get() {
        Some(LogFormat::Json) => writeln!(stdout(), "{}", line("INFO", "stoa", text)),
        _ => writeln!(stdout(), "{text}"),
    };
}

/// Says on standard error why nothing is done.
pub fn fail(error: &anyhow::Error) {
    let _ = match FORMAT.get() {
        Some(LogFormat::Json) => {
            writeln!(stderr(), "{}", line("ERROR", "stoa", &format!("{error:#}")))
        }
        _ => writeln!(stderr(), "stoa: {error:#}"),
    };
}

/// A line of JSON for what is said before the log begins, or in a panic.
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
    fn what_is_a_filter() {
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
    fn what_is_none() {
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
