//! Signals of a server: the first SIGTERM or SIGINT (Ctrl-C) stops it gracefully. The second signal, of either kind,
//! ends the process at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Watches SIGINT and SIGTERM. Without this, either signal ends the process, which is the default.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// Watches the signals for as long as the process lives.
    pub fn watch() -> Result<Self> {
        let signals = Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        };
        let is_told = Arc::new(AtomicBool::new(false));
        for number in [SIGINT, SIGTERM] {
            // If the flag is set, this handler ends the process, whatever the process is doing. Handlers run in the
            // order of registration, so this one reads the flag before the handler in the next line sets it.
            flag::register_conditional_default(number, is_told.clone())?;
            flag::register(number, is_told.clone())?;
        }
        Ok(signals)
    }

    /// Resolves at the first signal.
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
