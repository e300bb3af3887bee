//! Providers as they answer: a stand-in that does as it is told, and aimock, which speaks OpenAI's protocol.

#![cfg(test)]

mod aimock;
mod failures;
mod log;
mod protocol;
mod stand_in;
mod test_provider;
