//! Generated clients against the served app, and the examples that use them.

mod examples;
mod live_chat;
mod progenitor_client;
mod rest_v1;
mod testing;
mod webhooks;
