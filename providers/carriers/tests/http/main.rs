//! Live rates over real sockets, from a stand-in.

#![cfg(test)]

mod failures;
#[path = "../../../ai/tests/http/log.rs"]
mod log;
mod memory;
mod protocols;
mod provider;
#[path = "../../../payments/tests/stripe/stand_in.rs"]
#[expect(dead_code, reason = "the tests of payments use the rest")]
mod stand_in;
