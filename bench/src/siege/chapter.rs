//! A chapter of the siege: an attack or a fault while the shop is in use.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use super::context::Context;

pub struct Chapter {
    pub name: &'static str,
    /// Limits of the factors by which the attack slows the victim's lists and additions (p99).
    pub max_factors: Option<MaxFactors>,
    /// Starts the chapter, which ends at the given time, or later if the server takes longer to recover.
    pub begin: fn(Arc<Context>, Instant) -> Running,
}

#[derive(Clone, Copy)]
pub struct MaxFactors {
    pub lists: f64,
    pub additions: f64,
}

pub type Running = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;
