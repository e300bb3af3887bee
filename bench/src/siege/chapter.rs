//! A chapter of the siege: what happens next to the shop's own load.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use super::context::Context;

pub struct Chapter {
    pub name: &'static str,
    /// Ends at this time, or later if it takes longer until everything is well again.
    pub begin: fn(Arc<Context>, Instant) -> Running,
}

pub type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;
