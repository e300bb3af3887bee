//! Tests of the code that all clients share, against servers that misbehave.

#![cfg(test)]

#[cfg(feature = "blocking")]
mod blocking;
#[cfg(feature = "cache")]
mod cache;
mod calls;
mod event_parser;
#[cfg(feature = "events")]
mod events;
mod fluent;
mod hygiene;
mod items;
mod layers;
mod recorded;
mod retries;
mod spans;
mod stand_in;
