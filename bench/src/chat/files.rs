//! How many files this process and the servers that it starts may open.

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Raises the limit to so many, if it is lower.
pub fn allow(files: usize) -> anyhow::Result<()> {
    let files = files as u64;
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    if soft >= files {
        return Ok(());
    }
    setrlimit(Resource::RLIMIT_NOFILE, files, hard.max(files)).with_context(|| {
        format!("only {hard} files may be open: `ulimit -Hn {files}` as root, or fewer --streams")
    })
}
