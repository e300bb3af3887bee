//! Tests of the providers over HTTP: against a scripted stand-in, and against aimock, which speaks OpenAI's protocol.

#![cfg(test)]

mod aimock;
mod failures;
mod log;
mod protocol;
mod stand_in;
mod test_provider;
