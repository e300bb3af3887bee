//! What `stoa serve` logs.

use anyhow::{Result, anyhow};
use tracing_subscriber::EnvFilter;

/// What the first two say of every start is of use to nobody; the others would log what Stripe answers, which we log
/// without its texts.
const QUIET: &str = "tokio_postgres=warn,refinery_core=warn,stripe=error,stripe_shared=error";

/// The filter of `--log`.
pub fn filter(log: &str) -> Result<EnvFilter> {
    EnvFilter::try_new(format!("{QUIET},{log}")).map_err(|_| {
        anyhow!("--log takes error, warn, info, debug, or a filter such as info,stoa_runtime=debug")
    })
}
