//! A chapter of the siege: an attack or a fault while the shop is in use.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use super::context::Context;

pub struct Chapter {
    pub name: &'static str,
    /// Starts the chapter, which ends at the given time, or later if the server takes longer to recover.
    pub begin: fn(Arc<Context>, Instant) -> Running,
}

pub type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;
