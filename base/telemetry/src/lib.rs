//! Support for log lines and traces: errors with their causes, and the trace of a request. If tracing is not set up,
//! the trace functions do nothing.

mod call;
mod chain;
mod trace;

pub use call::{call, http_call};
pub use chain::{Chain, causes};
pub use trace::{Traced, current, follow, headers, is_sampled, with_request_id};
