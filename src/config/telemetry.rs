//! Settings of the log, of traces, and of checks of responses.

use clap::Args;
use url::Url;

use super::public_url::parse_plain_url;
use super::share;
use crate::log::LogFormat;

/// The log, traces and checks.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Logs, traces and checks")]
pub struct TelemetrySettings {
    /// Share of responses, from 0 to 1, to check against their document in the background. Mismatches are logged with
    /// place and rule; the response is sent unchanged
    #[arg(long, env, default_value = "0", value_name = "SHARE", value_parser = share)]
    pub check_responses: f64,
    /// Level of the log: error, warn, info or debug; or a tracing filter
    #[arg(long, env, default_value = "info", value_name = "FILTER")]
    pub log: String,
    /// Format of log lines
    #[arg(long, env, value_enum, default_value_t = LogFormat::Text, value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// URL of the OTLP collector for traces, over HTTP, such as http://127.0.0.1:4318; nothing is traced if absent
    #[arg(long, env, value_name = "URL", value_parser = otlp_url)]
    pub otlp_url: Option<Url>,
    /// Share of requests, from 0 to 1, to trace if their `traceparent` header does not decide it
    #[arg(long, env, default_value = "0.1", value_name = "SHARE", value_parser = share)]
    pub trace_share: f64,
}

/// Parses the URL that spans are posted to. Appends the path `/v1/traces` if it is missing, as OpenTelemetry specifies.
fn otlp_url(text: &str) -> Result<Url, String> {
    const PATH: &str = "/v1/traces";
    let mut url = parse_plain_url(text).ok_or(
        "write http://HOST:4318 or https://HOST; keys go into OTEL_EXPORTER_OTLP_HEADERS as name=value",
    )?;
    let path = url.path().trim_end_matches('/').to_owned();
    if !path.ends_with(PATH) {
        url.set_path(&(path + PATH));
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_spans_are_posted() {
        for (given, posted) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("http://127.0.0.1:4318/", "http://127.0.0.1:4318/v1/traces"),
            ("https://collector/otlp", "https://collector/otlp/v1/traces"),
            ("https://collector/v1/traces", "https://collector/v1/traces"),
        ] {
            assert_eq!(otlp_url(given).unwrap().as_str(), posted, "{given}");
        }
        for wrong in
            ["", "collector:4317", "grpc://collector", "http://a:key@collector", "http://a/?key=b"]
        {
            assert!(otlp_url(wrong).unwrap_err().starts_with("write http://"), "{wrong}");
        }
    }
}
