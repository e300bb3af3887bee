//! What SIGTERM and Ctrl-C mean to a server: the first that it stops in order, the second that it ends at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Until they are watched, either ends the process as it ends any.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// Watches them for as long as the process lives.
    pub fn watch() -> Result<Self> {
        let signals = Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        };
        let is_told = Arc::new(AtomicBool::new(false));
        for number in TERM_SIGNALS {
            // In the handler itself, so that whatever the process is at need not come to an end. Looked at before the
            // next line's handler, which runs behind it, has set it.
            flag::register_conditional_default(*number, is_told.clone())?;
            flag::register(*number, is_told.clone())?;
        }
        Ok(signals)
    }

    /// Resolves at the first.
    pub async fn told(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
