//! Live rates over real sockets, from a stand-in that writes its HTTP responses as plain text.

#![cfg(test)]

mod failures;
mod memory;
mod protocols;
mod stand_in;
