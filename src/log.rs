//! What `stoa serve` logs.

use anyhow::{Result, anyhow, bail};
use tracing_subscriber::EnvFilter;

/// What these say of every start, and of every letter and path that they cannot draw, is of use to nobody.
const QUIET: &str =
    "tokio_postgres=warn,refinery_core=warn,usvg=off,resvg=off,tiny_skia=off,fontdb=off";

/// It logs the values of statements, whatever else is asked for: names, addresses, keys.
const NEVER_LOUDER: &str = "tokio_postgres";

/// The filter of `--log`.
pub fn filter(log: &str) -> Result<EnvFilter> {
    for directive in log.split(',').map(str::trim) {
        if directive.starts_with(NEVER_LOUDER) {
            bail!("--log takes no level for {NEVER_LOUDER}, which would log what people have sent");
        }
    }
    EnvFilter::try_new(format!("{QUIET},{log}")).map_err(|_| {
        anyhow!("--log takes error, warn, info, debug, or a filter such as info,stoa_runtime=debug")
    })
}
