//! Live rates over real sockets, from a stand-in that speaks HTTP by hand.

#![cfg(test)]

mod failures;
mod memory;
mod protocols;
mod stand_in;
