//! What log lines and traces need wherever they are written: an error with all that caused it, and the trace that a
//! request belongs to. Where nothing is traced, nothing of it is done.

mod chain;
mod trace;

pub use chain::{Chain, causes};
pub use trace::{Traced, current, follow, headers, is_sampled};
