//! What `stoa serve` logs.

use anyhow::{Result, anyhow, bail};
use tracing_subscriber::EnvFilter;

/// What the first two say of every start is of use to nobody; the others would log what Stripe answers, which we log
/// without its texts.
const QUIET: &str = "tokio_postgres=warn,refinery_core=warn,stripe=error,stripe_shared=error";

/// These log the values of statements and what providers answer, whatever else is asked for: names, addresses, keys.
const NEVER_LOUDER: [&str; 2] = ["tokio_postgres", "stripe"];

/// The filter of `--log`.
pub fn filter(log: &str) -> Result<EnvFilter> {
    for directive in log.split(',').map(str::trim) {
        if let Some(target) = NEVER_LOUDER.iter().find(|target| directive.starts_with(*target)) {
            bail!("--log takes no level for {target}, which would log what people have sent");
        }
    }
    EnvFilter::try_new(format!("{QUIET},{log}")).map_err(|_| {
        anyhow!("--log takes error, warn, info, debug, or a filter such as info,stoa_runtime=debug")
    })
}
