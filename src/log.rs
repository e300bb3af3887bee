//! What `stoa serve` logs, and how: a line of text for each event, or one of JSON.

#![allow(clippy::print_stderr, reason = "what the log cannot tell is told here")]

mod json;
mod lines;
mod output;
mod time;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, Write, stderr, stdout};
use std::panic::{self, PanicHookInfo};
use std::sync::OnceLock;

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Filter};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use lines::Lines;
use output::Output;

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
    /// An object a line: time, level, target, message, and what else there is to say
    Json,
}

/// What was chosen at the start.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

/// From now on what this process says of itself has this format: panics too, and what the log cannot tell.
pub fn set_format(format: LogFormat) {
    // It is chosen once.
    if FORMAT.set(format).is_ok() && format == LogFormat::Json {
        panic::set_hook(Box::new(|panic| eprintln!("{}", panic_line(panic))));
    }
}

/// Writes the events that pass the filter to standard error.
pub fn layer<S>(filter: EnvFilter) -> impl Layer<S>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let format = FORMAT.get().copied().unwrap_or_default();
    let layer = fmt::layer()
        .with_writer(|| Output)
        .with_ansi(format == LogFormat::Text && stderr().is_terminal())
        // It would say so by a macro that panics when that cannot be written either: on a full disk every request that is
        // logged would end without an answer.
        .log_internal_errors(false)
        .event_format(Lines(format));
    layer.with_filter(Logged(filter))
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
        Some(LogFormat::Json) => writeln!(stdout(), "{}", json::line("INFO", "stoa", text, [])),
        _ => writeln!(stdout(), "{text}"),
    };
}

/// Says on standard error why nothing is done.
pub fn fail(error: &anyhow::Error) {
    let _ = match FORMAT.get() {
        Some(LogFormat::Json) => {
            writeln!(stderr(), "{}", json::line("ERROR", "stoa", &format!("{error:#}"), []))
        }
        _ => writeln!(stderr(), "stoa: {error:#}"),
    };
}

fn panic_line(panic: &PanicHookInfo<'_>) -> String {
    let message = panic.payload_as_str().unwrap_or("no message");
    let place = panic.location().map(|place| ("location", place.to_string()));
    let thread = std::thread::current().name().map(|name| ("thread", name.to_owned()));
    let backtrace = Backtrace::capture();
    let has_backtrace = backtrace.status() == BacktraceStatus::Captured;
    let backtrace = has_backtrace.then(|| ("backtrace", backtrace.to_string()));
    json::line("ERROR", "panic", message, [place, thread, backtrace].into_iter().flatten())
}

/// The events that a filter lets pass. Spans are for traces: whatever is logged, it makes none.
struct Logged(EnvFilter);

impl<S: Subscriber> Filter<S> for Logged {
    fn enabled(&self, metadata: &Metadata<'_>, context: &Context<'_, S>) -> bool {
        metadata.is_event() && Filter::enabled(&self.0, metadata, context)
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        match metadata.is_event() {
            true => Filter::<S>::callsite_enabled(&self.0, metadata),
            false => Interest::never(),
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Filter::<S>::max_level_hint(&self.0)
    }
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
