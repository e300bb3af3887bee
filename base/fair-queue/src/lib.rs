//! A queue in front of a resource that few calls can use at once: database connections, cores, memory. It shares the
//! turns between tenants, between the known clients and the strangers of each tenant, and between the clients, so that no
//! client takes another's share.
//!
//! Every resource that requests compete for has such a queue, and the runtime states for whom a task runs ([`Caller`]).

mod caller;
mod queue;
#[cfg(test)]
mod tests;
mod usage;
mod workers;

pub use caller::{Caller, set_essential, set_known, set_tenant, spawn};
pub use queue::{FairQueue, QueueSettings, TooLate, Turn};
pub use workers::{Worker, Workers, worker_threads};
