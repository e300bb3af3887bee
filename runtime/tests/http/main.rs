//! Tests of the runtime as a generated server uses it: through the router in memory, and on real sockets.

#![cfg(test)]

mod access_log;
mod bodies;
mod body_messages;
mod client;
mod connections;
mod credentials;
mod errors;
mod events;
mod fixture;
mod forms;
mod http2;
mod idempotency;
mod log;
mod operations;
mod parameters;
mod pieces;
mod response_cache;
mod response_check;
mod routing;
mod stop;
mod streamed_bodies;
mod timeouts;
mod tls;
mod uploads;
mod writes;
