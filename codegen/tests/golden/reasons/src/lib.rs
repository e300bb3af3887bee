//! The reasons for which the operations of The "fixture" refuse calls.
//!
//! Generated from `specs/fixture.yaml` by `make generated`.

#![warn(missing_docs)]

pub use stoa_runtime::{Failed, Refusals, refusals};

stoa_runtime::reasons! {
    429 Slow "slow" "Slow down" retry_after;
}
