//! Tests of the providers over HTTP: against a scripted stand-in, and against aimock, which speaks OpenAI's protocol.

#![cfg(test)]

mod aimock;
mod failures;
mod log;
mod openai;
mod protocol;
#[path = "../../../payments/tests/stripe/stand_in.rs"]
#[expect(dead_code, reason = "the tests of payments use the rest")]
mod stand_in;
mod test_provider;
