//! Signals of a server: the first SIGTERM or SIGINT (Ctrl-C) stops it gracefully, the second signal, of either kind,
//! ends the process at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Without it, either signal ends the process, as by default.
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
        for number in TERM_SIGNALS {
            // Ends the process in the signal handler itself, whatever the process is doing. Handlers run in the order
            // of registration, so this one sees the flag before the next line sets it.
            flag::register_conditional_default(*number, is_told.clone())?;
            flag::register(*number, is_told.clone())?;
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
