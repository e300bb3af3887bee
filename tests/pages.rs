//! Pages for browsers: the start page, the API reference and the demos.

mod api_reference;
mod demo_chat;
mod demo_designer;
mod demo_store;
mod start_page;
